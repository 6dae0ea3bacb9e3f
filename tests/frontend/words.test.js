// Names, refusals, clocks, and which element is which card.

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.gettext = (text) => text;
globalThis.ngettext = (one, many, n) => (n === 1 ? one : many);
const text = await import("../../frontend/js/text.js");
const { refusal } = await import("../../frontend/js/refusals.js");
const { describe, flight, told, turnedUp } = await import("../../frontend/js/speech.js");
const { assign, placesOf } = await import("../../frontend/js/board.js");
const { moved, pilesOf } = await import("../../frontend/js/game.js");
const { CLOSES, wait } = await import("../../frontend/js/net.js");

const VIEW = {
  columns: ["0KDQDJD", "18S", "0", "35C", "04H3S", "09S", "02C"],
  foundations: "2-A-",
  stock: 24,
  waste: "9CQS6D",
  waste_count: 5,
};
const PILES = pilesOf(VIEW);

test("cards and piles have names; court cards the language's letters, where wished", () => {
  assert.equal(text.cardName("KD"), "king of diamonds");
  assert.equal(text.cardName("TH"), "10 of hearts");
  assert.equal(text.sign("TH"), "10♥");
  text.words.lang = "fr";
  assert.equal(text.sign("JS"), "V♠");
  assert.equal(text.symbol("QS"), "DS");
  text.words.local = false;
  assert.equal(text.symbol("QS"), "QS");
  Object.assign(text.words, { lang: "nb", local: true });
  assert.equal(text.symbol("JD"), "KnD");
  text.words.lang = "en";
  assert.equal(text.pileName("c"), "column 3");
});

test("the clock shows minutes, and hours when there are any", () => {
  assert.equal(text.clock(0), "0:00");
  assert.equal(text.clock(402_999), "6:42");
  assert.equal(text.clock(3_600_000), "1:00:00");
});

test("a refusal names the rule, and the card that would do", () => {
  Object.assign(text.words, { game: "Russian · Classic", build: "suit" });
  const said = (...args) => text.fill(refusal(...args).template, refusal(...args).values);
  assert.equal(
    said("suit", "c", "8D", { rank: 7, suits: "D" }),
    "Not here: in Russian · Classic a card goes on the next rank of the same suit. 8♦ takes 7♦.",
  );
  assert.ok(said("rank", "D", "", { rank: 2, suits: "D" }).endsWith("♦ takes 2♦."));
  text.words.build = "alternate";
  assert.ok(said("colour", "c", "8D", { rank: 7, suits: "SC" }).endsWith("8♦ takes 7♠ or 7♣."));
  assert.ok(!said("rank", "c", "AD").includes("takes"));
  assert.match(said("king_only", "c", ""), /king/);
  assert.match(said("a code of tomorrow", "c", ""), /not possible/);
});

test("what happens is told as people say it", () => {
  assert.equal(told("a2c", PILES, PILES), "queen of diamonds and 1 card to column 3");
  assert.equal(told("aD", PILES, PILES), "jack of diamonds to foundation of diamonds");
  assert.equal(told("wb", PILES, PILES), "6 of diamonds to column 2");
  assert.equal(told(">", PILES, PILES), "Drawn: 6 of diamonds");
  assert.equal(describe.card(PILES, "a", 1), "queen of diamonds and 1 card on it");
  assert.equal(describe.card(PILES, "a", 2), "jack of diamonds");
  assert.equal(describe.pile(PILES, "d"), "Column 4: 3 cards face down");
  assert.equal(describe.pile(PILES, "c"), "Column 3: empty");
  const turned = { ...moved(PILES, "b1f", 1), down: [0, 0, 0, 3, 0, 0, 0] };
  turned.columns = turned.columns.map((cards, i) => (i === 1 ? ["TH"] : cards));
  assert.equal(turnedUp(PILES, turned), "10 of hearts turned up");
});

test("a finish tells which cards fly, in order", () => {
  assert.deepEqual(flight(PILES, ["eS", "aD"], 1), ["3S", "JD"]);
});

test("each card keeps its element: known ones wherever they go, unknown ones in their place", () => {
  const before = placesOf(PILES);
  assert.equal(before.length, 24 + 5 + 3 + 2 + 0 + 4 + 2 + 1 + 1 + 3);
  const after = moved(PILES, "a2c", 3);
  const owners = assign(before, placesOf(after));
  assert.equal(new Set(owners).size, before.length);
  placesOf(after).forEach((place, i) => {
    if (place.card) assert.equal(before[owners[i]].card, place.card);
    else assert.deepEqual(before[owners[i]], place);
  });
});

test("drawn cards come from the top of the stock; a turned card keeps its element", () => {
  const before = placesOf(PILES);
  const drawn = pilesOf({ ...VIEW, stock: 21, waste: "2D3D4D", waste_count: 8 });
  const owners = assign(before, placesOf(drawn));
  const from = placesOf(drawn).flatMap((place, i) => (["2D", "3D", "4D"].includes(place.card) ? [before[owners[i]]] : []));
  assert.deepEqual(from.map((place) => [place.pile, place.index]), [["s", 23], ["s", 22], ["s", 21]]);
  const turned = pilesOf({ ...VIEW, columns: VIEW.columns.with(3, "27C5C") });
  const places = placesOf(turned);
  const seven = places.findIndex((place) => place.card === "7C");
  assert.deepEqual(before[assign(before, places)[seven]], { pile: "d", index: 2, card: "" });
});

test("waits between tries grow to 30 s, with full jitter; ends are ends", () => {
  assert.equal(wait(0, 1), 1000);
  assert.equal(wait(1, 1), 1600);
  assert.equal(wait(50, 1), 30000);
  assert.equal(wait(3, 0), 0);
  assert.equal(CLOSES[4008], "now");
  for (const code of [4003, 4004, 4006, 4009]) assert.equal(CLOSES[code], "end");
  assert.equal(CLOSES[1012], undefined);
});
