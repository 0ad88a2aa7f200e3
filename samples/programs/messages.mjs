/**
 * The sentences of a JSON report, made from the report and the catalogue alone, in any of the languages:
 *
 *     scorecheck validate FOLDER --format json > report.json
 *     scorecheck rules --format json --full > catalogue.json
 *     node messages.mjs report.json catalogue.json de
 *
 * A page or a program that shows findings in the language of its reader needs nothing else of scorecheck.
 */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const LONGEST = 60;
const MINUS = "\u2212";

/** A text, cut with an ellipsis where it is longer than so many characters. */
function shortened(text, longest) {
  const letters = Array.from(text);
  return letters.length <= longest ? text : letters.slice(0, longest - 1).join("").trimEnd() + "…";
}

/** An exact number as numerator and denominator: a JSON number, or {exact: "-5/2"}. */
function fraction(value) {
  const [numerator, denominator = "1"] = String(typeof value === "number" ? value : value.exact).split("/");
  return [BigInt(numerator), BigInt(denominator)];
}

function isNumber(value) {
  return typeof value === "number" || (value !== null && typeof value === "object" && "exact" in value);
}

/** Makes sentences in one language from a catalogue. */
export class Messages {
  constructor(catalogue, lang) {
    this.lang = lang;
    this.texts = catalogue.languages[lang];
    this.rules = new Map(catalogue.rules.map((rule) => [rule.rule, rule.texts[lang]]));
  }

  /** The sentence of a finding of a report. */
  finding(finding) {
    return this.filled(this.rules.get(finding.rule).findings[finding.variant], finding.params, LONGEST);
  }

  /** The sentence of a repair: a fix of a finding. */
  fix(fix) {
    return fix.says.map((said) => this.said(said)).join(" ");
  }

  /** Sentences of a report that tell what they are made of: what a sheet rests on, what should be asked. */
  says(says) {
    return says.map((said) => this.said(said));
  }

  /** What the fixes of a finding change in the standings. */
  impact(impact) {
    const said = this.says(impact.says);
    return said.length > 1 ? said.map((one) => `· ${one}`).join(" ") : said.join(" ");
  }

  /** The sentence of a note of a report. */
  note(note) {
    return this.filled(this.texts.notes[note.key], note.params);
  }

  /** A sentence or a part of one: a text with its params, or a list that begins with a capital. */
  said(said) {
    if (said.list !== undefined) {
      const joined = this.joined(said.list.map((one) => this.said(one)));
      if (said.inside) return joined;
      const [first = "", ...rest] = Array.from(joined);
      return first.toUpperCase() + rest.join("");
    }
    const params = Object.entries(said.params).map(([name, value]) => {
      const isPart = typeof value === "object" && ("key" in value || "list" in value);
      return [name, isPart ? this.said(value) : value];
    });
    return this.filled(this.texts.repairs[said.key] ?? this.texts.reports[said.key], Object.fromEntries(params));
  }

  /** A template with its params put in; what they hold is never read as a template. */
  filled(template, params, longest = Infinity) {
    return template.replace(/\{([^{}:]+)(?::((?:[^{}]|\{[^{}]*\})*))?\}/g, (_, name, spec = "") =>
      this.formatted(params[name], this.filled(spec, params, longest), longest),
    );
  }

  formatted(value, spec, longest) {
    const [kind, ...forms] = spec.split("|");
    const by = forms.includes("or") ? "or" : "and";
    const names = Array.isArray(value) ? value : [String(value)];
    const words = this.texts.words;
    switch (kind) {
      case "plural":
      case "form": {
        const form = value === 1 || value === "1" ? forms[0] : forms[1];
        return kind === "form" ? form : `${this.shown(value, longest)} ${form}`;
      }
      case "day":
        return shortened(this.date(String(value)), longest);
      case "or":
        return this.joined(names, "or");
      case "game":
      case "layout":
      case "noun":
        return this.joined(names.map((name) => words[kind][name]), by);
      case "method":
        return words.method[`${value}.name`];
      case "step":
      case "table":
        return words[kind][value];
      case "role":
        return this.joined(names.map((name) => words.role[name] ?? this.shown(name, longest)));
      case "term":
        return this.joined(names.map((name) => this.filled(this.texts.terms[forms[0]][name], {})), by);
      case "round":
        return this.joined(names.map((name) => shortened(this.place(name), longest)));
      case "of_rounds":
        return this.joined(names.map((name) => this.ofRounds(name, longest)));
      case "row": {
        const rows = names.map((word) => [word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1)]);
        const text = this.texts.terms[forms[0]]["read-row"];
        return this.joined(rows.map(([of, label]) => this.filled(text, { kind: of, label }, longest)));
      }
      default:
        return this.shown(value, longest, kind === "+");
    }
  }

  shown(value, longest, signed = false) {
    if (Array.isArray(value)) return this.joined(value.map((word) => shortened(word, longest)));
    if (typeof value === "string") return shortened(value, longest);
    if (isNumber(value)) return shortened(this.number(fraction(value), signed), longest);
    return this.worked(value);
  }

  /** The name of a round or table: with a number or a date where scorecheck made it, else as it is. */
  place(name) {
    const dated = /^(\d{4}-\d\d-\d\d)(?:[ ,]+(.*))?$/s.exec(name);
    if (dated !== null) {
      const [, day, rest] = dated;
      const isDay = new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day);
      if (!isDay) return name;
      return rest ? `${this.date(day)}, ${this.place(rest)}` : this.date(day);
    }
    const numbered = /^(Round|Table) (\d{1,3})$/.exec(name);
    if (numbered === null) return name;
    const [, what, number] = numbered;
    return this.filled(this.texts.words.new[what.toLowerCase()], { number: Number(number) });
  }

  /** Whoever stands in the first line, with the rounds in the lines below. */
  ofRounds(lines, longest) {
    const [who, ...rounds] = lines.split("\n");
    const said = rounds.map((round) => shortened(this.place(round), longest));
    return `${shortened(who, longest)} (${said.join(", ")})`;
  }

  /** A, B and C; or A, B or C. */
  joined(words, by = "and") {
    if (words.length < 2) return words.join("");
    return `${words.slice(0, -1).join(", ")} ${this.texts.words.list[by]} ${words.at(-1)}`;
  }

  /** An exact number; two decimals where it is not whole, a half to the even digit. */
  number([numerator, denominator], signed = false) {
    const sign = numerator < 0n ? MINUS : signed && numerator > 0n ? "+" : "";
    const size = numerator < 0n ? -numerator : numerator;
    if (denominator === 1n) return `${sign}${size}`;
    let hundredths = (size * 100n) / denominator;
    const rest = (size * 100n) % denominator;
    if (2n * rest > denominator || (2n * rest === denominator && hundredths % 2n === 1n)) hundredths += 1n;
    const decimals = String(hundredths % 100n).padStart(2, "0");
    const shownSign = sign === MINUS && hundredths === 0n ? "" : sign;
    return `${shownSign}${hundredths / 100n}${this.texts.words.number.decimal}${decimals}`;
  }

  /** A value as the sum that it comes from: 1 (no 120) + 1 (no 90) = 2, × 2 (Re called) = 4. */
  worked({ area, terms }) {
    let said = "";
    let isOpen = false;
    let total = [0n, 1n];
    terms.forEach((term, at) => {
      const before = total;
      const value = fraction(term.value);
      total = step(total, value, term.kind);
      const name = this.filled(this.texts.terms[area][term.key], term.params);
      const amount = this.number([value[0] < 0n ? -value[0] : value[0], value[1]]);
      if (term.kind !== "add") {
        said += isOpen ? ` = ${this.number(before)}, ` : said && ", ";
        said += term.kind === "factor" ? `× ${amount} (${name})` : name;
        said += ` = ${this.number(total)}`;
        isOpen = false;
        return;
      }
      const sign = value[0] < 0n ? MINUS : "+";
      said += said ? ` ${sign} ` : value[0] < 0n ? MINUS : "";
      said += `${amount} (${name})`;
      isOpen = at > 0 || isOpen;
    });
    return isOpen ? `${said} = ${this.number(total)}` : said || this.number([0n, 1n]);
  }

  /** A date that ISO 8601 writes, or a part of one (--03-07, 1945-03), in words. */
  date(text) {
    const found = /^(?:(\d{4})|-)-(\d\d)(?:-(\d\d))?$/.exec(text);
    if (found === null || Number(found[2]) < 1 || Number(found[2]) > 12) return text;
    const [, year, month, day] = found;
    const words = this.texts.words.date;
    const pattern = words[year && day ? "pattern" : day ? "day" : "month"];
    const parts = { year, month: Number(month), day: Number(day ?? 0), name: words.months[Number(month) - 1] };
    return pattern.replace(/\{(\w+)(:02)?\}/g, (_, name, wide) =>
      wide ? String(parts[name]).padStart(2, "0") : String(parts[name]),
    );
  }
}

/** What a sum comes to with one step more. */
function step([a, b], [c, d], kind) {
  const made = kind === "factor" ? [a * c, b * d] : kind === "floor" ? (a * d > c * b ? [a, b] : [c, d]) : [a * d + c * b, b * d];
  let [x, y] = [made[0] < 0n ? -made[0] : made[0], made[1]];
  while (y) [x, y] = [y, x % y];
  return [made[0] / x, made[1] / x];
}

/** All sentences of a report, in its order. */
export function sentences(report, catalogue, lang = report.lang) {
  const messages = new Messages(catalogue, lang);
  return {
    findings: report.findings.map((finding) => messages.finding(finding)),
    fixes: report.findings.map((finding) => finding.fixes.map((fix) => messages.fix(fix))),
    asks: report.findings.map((finding) => (finding.asks ? messages.says(finding.asks.says).join(" ") : "")),
    impacts: report.findings.map((finding) => (finding.impact ? messages.impact(finding.impact) : "")),
    rests: report.files.flatMap((file) => file.sheets.flatMap((sheet) => messages.says(sheet.rests_on_says ?? []))),
    notes: (report.notes ?? []).map((note) => messages.note(note)),
  };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [report, catalogue] = process.argv.slice(2, 4).map((path) => JSON.parse(readFileSync(path, "utf8")));
  const said = sentences(report, catalogue, process.argv[4]);
  report.findings.forEach((finding, at) => {
    const place = [finding.path, finding.sheet, finding.cell].filter(Boolean).join("!");
    console.log([`${place}: ${said.findings[at]}`, ...said.fixes[at]].join("\n    "));
  });
}
