// A sheet that is typed in at the table: each row is checked while it is written, and kept in the browser.

import { fill, make, save } from "./dom.js";
import { chosenKind, WORKBOOK } from "./tools.js";
import { lang, remember, remembered, t } from "./words.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {{row: number, column: number, text: string}} Edit */
/** @typedef {{game: string, preset: string, layout: string, players: string[]}} Kind */
/** @typedef {{kind: Kind, cells: string[][], before: {at: string, cells: string[][]}[]}} Sheet */

const KEY = "scorecheck.sheet";
const PAUSE = 150;
const MOST_STEPS_BACK = 200;
const KEYS = ["7", "8", "9", "4", "5", "6", "1", "2", "3", "−", "0"];

/** @param {string} text  As it is kept. */
const signed = (text) => text.replaceAll("-", "−");

/**
 * @param {Engine} engine
 * @param {(files: [string, Blob][]) => unknown} check  Puts files among those that are checked, and shows them.
 */
export function writing(engine, check) {
  const view = make("section", { id: "write" });
  /** @type {Sheet | null} */
  let sheet = JSON.parse(remembered(KEY) ?? "null");

  const speak = async () => {
    fill(view, make("h2", {}, t("write.title")), make("p", { class: "soft" }, t("starting")));
    if (sheet === null) await choose();
    else await draw(sheet);
  };

  async function choose() {
    const { told } = await engine.ask("blanks", { lang: lang() });
    for (const game of told.games) game.layouts = game.layouts.filter((/** @type {any} */ layout) => layout.kind !== "records");
    const kind = chosenKind(told.games.filter((/** @type {any} */ game) => game.layouts.length > 0));
    const said = make("p", { class: "refused", role: "alert" });
    const form = make("form", { class: "form", onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      const asked = kind.said();
      const answer = await engine.ask("grid", { lang: lang(), ...asked });
      if (answer.told.refused) fill(said, answer.told.refused);
      else {
        sheet = { kind: { ...asked, players: answer.told.players }, cells: [], before: [] };
        keep();
        await draw(sheet);
      }
    } }, kind.fields, make("div", { class: "buttons" }, make("button", { type: "submit", class: "main", id: "begin-sheet" }, t("write.begin"))), said);
    fill(view, make("h2", {}, t("write.title")), make("p", { class: "soft" }, t("write.what")), form);
  }

  function keep() {
    remember(KEY, sheet === null ? null : JSON.stringify(sheet));
  }

  /** @param {Sheet} mine */
  async function draw(mine) {
    const { told: grid } = await engine.ask("grid", { lang: lang(), ...mine.kind });
    const players = grid.players;
    const body = make("tbody", {});
    const list = make("div", { "aria-live": "polite" });
    const follows = make("button", { type: "button", class: "follows", id: "follows", hidden: true });
    const inputs = () => /** @type {HTMLInputElement[]} */ ([...body.querySelectorAll("input")]);
    const at = (/** @type {number} */ row, /** @type {number} */ column) => inputs()[row * players.length + column];
    const text = (/** @type {number} */ row, /** @type {number} */ column) => mine.cells[row]?.[column] ?? "";
    let asked = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let clock;
    /** The cell that the keys write into. @type {HTMLInputElement | undefined} */
    let here;

    /** Rows for all that was written, and of a sheet of games one more. */
    function rows() {
      const wanted = grid.rows.length || mine.cells.length + 1;
      for (let row = body.rows.length; row < wanted; row += 1) {
        const label = grid.rows[row] ?? String(row + 1);
        body.append(make("tr", {}, make("th", { scope: "row" }, label), ...players.map((/** @type {string} */ name, /** @type {number} */ column) =>
          make("td", {}, make("input", { type: "text", inputmode: "none", autocomplete: "off", "aria-label": `${name}, ${label}`, "data-row": row, "data-column": column, value: signed(text(row, column)),
            onfocus: (/** @type {Event} */ event) => { here = /** @type {HTMLInputElement} */ (event.target); },
            oninput: (/** @type {Event} */ event) => change([{ row, column, text: /** @type {HTMLInputElement} */ (event.target).value }]),
            onkeydown: (/** @type {KeyboardEvent} */ event) => { if (event.key === "Enter") next(); },
          }), make("span", { class: "stands" })))));
      }
      while (body.rows.length > wanted) body.rows[body.rows.length - 1].remove();
    }

    /** @param {Edit[]} edits */
    function change(edits) {
      const where = edits.map(({ row, column }) => `${row}:${column}`).join(" ");
      // What is typed into one cell is one step back.
      if (mine.before.at(-1)?.at !== where) mine.before.push({ at: where, cells: mine.cells });
      if (mine.before.length > MOST_STEPS_BACK) mine.before.shift();
      const cells = mine.cells.map((row) => [...row]);
      for (const { row, column, text: said } of edits) {
        while (cells.length <= row) cells.push(players.map(() => ""));
        cells[row][column] = said.replaceAll("−", "-");
      }
      show(cells);
    }

    /** @param {string[][]} cells */
    function show(cells) {
      while (cells.length > 0 && cells[cells.length - 1].every((one) => one === "")) cells.pop();
      mine.cells = cells;
      keep();
      rows();
      inputs().forEach((input, number) => {
        const said = text(Math.floor(number / players.length), number % players.length);
        if (input.value.replaceAll("−", "-") !== said) input.value = signed(said);
      });
      undo.disabled = mine.before.length === 0;
      document.body.dataset.state = "busy";
      // An answer that is under way is of what stood here before.
      asked += 1;
      clearTimeout(clock);
      clock = setTimeout(look, PAUSE);
    }

    async function look() {
      const mark = asked;
      const { told } = await engine.ask("typed", { lang: lang(), ...mine.kind, cells: mine.cells });
      // Somebody typed on meanwhile.
      if (mark !== asked) return;
      const wrong = new Set(told.findings.filter((/** @type {any} */ one) => one.severity === "error").map((/** @type {any} */ one) => one.row));
      [...body.rows].forEach((line, row) => line.classList.toggle("wrong", wrong.has(row)));
      inputs().forEach((input, number) => {
        const row = Math.floor(number / players.length);
        const column = number % players.length;
        const out = told.out?.row === row && told.out.column === column;
        const below = /** @type {Element} */ (input.nextElementSibling);
        if (out && text(row, column) === "") below.textContent = t("write.out");
        else below.textContent = text(row, column) === "" ? "" : told.stands[row]?.[column] ?? "";
        below.classList.toggle("out", out);
      });
      follows.hidden = told.follows === null;
      if (told.follows !== null) {
        const { column, text: said, shown } = told.follows;
        fill(follows, `${players[column]}: ${shown}`);
        follows.onclick = () => {
          change([{ row: told.open, column, text: said }]);
          at(told.open + 1, 0)?.focus();
        };
      }
      fill(list, ...told.findings.map((/** @type {any} */ one) => make("article", { class: `finding ${one.severity}`, "data-typed": one.rule, "data-row": one.row },
        make("p", { class: "sentence" }, one.text),
        one.fixes.length > 0 && make("ul", { class: "fixes" }, ...one.fixes.map((/** @type {any} */ fix) => make("li", {}, make("button", { type: "button", class: "fix", onclick: () => change(fix.edits) }, fix.text, " ", make("span", { class: "sure" }, fix.sure))))))));
      document.body.dataset.state = "done";
    }

    function next() {
      const all = inputs();
      const place = here === undefined ? -1 : all.indexOf(here);
      (all[place + 1] ?? all[0]).focus();
    }

    /** @param {string} key */
    function press(key) {
      const input = here ?? inputs()[0];
      const said = signed(input.value);
      if (key === "⌫") input.value = said.slice(0, -1);
      else if (key === "−") input.value = said.startsWith("−") ? said.slice(1) : `−${said}`;
      else input.value = said + key;
      input.focus();
      input.dispatchEvent(new Event("input"));
    }

    const undo = make("button", { type: "button", id: "undo-typed", onclick: () => {
      const last = mine.before.pop();
      if (last !== undefined) show(last.cells);
    } }, t("write.undo"));
    // The cell keeps its focus while a key is pressed.
    const stay = (/** @type {Event} */ event) => event.preventDefault();
    const key = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {() => void} */ act) => make("button", { type: "button", "data-key": sign, "aria-label": label, onpointerdown: stay, onclick: act }, sign);
    const pad = make("div", { class: "pad", role: "group", "aria-label": t("write.keys") },
      follows, ...KEYS.map((sign) => key(sign, sign === "−" ? t("write.minus") : sign, () => press(sign))), key("⌫", t("write.erase"), () => press("⌫")), key("↵", t("write.next"), next));
    const table = make("div", { class: "scroll typing" }, make("table", {}, make("thead", {}, make("tr", {}, make("th", { scope: "col" }, grid.corner), ...players.map((/** @type {string} */ name) => make("th", { scope: "col" }, name)))), body));
    const buttons = make("div", { class: "buttons" }, undo,
      make("button", { type: "button", class: "main", id: "save-typed", onclick: async () => {
        const { data } = await engine.ask("written", { lang: lang(), ...mine.kind, cells: mine.cells });
        if (data !== null) save(data, `${mine.kind.game}.xlsx`, WORKBOOK);
      } }, t("write.save")),
      make("button", { type: "button", id: "check-typed", onclick: async () => {
        const { data } = await engine.ask("written", { lang: lang(), ...mine.kind, cells: mine.cells });
        if (data !== null) void check([[`${t("write.name")}.xlsx`, new Blob([/** @type {BlobPart} */ (data)])]]);
      } }, t("write.check")),
      make("button", { type: "button", id: "another-sheet", onclick: () => {
        if (mine.cells.length > 0 && !confirm(t("write.sure"))) return;
        sheet = null;
        keep();
        void speak();
      } }, t("write.another")));
    fill(view, make("h2", {}, t("write.title")), table, list, pad, buttons, make("p", { class: "soft small" }, t("write.second")));
    show(mine.cells);
  }

  return { view, speak };
}
