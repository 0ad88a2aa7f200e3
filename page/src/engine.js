// The engine: scorecheck in a worker. It is asked by name and in JSON; a question that takes too long ends it.

const MOST_SECONDS = 120;
/** What a question needs that is not loaded at the start. @type {Record<string, string>} */
const NEEDS = { take: "workbooks.zip", undo: "workbooks.zip", copy: "workbooks.zip", new: "workbooks.zip", written: "workbooks.zip", standings: "workbooks.zip", "print-pdf": "pdf.zip", "new-pdf": "pdf.zip" };

/** The worker was ended: a question took too long, or more memory than there is. */
export class Ended extends Error {}

/** @typedef {{told: any, data: Uint8Array | null}} Answer */
/** @typedef {{resolve: (answer: Answer) => void, reject: (why: Error) => void, clock: ReturnType<typeof setTimeout>}} Waiting */

export class Engine {
  /**
   * @param {string} code  What the worker runs.
   * @param {() => Record<string, Part>} parts
   * @param {Record<string, Part>} later
   */
  constructor(code, parts, later) {
    this.code = code;
    this.parts = parts;
    this.later = later;
    /** @type {Map<number, Waiting>} */
    this.waiting = new Map();
    this.count = 0;
    /** It does not start in this browser. */
    this.dead = false;
    /** @type {Promise<unknown>} */
    this.last = Promise.resolve();
    this.begin();
  }

  /** Makes a worker; questions wait until it is up. */
  begin() {
    const url = URL.createObjectURL(new Blob([this.code], { type: "text/javascript" }));
    const worker = new Worker(url);
    this.worker = worker;
    /** @type {Set<string>} */
    this.loaded = new Set();
    worker.onmessage = ({ data }) => this.came(data);
    worker.onerror = (event) => this.end(new Ended(event.message));
    this.up = false;
    const started = this.send({ parts: this.parts() }, [], MOST_SECONDS);
    started.then(
      () => {
        this.up = true;
        URL.revokeObjectURL(url);
      },
      () => URL.revokeObjectURL(url),
    );
    this.started = started;
    this.last = started.catch(() => {});
  }

  /** Ends the worker, and begins a new one. */
  restart() {
    this.end(new Ended("stopped"));
    this.begin();
  }

  /**
   * Asks; questions are answered one after the other.
   * @param {string} name
   * @param {object} [told]
   * @param {[string, Uint8Array][]} [files]
   * @param {number} [seconds]  How long an answer may take.
   * @returns {Promise<Answer>}
   */
  ask(name, told = {}, files = [], seconds = MOST_SECONDS) {
    const mine = this.last.then(() => this.send({ name, told: JSON.stringify(told), files, load: this.missing(NEEDS[name]) }, [], seconds));
    this.last = mine.catch(() => {});
    return mine;
  }

  /** Whether there is a part that can be loaded.  @param {string} part */
  has(part) {
    return part in this.later;
  }

  /** Whether it is loaded already.  @param {string} part */
  ready(part) {
    return this.loaded?.has(part) ?? false;
  }

  /**
   * The part that has to be loaded first, if there is one.
   * @param {string | undefined} part
   */
  missing(part) {
    if (part === undefined || this.ready(part) || !this.has(part)) return null;
    this.loaded?.add(part);
    return this.later[part];
  }

  /**
   * @param {object} message
   * @param {Transferable[]} handed
   * @param {number} seconds
   * @returns {Promise<Answer>}
   */
  send(message, handed, seconds) {
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      const clock = setTimeout(() => this.restartAfter(new Ended("time")), seconds * 1000);
      this.waiting.set(id, { resolve, reject, clock });
      this.worker?.postMessage({ id, ...message }, handed);
    });
  }

  /** @param {any} data */
  came({ id, text, data, fault }) {
    const one = this.waiting.get(id);
    if (one === undefined) return;
    if (fault !== undefined) {
      // Whatever went wrong in there, nobody knows what it left behind.
      this.restartAfter(new Ended(fault));
      return;
    }
    this.waiting.delete(id);
    clearTimeout(one.clock);
    one.resolve({ told: text === "" ? null : JSON.parse(text), data });
  }

  /** @param {Ended} why */
  restartAfter(why) {
    this.end(why);
    // One that does not even start would not start again.
    if (this.up) this.begin();
    else this.dead = true;
  }

  /** @param {Ended} why */
  end(why) {
    this.worker?.terminate();
    for (const one of this.waiting.values()) {
      clearTimeout(one.clock);
      one.reject(why);
    }
    this.waiting.clear();
  }
}
