// The words of the page: they stand in scorecheck's label files, and are put into the page when it is built.

/** @type {Record<string, Record<string, any>>} */
const ALL = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("words")).textContent ?? "{}");

export const LANGUAGES = { en: "English", de: "Deutsch", nb: "Norsk" };
const KEY = "scorecheck.lang";

let current = chosen() ?? preferred();

/** @returns {string | null} */
function chosen() {
  const said = remembered(KEY);
  return said !== null && said in LANGUAGES ? said : null;
}

function preferred() {
  for (const one of navigator.languages) {
    const [name] = one.toLowerCase().split("-");
    if (name in LANGUAGES) return name;
    if (name === "no" || name === "nn") return "nb";
  }
  return "en";
}

export function lang() {
  return current;
}

/** @param {string} name */
export function speak(name) {
  current = name;
  remember(KEY, name);
  document.documentElement.lang = name;
}

/**
 * A word or sentence by its dotted key below "app".
 * @param {string} key
 * @returns {string}
 */
export function t(key) {
  /** @type {any} */
  let found = ALL[current];
  for (const part of key.split(".")) found = found?.[part];
  if (typeof found !== "string") throw new Error(`no label app.${key}`);
  return found;
}

/**
 * What the browser kept under a name; nothing where it keeps nothing.
 * @param {string} name
 */
export function remembered(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {string | null} value
 */
export function remember(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
    return true;
  } catch {
    return false;
  }
}
