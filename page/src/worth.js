// What one game is worth: the fields of a game, and its value term by term.

import { fill, make } from "./dom.js";
import { field } from "./tools.js";
import { lang, t } from "./words.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {{name: string, label: string, kind: string, hint?: string, note?: string, choices?: {value: string, label: string}[], fields?: Field[]}} Field */
/** @typedef {{element: HTMLElement, said: () => any}} Shown  A field on the page, and what stands in it. */

/** Of fields that repeat, so many are there at first. */
const ROWS = 2;

/** @param {Engine} engine */
export function worth(engine) {
  const view = make("section", { id: "worth" });
  const speak = async () => {
    fill(view, make("h2", {}, t("worth.title")), make("p", { class: "soft" }, t("starting")));
    const { told } = await engine.ask("forms", { lang: lang() });
    const out = make("div", { id: "value", role: "status" });
    const place = make("div", { class: "form" });
    const game = make("select", { id: "worth-game" }, told.games.map((/** @type {any} */ one) => make("option", { value: one.name }, one.label)));
    /** @type {Map<string, Shown>} */
    let shown = new Map();
    const again = () => {
      const one = told.games.find((/** @type {any} */ each) => each.name === game.value);
      shown = fieldsOf(one.fields);
      fill(place, ...[...shown.values()].map((field) => field.element));
      fill(out);
    };
    game.addEventListener("change", again);
    again();
    const form = make("form", { class: "form", onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      const answer = await engine.ask("value", { lang: lang(), game: game.value, said: saidIn(shown) });
      fill(out, ...answered(answer.told));
    } },
      field(t("game"), game), place, make("div", { class: "buttons" }, make("button", { type: "submit", class: "main", id: "work-out" }, t("worth.show"))));
    fill(view, make("h2", {}, t("worth.title")), make("p", { class: "soft" }, t("worth.what")), form, out);
  };
  return { view, speak };
}

/** @param {Field[]} fields */
function fieldsOf(fields) {
  return new Map(fields.map((field) => [field.name, shownField(field)]));
}

/** @param {Map<string, Shown>} shown */
function saidIn(shown) {
  return Object.fromEntries([...shown].map(([name, field]) => [name, field.said()]));
}

/**
 * @param {Field} one
 * @returns {Shown}
 */
function shownField(one) {
  if (one.kind === "rows") return repeated(one);
  const set = { "data-field": one.name };
  if (one.kind === "flag") {
    const box = make("input", { type: "checkbox", ...set });
    return { element: make("label", { class: "flag" }, box, " ", make("span", {}, one.label)), said: () => box.checked };
  }
  if (one.kind === "choice") {
    const select = make("select", set, (one.choices ?? []).map((each) => make("option", { value: each.value }, each.label)));
    return { element: field(one.label, select), said: () => select.value };
  }
  const input = make("input", { type: "text", inputmode: one.kind === "number" ? "numeric" : undefined, autocomplete: "off", placeholder: one.hint, ...set });
  return { element: field(one.label, input, one.note), said: () => input.value };
}

/**
 * Fields that stand there once a player.
 * @param {Field} group
 * @returns {Shown}
 */
function repeated(group) {
  /** @type {Map<string, Shown>[]} */
  const rows = [];
  const list = make("div", { class: "rows" });
  const more = () => {
    const row = fieldsOf(group.fields ?? []);
    rows.push(row);
    list.append(make("div", { class: "repeated", "data-row": rows.length - 1 }, [...row.values()].map((one) => one.element)));
  };
  for (let at = 0; at < ROWS; at += 1) more();
  const element = make("fieldset", {}, make("legend", {}, group.label), list, make("button", { type: "button", onclick: more }, t("worth.add")));
  return { element, said: () => rows.map(saidIn) };
}

/** @param {any} told */
function answered(told) {
  if (told.refused !== undefined) return [make("p", { class: "refused", role: "alert" }, told.refused)];
  const line = (/** @type {[string, string]} */ [name, amount]) => make("tr", {}, make("th", { scope: "row" }, name), make("td", { class: "n" }, amount));
  return told.values.map((/** @type {any} */ one) => make("table", { class: "worked" },
    one.title && make("caption", {}, one.title),
    make("tbody", {}, one.terms.map(line)),
    one.value && make("tbody", { class: "value" }, line(one.value)),
    one.shares.length > 0 && make("tbody", {}, one.shares.map(line))));
}
