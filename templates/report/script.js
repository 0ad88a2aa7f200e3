
// Columns sort on a click, and links open the scoresheet that they lead to. All can be read without.
(() => {
  const value = cell => {
    const part = cell.tagName === "TH" ? cell : cell.firstChild;
    const text = (cell.dataset.v ?? part?.textContent ?? "").trim();
    const number = parseFloat(text.replace("\u2212", "-").replace(",", "."));
    return Number.isNaN(number) ? text : number;
  };
  const compare = (a, b) =>
    typeof a === "number" && typeof b === "number" ? a - b
      : typeof a === "number" ? 1 : typeof b === "number" ? -1
        : a.localeCompare(b, document.documentElement.lang, { numeric: true });
  for (const table of document.querySelectorAll("table.sortable")) {
    const heads = [...table.tHead.rows[0].cells], body = table.tBodies[0];
    heads.forEach((head, at) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const first = head.classList.contains("n") && !head.classList.contains("rank") ? "descending" : "ascending";
        const order = head.getAttribute("aria-sort") === first
          ? (first === "ascending" ? "descending" : "ascending") : first;
        heads.forEach(other => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", order);
        const rows = [...body.rows].map(row => [value(row.cells[at]), row]);
        rows.sort((a, b) => order === "ascending" ? compare(a[0], b[0]) : compare(b[0], a[0]));
        body.append(...rows.map(row => row[1]));
      });
    });
  }
  const show = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const folded = target?.closest("details");
    if (folded && !folded.open) { folded.open = true; target.scrollIntoView(); }
  };
  addEventListener("hashchange", show);
  show();
  addEventListener("beforeprint", () => {
    for (const folded of document.querySelectorAll("details")) { folded.open = true; }
  });
})();
