// A log's items in words, read off the position they were played on.

import { COLUMNS, RANKS, SUITS, cardAt, size } from "../layout.js";

/** @param {string} rank */
function rankName(rank) {
  const named = {
    A: pgettext("rank", "ace"),
    T: "10",
    J: pgettext("rank", "jack"),
    Q: pgettext("rank", "queen"),
    K: pgettext("rank", "king"),
  };
  return named[/** @type {keyof typeof named} */ (rank)] ?? rank;
}

/** @param {string} suit */
function suitName(suit) {
  return {
    S: pgettext("suit", "spades"),
    H: pgettext("suit", "hearts"),
    D: pgettext("suit", "diamonds"),
    C: pgettext("suit", "clubs"),
  }[suit];
}

/** "7 of hearts". @param {string} card */
export function cardWords(card) {
  const words = { rank: rankName(card[0]), suit: suitName(card[1]) };
  return interpolate(pgettext("card", "%(rank)s of %(suit)s"), words, true);
}

/**
 * What an item did: "7 of hearts and 2 cards to column 5".
 * @param {string} item @param {Piles} piles before it
 */
export function itemWords(item, piles) {
  const plain = {
    ">": gettext("Draw"),
    "<": gettext("The waste becomes the stock"),
    u: gettext("Undo"),
    "?": gettext("Hint"),
  }[item];
  return plain ?? moveWords(item, piles);
}

/** @param {string} item @param {Piles} piles */
function moveWords(item, piles) {
  const [from, to] = [item[0], item[item.length - 1]];
  const count = Number(item.slice(1, -1) || 1);
  const card = cardWords(cardAt(piles, from, size(piles, from) - count));
  const column = COLUMNS.indexOf(to) + 1;
  if (SUITS.includes(to)) return interpolate(gettext("%(card)s to its foundation"), { card }, true);
  if (SUITS.includes(from)) {
    return interpolate(gettext("%(card)s back to column %(column)s"), { card, column }, true);
  }
  if (count === 1) return interpolate(gettext("%(card)s to column %(column)s"), { card, column }, true);
  const more = count - 1;
  const text = ngettext(
    "%(card)s and %(more)s card to column %(column)s",
    "%(card)s and %(more)s cards to column %(column)s",
    more,
  );
  return interpolate(text, { card, more, column }, true);
}

/** Where everything lies, a line a pile. @param {Piles} piles @param {boolean} stock @returns {string[]} */
export function boardWords(piles, stock) {
  const lines = [...COLUMNS].map((_, i) => columnWords(piles, i));
  const homes = [...SUITS].map((suit, i) => {
    const top = piles.foundations[i];
    return top ? cardWords(RANKS[top - 1] + suit) : interpolate(gettext("no %(suit)s"), { suit: suitName(suit) }, true);
  });
  lines.push(interpolate(gettext("Foundations: %(cards)s"), { cards: homes.join(", ") }, true));
  if (stock) {
    const top = piles.waste[piles.waste.length - 1];
    lines.push(interpolate(gettext("Stock: %(count)s"), { count: piles.stock }, true));
    lines.push(interpolate(gettext("Waste: %(cards)s"), { cards: top ? cardWords(top) : gettext("empty") }, true));
  }
  return lines;
}

/** @param {Piles} piles @param {number} i */
function columnWords(piles, i) {
  const down = piles.down[i];
  const open = piles.columns[i].slice(down).map(cardWords);
  const hidden = ngettext("%(count)s face-down card", "%(count)s face-down cards", down);
  const cards = [...(down ? [interpolate(hidden, { count: down }, true)] : []), ...open];
  const text = { column: i + 1, cards: cards.join(", ") || gettext("empty") };
  return interpolate(gettext("Column %(column)s: %(cards)s"), text, true);
}
