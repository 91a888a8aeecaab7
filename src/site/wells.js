// Wells: place pieces against a machine, or send pieces to a certified strategy.
"use strict";
const SIDE = 22;
// A well with its depth line, and cells of a piece in a tone.
const wellBoard = ({ width, depth, well }, piece, tone = "tone-b") => {
  const high = Math.min(depth + 4, Math.max(well.length, ...(piece ?? []).map(([, row]) => row + 1)) + 4);
  const rows = Math.max(high, Math.min(depth + 1, 14));
  const drawing = svg("svg", { viewBox: `-2 -2 ${width * SIDE + 4} ${rows * SIDE + 4}`, width: width * SIDE + 4, height: rows * SIDE + 4, role: "img", class: "board" });
  const cell = (column, row, kind) => drawing.append(svg("rect", { x: column * SIDE, y: (rows - 1 - row) * SIDE, width: SIDE - 1, height: SIDE - 1, class: kind }));
  well.forEach((line, row) => [...line].forEach((full, column) => full === "1" && cell(column, row, "tone-a")));
  for (const [column, row] of piece ?? []) cell(column, row, tone);
  drawing.append(svg("path", { d: `M-1 0V${rows * SIDE}H${width * SIDE}V0`, class: "walls" }));
  if (depth < rows) drawing.append(svg("path", { d: `M0 ${(rows - depth) * SIDE}H${width * SIDE}`, class: "depth" }));
  drawing.dataset.rows = rows;
  return drawing;
};
const cellsOf = (turns, [turn, column, row]) =>
  turns[turn].flatMap((line, up) => [...line].flatMap((full, across) => full === "1" ? [[column + across, row + up]] : []));
const small = ({ turns: [rows], title }) => {
  const drawing = svg("svg", { viewBox: `0 0 ${rows[0].length * 10} ${rows.length * 10}`, width: rows[0].length * 10, height: rows.length * 10, role: "img", "aria-label": title });
  rows.forEach((line, row) => [...line].forEach((full, column) => full === "1" &&
    drawing.append(svg("rect", { x: column * 10, y: (rows.length - 1 - row) * 10, width: 9, height: 9, class: "tone-b" }))));
  return drawing;
};
let scene, at;
const tell = text => { byId("state").textContent = text; };
// The places of the present turn and column, the highest first.
const here = () => scene.places.filter(([turn, column]) => turn === at[0] && column === at[1]).sort((a, b) => b[2] - a[2]);
const nearest = (turn, column) => {
  const of = scene.places.filter(place => place[0] === turn);
  return of.sort((a, b) => Math.abs(a[1] - column) - Math.abs(b[1] - column) || b[2] - a[2])[0];
};
const show = () => {
  const piece = scene.lost ? undefined : cellsOf(scene.piece.turns, at);
  byId("board").replaceChildren(wellBoard(scene, piece));
  byId("next").replaceChildren(...scene.next.flatMap(next => ["then ", small(next), " "]));
  byId("count").textContent = `${scene.pieces} pieces, ${scene.cleared} rows${scene.shields ? `, ${scene.shields} shields` : ""}`;
  const rows = scene.lost ? 1 : here().length;
  byId("row").disabled = rows < 2;
  for (const id of ["turn", "left", "right", "put", "hint"]) byId(id).disabled = scene.lost;
};
const take = said => {
  scene = said;
  at = scene.places[0] && (nearest(0, Math.floor(scene.width / 2) - 1) ?? scene.places[0]);
  if (scene.lost) tell(`Lost after ${scene.pieces} pieces and ${scene.cleared} rows: ${scene.well.length > scene.depth ? "a cell stands too high" : "no place is left"}.`);
  else tell(`Against ${scene.machine}: place the ${scene.piece.title}.`);
  show();
};
const failed = error => tell(error.message);
const begin = () => {
  const [machine, width, depth, rule, pieces] = ["machine", "width", "depth", "rule", "pieces"].map(id => byId(id).value.trim() || "-");
  return engine.json(`well ${machine} ${width} ${depth} ${rule} ${pieces} ${byId("seed").value}`).then(take).catch(failed);
};
const put = () => scene && !scene.lost && engine.json(`place ${at.join(" ")}`).then(take).catch(failed);
const move = by => {
  const found = scene.places.filter(place => place[0] === at[0] && (by < 0 ? place[1] < at[1] : place[1] > at[1]));
  if (found.length) { at = nearest(at[0], by < 0 ? Math.max(...found.map(p => p[1])) : Math.min(...found.map(p => p[1]))); show(); }
};
const turn = () => {
  for (let by = 1; by <= scene.piece.turns.length; by++) {
    const found = nearest((at[0] + by) % scene.piece.turns.length, at[1]);
    if (found) { at = found; return show(); }
  }
};
const row = () => { const all = here(); at = all[(all.findIndex(place => place[2] === at[2]) + 1) % all.length]; show(); };
const hint = () => engine.json("hint").then(found => {
  if (found) { at = found; show(); tell("A player who weighs features of the well would put it there."); } else tell("Every place loses.");
}).catch(failed);
const actions = { left: () => move(-1), right: () => move(1), turn, row, put, hint };
for (const [id, action] of Object.entries(actions)) byId(id).addEventListener("click", () => scene && !scene.lost && action());
const KEYS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "turn", ArrowDown: "row", Enter: "put", " ": "put", h: "hint" };
byId("board").addEventListener("keydown", event => {
  if (!scene || scene.lost || !KEYS[event.key]) return;
  event.preventDefault();
  actions[KEYS[event.key]]();
});
const column = event => {
  const drawing = byId("board").firstChild, box = drawing.getBoundingClientRect();
  return Math.floor((event.clientX - box.left) / box.width * scene.width);
};
byId("board").addEventListener("pointermove", event => {
  if (!scene || scene.lost || event.pointerType !== "mouse") return;
  const found = nearest(at[0], column(event));
  if (found && found[1] !== at[1]) { at = found; show(); }
});
byId("board").addEventListener("click", event => {
  if (!scene || scene.lost) return;
  const found = nearest(at[0], column(event));
  if (found[1] === at[1]) put(); else { at = found; show(); }
});
byId("setup").addEventListener("submit", event => { event.preventDefault(); begin(); });
const linked = new URLSearchParams(location.hash.slice(1));
for (const [id, value] of linked)
  if (["machine", "width", "depth", "rule", "pieces", "seed"].includes(id)) byId(id).value = value;
begin();

// The other side: a strategy plays, and the reader is the machine.
const steps = said => {
  const drawings = [];
  if (said.last) {
    const [piece, place, before] = said.last;
    drawings.push(element("figure", {}, wellBoard({ ...said, well: before }, cellsOf(said.set[piece].turns, place)), element("figcaption", {}, "the last play")));
  }
  drawings.push(element("figure", {}, wellBoard(said), element("figcaption", {}, "the well now")));
  byId("strategy-board").replaceChildren(...drawings);
  const shown = said.shown.map(piece => said.set[piece].title).join(", ");
  const aside = said.aside === null ? "" : `Put aside: ${said.set[said.aside].title}. `;
  byId("strategy-state").textContent = `${said.title}; ${said.holds}. ${said.pieces} pieces, ${said.cleared} rows. ${shown ? `Shown: ${shown}. ` : ""}${aside}Send ${said.missing === 1 ? "a piece" : `${said.missing} pieces`}:`;
  byId("send").replaceChildren(...said.set.map((piece, number) => {
    const button = element("button", { type: "button" }, small(piece), ` ${piece.title}`);
    button.disabled = !said.left.includes(number);
    button.addEventListener("click", () => engine.json(`send ${number}`).then(steps).catch(unstepped));
    return button;
  }));
};
const unstepped = error => { byId("strategy-state").textContent = error.message; };
const choose = async () => {
  byId("strategy-state").textContent = "Checking the certificate …";
  await certificateText(byId("strategy").value).then(text => engine.json(`strategy\n${text}`)).then(steps).catch(unstepped);
};
byId("strategy").addEventListener("change", choose);
byId("follow").addEventListener("click", choose);
const asked = [...byId("strategy").options].find(option => option.text === linked.get("strategy"));
if (asked) {
  byId("strategy").value = asked.value;
  byId("follow").scrollIntoView();
  choose();
}
