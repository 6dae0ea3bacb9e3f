// What the client believes between a move and its answer, whatever order the wire makes of it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { groupAt, headOf, markOf, moved, moveText, newGame, pilesOf, touched } from "../../frontend/js/game.js";

const VIEW = {
  columns: ["0KDQDJD", "18S", "0", "35C", "04H3S", "09S", "02C"],
  foundations: "2-A-",
  stock: 4,
  waste: "9CQS6D",
  waste_count: 5,
  score: 0,
  moves: 0,
  ms: 0,
  hints: 3,
  undo: false,
  legal: { a1: "bS", e1: "S", b1: "f", w: "bg", s: ">", D: "g" },
  finishable: false,
  up: 3,
  down: 4,
};
const view = (changes = {}) => ({ ...VIEW, ...changes });

const opened = (changes) => {
  const sent = [];
  const game = newGame((frame) => sent.push(frame), 3);
  game.fresh = true;
  game.receive({ t: "welcome", seq: 7, view: view(changes) });
  return { game, sent };
};

test("a view becomes piles, a pile becomes groups, groups become moves", () => {
  const piles = pilesOf(view());
  assert.deepEqual(piles.columns[3], ["", "", "", "5C"]);
  assert.deepEqual(piles.foundations, [2, 0, 1, 0]);
  assert.deepEqual(piles.waste, ["", "", "9C", "QS", "6D"]);
  assert.equal(groupAt(piles, { pile: "a", index: 1 }), "a2");
  assert.equal(groupAt(piles, { pile: "d", index: 0 }), "");
  assert.equal(groupAt(piles, { pile: "w", index: 4 }), "w");
  assert.deepEqual(headOf(piles, "a2"), { pile: "a", index: 1 });
  assert.deepEqual(headOf(piles, "S"), { pile: "S", index: 1 });
  assert.equal(moveText("a2", "b"), "a2b");
  assert.equal(moveText("a1", "D"), "aD");
  assert.equal(moveText("w", "b"), "wb");
  assert.equal(moveText("D", "g"), "Dg");
  assert.equal(moveText("s", ">"), ">");
  assert.equal(touched("a12g"), "ag");
  assert.equal(touched("<"), "sw");
});

test("an item moves cards as its text says and turns nothing", () => {
  const piles = pilesOf(view());
  assert.deepEqual(moved(piles, "a2c", 3).columns[2], ["QD", "JD"]);
  assert.deepEqual(moved(piles, "b1f", 3).columns[1], [""]);
  assert.deepEqual(moved(piles, "eS", 3).foundations, [3, 0, 1, 0]);
  assert.deepEqual(moved(piles, "Sb", 3).columns[1], ["", "8S", "2S"]);
  assert.deepEqual(moved(piles, "wb", 3).waste, ["", "", "9C", "QS"]);
  const drawn = moved(piles, ">", 3);
  assert.deepEqual([drawn.stock, drawn.waste.slice(-3)], [1, ["", "", ""]]);
  assert.equal(moved(drawn, ">", 3).stock, 0);
  assert.deepEqual([moved(piles, "<", 3).stock, moved(piles, "<", 3).waste], [5, []]);
  assert.deepEqual(pilesOf(view()), piles);
});

test("a legal move is shown at once; piles it touches wait, others go on", () => {
  const { game, sent } = opened();
  assert.equal(game.move("b1f", true), true);
  assert.deepEqual(game.piles.columns[5], ["9S", "8S"]);
  assert.equal(game.targets("a1"), "S");
  assert.equal(game.targets("b1"), "");
  assert.equal(game.move("a1b", true), false);
  assert.equal(game.move("eS", true), true);
  assert.deepEqual(sent, [
    { base: 7, after: [], t: "move", move: "b1f" },
    { base: 7, after: ["b1f"], t: "move", move: "eS" },
  ]);
});

test("answers come in order: what is left stays shown and keeps its place", () => {
  const { game, sent } = opened();
  game.move("b1f", true);
  game.move("eS", true);
  const columns = [...VIEW.columns];
  columns[1] = "0TH";
  columns[5] = "09S8S";
  const change = game.receive({ t: "ack", seq: 8, view: view({ columns }) });
  assert.equal(change.kind, "ack");
  assert.deepEqual(change.items, ["b1f"]);
  assert.deepEqual(game.piles.columns[1], ["TH"]);
  assert.deepEqual(game.piles.foundations, [3, 0, 1, 0]);
  game.move("Dg", true);
  assert.deepEqual(sent[2], { base: 8, after: ["eS"], t: "move", move: "Dg" });
});

test("B05: a refusal puts the board where the server has it; what counted on it is dropped", () => {
  const { game } = opened();
  game.move("b1f", true);
  game.move("eS", true);
  const nack = game.receive({ t: "nack", code: "rank", seq: 7, view: view() });
  assert.equal(nack.kind, "nack");
  assert.deepEqual(game.piles, pilesOf(view()));
  assert.equal(game.live.length, 0);
  assert.equal(game.undo(), true);
  const late = game.receive({ t: "nack", code: "stale", seq: 7, view: view() });
  assert.equal(late.kind, "stale");
  assert.equal(late.sent.dead, true);
  assert.deepEqual(game.live.map((one) => one.item), ["u"]);
});

test("an undo is pipelined, shown on its answer, and lets nothing else by", () => {
  const { game, sent } = opened();
  game.move("b1f", true);
  assert.equal(game.undo(), true);
  assert.equal(game.undo(), true);
  assert.deepEqual(sent[2], { base: 7, after: ["b1f", "u"], t: "undo" });
  assert.deepEqual(game.piles.columns[5], ["9S", "8S"]);
  assert.equal(game.targets("a1"), "");
  assert.equal(game.move("a1S", true), false);
});

test("after tap, hint, finish everything waits for the answer", () => {
  const { game } = opened();
  assert.equal(game.command({ t: "tap", card: "JD", double: false }), true);
  assert.equal(game.move("b1f", true), false);
  assert.equal(game.undo(), false);
  assert.equal(game.command({ t: "hint", kind: "fair" }), false);
  game.receive({ t: "ack", seq: 8, items: ["a1b"], view: view() });
  assert.equal(game.move("b1f", true), true);
  assert.equal(game.command({ t: "finish" }), false);
});

test("a refused try is not shown while its answer is out", () => {
  const { game } = opened();
  assert.equal(game.move("a1f", false), true);
  assert.deepEqual(game.piles, pilesOf(view()));
  assert.equal(game.waiting, true);
});

test("after a lost connection what had no answer is sent again as it was", () => {
  const { game, sent } = opened();
  game.move("b1f", true);
  game.move("eS", true);
  const again = [...sent];
  sent.length = 0;
  game.fresh = true;
  game.receive({ t: "welcome", seq: 7, view: view() });
  assert.deepEqual(sent, again);
  assert.deepEqual(game.piles.columns[5], ["9S", "8S"]);
});

test("what was done before the line broke is never shown twice", () => {
  const { game } = opened();
  game.move("b1f", true);
  game.move(">", true);
  const columns = [...VIEW.columns];
  columns[1] = "0TH";
  columns[5] = "09S8S";
  const after = view({ columns, stock: 1, waste_count: 8, waste: "2D3D4D" });
  game.fresh = true;
  game.receive({ t: "welcome", seq: 9, view: after });
  assert.deepEqual(game.piles, pilesOf(after));
  game.receive({ t: "ack", seq: 8, view: after });
  assert.deepEqual(game.piles, pilesOf(after));
  game.receive({ t: "ack", seq: 9, view: after });
  assert.equal(game.seq, 9);
  assert.equal(game.sent.length, 0);
});

test("dead frames are not sent again", () => {
  const { game, sent } = opened();
  game.move("b1f", true);
  game.move("eS", true);
  game.receive({ t: "nack", code: "rank", seq: 7, view: view() });
  sent.length = 0;
  game.fresh = true;
  game.receive({ t: "welcome", seq: 7, view: view() });
  assert.deepEqual(sent, []);
  assert.equal(game.sent.length, 0);
});

test("another window's move: a welcome in the middle keeps our place until we are answered", () => {
  const { game } = opened();
  game.move("b1f", true);
  game.receive({ t: "welcome", seq: 8, view: view({ moves: 1 }) });
  assert.equal(game.seq, 7);
  const change = game.receive({ t: "nack", code: "stale", seq: 8, view: view({ moves: 1 }) });
  assert.equal(change.kind, "stale");
  assert.equal(change.sent.dead, false);
  assert.equal(game.seq, 8);
});

test("nothing is sent after the end", () => {
  const { game, sent } = opened({ result: "won", legal: {} });
  assert.equal(game.over, true);
  assert.equal(game.move("b1f", true), false);
  assert.equal(game.undo(), false);
  assert.equal(game.command({ t: "hint" }), false);
  assert.deepEqual(sent, []);
});

test("no more goes out unanswered than the server takes at once", () => {
  const { game, sent } = opened();
  while (game.undo());
  assert.ok(sent.length <= 40 && sent.length >= 20);
});

test("Thoughtful: a draw is known before the answer", () => {
  const { game } = opened({ stock_cards: "2D3D4D5D", hidden: ["", "TH", "", "", "", "", ""] });
  game.move(">", true);
  assert.deepEqual(game.piles.waste.slice(-3), ["2D", "3D", "4D"]);
  assert.deepEqual(game.piles.stockCards, ["5D"]);
  assert.deepEqual(game.piles.hidden[1], ["TH"]);
});

test("an item's mark tells whether its cards are still there", () => {
  const piles = pilesOf(view());
  assert.notEqual(markOf(piles, "a2b"), markOf(moved(piles, "a1b", 3), "a2b"));
  assert.equal(markOf(piles, "a2b"), markOf(moved(piles, "eS", 3), "a2b"));
});

test("cards seen on the waste are remembered while they surely lie there", () => {
  const { game } = opened();
  game.move("wb", true);
  game.receive({ t: "ack", seq: 8, view: view({ waste: "8H9CQS", waste_count: 4 }) });
  game.move(">", true);
  game.receive({ t: "ack", seq: 9, view: view({ waste: "2D3D4D", waste_count: 7, stock: 1 }) });
  assert.deepEqual(game.piles.waste, ["", "8H", "9C", "QS", "2D", "3D", "4D"]);
  game.move("wg", true);
  assert.deepEqual(game.piles.waste.slice(-3), ["QS", "2D", "3D"]);
  game.undo();
  game.receive({ t: "ack", seq: 10, view: view({ waste: "QS2D3D", waste_count: 6, stock: 1 }) });
  game.receive({ t: "ack", seq: 11, items: ["u"], view: view({ waste: "2D3D4D", waste_count: 7, stock: 1 }) });
  assert.deepEqual(game.piles.waste, ["", "", "", "", "2D", "3D", "4D"]);
});
