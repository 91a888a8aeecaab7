// Lines that open: the one in the address is open, and a set of vectors is drawn and its pattern found when it opens.
"use strict";
const [COLUMNS, ROWS] = [120, 60];
const linesOfSets = [...document.querySelectorAll("main details[id]")];
const named = () => {
  const line = byId(decodeURIComponent(location.hash.slice(1)));
  if (!linesOfSets.includes(line)) return;
  line.open = true;
  line.scrollIntoView();
};
const inCells = byId("vectors");
// The engine keeps one table at a time, so one line is asked for after the other.
let before = Promise.resolve();
const vectorsOf = line => line.querySelector("summary").textContent;
const drawn = async (line, hexes) => {
  const { greatest } = await engine.json(`lab grundy\naddition ${vectorsOf(line)}`);
  const sheet = element("canvas", { className: "sheet", width: COLUMNS, height: ROWS, role: "img",
    ariaLabel: `Grundy values of columns 0 to ${COLUMNS - 1}, left to right, and rows 0 to ${ROWS - 1}, upwards` });
  sheet.getContext("2d").putImageData(pictureOf(await engine.bytes(`view 0 0 ${COLUMNS} ${ROWS} 1`), COLUMNS, ROWS, palette(hexes)), 0, 0);
  return [sheet, element("p", { className: "legend" }, ...legendOf(hexes, greatest))];
};
const pattern = async line => {
  const { found, words, pieces, certificate, facts } = await engine.json("period");
  if (!found) return [element("p", {}, `No pattern found here: ${words}. The census looked further.`)];
  const said = element("div"), name = `${line.id}.cert`;
  const check = element("button", { type: "button" }, "Check the certificate"), save = element("button", { type: "button" }, "Download it");
  check.addEventListener("click", async () => said.replaceChildren(await verdict(name, certificate).catch(broken)));
  save.addEventListener("click", () => offer(name, certificate));
  return [element("p", {}, `Found here: ${words}, in ${pieces} pieces.`), element("ul", {}, ...facts.slice(0, 5).map(fact => element("li", {}, fact))),
    element("p", { className: "toolbar" }, check, save), said];
};
const show = async line => {
  const box = element("div", { ariaLive: "polite" }, "Computing …");
  line.append(box);
  try {
    box.replaceChildren(...await drawn(line, inCells.dataset.colours.split(" ")));
    box.append(...await pattern(line));
  } catch (error) { box.append(broken(error)); }
};
for (const line of linesOfSets) line.addEventListener("toggle", () => {
  if (!line.open) return;
  history.replaceState(null, "", `#${line.id}`);
  if (!inCells || line.dataset.shown) return;
  line.dataset.shown = true;
  before = before.then(() => show(line));
});
const filter = byId("filter"), wanted = filter.querySelector("input");
filter.hidden = false;
wanted.addEventListener("input", () => {
  let count = 0;
  for (const line of linesOfSets) {
    line.hidden = !line.querySelector("summary").textContent.includes(wanted.value.trim());
    count += !line.hidden;
  }
  filter.querySelector("[role=status]").textContent = `${count} of ${linesOfSets.length}`;
});
addEventListener("hashchange", named);
named();
