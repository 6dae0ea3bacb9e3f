// The loupe: a deep column spreads around the finger, which slides to a card and lets go.
// Loaded while the first finger waits for it.

import { board } from "./board.js";
import { COLUMNS, size } from "./layout.js";
import { drag } from "./drag.js";

const STRIP = 28;
const LEAST = 3;
/** @type {number[]} */
let ys = [];

/** @type {Loupe} */
export const spreadOut = (g, count, index, y) =>
  Array.from({ length: count }, (_, i) => {
    const least = g.top + i * LEAST;
    const most = Math.max(least, g.bottom - g.h - (count - 1 - i) * LEAST);
    return Math.min(Math.max(y + (i - index - 0.5) * STRIP, least), most);
  });

/** @type {(spot: Spot) => void} */
export const openLoupe = (spot) => {
  ys = spreadOut(board.g, size(board.piles, spot.pile), spot.index, drag.at.y);
  board.release();
  board.spread(spot.pile, ys, spot.index);
};

/** The card under the finger; null when it has left the column. @type {(spot: Spot) => Spot | null} */
export const slide = ({ pile }) => {
  const { x } = board.g.piles[pile];
  const under = ys.findLastIndex((y) => y <= drag.at.y);
  const index = Math.max(under, board.piles.down[COLUMNS.indexOf(pile)]);
  const inside = drag.at.x > x - board.g.w / 2 && drag.at.x < x + 1.5 * board.g.w;
  board.spread(pile, ys, inside ? index : -1);
  return inside ? { pile, index } : null;
};
