// Blank sheets, and the rules with their examples.

import { fill, make, save } from "./dom.js";
import { chosen } from "./files.js";
import { lang, t } from "./words.js";

/** @typedef {import("./engine.js").Engine} Engine */

export const WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/**
 * @param {Engine} engine
 * @param {(files: [string, Blob][]) => Promise<void>} lay  Puts files among those that are checked.
 */
export function blanks(engine, lay) {
  const view = make("section", { id: "blank" });
  /** The games that were there, so that one whose file was opened is chosen. @type {Set<string>} */
  let known = new Set();
  const speak = async () => {
    fill(view, make("h2", {}, t("blank.title")), make("p", { class: "soft" }, t("starting")));
    const { told } = await engine.ask("blanks", { lang: lang() });
    const names = /** @type {string[]} */ (told.games.map((/** @type {any} */ one) => one.name));
    const opened = known.size > 0 ? names.find((name) => !known.has(name)) : undefined;
    known = new Set(names);
    const rows = make("input", { type: "number", min: "1", max: "500" });
    const games = make("input", { type: "number", min: "1", max: "12", placeholder: "1" });
    const title = make("input", { type: "text" });
    const said = make("p", { class: "refused", role: "alert" });
    const kind = chosenKind(told.games, (layout) => {
      rows.placeholder = String(layout.rows);
    }, opened);
    /**
     * @param {string} question
     * @param {string} ending
     * @param {string} type
     */
    const hand = async (question, ending, type) => {
      fill(said);
      const answer = await engine.ask(question, { lang: lang(), ...kind.said(), rows: Number(rows.value) || 0, games: Number(games.value) || 1, title: title.value });
      if (answer.data === null) fill(said, answer.told.refused);
      else save(answer.data, `${title.value || kind.said().game}.${ending}`, type);
    };
    const form = make("form", { class: "form", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      void hand("new", "xlsx", WORKBOOK);
    } },
      kind.fields, field(t("blank.rows"), rows), field(t("blank.games"), games), field(t("blank.heading"), title),
      make("div", { class: "buttons" }, make("button", { type: "submit", class: "main", id: "make-blank" }, t("blank.make")),
        engine.has("pdf.zip") && make("button", { type: "button", id: "make-blank-pdf", onclick: () => void hand("new-pdf", "pdf", "application/pdf") }, t("blank.pdf"))), said);
    fill(view, make("h2", {}, t("blank.title")), make("p", { class: "soft" }, t("blank.what")), form,
      make("p", { class: "soft" }, t("blank.own")), ownGame(async (files) => {
        await lay(files);
        await speak();
      }), told.refused.map((/** @type {string} */ one) => make("p", { class: "refused", role: "alert" }, one)));
  };
  return { view, speak };
}

/**
 * The button that takes the file of a game of one's own.
 * @param {(files: [string, Blob][]) => unknown} take
 */
function ownGame(take) {
  const input = make("input", { type: "file", id: "own-game", accept: ".toml", class: "hidden", onchange: () => void take(chosen(input.files ?? [])) });
  return make("div", { class: "buttons" }, input, make("label", { class: "button", for: "own-game" }, t("blank.game_file")));
}

/** @param {Engine} engine */
export function rulebook(engine) {
  const view = make("section", { id: "rules" });
  const speak = async () => {
    fill(view, make("h2", {}, t("rules.title")), make("p", { class: "soft" }, t("starting")));
    const { told } = await engine.ask("rules", { lang: lang() });
    const find = make("input", { type: "search", "aria-label": t("rules.find"), placeholder: t("rules.find") });
    const list = make("div", {});
    const one = (/** @type {any} */ rule) => make("details", { "data-explains": rule.rule },
      make("summary", {}, make("strong", {}, rule.rule), " ", make("span", { class: "soft" }, rule.word), " ", make("span", {}, rule.says)),
      make("p", {}, rule.why),
      rule.fails !== null && make("p", { class: "soft small" }, t("rules.fails")), rule.fails !== null && make("pre", { tabindex: "0" }, rule.fails),
      rule.passes !== null && make("p", { class: "soft small" }, t("rules.passes")), rule.passes !== null && make("pre", { tabindex: "0" }, rule.passes),
      make("p", {}, rule.remedy), rule.choice && make("p", {}, rule.choice));
    const show = () => {
      const word = find.value.trim().toLowerCase();
      fill(list, ...told.rules.filter((/** @type {any} */ rule) => `${rule.rule} ${rule.says} ${rule.why}`.toLowerCase().includes(word)).map(one));
    };
    find.addEventListener("input", show);
    show();
    fill(view, make("h2", {}, t("rules.title")), find, list);
  };
  return { view, speak };
}

/**
 * The fields in which a kind of sheet is chosen, and its players are named.
 * @param {any[]} games
 * @param {(layout: any) => void} [follow]  Told of each layout that is chosen.
 * @param {string} [first]  The game that is chosen at first.
 */
export function chosenKind(games, follow = () => {}, first = games[0].name) {
  const names = make("textarea", { rows: 4, "aria-label": t("blank.players"), placeholder: "Anna, Bernd, Chris, Dora" });
  const game = select(games);
  game.value = first;
  const preset = make("select", {});
  const layout = make("select", {});
  const rules = field(t("blank.preset"), preset);
  const one = () => games.find((each) => each.name === game.value);
  const count = () => follow(one().layouts.find((/** @type {any} */ each) => each.name === layout.value));
  const again = () => {
    fill(layout, ...one().layouts.map((/** @type {any} */ each) => make("option", { value: each.name }, each.label)));
    fill(preset, make("option", { value: "" }, "–"), ...one().presets.map((/** @type {any} */ each) => make("option", { value: each.name }, each.label)));
    rules.hidden = one().presets.length === 0;
    count();
  };
  game.addEventListener("change", again);
  layout.addEventListener("change", count);
  again();
  return {
    fields: [field(t("game"), game), field(t("layout"), layout), rules, field(t("blank.players"), names)],
    said: () => ({ game: game.value, preset: preset.value, layout: layout.value, players: names.value.split(/[,;\n]/) }),
  };
}

/** @param {{name: string, label: string}[]} some */
function select(some) {
  return make("select", {}, some.map((one) => make("option", { value: one.name }, one.label)));
}

/**
 * @param {string} label
 * @param {HTMLElement} input
 * @param {string} [note]  What can be written there.
 */
export function field(label, input, note) {
  return make("label", { class: "field" }, make("span", {}, label), input, note !== undefined && make("span", { class: "soft small" }, note));
}
