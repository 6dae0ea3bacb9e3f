// The numbers of the look: zones, card sizes, strips; and what a point or a dropped card means.

import assert from "node:assert/strict";
import { test } from "node:test";
import { spreadOut } from "../../frontend/js/loupe.js";
import * as L from "../../frontend/js/layout.js";

/** The board's share of a viewport, as the style sheet lays the zones out (held by a browser test). */
const zones = (width, height, strip = 0) => {
  const mode = L.modeOf(width, height);
  if (mode === "land") return { mode, width: width - 84 - (width < 700 ? 100 : 148), height };
  const panel = mode === "wide" && width >= 1000 ? 320 : 0;
  return { mode, width: width - panel, height: height - (mode === "wide" ? 60 : 52) - 64 - (panel ? 0 : strip) };
};

const RUSSIAN = { stock: false, left: false };
const KLONDIKE = { stock: true, left: false };

/** Strips as the look's table gives them: six face-down cards, the rest open. */
const stripsOf = (width, height, depth) => {
  const g = L.layout(zones(width, height, 52), RUSSIAN);
  const [strip] = L.strips(g, [{ down: 6, open: depth - 6 }]);
  return `${Math.round(strip.open)}/${Math.round(strip.down)}`;
};

const TABLE = {
  "390x844": ["29/7", "29/7", "29/7", "29/7", "23/7", "19/3"],
  "390x664": ["29/7", "29/7", "23/6", "19/3", "16/3", "12/3"],
  "360x640": ["27/7", "27/7", "21/7", "19/3", "15/3", "12/3"],
  "844x390": ["34/8", "28/8", "22/3", "17/3", "14/3", "11/3"],
  "1440x900": ["43/17", "43/17", "37/17", "34/8", "27/7", "21/7"],
};

for (const [viewport, row] of Object.entries(TABLE)) {
  test(`strips at ${viewport} are those of the look`, () => {
    const [width, height] = viewport.split("x").map(Number);
    const found = [11, 16, 20, 23, 27, 33].map((depth) => stripsOf(width, height, depth));
    assert.deepEqual(found, row);
  });
}

test("a column of any depth ends above the table's end", () => {
  for (const viewport of Object.keys(TABLE)) {
    const [width, height] = viewport.split("x").map(Number);
    const g = L.layout(zones(width, height, 52), RUSSIAN);
    for (let down = 0; down <= 6; down += 1) {
      for (let open = 1; open <= 27; open += 1) {
        const [strip] = L.strips(g, [{ down, open }]);
        const end = g.top + down * strip.down + (open - 1) * strip.open + g.h;
        assert.ok(end <= g.bottom + 0.01, `${viewport} ${down}+${open}: ${end} > ${g.bottom}`);
        assert.ok(strip.open > 0 && strip.down > 0);
      }
    }
  }
});

test("open strips are alike in all columns until that makes them unreadable", () => {
  const g = L.layout(zones(390, 664, 52), RUSSIAN);
  const strips = L.strips(g, [
    { down: 0, open: 3 },
    { down: 6, open: 12 },
    { down: 6, open: 24 },
  ]);
  assert.equal(strips[0].open, strips[1].open);
  assert.ok(strips[0].open >= 0.46 * g.w);
  assert.ok(strips[2].open < strips[1].open);
});

test("cards are as wide as the look says, 5 : 7, and at most 112 px", () => {
  const width = (w, h, game) => L.layout(zones(w, h, 52), game).w;
  assert.equal(width(390, 844, RUSSIAN), 49);
  assert.equal(width(360, 640, RUSSIAN), 45);
  assert.equal(width(1440, 900, RUSSIAN), 112);
  assert.equal(width(2560, 1440, RUSSIAN), 112);
  assert.equal(width(1440, 900, KLONDIKE), 108);
  const g = L.layout(zones(390, 844, 52), KLONDIKE);
  assert.equal(g.h, Math.round(g.w * 1.4));
});

test("the fan of the waste stays beside the foundations", () => {
  for (const [w, h] of [[390, 844], [360, 640], [320, 568], [1440, 900], [768, 1024]]) {
    for (const left of [false, true]) {
      const g = L.layout(zones(w, h), { stock: true, left });
      const end = g.piles.w.x + 2 * g.fan.x + g.w;
      if (left) assert.ok(g.piles.w.x > g.piles.C.x + g.w && end < g.piles.s.x);
      else assert.ok(g.piles.w.x > g.piles.s.x + g.w && end < g.piles.S.x);
      assert.ok(Math.abs(g.fan.x - Math.min(0.6 * g.w, (g.w + g.gap) / 2)) < 1e-9);
    }
  }
});

test("nothing lies outside the board, upright, sideways, on a desk, for either hand", () => {
  const sizes = [[320, 568], [360, 640], [390, 844], [568, 320], [844, 390], [700, 900], [1024, 768], [1440, 900]];
  for (const [width, height] of sizes) {
    for (const stock of [false, true]) {
      for (const left of [false, true]) {
        const zone = zones(width, height);
        const g = L.layout(zone, { stock, left });
        for (const [pile, { x, y }] of Object.entries(g.piles)) {
          const name = `${pile} at ${width}x${height} ${stock} ${left}`;
          assert.ok(x >= 0 && x + g.w <= zone.width + 0.01, name);
          assert.ok(y >= 0 && y + g.h <= zone.height, name);
        }
      }
    }
  }
});

test("Russian foundations lie over columns 4 to 7 upright, in a column beside them elsewhere", () => {
  const tall = L.layout(zones(390, 844), RUSSIAN).piles;
  assert.deepEqual([..."SHDC"].map((suit) => tall[suit].x), [..."defg"].map((pile) => tall[pile].x));
  for (const [w, h] of [[844, 390], [1440, 900]]) {
    const wide = L.layout(zones(w, h), RUSSIAN).piles;
    assert.equal(new Set([..."SHDC"].map((suit) => wide[suit].x)).size, 1);
    assert.ok(wide.S.x > wide.g.x);
    const left = L.layout(zones(w, h), { stock: false, left: true }).piles;
    assert.ok(left.S.x < left.a.x);
  }
});

test("modes: a phone upright, on its side, and everything larger", () => {
  assert.equal(L.modeOf(390, 844), "tall");
  assert.equal(L.modeOf(844, 390), "land");
  assert.equal(L.modeOf(1440, 900), "wide");
  assert.equal(L.modeOf(768, 1024), "wide");
});

const PILES = {
  columns: [["KD", "QD", "JD"], ["", "8S"], [], ["5C"], [], [], []],
  down: [0, 1, 0, 0, 0, 0, 0],
  foundations: [2, 0, 0, 0],
  stock: 3,
  waste: ["", "9C", "QS", "6D"],
};
const geometry = () => {
  const g = L.layout(zones(390, 844), KLONDIKE);
  return { g, strips: L.strips(g, L.depths(PILES)) };
};

test("a point means the card seen there: the strip, the gap, the ground below", () => {
  const { g, strips } = geometry();
  const at = (x, y) => L.hit(g, strips, PILES, { x, y });
  const { x, y } = g.piles.a;
  assert.deepEqual(at(x + 5, y + 2), { pile: "a", index: 0 });
  assert.deepEqual(at(x + 5, y + strips[0].open + 1), { pile: "a", index: 1 });
  assert.deepEqual(at(x + 5, y + 2 * strips[0].open + 30), { pile: "a", index: 2 });
  assert.deepEqual(at(x + g.w + g.gap / 2 - 0.1, y + 2), { pile: "a", index: 0 });
  assert.deepEqual(at(x + g.w + g.gap / 2 + 0.2, y + 2), { pile: "b", index: 0 });
  assert.deepEqual(at(x + 5, g.bottom - 5), { pile: "a", index: -1 });
  assert.deepEqual(at(g.piles.c.x + 5, y + 5), { pile: "c", index: -1 });
  assert.equal(at(2000, y), null);
});

test("of the waste its top card alone is hit; a foundation's is its height", () => {
  const { g, strips } = geometry();
  const { x, y } = g.piles.w;
  assert.deepEqual(L.hit(g, strips, PILES, { x: x + 2 * g.fan.x + 5, y: y + 5 }), { pile: "w", index: 3 });
  assert.equal(L.hit(g, strips, PILES, { x: x + 3, y: y + 5 }), null);
  assert.deepEqual(L.hit(g, strips, PILES, { x: g.piles.S.x + 5, y: y + 5 }), { pile: "S", index: 1 });
  assert.deepEqual(L.hit(g, strips, PILES, { x: g.piles.H.x + 5, y: y + 5 }), { pile: "H", index: -1 });
});

test("a card let go means the pile it covers most, at least a quarter; legal ones win ties", () => {
  const { g } = geometry();
  const half = (g.w + g.gap) / 2;
  const { x, y } = g.piles.c;
  assert.equal(L.dropTarget(g, { x, y: y + 300 }, "", "H"), "c");
  assert.equal(L.dropTarget(g, { x: x + half, y }, "d", "H"), "d");
  assert.equal(L.dropTarget(g, { x: x + half, y }, "c", "H"), "c");
  assert.equal(L.dropTarget(g, { x: x + half * 0.5, y }, "d", "H"), "c");
  assert.equal(L.dropTarget(g, { x: -g.w, y }, "", "H"), null);
  assert.equal(L.dropTarget(g, { x: g.piles.a.x - 0.8 * g.w, y }, "a", "H"), null);
});

test("every foundation stands for the card's own", () => {
  const { g } = geometry();
  for (const suit of "SHDC") {
    assert.equal(L.dropTarget(g, { ...g.piles[suit] }, "", "D"), "D");
  }
});

test("the loupe spreads to 28 px around the finger and stays on the table", () => {
  const g = L.layout(zones(360, 640), RUSSIAN);
  const ys = spreadOut(g, 27, 14, 400);
  assert.ok(ys.every((y, i) => !i || y > ys[i - 1]));
  assert.ok(ys[0] >= g.top && ys[26] + g.h <= g.bottom + 0.01);
  assert.equal(ys[15] - ys[14], 28);
  assert.ok(ys[14] <= 400 && ys[15] > 400);
});

test("known face-down cards, as in Thoughtful, get open strips", () => {
  assert.deepEqual(L.depths(PILES)[1], { down: 1, open: 1 });
  assert.deepEqual(L.depths({ ...PILES, hidden: [] })[1], { down: 0, open: 2 });
});
