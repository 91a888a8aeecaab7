// The noisy tower against an agent.
"use strict";
const BLOCK = [0.075, 0.025, 0.015]; // length, width, height in metres, as the model has them
const SCALE = 1700; // pixels a metre
let scene, held, hinted;
const tell = text => { byId("state").textContent = text; };
const percent = part => `${(100 * part).toFixed(2)} %`;
const name = ([level, slot, place]) => `level ${level + 1}, slot ${slot + 1} → slot ${place + 1}`;
const shown = () => scene.moves.map((move, number) => [...move, number]).filter(([[level, slot]]) => !held || held[0] === level && held[1] === slot);
// One side of the tower: of every second level the ends are seen, of the others the nearest block lengthwise.
const side = (parity, title) => {
  const levels = scene.levels, width = 0.11 * SCALE, height = (levels.length + 1) * BLOCK[2] * SCALE + 26;
  const drawing = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", class: "board", "aria-label": title });
  levels.forEach((blocks, level) => {
    const ends = level % 2 === parity;
    blocks.forEach((block, slot) => {
      if (!block) return;
      // Even levels lie along x: their ends are seen across y.
      const across = parity === 0 ? block[1] : block[0], size = ends ? BLOCK[1] : BLOCK[0];
      const part = svg("rect", { x: width / 2 + (across - size / 2) * SCALE, y: height - 22 - (level + 1) * BLOCK[2] * SCALE, width: size * SCALE, height: BLOCK[2] * SCALE - 1.5, rx: 2, class: `block ${ends ? "tone-a" : "tone-c"}` });
      const moves = scene.moves.filter(([[l, s]]) => l === level && s === slot);
      if (ends && held && held[0] === level && held[1] === slot) part.classList.add("held");
      if (ends && moves.length) {
        part.classList.add("can");
        part.append(svg("title", {}, `at least ${percent(Math.min(...moves.map(([, falls]) => falls)))} to fall`));
        part.addEventListener("click", () => { held = [level, slot]; draw(); });
      }
      drawing.append(part);
    });
    if (ends) drawing.append(svg("text", { x: 2, y: height - 26 - level * BLOCK[2] * SCALE }, String(level + 1)));
  });
  drawing.append(svg("path", { d: `M0 ${height - 21}H${width}`, class: "ground" }), svg("text", { x: 2, y: height - 6 }, title));
  return drawing;
};
const draw = () => {
  byId("board").replaceChildren(side(0, "from the left"), side(1, "from the front"));
  byId("moves").replaceChildren(...shown().map(([move, falls, wins, number]) => {
    const text = `${name(move)}: ${percent(falls)} to fall${byId("values").checked ? `, ${wins ? "wins" : "loses"} without noise` : ""}`;
    const button = element("button", { type: "button" }, text);
    if (hinted === number) button.classList.add("hinted");
    button.addEventListener("click", () => make(move));
    return element("li", {}, button);
  }));
  byId("all").hidden = !held;
  byId("hint").disabled = scene.hint === null;
  const tight = scene.inside.length ? Math.min(...scene.inside) : 0;
  byId("value").textContent = scene.inside.length ? `Closest to an edge: level ${scene.inside.indexOf(tight) + 1}, ${(1000 * tight).toFixed(1)} mm.` : "";
};
const take = said => {
  [scene, held, hinted] = [said, undefined, undefined];
  tell([...scene.told, ...scene.won === null ? ["Your move."] : []].join(" "));
  draw();
};
const failed = error => tell(error.message);
const make = move => engine.json(`take ${move.join(" ")}`).then(take).catch(failed);
const begin = () => {
  const words = ["agent", "levels", "seed", "noise", "first"].map(id => byId(id).value.trim() || "-");
  tell("One moment …");
  return engine.json(`tower ${words.join(" ")}`).then(take).catch(failed);
};
byId("setup").addEventListener("submit", event => { event.preventDefault(); begin(); });
byId("values").addEventListener("change", () => scene && draw());
byId("all").addEventListener("click", () => { held = undefined; draw(); });
byId("hint").addEventListener("click", () => {
  held = undefined;
  hinted = scene.hint;
  const [move, falls, wins] = scene.moves[hinted];
  tell(`The oracle: ${name(move)}, ${percent(falls)} to fall, ${wins ? "wins" : "loses"} without noise.`);
  draw();
});
begin();
