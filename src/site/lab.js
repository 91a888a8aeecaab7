// The vector lab: a table as a picture without an edge, its pattern, and a link to both.
"use strict";
const canvas = byId("table"), pen = canvas.getContext("2d");
const hexes = canvas.dataset.colours.split(" "), words = palette(hexes);
// The cell at the lower left corner, and 2^zoom pixels a cell; below 0 the pixels stand apart, see `step`.
const view = { x: 0, y: 0, zoom: 2 };
const [NEAREST, FARTHEST, FARTHEST_CELL] = [5, -40, 2 ** 52];
let game, drawing, again;
const say = text => { byId("said").textContent = text; };
// From far away a pixel shows one cell of so many: a prime, so that periods of the table are seen and not passed over.
const primes = new Map([[0, 1]]);
const prime = power => {
  if (!primes.has(power)) {
    let found = 2 ** power + 1;
    const divided = number => { for (let by = 3; by * by <= number; by += 2) if (number % by === 0) return true; return false; };
    while (divided(found)) found += 2;
    primes.set(power, found);
  }
  return primes.get(power);
};
const step = () => prime(Math.max(0, -view.zoom));
const cell = () => 2 ** Math.max(0, view.zoom);
const size = () => {
  const ratio = Math.min(2, devicePixelRatio || 1);
  return [canvas.clientWidth, canvas.clientHeight].map(length => Math.max(1, Math.round(length * ratio)));
};
const clamp = () => {
  const far = value => Math.min(FARTHEST_CELL, Math.max(0, value));
  [view.x, view.y] = [far(view.x), far(view.y)];
};
const paint = (cells, columns, rows, [width, height], [offX, offY]) => {
  const side = cell(), sheet = new OffscreenCanvas(columns, rows);
  sheet.getContext("2d").putImageData(pictureOf(cells, columns, rows, words), 0, 0);
  [canvas.width, canvas.height] = [width, height];
  pen.imageSmoothingEnabled = false;
  pen.drawImage(sheet, -offX * side, height - rows * side + offY * side, columns * side, rows * side);
};
const draw = async () => {
  if (!game) return;
  if (drawing) { again = true; return; }
  drawing = true;
  do {
    again = false;
    clamp();
    const [width, height] = size(), stride = step();
    const [x, y] = [view.x, view.y].map(at => Math.floor(at / stride) * stride);
    const [columns, rows] = [width, height].map(length => Math.ceil(length / cell()) + 1);
    const cells = await engine.bytes(`view ${x} ${y} ${columns} ${rows} ${stride}`).catch(error => say(error.message));
    if (cells) paint(cells, columns, rows, [width, height], [(view.x - x) / stride, (view.y - y) / stride]);
    canvas.dataset.drawn = [x, y, columns, rows, stride].join(" ");
    byId("where").textContent = `from (${x},${y}), ${stride === 1 ? `${cell()} pixels a cell` : `one cell of ${stride} in both directions`}`;
  } while (again);
  drawing = false;
};
// Zooms by a power of two; the cell under a point of the canvas stays there.
const zoom = (by, across = 0, up = 0) => {
  const before = step() / cell();
  view.zoom = Math.min(NEAREST, Math.max(FARTHEST, view.zoom + by));
  const after = step() / cell();
  view.x += across * (before - after);
  view.y += up * (before - after);
  return draw();
};
const pan = (across, up) => {
  view.x += across * step() / cell();
  view.y += up * step() / cell();
  return draw();
};
const home = () => { Object.assign(view, { x: 0, y: 0, zoom: 2 }); return draw(); };
const fact = text => element("li", {}, text);
const period = async () => {
  byId("find").disabled = true;
  byId("pattern").replaceChildren(element("p", {}, "Looking for the pattern …"));
  const begun = performance.now();
  try {
    const { found, words, pieces, certificate, facts } = await engine.json("period");
    const time = ((performance.now() - begun) / 1000).toFixed(1);
    const box = element("div", { className: found ? "said accepted" : "said" });
    box.append(element("p", {}, element("strong", {}, found ? "Proved" : "No pattern found"), `: ${words} (${time} s).`));
    if (found) {
      const save = element("button", { type: "button", id: "save" }, "Download the certificate");
      save.addEventListener("click", () => offer("table.cert", certificate));
      box.append(element("p", {}, `${pieces} pieces, accepted by the checker. Every cell that you see is now proved, however far out.`), element("ul", {}, ...facts.slice(0, 8).map(fact)), save);
    }
    byId("pattern").replaceChildren(box);
  } catch (error) {
    byId("pattern").replaceChildren(element("p", { className: "said refused" }, error.message));
    byId("find").disabled = false;
  }
  return draw();
};
const make = async () => {
  const [moves, play] = [byId("moves").value.trim(), byId("play").value];
  say("Computing 4096 times 4096 cells …");
  byId("pattern").replaceChildren();
  try {
    const begun = performance.now();
    game = await engine.json(`lab ${play}\naddition ${moves}`);
    say(`${game.side} times ${game.side} cells in ${(performance.now() - begun).toFixed(0)} ms. The greatest value is ${game.greatest}.`);
    canvas.dataset.milliseconds = performance.now() - begun;
    byId("legend").replaceChildren(...legendOf(hexes, game.greatest));
    byId("find").disabled = false;
    const link = `#${new URLSearchParams({ moves, play })}`;
    history.replaceState(null, "", link);
    byId("link").href = link;
    await home();
    await period();
  } catch (error) { game = undefined; say(error.message); byId("find").disabled = true; }
};
const linked = () => {
  const asked = new URLSearchParams(location.hash.slice(1));
  if (asked.has("moves")) byId("moves").value = asked.get("moves");
  if (asked.has("play")) byId("play").value = asked.get("play");
  return make();
};
byId("ask").addEventListener("submit", event => { event.preventDefault(); make(); });
byId("find").addEventListener("click", period);
byId("nearer").addEventListener("click", () => zoom(1));
byId("farther").addEventListener("click", () => zoom(-1));
byId("home").addEventListener("click", home);
addEventListener("hashchange", linked);
new ResizeObserver(draw).observe(canvas);
const ratio = () => canvas.width / canvas.clientWidth;
canvas.addEventListener("wheel", event => {
  event.preventDefault();
  zoom(event.deltaY < 0 ? 1 : -1, event.offsetX * ratio(), (canvas.clientHeight - event.offsetY) * ratio());
}, { passive: false });
canvas.addEventListener("keydown", event => {
  const keys = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  if (keys[event.key]) pan(...keys[event.key].map(way => way * canvas.width / 4));
  else if (event.key === "+" || event.key === "=") zoom(1);
  else if (event.key === "-") zoom(-1);
  else if (event.key === "0" || event.key === "Home") home();
  else return;
  event.preventDefault();
});
// One finger pans, two zoom.
const fingers = new Map();
let apart;
const between = () => { const [a, b] = [...fingers.values()]; return Math.hypot(a[0] - b[0], a[1] - b[1]); };
canvas.addEventListener("pointerdown", event => {
  canvas.setPointerCapture(event.pointerId);
  fingers.set(event.pointerId, [event.offsetX, event.offsetY]);
  if (fingers.size === 2) apart = between();
});
canvas.addEventListener("pointermove", event => {
  const before = fingers.get(event.pointerId);
  if (!before) return;
  fingers.set(event.pointerId, [event.offsetX, event.offsetY]);
  if (fingers.size === 1) pan((before[0] - event.offsetX) * ratio(), (event.offsetY - before[1]) * ratio());
  else if (fingers.size === 2 && (between() > 1.6 * apart || between() < apart / 1.6)) {
    zoom(between() > apart ? 1 : -1, event.offsetX * ratio(), (canvas.clientHeight - event.offsetY) * ratio());
    apart = between();
  }
});
for (const kind of ["pointerup", "pointercancel"]) canvas.addEventListener(kind, event => fingers.delete(event.pointerId));
linked();
