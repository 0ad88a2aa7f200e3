// Opens the page in a real browser and does on it what a person would do; what came of it is printed as JSON.
//
//   node page.mjs BROWSER FORM ADDRESS WORK   with BROWSER chromium or firefox, FORM single or site, and a
//                                             folder WORK with plan.json: what to drop, and what to try

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [browserName, form, address, work] = process.argv.slice(2);
const modules = path.join(process.env.SCORECHECK_NODE_MODULES ?? "", "puppeteer-core", "lib", "puppeteer", "puppeteer-core.js");
const { default: puppeteer } = await import(pathToFileURL(modules).href);
const plan = JSON.parse(fs.readFileSync(path.join(work, "plan.json"), "utf8"));

const launch =
  browserName === "chromium"
    ? { executablePath: plan.program, args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-background-networking"] }
    : { browser: "firefox", executablePath: plan.program };
const browser = await puppeteer.launch({ headless: true, ...launch, protocolTimeout: 240_000 });

/** What the pages complained of, and what they asked for. */
const complaints = [];
const requests = [];

async function opened() {
  const page = await browser.newPage();
  page.setDefaultTimeout(120_000);
  await page.setViewport({ width: 1280, height: 900 });
  page.on("console", (said) => complaints.push(`${said.type()}: ${said.text()}`));
  page.on("pageerror", (fault) => complaints.push(fault.message));
  page.on("request", (asked) => requests.push(asked.url()));
  await page.evaluateOnNewDocument(watched);
  await page.goto(address);
  await page.waitForSelector('body[data-state="ready"]');
  await speak(page, "en");
  return page;
}

/** What runs in each page before its own scripts. */
function watched() {
  // What is handed out for saving is kept here instead.
  globalThis.saved = [];
  const make = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (blob) => {
    globalThis.saved.push(blob);
    return make(blob);
  };
  // What the next file may take is less here, once "patience" is set.
  const wait = globalThis.setTimeout;
  globalThis.setTimeout = (what, ms, ...more) => {
    if (ms !== 30_000 || globalThis.patience === undefined) return wait(what, ms, ...more);
    const less = globalThis.patience;
    globalThis.patience = undefined;
    return wait(what, less, ...more);
  };
}

let common = null;

/** One page for all tries that can go on where another has left it: to start Python takes longest. */
async function shared() {
  common ??= await opened();
  await common.setViewport({ width: 1280, height: 900 });
  await speak(common, "en");
  await settled(common);
  if ((await common.$("#anew")) !== null) await anew(common);
  return common;
}

const speak = (page, lang) => page.select(".top select", lang);

/** Drops files as a folder does: [path, base64]. */
async function drop(page, files) {
  await page.evaluate((some) => {
    const list = some.map(([name, data]) => {
      const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
      const file = new File([bytes], name.split("/").pop());
      Object.defineProperty(file, "webkitRelativePath", { value: name.includes("/") ? name : "" });
      return file;
    });
    const input = document.querySelector("#folder");
    Object.defineProperty(input, "files", { value: list, configurable: true });
    input.dispatchEvent(new Event("change"));
  }, files);
  await settled(page);
}

/** Waits until the page has done what it was asked for. */
async function settled(page) {
  await page.waitForFunction(() => new Promise((done) => setTimeout(() => done(document.body.dataset.state !== "busy"), 30)), { timeout: 300_000 });
}

async function click(page, selector) {
  await page.waitForSelector(selector);
  await page.$eval(selector, (one) => one.click());
  await settled(page);
}

const verdict = (page) => page.$eval("#verdict", (one) => one.textContent);
const findings = (page) =>
  page.$$eval("[data-finding]", (all) => all.map((one) => [one.dataset.rule, one.dataset.cell]));

/** What the page hands out on a click, the newest last. */
async function handed(page, selector, count = 1) {
  await page.evaluate(() => { globalThis.saved.length = 0; });
  await click(page, selector);
  return savedNow(page, count);
}

/** What was handed out since the list of it was emptied. */
async function savedNow(page, count = 1) {
  return page.evaluate(async (wanted) => {
    const some = globalThis.saved.slice(0, wanted);
    return Promise.all(some.map(async (blob) => {
      const bytes = new Uint8Array(await blob.arrayBuffer());
      let text = "";
      for (const one of bytes) text += String.fromCharCode(one);
      return btoa(text);
    }));
  }, count);
}

const text = (base64) => Buffer.from(base64, "base64").toString("utf8");
const anew = (page) => click(page, "#anew");

const tries = {
  /** One sheet with two slips: found, repaired by a click, undone by another, saved. */
  async repairs() {
    const page = await shared();
    const input = await page.$("input#files");
    await input.uploadFile(plan.slips);
    await page.waitForSelector('body[data-state="done"]');
    const before = { verdict: await verdict(page), findings: await findings(page) };
    const marked = await page.$eval("[data-finding] td.at", (one) => one.textContent);
    await click(page, "[data-finding] button.fix");
    const once = { verdict: await verdict(page), findings: await findings(page) };
    await click(page, ".taken li button");
    const undone = { verdict: await verdict(page), findings: await findings(page) };
    await click(page, "[data-finding] button.fix");
    await click(page, "[data-finding] button.fix");
    const after = { verdict: await verdict(page), findings: await findings(page) };
    const [copy] = await handed(page, "[data-copy]");
    return { before, marked, once, undone, after, copy };
  },

  /** Every sample: what is found and the standings, as JSON. */
  async samples() {
    const page = await shared();
    const found = {};
    for (const [name, files] of Object.entries(plan.samples)) {
      await drop(page, files);
      const one = { verdict: await verdict(page), findings: null, standings: null };
      one.findings = text((await handed(page, '[data-findings="json"]'))[0]);
      if ((await page.$('[data-standings="json"]')) !== null) {
        one.standings = text((await handed(page, '[data-standings="json"]'))[0]);
      }
      found[name] = one;
      await anew(page);
    }
    return found;
  },

  /** Files that reading refuses: each has its sentence, and the page goes on. */
  async refused() {
    const page = await shared();
    await drop(page, plan.refused);
    const json = text((await handed(page, '[data-findings="json"]'))[0]);
    await anew(page);
    await drop(page, plan.good);
    const after = await verdict(page);
    return { json, after };
  },

  /** A file that takes too long is put aside; the others are there all the same. */
  async ended() {
    const page = await shared();
    const long = "Anna,Bernd,Chris,Dora\n" + "1,2,-3,0\n".repeat(60_000);
    await page.evaluate(() => { globalThis.patience = 60; });
    await drop(page, [["long.csv", Buffer.from(long).toString("base64")]]);
    await drop(page, plan.good);
    const notes = await page.$$eval(".notes .ended", (all) => all.map((one) => one.textContent));
    const after = { verdict: await verdict(page), files: await page.$$eval("[data-file]", (all) => all.map((one) => one.dataset.file)) };
    return { notes, after };
  },

  /** Whether a column is a player's is said on the table, kept as a file, and known for the next sheet like it. */
  async reading() {
    const page = await shared();
    const file = (name) => [[name, Buffer.from(plan.doubtful).toString("base64")]];
    await drop(page, file("first.csv"));
    const before = { verdict: await verdict(page), sentence: await page.$eval(".sentence", (one) => one.textContent) };
    await click(page, '[data-answer="first.csv"]');
    const column = "dialog.reading [data-column='F']";
    await page.waitForSelector(column);
    const rows = await page.$$eval("dialog.reading tbody tr", (all) => all.length);
    await page.select(column, "player");
    await page.waitForFunction(() => document.querySelector("dialog.reading [data-column='F']")?.value === "player" && document.body.dataset.state === "done");
    await settled(page);
    const evidence = await page.$$eval("dialog.reading li", (all) => all.map((one) => one.textContent));
    await page.evaluate(() => { globalThis.saved.length = 0; });
    await page.$eval("#save-answers", (one) => one.click());
    await page.waitForFunction(() => globalThis.saved.length > 0);
    const [kept] = await savedNow(page);
    await page.$eval("dialog.reading", (one) => one.close());
    const after = { verdict: await verdict(page), sheet: await page.$eval(".sheets .what", (one) => one.textContent) };
    await anew(page);
    await drop(page, file("second.csv"));
    const again = { verdict: await verdict(page), sheet: await page.$eval(".sheets .what", (one) => one.textContent) };
    await page.evaluate(() => localStorage.removeItem("scorecheck.answers"));
    return { before, rows, evidence, kept: text(kept), after, again };
  },

  /** A sheet is put into another round, by choosing and by dragging; the event is kept, and opened again. */
  async rounds() {
    const page = await shared();
    await click(page, '[data-example="event"]');
    const arranged = () => page.$$eval(".round", (all) => all.map((one) => [one.dataset.round, [...one.querySelectorAll("[data-sheet]")].map((sheet) => sheet.dataset.sheet)]));
    const shown = await arranged();
    const fixed = (await page.$$(".round select")).length;
    // The example brings its event file, which is not ours to change: the sheets alone are arranged anew.
    await anew(page);
    await drop(page, plan.event);
    const before = await arranged();
    await page.select(`[data-sheet="${before[1][1][0]}"] select`, before[0][0]);
    await settled(page);
    const chosen = await arranged();
    const drag = async (sheet, onto) => {
      await page.evaluate(([one, target]) => {
        const transfer = new DataTransfer();
        const fire = (selector, kind) => document.querySelector(selector).dispatchEvent(new DragEvent(kind, { dataTransfer: transfer, bubbles: true, cancelable: true }));
        fire(`[data-sheet="${one}"]`, "dragstart");
        fire(target, "dragover");
        fire(target, "drop");
      }, [sheet, onto]);
      await settled(page);
    };
    await drag(before[1][1][0], `[data-round="${before[1][0]}"]`);
    const dragged = await arranged();
    const tables = () => page.$$eval(".round", (all) => all.map((one) => [...one.querySelectorAll("[data-table]")].map((table) => [table.dataset.table, table.querySelectorAll("[data-sheet]").length])));
    const tabled = [await tables()];
    // A sheet is put to another table by choosing, and back to its own by dragging.
    await page.select(`[data-sheet="${before[0][1][0]}"] [data-choose="table"]`, "3");
    await settled(page);
    tabled.push(await tables());
    const moved = text((await handed(page, "#save-event"))[0]);
    await drag(before[0][1][0], `[data-round="${before[0][0]}"] [data-table="2"]`);
    tabled.push(await tables());
    const [event] = await handed(page, "#save-event");
    const standings = text((await handed(page, '[data-standings="csv"]'))[0]);
    await anew(page);
    await drop(page, [...plan.event, ["event.toml", event]]);
    const reopened = { arranged: await arranged(), standings: text((await handed(page, '[data-standings="csv"]'))[0]) };
    return { shown, fixed, before, chosen, dragged, tabled, moved, event: text(event), standings, reopened };
  },

  /** Two sheets of one table: known by themselves, and counted once. */
  async second() {
    const page = await shared();
    await drop(page, plan.second);
    const findings = await page.$$eval("[data-finding]", (all) => all.map((one) => [one.dataset.rule, one.dataset.cell, one.querySelectorAll("button.fix").length]));
    const standings = text((await handed(page, '[data-standings="csv"]'))[0]);
    await page.$eval("[data-finding] button.fix", (one) => one.click());
    await settled(page);
    return { findings, standings, after: await verdict(page) };
  },

  /** What a game is worth. */
  async worth() {
    const page = await shared();
    await page.setViewport({ width: 390, height: 844 });
    await click(page, '[data-place="worth"]');
    await page.waitForSelector("#work-out");
    const set = (name, text) => page.$eval(`#worth [data-field="${name}"]`, (one, value) => { one.value = value; }, text);
    for (const [name, text] of [["kind", "trump solo"], ["points_re", "110"], ["calls_re", "re"]]) await set(name, text);
    await page.$eval("#work-out", (one) => one.click());
    await page.waitForSelector("#value table");
    const solo = await page.$$eval("#value tr", (all) => all.map((line) => [...line.children].map((one) => one.textContent)));
    await set("points_re", "241");
    await page.$eval("#work-out", (one) => one.click());
    await page.waitForSelector("#value .refused");
    const refused = await page.$eval("#value", (one) => one.textContent);
    const games = await page.$$eval("#worth-game option", (all) => all.map((one) => one.value));
    const violations = [];
    const axe = fs.readFileSync(path.join(process.env.SCORECHECK_NODE_MODULES ?? "", "axe-core", "axe.min.js"), "utf8");
    await page.evaluate(axe);
    let wide = 0;
    for (const game of games) {
      await page.select("#worth-game", game);
      violations.push(...(await page.evaluate(async () => (await globalThis.axe.run()).violations.map((one) => [one.id, one.nodes.map((node) => node.html.slice(0, 160))]))));
      wide = Math.max(wide, await page.evaluate(() => document.documentElement.scrollWidth));
    }
    await click(page, '[data-place="check"]');
    return { solo, refused, games, violations, wide };
  },

  /** Certificates as a page that the browser prints, where there is nothing to make PDFs with. */
  async pages() {
    const page = await shared();
    await click(page, '[data-example="event"]');
    const offered = await page.$$eval("[data-print]", (all) => all.map((one) => one.dataset.print));
    await click(page, '[data-print="certificates"]');
    const refused = await page.$eval("[aria-labelledby=h-prints] [role=status]", (one) => one.firstChild?.textContent ?? "");
    await click(page, "[data-print-anyway]");
    await page.waitForSelector("dialog iframe");
    const names = await page.$eval("dialog iframe", (one) => [...new DOMParser().parseFromString(one.srcdoc, "text/html").querySelectorAll(".certificate .name")].map((name) => name.textContent));
    await page.$eval("dialog", (one) => one.close());
    return { offered, refused, names };
  },

  /** PDFs, of which the site loads the maker when the first is asked for. */
  async prints() {
    const page = await shared();
    const before = requests.filter((url) => url.includes("pdf.zip")).length;
    await click(page, '[data-example="event"]');
    const made = {};
    for (const what of ["standings", "certificates", "sheets"]) {
      await page.evaluate(() => { globalThis.saved.length = 0; });
      await click(page, `[data-print="${what}"]`);
      const refused = await page.$eval("[aria-labelledby=h-prints] [role=status]", (one) => one.firstChild?.textContent ?? "");
      const selector = (await page.$("[data-print-anyway]")) === null ? null : "[data-print-anyway]";
      const [pdf] = selector === null ? await savedNow(page) : await handed(page, selector);
      made[what] = { refused, pdf };
    }
    await click(page, '[data-place="blank"]');
    await page.waitForSelector("#make-blank-pdf");
    await page.$eval("#blank textarea", (one) => { one.value = "Anna, Bernd, Chris, Dora"; });
    await page.evaluate(() => { globalThis.saved.length = 0; });
    await page.$eval("#make-blank-pdf", (one) => one.click());
    await page.waitForFunction(() => globalThis.saved.length > 0);
    const [pdf] = await savedNow(page);
    await click(page, '[data-place="check"]');
    return { before, after: requests.filter((url) => url.includes("pdf.zip")).length, made, blank: pdf };
  },

  /** Hostile names are text. */
  async hostile() {
    const page = await shared();
    await drop(page, plan.hostile);
    const scripts = await page.evaluate(() => [...document.querySelectorAll("#app script, #app img, #app a[href^='javascript']")].length);
    const said = await page.$eval("#app", (one) => one.textContent);
    await click(page, "#report");
    const frame = await page.$eval("dialog iframe", (one) => ({ sandbox: one.getAttribute("sandbox"), scripts: one.srcdoc.includes("<script") }));
    await page.$eval("dialog", (one) => one.close());
    return { scripts, said, frame };
  },

  /** Pasted cells, three languages, the examples. */
  async words() {
    const page = await shared();
    if (browserName === "chromium") {
      await page.evaluate((cells) => {
        const transfer = new DataTransfer();
        transfer.setData("text/plain", cells);
        document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: transfer, bubbles: true }));
      }, plan.cells);
    } else {
      // Here a script cannot make the event: the cells go into the box.
      await page.evaluate((cells) => {
        document.querySelector(".paste textarea").value = cells;
        document.querySelector(".paste button").click();
      }, plan.cells);
    }
    await settled(page);
    const said = {};
    for (const lang of ["en", "de", "nb"]) {
      await speak(page, lang);
      await settled(page);
      said[lang] = { verdict: await verdict(page), lang: await page.$eval("html", (one) => one.lang), sentence: await page.$eval(".sentence", (one) => one.textContent) };
    }
    await speak(page, "en");
    await settled(page);
    const examples = {};
    for (const name of await page.$$eval("[data-example]", (all) => all.map((one) => one.dataset.example))) {
      await click(page, `[data-example="${name}"]`);
      examples[name] = await verdict(page);
    }
    return { said, examples };
  },

  /** By the keyboard alone: a sheet is chosen by Enter on an example, and a repair taken. */
  async keyboard() {
    const page = await shared();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("data-example") ?? document.activeElement?.className ?? "");
    for (let at = 0; at < 20 && (await focused()) !== "slips"; at += 1) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await settled(page);
    const before = (await findings(page)).length;
    for (let at = 0; at < 30 && !(await focused()).split(" ").includes("fix"); at += 1) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await settled(page);
    const after = (await findings(page)).length;
    const at = await page.evaluate(() => document.activeElement?.id ?? "");
    return { before, after, at };
  },

  /** A club's own game: its file is opened, a blank sheet is saved, a sheet is checked by it; a broken file is told. */
  async own() {
    const page = await shared();
    await click(page, '[data-place="blank"]');
    await page.waitForSelector("#own-game");
    const before = await page.$eval("#blank select", (one) => [...one.options].map((option) => option.value));
    const open = async (file) => {
      const input = await page.$("#own-game");
      await input.uploadFile(file);
    };
    await open(plan.own.game);
    await page.waitForFunction(() => [...document.querySelectorAll("#blank select option")].some((one) => one.value === "romme"));
    const chosen = await page.$eval("#blank select", (one) => one.value);
    await page.$eval("#blank textarea", (one) => { one.value = "Anna, Bernd, Chris"; });
    await page.evaluate(() => { globalThis.saved.length = 0; });
    await page.$eval("#make-blank", (one) => one.click());
    await page.waitForFunction(() => globalThis.saved.length > 0);
    const [blank] = await savedNow(page);
    await page.screenshot({ path: path.join(work, "own-blank.png") });
    await click(page, '[data-place="check"]');
    const alone = await page.$$eval(".notes li", (all) => all.map((one) => one.textContent));
    const input = await page.$("input#files");
    await input.uploadFile(plan.own.sheet);
    await page.waitForFunction(() => document.querySelector("[data-finding]") !== null);
    await settled(page);
    const checked = { verdict: await verdict(page), findings: await findings(page), notes: await page.$$eval(".notes li", (all) => all.map((one) => one.textContent)) };
    await page.screenshot({ path: path.join(work, "own-check.png"), fullPage: true });
    await click(page, '[data-place="blank"]');
    await page.waitForSelector("#own-game");
    await open(plan.own.broken);
    await page.waitForFunction(() => document.querySelector("#blank > .refused")?.textContent);
    const refused = await page.$$eval("#blank > .refused", (all) => all.map((one) => one.textContent).filter(Boolean));
    await click(page, '[data-place="check"]');
    return { before, chosen, blank, alone, checked, refused, told: await verdict(page) };
  },

  /** A sheet typed in at the table on a phone, through a reload; saved. */
  async writing() {
    const page = await shared();
    await page.setViewport({ width: 390, height: 900 });
    const cell = (row, column) => `[data-row="${row}"][data-column="${column}"]`;
    const keys = async (row, column, some) => {
      // A row for the next game comes when the one above it is full.
      await page.waitForSelector(`#write ${cell(row, column)}`);
      await page.$eval(`#write ${cell(row, column)}`, (one) => {
        one.focus();
        // In Firefox a window that has saved a file is no longer the active one, and hears of no focus.
        if (!document.hasFocus()) one.dispatchEvent(new FocusEvent("focus"));
      });
      for (const one of some) await page.$eval(`[data-key="${one}"]`, (key) => key.click());
      await settled(page);
    };
    const shown = () => page.evaluate(() => ({
      cells: [...document.querySelectorAll("#write tbody tr")].map((line) => [...line.querySelectorAll("input")].map((one) => one.value)),
      stands: [...document.querySelectorAll("#write tbody tr")].map((line) => [...line.querySelectorAll(".stands")].map((one) => one.textContent)),
      wrong: [...document.querySelectorAll("#write tr.wrong th")].map((one) => one.textContent),
      said: [...document.querySelectorAll("[data-typed]")].map((one) => [one.dataset.typed, one.dataset.row]),
      follows: document.querySelector("#follows").hidden ? null : document.querySelector("#follows").textContent,
      out: [...document.querySelectorAll("#write input")].filter((one) => one.nextElementSibling.classList.contains("out")).map((one) => [one.dataset.row, one.dataset.column]),
    }));
    await click(page, '[data-place="write"]');
    await page.waitForSelector("#begin-sheet");
    const refused = async (names) => {
      await page.$eval("#write textarea", (one, text) => { one.value = text; }, names);
      await page.$eval("#write select", (one) => { one.value = "doppelkopf"; one.dispatchEvent(new Event("change")); });
      await page.$eval("#begin-sheet", (one) => one.click());
    };
    await refused("Anna");
    await page.waitForFunction(() => document.querySelector("#write .refused")?.textContent);
    const why = await page.$eval("#write .refused", (one) => one.textContent);
    await refused("Anna, Bernd, Chris, Dora, Emil");
    await page.waitForSelector(`#write ${cell(0, 0)}`);
    await settled(page);
    const game = async (row, points) => {
      for (const [column, point] of points.entries()) if (point !== "") await keys(row, column, point);
    };
    await game(0, ["", "2", "2", "−2", "−2"]);
    await game(1, ["1", "", "−1", "1"]);
    const open = await shown();
    await click(page, "#follows");
    await game(2, ["3", "3", "", "3", "−3"]);
    const wrong = await shown();
    await page.screenshot({ path: path.join(work, "writing.png") });
    const axe = fs.readFileSync(path.join(process.env.SCORECHECK_NODE_MODULES ?? "", "axe-core", "axe.min.js"), "utf8");
    await page.evaluate(axe);
    const violations = await page.evaluate(async () => (await globalThis.axe.run()).violations.map((one) => [one.id, one.nodes.map((node) => node.html.slice(0, 160))]));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    await click(page, "[data-typed] button.fix");
    const mended = await shown();
    await click(page, "#undo-typed");
    const undone = await shown();
    await click(page, "[data-typed] button.fix");
    await page.reload();
    await page.waitForSelector('body[data-state="ready"]');
    await click(page, '[data-place="write"]');
    await page.waitForSelector(`#write ${cell(2, 4)}`);
    await settled(page);
    const reloaded = await shown();
    await page.evaluate(() => { globalThis.saved.length = 0; });
    await page.$eval("#save-typed", (one) => one.click());
    await page.waitForFunction(() => globalThis.saved.length > 0);
    const saved = await page.evaluate(async () => {
      let text = "";
      for (const one of new Uint8Array(await globalThis.saved[0].arrayBuffer())) text += String.fromCharCode(one);
      return btoa(text);
    });
    await click(page, "#check-typed");
    await page.waitForSelector(".sheets .what");
    await settled(page);
    const checked = await page.$$eval(".sheets li", (all) => all.map((one) => one.textContent));
    await click(page, '[data-place="write"]');
    await page.evaluate(() => { globalThis.confirm = () => true; });
    await click(page, "#another-sheet");
    await page.waitForSelector("#begin-sheet");
    await click(page, '[data-place="check"]');
    return { why, open, wrong, mended, undone, reloaded, saved, checked, violations, wide };
  },

  /** A phone, a desktop; light and dark: nothing to scroll sideways, and nothing that axe finds. */
  async access() {
    const axe = fs.readFileSync(path.join(process.env.SCORECHECK_NODE_MODULES ?? "", "axe-core", "axe.min.js"), "utf8");
    const found = [];
    const page = await shared();
    await click(page, '[data-example="event"]');
    for (const width of [390, 1280]) {
      for (const scheme of ["light", "dark"]) {
        await page.setViewport({ width, height: 844 });
        if (browserName === "chromium") await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
        else if (scheme === "dark") continue;
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        await page.evaluate(axe);
        const violations = await page.evaluate(async () => (await globalThis.axe.run()).violations.map((one) => [one.id, one.nodes.map((node) => node.html.slice(0, 160))]));
        found.push({ width, scheme, wide, violations });
      }
    }
    return found;
  },

  /** On a phone the marked cell of a wide sheet is in sight; on paper what it should say is. */
  async marked() {
    const page = await shared();
    await page.setViewport({ width: 390, height: 844 });
    await drop(page, plan.samples["yatzy/kniffel-block-faulty.csv"]);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const inSight = await page.$$eval("[data-finding] td.at", (all) => all.map((one) => {
      const [cell, piece] = [one.getBoundingClientRect(), one.closest(".scroll").getBoundingClientRect()];
      return cell.left >= piece.left && cell.right <= piece.right + 1;
    }));
    if (browserName !== "chromium") return { inSight };
    await page.emulateMediaType("print");
    const printed = await page.$$eval("[data-finding] .fixes li", (all) => all.map((one) => one.innerText));
    await page.emulateMediaType(null);
    return { inSight, printed };
  },

  /** A new version comes while a sheet is open: the page goes on with it, and says so. */
  async update() {
    const page = await shared();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await click(page, '[data-example="slips"]');
    await click(page, "[data-finding] button.fix");
    const worker = path.join(plan.site, "offline.js");
    fs.writeFileSync(worker, fs.readFileSync(worker, "utf8").replace(/VERSION = '\w+'/, "VERSION = 'newer'"));
    await page.evaluate(async () => { await (await navigator.serviceWorker.getRegistration()).update(); });
    await page.waitForSelector(".new-version");
    const before = { findings: (await findings(page)).length, taken: (await page.$$("[data-taken]")).length };
    await click(page, ".taken li button");
    const after = { findings: (await findings(page)).length, taken: (await page.$$("[data-taken]")).length };
    return { before, after };
  },

  /** Without a network: of the site the second visit, of the single file any. */
  async offline() {
    const page = await shared();
    // A page that is left while Python still loads complains of what it could not load.
    await page.waitForSelector("body[data-phases]");
    if (form === "site") {
      await page.evaluate(() => navigator.serviceWorker.ready);
      await page.waitForFunction(() => caches.keys().then((names) => names.length === 1));
    }
    const from = requests.length;
    if (browserName === "chromium") await page.setOfflineMode(true);
    await page.reload();
    // The page is ready at once; what it is made of has been asked for when Python has started.
    await page.waitForSelector("body[data-phases]");
    const asked = requests.length;
    await click(page, '[data-example="slips"]');
    const said = await verdict(page);
    const after = requests.slice(asked).filter((url) => !/^(blob|data):/.test(url));
    if (browserName === "chromium") await page.setOfflineMode(false);
    return { said, after, from: requests.slice(from, asked).filter((url) => !/^(blob|data):/.test(url)) };
  },
};

const wanted = plan.tries ?? Object.keys(tries);
const outcome = {};
for (const name of wanted) {
  complaints.length = 0;
  const begun = Date.now();
  try {
    outcome[name] = { value: await tries[name](), complaints: [...complaints], seconds: (Date.now() - begun) / 1000 };
  } catch (fault) {
    outcome[name] = { fault: String(fault?.stack ?? fault), complaints: [...complaints], seconds: (Date.now() - begun) / 1000 };
  }
}
outcome.requests = requests.filter((url) => !/^(blob|data):/.test(url));
await browser.close();
fs.writeFileSync(path.join(work, "outcome.json"), JSON.stringify(outcome));
assert.ok(wanted.length > 0);
