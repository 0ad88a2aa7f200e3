// Files as they come: chosen, dropped with their folders, or pasted.

/** @typedef {[string, Blob]} Named */

/**
 * @param {FileList | File[]} list
 * @returns {Named[]}
 */
export function chosen(list) {
  return [...list].map((file) => [file.webkitRelativePath || file.name, file]);
}

/**
 * What was dropped, folders with all below them.
 * @param {DataTransfer} transfer
 * @returns {Promise<Named[]>}
 */
export async function dropped(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  const files = [...transfer.files];
  if (!entries.some((entry) => entry?.isDirectory)) return chosen(files);
  /** @type {Named[]} */
  const found = [];
  for (const entry of entries) if (entry !== null) await walk(entry, found);
  return found;
}

/**
 * @param {FileSystemEntry} entry
 * @param {Named[]} found
 */
async function walk(entry, found) {
  if (entry.isFile) {
    const one = /** @type {FileSystemFileEntry} */ (entry);
    const file = await new Promise((done, failed) => one.file(done, failed));
    found.push([entry.fullPath.replace(/^\//, ""), file]);
    return;
  }
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  for (;;) {
    /** @type {FileSystemEntry[]} */
    const some = await new Promise((done, failed) => reader.readEntries(done, failed));
    if (some.length === 0) return;
    for (const one of some) await walk(one, found);
  }
}

/**
 * What was pasted: files, or cells as a spreadsheet hands them out.
 * @param {DataTransfer} transfer
 * @param {string} name  What cells are called.
 * @returns {Named[]}
 */
export function pasted(transfer, name) {
  if (transfer.files.length > 0) return chosen(transfer.files);
  const text = transfer.getData("text/plain");
  return text.trim() === "" ? [] : [[name, new Blob([text])]];
}
