// The rounds and their tables as they were recognised; a sheet is put to another one by dragging it, or by choosing.

import { make } from "./dom.js";
import { t } from "./words.js";

/**
 * @typedef {{path: string, title: string, table: number | null, single: boolean}} Sheet  A file of several sheets has several tables.
 * @typedef {{name: string, sheets: Sheet[]}} Round
 * @typedef {{name: string, sheets: string[], tables: Record<string, number>}} Arranged
 */

/**
 * @param {Round[]} rounds
 * @param {boolean} fixed  The event file says which sheets belong to which: it is not ours to change.
 * @param {(rounds: Arranged[]) => unknown} arrange
 */
export function rounds(rounds, fixed, arrange) {
  /**
   * @param {string} path
   * @param {string} to
   * @param {number | null} table  Nothing: the one that it has.
   */
  const move = (path, to, table = null) => {
    const all = rounds.flatMap((one) => one.sheets.map((sheet) => (sheet.path === path ? { ...sheet, round: to, table: (sheet.single && table) || sheet.table } : { ...sheet, round: one.name })));
    const names = [...new Set([...rounds.map((one) => one.name), to])];
    arrange(names.map((name) => {
      const mine = all.filter((sheet) => sheet.round === name);
      return { name, sheets: mine.map((sheet) => sheet.path), tables: Object.fromEntries(mine.filter((sheet) => sheet.single && sheet.table !== null).map((sheet) => [sheet.path, Number(sheet.table)])) };
    }).filter((one) => one.sheets.length > 0));
  };
  const fresh = newName(rounds);
  const tables = Math.max(0, ...rounds.flatMap((one) => one.sheets.map((sheet) => sheet.table ?? 0)), ...rounds.map((one) => one.sheets.length)) + 1;

  /**
   * @param {string} name
   * @param {number | null} table
   */
  const target = (name, table) => ({
    ondragover: (/** @type {DragEvent} */ event) => event.preventDefault(),
    ondrop: (/** @type {DragEvent} */ event) => {
      const path = event.dataTransfer?.getData("text/x-scorecheck") ?? "";
      if (path === "") return;
      event.preventDefault();
      event.stopPropagation();
      const here = rounds.find((one) => one.name === name)?.sheets.find((sheet) => sheet.path === path);
      if (here === undefined || (table !== null && here.table !== table)) move(path, name, table);
    },
  });

  /**
   * @param {Sheet} sheet
   * @param {string} round
   */
  const line = (sheet, round) => {
    const select = make("select", { "data-choose": "round", "aria-label": `${sheet.title}: ${t("round")}`, onchange: () => move(sheet.path, select.value) },
      [...rounds.map((one) => one.name), fresh].map((name) => make("option", { value: name, selected: name === round }, name)));
    const numbers = Array.from({ length: tables }, (_, at) => at + 1);
    const at = make("select", { "data-choose": "table", "aria-label": `${sheet.title}: ${t("table")}`, onchange: () => move(sheet.path, round, Number(at.value)) },
      sheet.table === null && make("option", { value: "", selected: true, disabled: true }, `${t("table")} –`),
      numbers.map((number) => make("option", { value: String(number), selected: number === sheet.table }, tableName(number))));
    return make("li", { draggable: fixed ? undefined : "true", "data-sheet": sheet.path, ondragstart: (/** @type {DragEvent} */ event) => event.dataTransfer?.setData("text/x-scorecheck", sheet.path) },
      make("span", {}, sheet.title), !fixed && make("span", { class: "choices" }, select, sheet.single && at));
  };

  /** @param {Round} round */
  const shown = (round) => {
    const numbers = [...new Set(round.sheets.map((sheet) => sheet.table))].sort((one, other) => (one ?? Infinity) - (other ?? Infinity));
    return make("section", { class: "round", "data-round": round.name, ...target(round.name, null) }, make("h3", {}, round.name), numbers.map((number) =>
      make("div", { class: "at-table", "data-table": number === null ? undefined : String(number), ...target(round.name, number) },
        number !== null && make("h4", {}, tableName(number)),
        make("ul", {}, round.sheets.filter((sheet) => sheet.table === number).map((sheet) => line(sheet, round.name))))));
  };
  return make("div", { class: "rounds" }, rounds.map(shown));
}

/** @param {number} number */
function tableName(number) {
  return `${t("table")} ${number}`;
}

/** @param {Round[]} rounds */
function newName(rounds) {
  const names = new Set(rounds.map((one) => one.name));
  let at = rounds.length + 1;
  while (names.has(`${t("round")} ${at}`)) at += 1;
  return `${t("round")} ${at}`;
}
