// How a file was read: its game, its layout and what each column is can be chosen on the table itself.

import { make, save } from "./dom.js";
import { lang, remember, remembered, t } from "./words.js";

/** @typedef {import("./check.js").Check} Check */

const KEY = "scorecheck.answers";
const MOST_REMEMBERED = 200;

/**
 * The answers that were given for sheets with the same headings.
 * @returns {Record<string, any>}
 */
function known() {
  try {
    return JSON.parse(remembered(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/**
 * Shows the tables of a file, and takes up what is said of them.
 * @param {Check} check
 * @param {string} path
 */
export async function reading(check, path) {
  const { told } = await check.engine.ask("table", { path, lang: lang() });
  const said = told.said;

  /** @param {object} more */
  const say = async (more) => {
    const answers = { ...said, ...more };
    await check.engine.ask("read-as", { path, ...answers });
    keep(headings(told), answers);
    dialog.close();
    await check.run(async () => {
      check.answers.set(path, answers);
      await check.showAll();
    });
    await check.run(() => reading(check, path));
  };

  const dialog = make("dialog", { class: "reading", "aria-labelledby": "h-reading" },
    make("div", { class: "buttons" },
      make("h2", { id: "h-reading" }, `${t("read_as")}: ${path}`),
      make("button", { type: "button", class: "close", onclick: () => dialog.close() }, t("close"))),
    make("div", { class: "buttons" },
      choice(t("game"), told.games, said.game ?? "", (value) => say({ game: value, layout: "" })),
      choice(t("layout"), told.layouts, said.layout ?? "", (value) => say({ layout: value })),
      choice(t("notation"), told.notations, said.notation ?? "", (value) => say({ notation: value }))),
    told.tables.map((/** @type {any} */ table) => shown(table, told.roles, said.columns ?? {}, (columns) => say({ columns }))),
    make("div", { class: "buttons" },
      make("button", { type: "button", onclick: () => void say({ game: "", layout: "", notation: "", columns: {} }) }, t("forget_answers")),
      make("button", { type: "button", id: "save-answers", onclick: async () => {
        const { data } = await check.engine.ask("settings", { path });
        if (data !== null) save(data, "scorecheck.toml", "application/toml");
      } }, `${t("save_answers")} (scorecheck.toml)`)));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * @param {string} label
 * @param {{name: string, label: string}[]} choices
 * @param {string} chosen
 * @param {(value: string) => unknown} say
 */
function choice(label, choices, chosen, say) {
  const select = make("select", { onchange: () => say(select.value) },
    make("option", { value: "" }, t("by_itself")),
    choices.map((one) => make("option", { value: one.name, selected: one.name === chosen }, one.label)));
  return make("label", { class: "choice" }, make("span", { class: "soft small" }, label), select);
}

/**
 * @param {any} table
 * @param {{name: string, label: string}[]} roles
 * @param {Record<string, string>} said
 * @param {(columns: Record<string, string>) => unknown} say
 */
function shown(table, roles, said, say) {
  /** @param {any} column */
  const role = (column) => {
    const now = said[column.heading] ?? column.role;
    const listed = roles.some((one) => one.name === now) || now === "" ? roles : [...roles, { name: now, label: now }];
    const select = make("select", { "aria-label": `${column.letter} ${column.heading}`, "data-column": column.letter, disabled: column.heading === "", onchange: () => {
      const columns = { ...said };
      if (select.value === "") delete columns[column.heading];
      else columns[column.heading] = select.value;
      say(columns);
    } },
      make("option", { value: "" }, "–"),
      listed.map((one) => make("option", { value: one.name, selected: one.name === now }, one.label)));
    return make("th", { scope: "col" }, select);
  };
  return make("section", {},
    table.name && make("h3", {}, table.name),
    table.doubt && make("p", { class: "refused" }, table.doubt),
    table.columns.length > 0 && make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": t("piece") },
      make("table", { class: "excerpt" },
        make("thead", {},
          make("tr", { class: "letters" }, table.columns.map((/** @type {any} */ one) => make("th", { scope: "col" }, one.letter))),
          make("tr", {}, table.columns.map(role)),
          make("tr", {}, table.columns.map((/** @type {any} */ one) => make("td", { class: "heading" }, one.heading)))),
        make("tbody", {}, table.rows.map((/** @type {string[]} */ row) => make("tr", {}, row.map((one) => make("td", {}, one))))))),
    make("ul", { class: "soft small" }, table.evidence.map((/** @type {string} */ one) => make("li", {}, one))),
    table.noticed.length > 0 && make("p", { class: "soft small" }, `${t("noticed")}: ${table.noticed.join("; ")}`));
}

/** @param {any} told */
function headings(told) {
  return told.tables.flatMap((/** @type {any} */ table) => table.columns.map((/** @type {any} */ one) => one.heading)).join("\u001f");
}

/**
 * @param {string} name
 * @param {object} answers
 */
function keep(name, answers) {
  const all = Object.entries({ ...known(), [name]: answers }).slice(-MOST_REMEMBERED);
  remember(KEY, JSON.stringify(Object.fromEntries(all)));
}

/**
 * What was said before of sheets with the same headings, said again.
 * @param {Check} check
 * @param {string[]} paths
 */
export async function saidBefore(check, paths) {
  const before = known();
  if (Object.keys(before).length === 0) return;
  for (const path of paths) {
    if (check.answers.has(path)) continue;
    const { told } = await check.engine.ask("table", { path, lang: lang() });
    const answers = before[headings(told)];
    if (answers === undefined) continue;
    await check.engine.ask("read-as", { path, ...answers });
    check.answers.set(path, answers);
  }
}
