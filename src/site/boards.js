// Positions as drawings. Each takes the text of a position and `pick`, which makes parts of the drawing pick moves: it gets
// a part and a test of the moves' names.
"use strict";
const TONES = ["tone-a", "tone-b"];
const picture = (width, height, ...inside) =>
  svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", class: "board" }, ...inside);
const numbers = text => (text.match(/\d+/g) ?? []).map(Number);
const ball = (x, y, tone) => svg("circle", { cx: x, cy: y, r: 13, class: tone });
const boards = {
  // One pile, bottom first; only the top section is taken from.
  pile(text, pick) {
    const sections = numbers(text), count = sections.reduce((sum, size) => sum + size, 0);
    const height = 30 * count + 20, drawing = picture(120, height, svg("path", { d: `M20 ${height - 3}H100`, class: "ground" }));
    let row = 0;
    sections.forEach((size, section) => {
      for (let at = 0; at < size; at++, row++) {
        const part = ball(60, height - 20 - 30 * row, TONES[section % 2]);
        drawing.append(part);
        if (section === sections.length - 1) pick(part, name => name === `take ${size - at}`);
      }
    });
    return drawing;
  },
  // A row that both ends are taken from.
  "double-ended"(text, pick) {
    const sections = numbers(text), count = sections.reduce((sum, size) => sum + size, 0);
    const drawing = picture(30 * count + 20, 50);
    let column = 0;
    sections.forEach((size, section) => {
      for (let at = 0; at < size; at++, column++) {
        const part = ball(25 + 30 * column, 25, TONES[section % 2]);
        drawing.append(part);
        if (section === 0) pick(part, name => name === `take ${at + 1} from the first`);
        else if (section === sections.length - 1) pick(part, name => name === `take ${size - at} from the last`);
      }
    });
    return drawing;
  },
  nim(text, pick) {
    const heaps = numbers(text), tall = Math.max(1, ...heaps), height = 30 * tall + 20;
    const drawing = picture(40 * heaps.length + 20, height, svg("path", { d: `M5 ${height - 3}H${40 * heaps.length + 15}`, class: "ground" }));
    heaps.forEach((heap, place) => {
      for (let at = 0; at < heap; at++) {
        const part = ball(30 + 40 * place, height - 20 - 30 * at, TONES[0]);
        drawing.append(part);
        pick(part, name => name === `take ${heap - at} from ${heap}`);
      }
    });
    return drawing;
  },
  // (piles of 1, piles of 2, ... | clock)_{period, size of a new pile}
  "clock-nim"(text, pick) {
    const [piles, clock] = text.replace(/[()]/g, "").split("|");
    const [hand, period] = numbers(clock);
    const all = numbers(piles).flatMap((count, index) => Array(count).fill(index + 1));
    const tall = Math.max(1, ...all), height = 30 * tall + 60, width = Math.max(120, 40 * all.length + 20);
    const drawing = picture(width, height, svg("path", { d: `M5 ${height - 43}H${width - 5}`, class: "ground" }));
    all.forEach((size, place) => {
      for (let at = 0; at < size; at++) {
        const part = ball(30 + 40 * place, height - 60 - 30 * at, TONES[size % 2]);
        drawing.append(part);
        pick(part, name => name === `a pile of ${size} to ${at}`);
      }
    });
    for (let hour = 0; hour < period; hour++) drawing.append(svg("rect", { x: 10 + 22 * hour, y: height - 26, width: 18, height: 18, class: hour < hand ? "tone-b" : "hollow" }));
    drawing.append(svg("text", { x: 16 + 22 * period, y: height - 12 }, "clock"));
    return drawing;
  },
  // Every level from the side on which its ends are seen: its neighbours lie across it.
  tower(text, pick, { from, lines }) {
    const levels = text.split("/"), slots = levels[0].length, high = levels.length + 1;
    const width = 44 * slots + 60, height = 26 * high + 10, drawing = picture(width, height);
    const corner = (level, slot) => [40 + 44 * slot, height - 8 - 26 * (level + 1)];
    levels.forEach((level, at) => {
      drawing.append(svg("text", { x: 6, y: corner(at, 0)[1] + 17 }, String(at + 1)));
      [...level].forEach((block, slot) => {
        if (block === "0") return;
        const [x, y] = corner(at, slot);
        const held = from && from[0] === at + 1 && from[1] === slot + 1;
        const part = svg("rect", { x, y, width: 40, height: 23, rx: 2, class: `block ${TONES[at % 2]}${held ? " held" : ""}` });
        drawing.append(part);
        pick(part, name => lines(name)?.slice(0, 2).join() === `${at + 1},${slot + 1}`);
      });
    });
    return drawing;
  },
};
