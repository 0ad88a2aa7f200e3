// The page: its head, its language, and what stands below.

import { Check } from "./check.js";
import { fill, make } from "./dom.js";
import { Engine } from "./engine.js";
import { blanks, rulebook } from "./tools.js";
import { lang, LANGUAGES, speak, t } from "./words.js";
import { worth } from "./worth.js";
import { writing } from "./write.js";

/**
 * Where the parts of the page are: in it, or beside it.
 * @param {"part" | "later"} when  Those of the start, or those that are loaded when something asks for them.
 */
function parts(when) {
  /** @type {Record<string, {text: string} | {url: string}>} */
  const found = {};
  for (const one of document.querySelectorAll(`script[data-${when}]`)) {
    const name = /** @type {HTMLElement} */ (one).dataset[when] ?? "";
    const text = one.textContent ?? "";
    const url = /** @type {HTMLElement} */ (one).dataset.url;
    found[name] = url === undefined ? { text } : { url: new URL(url, location.href).href };
  }
  return found;
}

/** From the start to the moment at which the site is kept, in milliseconds. */
const PAUSE = 3000;

/**
 * Keeps the site for a start without a network, and says when a new version has come. What is open stays.
 * @param {HTMLElement} foot
 */
async function offline(foot) {
  if (!location.protocol.startsWith("http") || !("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.register("offline.js");
  const tell = () => {
    // The first version of all waits for a moment as well; nobody used another before it.
    if (registration.waiting !== null && navigator.serviceWorker.controller !== null) foot.append(make("p", { class: "new-version" }, t("new_version")));
  };
  tell();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", tell);
  });
}

function main() {
  speak(lang());
  const code = document.getElementById("worker")?.textContent ?? "";
  const version = document.querySelector('meta[name="generator"]')?.getAttribute("content") ?? "";
  const engine = new Engine(code, () => parts("part"), parts("later"));
  const check = new Check(engine);
  /** What can be done here, by name; each is made when somebody wants it. */
  const places = { check: { view: check.view, speak: () => check.again() }, write: writing(engine, (files) => {
    go("check");
    void check.add(files);
  }), blank: blanks(engine, (files) => check.add(files)), worth: worth(engine), rules: rulebook(engine) };
  /** @typedef {keyof typeof places} Place */
  /** @type {Place} */
  let at = "check";
  const stage = make("main", {});
  const nav = make("nav", {});
  const head = make("header", { class: "top" });
  const foot = make("footer", {});

  function dress() {
    document.title = `scorecheck · ${t("title")}`;
    const languages = make("select", { "aria-label": t("language"), onchange: () => {
      speak(languages.value);
      dress();
      void check.again();
      if (at !== "check") void places[at].speak();
    } }, Object.entries(LANGUAGES).map(([name, label]) => make("option", { value: name, selected: name === lang() }, label)));
    fill(head, make("h1", {}, "scorecheck"), make("p", { class: "lead" }, t("title")), languages);
    nav.setAttribute("aria-label", t("places"));
    fill(nav, ...Object.keys(places).map((name) => make("button", { type: "button", "data-place": name, "aria-current": name === at ? "page" : undefined, onclick: () => go(/** @type {Place} */ (name)) }, t(`place.${name}`))));
    fill(foot, make("p", { class: "soft small" }, `${version} · ${t("how_to_check")}`));
  }

  /** @param {Place} name */
  function go(name) {
    at = name;
    dress();
    fill(stage, places[at].view);
    if (at !== "check") void places[at].speak();
  }

  fill(stage, check.view);
  dress();
  fill(/** @type {HTMLElement} */ (document.getElementById("app")), head, nav, stage, foot);
  document.body.dataset.state = "ready";
  engine.started?.then(({ told }) => {
    document.body.dataset.phases = JSON.stringify(told.phases);
    // What the first answer needs comes first, and is not fetched twice.
    setTimeout(() => void offline(foot), PAUSE);
  });
  engine.started?.catch((why) => {
    check.say(`${t("cannot_start")} ${why.message}`);
    document.body.dataset.state = "done";
  });
}

main();
