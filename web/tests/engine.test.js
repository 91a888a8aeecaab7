// The module alone: what it says of certificates, games and far cells.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";

const root = new URL("../../", import.meta.url);
const packed = readFileSync(new URL("src/site/module.js", root), "utf8").match(/"([^"]+)"/)[1];
const wasm = gunzipSync(Buffer.from(packed, "base64"));
const module = async () => {
  const { memory, room, ask, answer } = (await WebAssembly.instantiate(wasm)).instance.exports;
  const bytes = request => {
    const text = Buffer.from(request);
    const at = room(text.length);
    new Uint8Array(memory.buffer, at, text.length).set(text);
    const length = ask();
    const said = Buffer.from(memory.buffer, answer(), length);
    const rest = Buffer.from(said.subarray(1));
    if (said[0]) throw new Error(rest.toString());
    return rest;
  };
  return { bytes, json: request => JSON.parse(bytes(request).toString()) };
};
const certificates = readdirSync(new URL("proofs/certificates/", root), { recursive: true }).filter(name => name.endsWith(".cert"));
const read = name => readFileSync(new URL(`proofs/certificates/${name}`, root), "utf8");

test("the module is smaller than 2 MB", () => assert.ok(wasm.length < 2e6, `${wasm.length} bytes`));

test("one certificate of each kind is accepted, and a forged one is refused", async () => {
  const { json } = await module();
  const kinds = new Map();
  for (const name of certificates) {
    const text = read(name), kind = text.split(/\s+/)[2];
    if (!kinds.has(kind) || kinds.get(kind).length > text.length) kinds.set(kind, text);
  }
  assert.ok(kinds.size >= 15, `${kinds.size} kinds`);
  for (const [kind, text] of kinds) {
    assert.ok(json(`check\n${text}`).accepted, kind);
    const cut = text.trimEnd().split("\n").toSpliced(-2, 1).join("\n");
    const forged = json(`check\n${cut.slice(0, -3)}`);
    assert.ok(!forged.accepted && forged.why, kind);
  }
});

test("a table far out is the pattern near the corner moved on", async () => {
  for (const moves of ["(-2,0),(-2,1),(1,-1)", "(-1,0),(0,-1)", "(-2,1),(-2,-1),(-1,-2),(1,-2)"]) {
    const { json, bytes } = await module();
    json(`lab grundy\naddition ${moves}`);
    const near = bytes("view 0 0 300 300 1");
    const { found, certificate } = json("period");
    assert.ok(found, moves);
    assert.ok(json(`check\n${certificate}`).accepted, moves);
    // Past the side of the table the values come from the pieces: by the rules of mex they go on with the table.
    const steps = moves.match(/-?\d+,-?\d+/g).map(move => move.split(",").map(Number));
    for (const [x, y] of [[4090, 4090], [4090, 10], [10, 4090], [1e9, 1e9 + 7], [1e12, 3]]) {
      const low = [x, y].map(at => Math.max(0, at - 4)), side = 16;
      const cells = bytes(`view ${low[0]} ${low[1]} ${side} ${side} 1`);
      for (let row = 3; row < side - 3; row++) for (let column = 3; column < side - 3; column++) {
        const options = steps.map(([a, b]) => [column + a, row + b]).filter(([a, b]) => low[0] + a >= 0 && low[1] + b >= 0);
        const values = new Set(options.map(([a, b]) => cells[a + b * side]));
        let mex = 0;
        while (values.has(mex)) mex++;
        assert.equal(cells[column + row * side], mex, `${moves} at ${low[0] + column},${low[1] + row}`);
      }
    }
    assert.deepEqual(near, bytes("view 0 0 300 300 1"));
  }
});

test("values and answers are those of the program", async () => {
  const { json } = await module();
  for (const [game, position, value] of [["jenga", "111/011/101/111", 0], ["pile", "1,2,2,2", 2], ["double-ended", "1,3,2", 3], ["clock-nim", "(3,3|0)_{3,2}", 3], ["nim", "3,4,5", 2]]) {
    const said = json(`game ${game}\n${position}`);
    assert.equal(said.value, value, game);
    if (value) assert.equal(said.moves[said.answer].value, 0, game);
    else assert.ok(said.moves.every(move => move.value > 0), game);
  }
});

test("nonsense is answered in a line", async () => {
  const { json, bytes } = await module();
  for (const request of ["", "sing", "game chess\ne4", "game pile\n-1", "lab grundy\naddition (1,0)", "lab grundy\naddition (-1)", "view 0 0 1 1 1", "well random 99 20 drop OI 1", "well algorithm-2 10 20 fly - 1", "place 0 0 0", "strategy\nno certificate", "send 0"])
    assert.throws(() => bytes(request), error => error.message.length > 5 && !error.message.includes("\n"), request);
  assert.ok(!json("check\nno certificate").accepted);
});

test("the largest certificate takes at most four times as long as with the program", async t => {
  const program = new URL("target/check/release/topple-check", root).pathname;
  const largest = certificates.sort((a, b) => read(b).length - read(a).length)[0];
  const path = new URL(`proofs/certificates/${largest}`, root).pathname, text = read(largest);
  const time = work => { const begun = process.hrtime.bigint(); work(); return Number(process.hrtime.bigint() - begun); };
  const least = work => Math.min(...Array.from({ length: 5 }, () => time(work)));
  const check = times => () => execFileSync(program, Array(times).fill(path));
  let native;
  try { native = time(check(1)); } catch { return t.skip("there is no target/check/release/topple-check: make check builds it"); }
  const { json } = await module(), checkHere = () => json(`check\n${text}`);
  let here = time(checkHere);
  // What takes a second or more is timed once. Else the start of the program is no part of it: what ten checks more take.
  if (native < 1e9) {
    native = (least(check(11)) - least(check(1))) / 10;
    here = least(checkHere);
  }
  t.diagnostic(`${largest}: ${(here / 1e6).toFixed(1)} ms, native ${(native / 1e6).toFixed(1)} ms`);
  assert.ok(here <= 4 * native, `${here / native} times as long`);
});
