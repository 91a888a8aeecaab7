// A game against a player who never errs.
"use strict";
const GAMES = {
  pile: { board: "pile", start: "1,3,2,4" },
  "double-ended": { board: "double-ended", start: "2,3,1,2,4" },
  nim: { board: "nim", start: "3,4,5" },
  "clock-nim": { board: "clock-nim", start: "(1,3|1)_{3,2}" },
  jenga: { board: "tower", start: "111/111/111/111/111" },
  "jenga-physical 4": { board: "tower", start: "1111/1111/1111" },
  "jenga-physical 5": { board: "tower", start: "11111/11111" },
};
let now, past, held, over, hinted;
const spec = () => byId("game").value;
const state = text => { byId("state").textContent = text; };
// The numbers in the name of a move of a block: level and slot from which, level and slot to which.
const lines = name => name.match(/from level (\d+) slot (\d+) to level (\d+) slot (\d+)/)?.slice(1).map(Number);
const shown = () => now.moves.map((move, number) => ({ ...move, number })).filter(({ move }) => {
  const at = lines(move);
  return !held || !at || at[0] === held[0] && at[1] === held[1];
});
const ask = position => engine.json(`game ${spec()}\n${position}`);
const draw = () => {
  const pick = (part, fits) => {
    const fitting = now.moves.filter(({ move }) => fits(move));
    if (!fitting.length || over) return;
    part.classList.add("can");
    part.append(svg("title", {}, fitting.length === 1 ? fitting[0].move : `${fitting.length} moves`));
    part.addEventListener("click", () => {
      if (fitting.length === 1) return make(now.moves.indexOf(fitting[0]));
      held = lines(fitting[0].move)?.slice(0, 2);
      draw();
    });
  };
  byId("board").replaceChildren(boards[GAMES[spec()].board](now.position, pick, { from: held, lines }));
  byId("position").textContent = now.position;
  const worth = byId("values").checked;
  byId("value").textContent = worth ? `Grundy value ${now.value}: ${now.value ? "who moves can win" : "who moves loses"}.` : "";
  byId("moves").replaceChildren(...shown().map(({ move, value, number }) => {
    const button = element("button", { type: "button", disabled: over }, worth ? `${move} → ${value}` : move);
    if (hinted === number) button.classList.add("hinted");
    button.addEventListener("click", () => make(number));
    return element("li", {}, button);
  }));
  byId("all").hidden = !held;
  byId("undo").disabled = past.length === 0;
  byId("hint").disabled = over;
};
const finish = text => { over = true; state(text); draw(); };
const answer = async () => {
  if (now.answer === null) return finish("You won: the machine has no move.");
  const { move, to } = now.moves[now.answer];
  now = await ask(to);
  if (!now.moves.length) return finish(`The machine: ${move}. You have no move and lost.`);
  state(`The machine: ${move}. Your move.`);
  draw();
};
const make = async number => {
  if (over) return;
  past.push(now);
  const { to } = now.moves[number];
  [held, hinted] = [undefined, undefined];
  try { now = await ask(to); await answer(); } catch (error) { state(error.message); }
};
const begin = async () => {
  [past, held, over, hinted] = [[], undefined, false, undefined];
  state("One moment …");
  try {
    now = await ask(byId("start").value);
    if (byId("first").value === "machine") await answer();
    else if (!now.moves.length) finish("There is no move: the player to move has lost.");
    else { state("Your move. Who cannot move loses."); draw(); }
  } catch (error) { state(error.message); }
};
const chosen = () => { byId("start").value = GAMES[spec()].start; return begin(); };
byId("game").addEventListener("change", chosen);
byId("setup").addEventListener("submit", event => { event.preventDefault(); begin(); });
byId("values").addEventListener("change", () => now && draw());
byId("all").addEventListener("click", () => { held = undefined; draw(); });
byId("undo").addEventListener("click", () => {
  if (!past.length) return;
  [now, held, over, hinted] = [past.pop(), undefined, false, undefined];
  state("Your move.");
  draw();
});
byId("hint").addEventListener("click", () => {
  const wins = now.value !== 0;
  hinted = wins ? now.answer : undefined;
  state(wins ? `${now.moves[now.answer].move} wins.` : "Every move loses against perfect play.");
  draw();
});
const linked = new URLSearchParams(location.hash.slice(1));
if (GAMES[linked.get("game")]) byId("game").value = linked.get("game");
chosen();
