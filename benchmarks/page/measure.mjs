// Measures the page in headless Chromium: node measure.mjs ADDRESS-OF-SINGLE ADDRESS-OF-SITE PLAN RUNS

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [single, site, planFile, runs] = process.argv.slice(2);
const modules = path.join(process.env.SCORECHECK_NODE_MODULES ?? "", "puppeteer-core", "lib", "puppeteer", "puppeteer-core.js");
const { default: puppeteer } = await import(pathToFileURL(modules).href);
const plan = JSON.parse(fs.readFileSync(planFile, "utf8"));

const median = (some) => some.toSorted((a, b) => a - b)[Math.floor(some.length / 2)];

/** Opens an address in a browser, hands it files, and gives the seconds until the findings are on the screen. */
async function first(browser, address, files) {
  const page = await browser.newPage();
  page.setDefaultTimeout(120_000);
  await page.evaluateOnNewDocument(() => {
    globalThis.blocks = [];
    new PerformanceObserver((list) => globalThis.blocks.push(...list.getEntries().map((one) => one.duration))).observe({ type: "longtask", buffered: true });
  });
  const begun = performance.now();
  await page.goto(address, { waitUntil: "domcontentloaded" });
  await page.waitForSelector('body[data-state="ready"]');
  await hand(page, files);
  const seconds = (performance.now() - begun) / 1000;
  return { page, seconds };
}

/** Hands files to an open page, and gives the seconds until it has answered. */
async function hand(page, files) {
  return page.evaluate(async (some) => {
    const list = some.map(([name, data]) => {
      const file = new File([Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0))], name.split("/").pop());
      Object.defineProperty(file, "webkitRelativePath", { value: name.includes("/") ? name : "" });
      return file;
    });
    const input = document.querySelector("#folder");
    Object.defineProperty(input, "files", { value: list, configurable: true });
    const begun = performance.now();
    input.dispatchEvent(new Event("change"));
    await new Promise((done) => {
      const look = () => (document.body.dataset.state === "done" ? requestAnimationFrame(done) : setTimeout(look, 2));
      setTimeout(look, 0);
    });
    return (performance.now() - begun) / 1000;
  }, files);
}

/** Prints the standings as PDF, and gives the seconds until it is there. */
async function printed(page) {
  return page.evaluate(async () => {
    const begun = performance.now();
    const made = new Promise((done) => {
      const make = URL.createObjectURL.bind(URL);
      URL.createObjectURL = (blob) => {
        if (blob.type === "application/pdf") done();
        return make(blob);
      };
    });
    document.querySelector('[data-print="standings"]').click();
    await made;
    return (performance.now() - begun) / 1000;
  });
}

const launched = () =>
  puppeteer.launch({ headless: true, executablePath: plan.program, protocolTimeout: 240_000, args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-background-networking"] });

const found = { single: [], phases: [], next: [], many: [], second: [], pdf: [], pdfAgain: [], blocks: [] };
for (let at = 0; at < Number(runs); at += 1) {
  let browser = await launched();
  const opened = await first(browser, single, plan.workbook);
  found.single.push(opened.seconds);
  found.phases.push(JSON.parse(await opened.page.$eval("body", (one) => one.dataset.phases)));
  found.next.push(await hand(opened.page, plan.next[at % plan.next.length]));
  await opened.page.$eval("#anew", (one) => one.click());
  await opened.page.waitForSelector('body[data-state="ready"]');
  found.many.push(await hand(opened.page, plan.many));
  found.blocks.push(Math.max(0, ...(await opened.page.evaluate(() => globalThis.blocks))));
  await browser.close();

  browser = await launched();
  const visit = await first(browser, site, plan.text);
  await visit.page.evaluate(() => navigator.serviceWorker.ready);
  await visit.page.waitForFunction(() => caches.keys().then((names) => names.length === 1));
  await visit.page.close();
  const again = await first(browser, site, plan.workbook);
  found.second.push(again.seconds);
  found.pdf.push(await printed(again.page));
  found.pdfAgain.push(await printed(again.page));
  await browser.close();
}
const phases = Object.fromEntries(Object.keys(found.phases[0]).map((name) => [name, median(found.phases.map((one) => one[name]))]));
console.log(JSON.stringify({
  single: median(found.single), phases, next: median(found.next), many: median(found.many), second: median(found.second), pdf: median(found.pdf), pdfAgain: median(found.pdfAgain), block: median(found.blocks), all: found,
}));
