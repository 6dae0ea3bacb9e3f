// A replay in words: what an item did, and where everything lies.

import { COLUMNS, SUITS, cardAt, size } from "../layout.js";
import { pilesOf } from "../game.js";
import { describe, told } from "../speech.js";
import { cardName } from "../text.js";

/** @param {string} text */
const capital = (text) => text && text[0].toUpperCase() + text.slice(1);

/**
 * What an item did: "7 of hearts and 2 cards to column 5".
 * @param {string} item @param {View} before @param {View | undefined} after
 */
export function itemWords(item, before, after) {
  if (item === "?") return gettext("Hint");
  const words = after || item !== ">" ? told(item, pilesOf(before), pilesOf(after ?? before)) : "";
  return capital(words) || gettext("Draw");
}

/** Where everything lies, a line a pile. @param {Piles} piles @param {boolean} stock @returns {string[]} */
export function boardWords(piles, stock) {
  return [...COLUMNS, ...SUITS, ...(stock ? "sw" : "")].map((pile) => {
    const first = COLUMNS.includes(pile) ? piles.down[COLUMNS.indexOf(pile)] : size(piles, pile) - 1;
    const places = Array.from({ length: size(piles, pile) }, (_, index) => cardAt(piles, pile, index));
    const seen = pile === "s" ? [] : places.slice(Math.max(0, first)).map(cardName);
    return [describe.pile(piles, pile), ...seen].join(", ");
  });
}
