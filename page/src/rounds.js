// The rounds as they were recognised; a sheet is put into another one by dragging it, or by choosing the round.

import { make } from "./dom.js";
import { t } from "./words.js";

/** @typedef {{name: string, sheets: {path: string, title: string, table: string}[]}} Round */

/**
 * @param {Round[]} rounds
 * @param {boolean} fixed  The event file says which sheets belong to which: it is not ours to change.
 * @param {(rounds: {name: string, sheets: string[]}[]) => unknown} arrange
 */
export function rounds(rounds, fixed, arrange) {
  /**
   * @param {string} path
   * @param {string} to
   */
  const move = (path, to) => {
    const left = rounds.map((one) => ({ name: one.name, sheets: one.sheets.map((sheet) => sheet.path).filter((other) => other !== path) }));
    const round = left.find((one) => one.name === to);
    if (round === undefined) left.push({ name: to, sheets: [path] });
    else round.sheets.push(path);
    arrange(left.filter((one) => one.sheets.length > 0));
  };
  const fresh = newName(rounds);

  /** @param {Round} round */
  const shown = (round) => {
    const list = make("ul", { class: "round", "data-round": round.name, ondragover: (/** @type {DragEvent} */ event) => event.preventDefault(), ondrop: (/** @type {DragEvent} */ event) => {
      const path = event.dataTransfer?.getData("text/x-scorecheck") ?? "";
      if (path === "") return;
      event.preventDefault();
      event.stopPropagation();
      if (!round.sheets.some((sheet) => sheet.path === path)) move(path, round.name);
    } }, round.sheets.map((sheet) => {
      const select = make("select", { "aria-label": `${sheet.title}: ${t("round")}`, onchange: () => move(sheet.path, select.value) },
        [...rounds.map((one) => one.name), fresh].map((name) => make("option", { value: name, selected: name === round.name }, name)));
      return make("li", { draggable: fixed ? undefined : "true", "data-sheet": sheet.path, ondragstart: (/** @type {DragEvent} */ event) => event.dataTransfer?.setData("text/x-scorecheck", sheet.path) },
        make("span", {}, sheet.title, sheet.table && make("span", { class: "soft" }, ` · ${sheet.table}`)), !fixed && select);
    }));
    return make("div", {}, make("h3", {}, round.name), list);
  };
  return make("div", { class: "rounds" }, rounds.map(shown));
}

/** @param {Round[]} rounds */
function newName(rounds) {
  const names = new Set(rounds.map((one) => one.name));
  let at = rounds.length + 1;
  while (names.has(`${t("round")} ${at}`)) at += 1;
  return `${t("round")} ${at}`;
}
