// Search and sorting; the pages say the same without it.
"use strict";
const root = document.body.dataset.root;
const box = document.querySelector("search"), input = document.getElementById("search"), found = document.getElementById("found");
box.hidden = false;
input.addEventListener("input", () => {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  const score = ([, title, text]) => {
    const [head, all] = [title.toLowerCase(), `${title} ${text}`.toLowerCase()];
    return words.every(word => all.includes(word)) ? 1 + words.filter(word => head.includes(word)).length : 0;
  };
  const hits = words.length ? INDEX.map(line => [score(line), line]).filter(([points]) => points) : [];
  hits.sort((a, b) => b[0] - a[0]);
  found.replaceChildren(...hits.slice(0, 12).map(([, [page, title]]) => {
    const [item, link] = [document.createElement("li"), document.createElement("a")];
    link.href = root + page;
    link.textContent = title;
    item.append(link);
    return item;
  }));
});
input.addEventListener("keydown", event => {
  if (event.key === "Escape") { input.value = ""; found.replaceChildren(); }
  if (event.key === "Enter") found.querySelector("a")?.click();
});
for (const table of document.querySelectorAll("table.sortable")) {
  for (const [column, head] of [...table.tHead.rows[0].cells].entries()) {
    head.tabIndex = 0;
    const sort = () => {
      const up = head.getAttribute("aria-sort") !== "ascending";
      const key = row => row.cells[column].dataset.sort ?? row.cells[column].textContent;
      const order = (a, b) => {
        const [x, y] = [key(a), key(b)], [m, n] = [Number(x), Number(y)];
        return x !== "" && y !== "" && !isNaN(m) && !isNaN(n) ? m - n : x.localeCompare(y);
      };
      const rows = [...table.tBodies[0].rows].sort((a, b) => (up ? order(a, b) : order(b, a)));
      for (const other of head.parentNode.cells) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      table.tBodies[0].append(...rows);
    };
    head.addEventListener("click", sort);
    head.addEventListener("keydown", event => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); sort(); } });
  }
}
