// Checking: files come, the verdict and the findings are shown, repairs are taken and undone.

import { fill, icon, make, save } from "./dom.js";
import { Ended } from "./engine.js";
import { chosen, dropped, pasted } from "./files.js";
import { reading, saidBefore } from "./reading.js";
import { rounds } from "./rounds.js";
import { lang, t } from "./words.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./files.js").Named} Named */

const SHOWN_AT_ONCE = 40;
/** Of more files nobody has said of each how it is read. */
const MOST_SAID_AGAIN = 20;
/** So long a single file may take. */
const MOST_SECONDS = 30;
const KINDS = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv",
  md: "text/markdown",
  html: "text/html",
  json: "application/json",
  toml: "application/toml",
};
/** What can be printed as PDF. */
const PRINTS = ["standings", "report", "players", "certificates", "all-certificates", "sheets"];
/** Of that, what the browser prints where no PDFs are made: the report holds the sheets. */
const PAGES = ["standings", "report", "certificates", "all-certificates"];
/** Of that, what there is without standings. */
const OF_SHEETS = ["report", "sheets"];

export class Check {
  /** @param {Engine} engine */
  constructor(engine) {
    this.engine = engine;
    /** What lies here, so that a new worker can be given it again. @type {Map<string, Uint8Array>} */
    this.laid = new Map();
    /** @type {{finding: string, fix: number, path: string}[]} */
    this.repairs = [];
    this.publish = false;
    /** Whether somebody said so; else the event file does. */
    this.publishSaid = false;
    /** What was said of how files are read. @type {Map<string, any>} */
    this.answers = new Map();
    /** Files that no worker could bear, each with its sentence. @type {Map<string, string>} */
    this.ended = new Map();
    this.stopped = false;
    this.pastes = 0;
    /** @type {any} */
    this.shown = null;
    /** @type {Promise<void>} */
    this.work = Promise.resolve();

    this.input = make("input", { type: "file", id: "files", multiple: true, class: "hidden", onchange: () => this.fromInput(this.input) });
    this.folder = make("input", { type: "file", id: "folder", webkitdirectory: true, class: "hidden", tabindex: "-1", onchange: () => this.fromInput(this.folder) });
    this.intake = make("div", { class: "intake" });
    this.progress = make("div", { class: "progress", hidden: true });
    this.verdict = make("p", { id: "verdict", role: "status", "aria-live": "polite", tabindex: "-1" });
    this.below = make("div", {});
    this.view = make("section", { id: "check" }, this.intake, this.progress, this.verdict, this.below);
    this.speak();
    this.listen();
  }

  listen() {
    document.addEventListener("dragover", (event) => {
      event.preventDefault();
      this.intake.classList.add("over");
    });
    document.addEventListener("dragleave", (event) => {
      if (event.relatedTarget === null) this.intake.classList.remove("over");
    });
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      this.intake.classList.remove("over");
      if (event.dataTransfer !== null) void dropped(event.dataTransfer).then((files) => this.add(files));
    });
    document.addEventListener("paste", (event) => {
      const into = event.target instanceof Element ? event.target : null;
      if (event.clipboardData === null || into?.closest("input, textarea, select")) return;
      this.paste(event.clipboardData);
    });
  }

  /** @param {HTMLInputElement} input */
  fromInput(input) {
    const files = chosen(input.files ?? []);
    input.value = "";
    void this.add(files);
  }

  /** @param {DataTransfer} transfer */
  paste(transfer) {
    const files = pasted(transfer, `${t("pasted")} ${this.pastes + 1}.tsv`);
    if (files.length > 0) this.pastes += 1;
    void this.add(files);
  }

  /** The words that hang on the language alone. */
  speak() {
    const area = make("textarea", { rows: 5, "aria-label": t("paste_here"), placeholder: t("paste_here") });
    const pasteBox = make("div", { class: "paste", hidden: true }, area, make("button", { type: "button", onclick: () => {
      if (area.value.trim() !== "") {
        this.pastes += 1;
        void this.add([[`${t("pasted")} ${this.pastes}.tsv`, new Blob([area.value])]]);
      }
      area.value = "";
      pasteBox.hidden = true;
    } }, t("check_it")));
    fill(
      this.intake,
      make("p", { class: "invite" }, t("drop")),
      make("div", { class: "buttons" },
        make("label", { class: "button main", for: "files" }, t("choose")),
        this.input,
        make("label", { class: "button", for: "folder" }, t("choose_folder")),
        this.folder,
        make("button", { type: "button", onclick: () => {
          pasteBox.hidden = !pasteBox.hidden;
          if (!pasteBox.hidden) area.focus();
        } }, t("paste")),
      ),
      pasteBox,
      make("p", { class: "soft small" }, t("private")),
      make("p", { class: "examples" }, t("try"), " ",
        ...["slips", "right", "event"].map((name) =>
          make("button", { type: "button", class: "link", "data-example": name, onclick: () => void this.example(name) }, t(`example.${name}`)))),
    );
    if (this.shown === null) fill(this.verdict);
  }

  /** Shows everything again, in the language that was chosen. */
  async again() {
    this.speak();
    if (this.laid.size > 0) await this.run(() => this.showAll());
  }

  /** @param {string} state */
  state(state) {
    document.body.dataset.state = state;
  }

  /**
   * One piece of work after the other; whatever fails is said.
   * @param {() => Promise<void>} work
   */
  run(work) {
    this.work = this.work.then(async () => {
      this.state("busy");
      try {
        await work();
      } catch (fault) {
        this.say(fault instanceof Ended ? t("worker_ended") : String(/** @type {any} */ (fault)?.message ?? fault));
      }
      this.progress.hidden = true;
      this.state("done");
    });
    return this.work;
  }

  /** @param {string} text */
  say(text) {
    fill(this.verdict, icon("error"), make("span", {}, text));
    this.verdict.dataset.verdict = "wrong";
  }

  /** @param {Named[]} files */
  add(files) {
    if (files.length === 0) return Promise.resolve();
    return this.run(async () => {
      this.busy(0, files.length);
      /** @type {[string, Uint8Array][]} */
      const read = [];
      for (const [name, blob] of files) read.push([name, new Uint8Array(await blob.arrayBuffer())]);
      const { told } = await this.engine.ask("place", {}, read);
      told.placed.forEach((/** @type {string} */ path, /** @type {number} */ at) => {
        this.laid.set(path, read[at][1]);
        this.ended.delete(path);
        this.repairs = this.repairs.filter((one) => one.path !== path);
      });
      await this.look();
      await this.showAll();
    });
  }

  /** @param {string} name */
  example(name) {
    return this.run(async () => {
      this.busy(0, 1);
      this.forget();
      const { told } = await this.engine.ask("example", { name });
      for (const [path, text] of told.files) {
        this.laid.set(path, Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)));
      }
      await this.look();
      await this.showAll();
    });
  }

  forget() {
    this.laid.clear();
    this.ended.clear();
    this.answers.clear();
    this.publishSaid = false;
    this.repairs = [];
    this.shown = null;
  }

  /** Looks at the files one after the other, so that it can be seen how far it is, and be stopped. */
  async look() {
    this.stopped = false;
    const asked = await this.engine.ask("sources", { lang: lang() });
    const paths = /** @type {string[]} */ (asked.told.sources ?? []);
    if (paths.length <= MOST_SAID_AGAIN) await saidBefore(this, paths);
    for (let at = 0; at < paths.length; at += 1) {
      if (this.stopped) {
        await this.leaveOut(paths.slice(at));
        return;
      }
      if (at % 3 === 0) this.busy(at, paths.length);
      try {
        await this.engine.ask("look", { paths: [paths[at]] }, [], MOST_SECONDS);
      } catch (fault) {
        if (!(fault instanceof Ended) || this.engine.dead) throw fault;
        this.ended.set(paths[at], t("file_ended"));
        this.laid.delete(paths[at]);
        await this.layAgain();
        at = -1;
        paths.splice(0, paths.length, ...(await this.engine.ask("sources", { lang: lang() })).told.sources);
      }
    }
  }

  /** @param {string[]} paths */
  async leaveOut(paths) {
    for (const path of paths) {
      this.laid.delete(path);
      await this.engine.ask("remove", { path });
    }
  }

  /** Gives a new worker what the old one had. */
  async layAgain() {
    await this.engine.ask("place", { anew: true }, [...this.laid]);
    for (const [path, answers] of this.answers) await this.engine.ask("read-as", { path, ...answers });
    for (const { finding, fix } of this.repairs) await this.engine.ask("take", { finding, fix, lang: lang() });
  }

  /**
   * @param {number} done
   * @param {number} of
   */
  busy(done, of) {
    if (this.progress.hidden) {
      this.bar = make("progress", { max: 1, "aria-label": t("busy") });
      this.counted = make("span", {});
      fill(this.progress, make("span", {}, this.engine.up ? t("busy") : t("starting")), this.bar, this.counted,
        make("button", { type: "button", onclick: () => { this.stopped = true; } }, t("stop")));
      this.progress.hidden = false;
    }
    if (this.bar && this.counted) {
      if (done > 0) this.bar.value = done / of;
      this.counted.textContent = of > 1 ? `${done} / ${of}` : "";
    }
  }

  async showAll() {
    const { told } = await this.engine.ask("everything", { lang: lang() });
    if (told.refused !== undefined) {
      this.say(told.refused);
      // The files stay until they are replaced: who has put one right under another name begins anew.
      fill(this.below, make("div", { class: "buttons" }, this.startAnew()));
      return;
    }
    this.shown = told;
    if (!this.publishSaid) this.publish = told.publishes;
    this.show(told);
  }

  /** @param {any} told */
  show(told) {
    const icons = { right: "ok", doubt: "warning", wrong: "error", nothing: "info" };
    const state = told.verdict.state;
    this.verdict.dataset.verdict = state;
    fill(this.verdict, icon(icons[/** @type {keyof typeof icons} */ (state)]), make("span", {}, told.verdict.text));
    const list = make("div", { class: "findings" });
    this.more(list, told.findings, 0);
    const gone = this.below.contains(document.activeElement);
    fill(
      this.below,
      make("p", { class: "soft summary" }, told.summary),
      this.actions(told),
      told.notes.length + this.ended.size > 0 &&
        make("ul", { class: "notes" }, [...this.ended].map(([path, text]) => make("li", { class: "ended" }, `${path}: ${text}`)), told.notes.map((/** @type {string} */ one) => make("li", {}, one))),
      this.taken(told),
      told.findings.length > 0 && make("section", { "aria-labelledby": "h-findings" }, make("h2", { id: "h-findings" }, t("findings")), list, told.more && make("p", { class: "soft" }, told.more)),
      this.standings(told.standings),
      this.prints(told),
      this.files(told.files),
    );
    // The button that was pressed is no more: who goes on by the keyboard would begin at the top of the page.
    if (gone) this.verdict.focus({ preventScroll: true });
  }

  /** @param {any} told */
  actions(told) {
    const report = make("button", { type: "button", id: "report", onclick: () => void this.run(async () => {
      const { data } = await this.engine.ask("print", { what: "report", pdf: false, lang: lang() });
      if (data !== null) framed(data, t("report"));
    }) }, t("report"));
    const copies = told.files
      .filter((/** @type {any} */ one) => one.copy)
      .map((/** @type {any} */ one) => make("button", { type: "button", class: "main", "data-copy": one.path, onclick: () => void this.copy(one.path) }, `${t("save_copy")}: ${one.title}`));
    const corrections = told.corrects && make("button", { type: "button", id: "corrections", onclick: () => void this.saveFile("corrections", {}, "corrections.csv", "csv") }, t("save_corrections"));
    const findings = ["json", "csv"].map((one) =>
      make("button", { type: "button", "data-findings": one, onclick: () => void this.saveFile("findings", { format: one }, `${t("findings_name")}.${one}`, one) }, `.${one}`));
    return make("div", { class: "buttons" }, copies, corrections, report,
      this.startAnew(),
      told.files.length > 0 && make("span", { class: "saves" }, make("span", { class: "soft" }, t("save_findings")), findings));
  }

  startAnew() {
    return make("button", { type: "button", id: "anew", onclick: () => void this.anew() }, t("anew"));
  }

  anew() {
    return this.run(async () => {
      this.forget();
      await this.engine.ask("place", { anew: true });
      fill(this.verdict);
      delete this.verdict.dataset.verdict;
      fill(this.below);
    }).then(() => this.state("ready"));
  }

  /**
   * The findings from one on; a long list is shown piece by piece.
   * @param {Element} list
   * @param {any[]} findings
   * @param {number} from
   */
  more(list, findings, from) {
    const to = Math.min(from + SHOWN_AT_ONCE, findings.length);
    list.append(...findings.slice(from, to).map((one) => this.finding(one)));
    if (to < findings.length) {
      const button = make("button", { type: "button", onclick: () => {
        button.remove();
        this.more(list, findings, to);
      } }, `${t("show_more")} (${findings.length - to})`);
      list.append(button);
    }
  }

  /** @param {any} one */
  finding(one) {
    const place = [one.title, one.cell].filter(Boolean).join(" · ");
    return make("article", { class: `finding ${one.severity}`, "data-finding": one.id, "data-rule": one.rule, "data-cell": one.cell, "data-path": one.path },
      make("h3", {}, icon(one.severity), make("span", {}, make("span", { class: "word" }, one.word), " ", place)),
      make("p", { class: "sentence" }, one.sentence),
      one.more && make("p", { class: "soft small" }, one.more),
      one.excerpt && this.excerpt(one.excerpt, one.severity),
      one.either && make("p", { class: "either" }, one.either),
      one.fixes.length > 0 && make("ul", { class: "fixes" }, one.fixes.map((/** @type {any} */ fix, /** @type {number} */ at) => this.fix(one, fix, at))),
      one.asked && make("p", {}, one.asked),
      one.question && make("div", { class: "buttons" }, make("button", { type: "button", "data-answer": one.path, onclick: () => void this.run(() => reading(this, one.path)) }, t("answer"))),
      one.fixed_elsewhere && make("p", { class: "soft small" }, one.fixed_elsewhere),
      one.impact.map((/** @type {string} */ line) => make("p", { class: "impact" }, line)),
      make("p", { class: "rule soft small" }, one.rule),
    );
  }

  /**
   * @param {any} finding
   * @param {any} fix
   * @param {number} at
   */
  fix(finding, fix, at) {
    const text = [make("span", {}, fix.text), " ", make("span", { class: "sure" }, fix.sure)];
    if (!fix.possible) return make("li", {}, text);
    return make("li", {}, make("button", { type: "button", class: "fix", "data-fix": at, onclick: () => void this.take(finding, at) }, text));
  }

  /**
   * @param {any} excerpt
   * @param {string} severity
   */
  excerpt(excerpt, severity) {
    const cell = (/** @type {any} */ one) =>
      make("td", { class: [one.mark === "at" ? `at ${severity}` : one.mark, one.should !== "" && one.mark === "" ? "changes" : ""].join(" ").trim() || undefined },
        one.text, one.should !== "" && make("span", { class: "should" }, ` → ${one.should}`));
    const piece = make("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": t("piece") },
      make("table", { class: "excerpt" },
        make("thead", {},
          make("tr", { class: "letters" }, make("td", {}), excerpt.letters.map((/** @type {string} */ one) => make("th", { scope: "col" }, one))),
          make("tr", {}, make("td", {}), excerpt.headings.map((/** @type {string} */ one) => make("td", { class: "heading" }, one)))),
        make("tbody", {}, excerpt.rows.map((/** @type {any} */ line) => make("tr", {}, make("th", { scope: "row" }, String(line.row)), line.cells.map(cell))))));
    // Where the piece is wider than the window, its marked cell is what has to be seen.
    requestAnimationFrame(() => {
      const at = /** @type {HTMLElement | null} */ (piece.querySelector("td.at"));
      if (at !== null) piece.scrollLeft = at.offsetLeft + at.offsetWidth - piece.clientWidth;
    });
    return piece;
  }

  /**
   * @param {any} finding
   * @param {number} at
   */
  take(finding, at) {
    return this.run(async () => {
      const { told } = await this.engine.ask("take", { finding: finding.id, fix: at, lang: lang() });
      if (told.refused !== undefined) {
        const card = this.below.querySelector(`[data-finding="${finding.id}"]`);
        card?.append(make("p", { class: "refused", role: "alert" }, told.refused));
        return;
      }
      this.repairs.push({ finding: finding.id, fix: at, path: finding.path });
      await this.showAll();
    });
  }

  /**
   * @param {string} path
   * @param {number} at
   */
  undo(path, at) {
    return this.run(async () => {
      const { told } = await this.engine.ask("undo", { path, at, lang: lang() });
      if (told.refused !== undefined) {
        this.below.querySelector(".taken")?.append(make("p", { class: "refused", role: "alert" }, told.refused));
        return;
      }
      const mine = this.repairs.filter((one) => one.path === path);
      this.repairs = this.repairs.filter((one) => one !== mine[at]);
      await this.showAll();
    });
  }

  /** @param {any} told */
  taken(told) {
    if (told.taken.length === 0) return null;
    return make("section", { class: "taken", "aria-labelledby": "h-taken" }, make("h2", { id: "h-taken" }, t("taken")),
      make("ul", {}, told.taken.map((/** @type {any} */ one) =>
        make("li", { "data-taken": one.at }, make("span", {}, icon("ok"), " ", told.files.length > 1 ? `${one.path}: ` : "", one.text), " ",
          make("button", { type: "button", onclick: () => void this.undo(one.path, one.at) }, t("undo"))))));
  }

  /** @param {any[]} files */
  files(files) {
    const icons = { ok: "ok", warnings: "warning" };
    return make("section", { "aria-labelledby": "h-files" }, make("h2", { id: "h-files" }, t("sheets")),
      make("ul", { class: "sheets" }, files.flatMap((file) =>
        (file.sheets.length > 0 ? file.sheets : [null]).map((/** @type {any} */ sheet, /** @type {number} */ at) => {
          const one = sheet ?? file;
          // "has errors: 1 error" would say it twice.
          const counted = sheet?.found && ["errors", "warnings"].includes(one.status);
          return make("li", { "data-file": file.path },
            icon(icons[/** @type {keyof typeof icons} */ (one.status)] ?? "error"),
            make("span", {}, make("strong", {}, sheet?.name ? `${file.title} · ${sheet.name}` : file.title), " ", make("span", { class: "soft" }, [!counted && one.word, sheet?.found].filter(Boolean).join(": "))),
            make("span", { class: "does" },
              at === 0 && make("button", { type: "button", class: "link", "data-read": file.path, "aria-label": `${t("read_as")}: ${file.title}`, onclick: () => void this.run(() => reading(this, file.path)) }, t("read_as")), " ",
              at === 0 && file.alone && make("button", { type: "button", class: "link", "aria-label": `${t("remove")}: ${file.title}`, onclick: () => void this.remove(file.path) }, t("remove"))),
            sheet && make("span", { class: "what soft" }, sheet.recognised));
        }))));
  }

  /** @param {string} path */
  remove(path) {
    return this.run(async () => {
      this.laid.delete(path);
      this.repairs = this.repairs.filter((one) => one.path !== path);
      await this.engine.ask("remove", { path });
      await this.showAll();
    });
  }

  /** @param {any} standings */
  standings(standings) {
    if (standings === null) return null;
    const head = standings.head.map((/** @type {any} */ one) => make("th", { scope: "col", class: one.number ? "n" : undefined }, one.text));
    const rows = standings.rows.map((/** @type {any} */ row) => make("tr", {}, row.map((/** @type {any} */ one, /** @type {number} */ at) =>
      make(at === 1 ? "th" : "td", { scope: at === 1 ? "row" : undefined, class: at === 1 ? undefined : "n" }, one.text, one.small && make("span", { class: "basis" }, one.small)))));
    const formats = ["xlsx", "csv", "md", "html", "json"];
    return make("section", { "aria-labelledby": "h-standings" },
      make("h2", { id: "h-standings" }, standings.title),
      standings.provisional && make("p", { class: "provisional" }, icon("warning"), " ", standings.provisional),
      make("div", { class: "scroll", tabindex: "0", role: "group", "aria-labelledby": "h-standings" }, make("table", { class: "standings" }, make("thead", {}, make("tr", {}, head)), make("tbody", {}, rows))),
      make("p", { class: "how soft small" }, standings.formula),
      standings.arranged.length > 0 && make("details", { class: "arranged", open: standings.arranged.length > 1 || undefined }, make("summary", {}, t("rounds")), !standings.fixed && make("p", { class: "soft small" }, t("drag")),
        rounds(standings.arranged, standings.fixed, (some) => this.arrange(some))),
      make("label", { class: "soft" }, make("input", { type: "checkbox", id: "publish", checked: this.publish || undefined, onchange: (/** @type {any} */ event) => { this.publish = event.target.checked; this.publishSaid = true; } }), " ", t("publish")),
      make("div", { class: "buttons" }, make("span", { class: "soft" }, t("save_as")), formats.map((one) =>
        make("button", { type: "button", "data-standings": one, onclick: () => void this.saveFile("standings", { format: one, publish: this.publish }, `${t("standings_name")}.${one}`, one) }, `.${one}`)),
        make("button", { type: "button", id: "save-event", onclick: () => void this.saveFile("event", {}, "event.toml", "toml") }, `${t("save_event")} (event.toml)`)));
  }

  /** @param {import("./rounds.js").Arranged[]} some */
  arrange(some) {
    return this.run(async () => {
      const { told } = await this.engine.ask("arrange", { rounds: some, lang: lang() });
      if (told.refused === undefined) await this.showAll();
    });
  }

  /**
   * Asks for a file, and hands it out.
   * @param {string} question
   * @param {object} told
   * @param {string} name
   * @param {string} kind
   */
  saveFile(question, told, name, kind) {
    return this.run(async () => {
      const { data } = await this.engine.ask(question, { ...told, lang: lang() });
      if (data !== null) save(data, name, KINDS[/** @type {keyof typeof KINDS} */ (kind)]);
    });
  }

  /** @param {any} told */
  prints(told) {
    if (told.files.length === 0) return null;
    const pdf = this.engine.has("pdf.zip");
    const said = make("p", { role: "status" });
    const what = (pdf ? PRINTS : PAGES).filter((one) => told.standings !== null || OF_SHEETS.includes(one));
    return make("section", { "aria-labelledby": "h-prints" }, make("h2", { id: "h-prints" }, t(pdf ? "prints.pdf" : "prints.title")),
      make("div", { class: "buttons" }, what.map((one) =>
        make("button", { type: "button", "data-print": one, onclick: () => void this.print(one, pdf, false, said) }, t(`prints.${one}`)))), said);
  }

  /**
   * @param {string} what
   * @param {boolean} pdf  Else it is a page that the browser prints.
   * @param {boolean} anyway  Certificates also from provisional standings.
   * @param {Element} said  Where it is said that there is none.
   */
  print(what, pdf, anyway, said) {
    return this.run(async () => {
      if (pdf) fill(said, this.engine.ready("pdf.zip") ? t("prints.making") : t("prints.loading"));
      const { told, data } = await this.engine.ask(pdf ? "print-pdf" : "print", { what, pdf, anyway, publish: this.publish, lang: lang() });
      fill(said);
      if (data === null) {
        fill(said, told.refused, told.anyway && make("button", { type: "button", "data-print-anyway": what, onclick: () => void this.print(what, pdf, true, said) }, t("prints.anyway")));
      } else if (pdf) {
        save(data, `${t(`prints.${what}`)}.pdf`, "application/pdf");
      } else {
        framed(data, t(`prints.${what}`));
      }
    });
  }

  /** @param {string} path */
  copy(path) {
    return this.run(async () => {
      const { data } = await this.engine.ask("copy", { path, lang: lang() });
      if (data === null) return;
      const name = /** @type {string} */ (path.split("/").pop());
      const at = name.lastIndexOf(".");
      const stem = at > 0 ? name.slice(0, at) : name;
      const ending = at > 0 ? name.slice(at) : "";
      save(data, `${stem} ${t("corrected")}${ending}`);
      if (data[0] !== 0x50 || data[1] !== 0x4b) {
        const list = await this.engine.ask("changes", { path, lang: lang() });
        if (list.data !== null) save(list.data, `${stem} ${t("corrected")}${ending}.changes.txt`, "text/plain");
      }
    });
  }
}

/**
 * A page that Python made, in a frame of its own in which nothing can run.
 * @param {Uint8Array} data
 * @param {string} title
 */
function framed(data, title) {
  const page = new TextDecoder().decode(data);
  const bare = new DOMParser().parseFromString(page, "text/html");
  for (const script of bare.querySelectorAll("script")) script.remove();
  const frame = make("iframe", { title, sandbox: "allow-same-origin allow-modals", srcdoc: `<!doctype html>${bare.documentElement.outerHTML}` });
  const dialog = make("dialog", { class: "report", "aria-label": title },
    make("div", { class: "buttons" },
      make("button", { type: "button", class: "main", onclick: () => frame.contentWindow?.print() }, t("print")),
      make("button", { type: "button", onclick: () => save(page, `${title}.html`, "text/html") }, t("save")),
      make("button", { type: "button", onclick: () => dialog.close() }, t("close"))),
    frame);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
