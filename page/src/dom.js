// Elements are made here, and what stands in a sheet comes into them as text alone.

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * Makes an element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [props]  Attributes; what begins with "on" listens.
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, props = {}, ...children) {
  const one = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) one.addEventListener(name.slice(2), value);
    else if (name in one && !name.includes("-") && typeof value !== "string") Object.assign(one, { [name]: value });
    else one.setAttribute(name, value === true ? "" : String(value));
  }
  one.append(...kept(children));
  return one;
}

/**
 * @param {(Child | Child[])[]} children
 * @returns {(Node | string)[]}
 */
function kept(children) {
  /** @type {(Node | string)[]} */
  const some = [];
  for (const child of children.flat()) if (child) some.push(child);
  return some;
}

/**
 * Puts others in the place of what an element holds.
 * @param {Element} one
 * @param {...(Child | Child[])} children
 */
export function fill(one, ...children) {
  one.replaceChildren(...kept(children));
}

/** @param {string} kind  error, warning, info or ok. */
export function icon(kind) {
  const paths = {
    error: "M6 1h8l5 5v8l-5 5H6l-5-5V6z|M6.8 6.8l6.4 6.4M13.2 6.8l-6.4 6.4",
    warning: "M10 2l8.5 15.5h-17z|M10 7.6v4.6M10 15.2v.1",
    info: "M1 10a9 9 0 1 0 18 0a9 9 0 1 0 -18 0|M10 9.4v5M10 5.6v.1",
    ok: "|M3.5 10.8l4.3 4.4 8.7-10",
  };
  const space = "http://www.w3.org/2000/svg";
  const drawing = document.createElementNS(space, "svg");
  drawing.setAttribute("viewBox", "0 0 20 20");
  drawing.setAttribute("class", `i ${kind}`);
  drawing.setAttribute("aria-hidden", "true");
  const [shape, line] = paths[/** @type {keyof typeof paths} */ (kind)].split("|");
  for (const [d, what] of [[shape, "shape"], [line, "line"]]) {
    if (d === "") continue;
    const path = document.createElementNS(space, "path");
    path.setAttribute("d", d);
    path.setAttribute("class", what);
    drawing.append(path);
  }
  return drawing;
}

/**
 * Hands a file to whoever sits at the screen.
 * @param {Uint8Array | string} data
 * @param {string} name
 * @param {string} [kind]
 */
export function save(data, name, kind = "application/octet-stream") {
  const url = URL.createObjectURL(new Blob([/** @type {any} */ (data)], { type: kind }));
  const link = make("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
