// The worker: Python and scorecheck. It answers one question after the other.

/** @typedef {{text: string} | {url: string}} Part  A packed part of the page: in base64, or where it is. */
/** @typedef {{id: number, parts: Record<string, Part>}} Start */
/** @typedef {{id: number, name: string, told: string, files: [string, Uint8Array][], load: Part | null}} Question  With a part that has to be loaded first. */

const MOST_MEMORY = 2 ** 30;

const scope = /** @type {any} */ (self);

// Pyodide wants a module worker, and tells one by this; a module worker cannot be made in a page from the disk.
scope.importScripts = () => {
  throw new TypeError("a module worker");
};

// A sheet that asks for more memory than this is refused by Python itself, or the page starts a new worker.
const grow = WebAssembly.Memory.prototype.grow;
WebAssembly.Memory.prototype.grow = function (pages) {
  if (this.buffer.byteLength + pages * 65536 > MOST_MEMORY) throw new RangeError("out of memory");
  return grow.call(this, pages);
};

// What makes the PDFs asks by eval for the time zone, and for nothing else. The page's policy forbids eval.
scope.eval = (/** @type {string} */ code) => {
  if (code === "Intl.DateTimeFormat().resolvedOptions().timeZone") return Intl.DateTimeFormat().resolvedOptions().timeZone;
  throw new EvalError(code);
};

/** @param {Part} part */
async function unpacked(part) {
  const packed = "url" in part ? await fetched(part.url) : new Response(bytesOf(part.text));
  if (packed.body === null) throw new Error("an empty part");
  return new Response(packed.body.pipeThrough(new DecompressionStream("gzip")));
}

/** @param {string} url */
async function fetched(url) {
  const found = await fetchReally(url);
  if (!found.ok) throw new Error(`${url}: ${found.status}`);
  return found;
}

/** @param {string} text  Base64. */
function bytesOf(text) {
  if ("fromBase64" in Uint8Array) return /** @type {any} */ (Uint8Array).fromBase64(text);
  return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
}

const fetchReally = self.fetch.bind(self);

/** @type {any} */
let python = null;
/** @type {any} */
let answer = null;

/** When the steps of the start were done, in milliseconds: for the benchmark. @type {Record<string, number>} */
const phases = {};
/** @param {string} name */
const phase = (name) => {
  phases[name] = Math.round(performance.now());
};

/** @param {Start} start */
async function begin({ parts }) {
  const kinds = { mjs: "text/javascript", wasm: "application/wasm", zip: "application/zip" };
  /** @type {Map<string, Response>} */
  const ours = new Map();
  const packages = unpacked(parts["packages.zip"]).then((one) => one.arrayBuffer());
  await Promise.all(
    Object.entries(parts).map(async ([name, part]) => {
      if (name === "packages.zip") return;
      const kind = kinds[/** @type {keyof typeof kinds} */ (name.split(".").pop())] ?? "text/plain";
      const response = await unpacked(part);
      ours.set(name, new Response(response.body, { headers: { "Content-Type": kind } }));
    }),
  );
  phase("unpacked");
  // What Pyodide asks for lies here already; nothing else may be asked for.
  scope.fetch = async (/** @type {any} */ asked) => {
    const name = String(asked?.url ?? asked).split("/").pop() ?? "";
    const found = ours.get(name);
    if (found === undefined) throw new TypeError(`not in this page: ${name}`);
    ours.delete(name);
    return found;
  };
  /** @param {string} name */
  const module = async (name) => {
    const code = await /** @type {Response} */ (ours.get(name)).blob();
    const url = URL.createObjectURL(code);
    try {
      return await import(url);
    } finally {
      URL.revokeObjectURL(url);
    }
  };
  const [{ loadPyodide }, asm] = await Promise.all([module("pyodide.mjs"), module("pyodide.asm.mjs")]);
  python = await loadPyodide({
    createPyodideModule: asm.default,
    lockFileContents: JSON.parse(await /** @type {Response} */ (ours.get("pyodide-lock.json")).text()),
    indexURL: "https://nowhere.invalid/",
    env: { HOME: "/home", LANG: "C.UTF-8" },
  });
  phase("python");
  unpack(await packages);
  phase("files");
  python.runPython("import sys; sys.path.insert(0, '/lib/scorecheck')");
  answer = python.runPython("from scorecheck.browser import open_workspace; open_workspace('/sheets')");
  phase("scorecheck");
}

/** @param {ArrayBuffer} archive  Python files. */
function unpack(archive) {
  python.unpackArchive(archive, "zip", { extractDir: "/lib/scorecheck" });
}

/** @param {Question} question */
async function answered({ name, told, files, load }) {
  if (load !== null) {
    unpack(await (await unpacked(load)).arrayBuffer());
    python.runPython("import importlib; importlib.invalidate_caches()");
  }
  const handed = files.map(([path, data]) => [path, python.toPy(data)]);
  const given = python.toPy(handed);
  const [text, data] = answer(name, told, given);
  given.destroy();
  return { text, data: data === undefined ? null : data.toJs() };
}

self.onmessage = async (event) => {
  const { id } = event.data;
  try {
    if ("parts" in event.data) {
      await begin(event.data);
      self.postMessage({ id, text: JSON.stringify({ phases }), data: null });
      return;
    }
    const { text, data } = await answered(event.data);
    self.postMessage({ id, text, data }, data === null ? [] : /** @type {any} */ ([data.buffer]));
  } catch (fault) {
    self.postMessage({ id, fault: String(/** @type {any} */ (fault)?.message ?? fault) });
  }
};
