// Words: cards and piles in the page's language. Texts stand in gettext("…") calls, from
// which the catalogue is made; types.d.ts says what each function promises.

import { COLUMNS, SUITS } from "./layout.js";

export const SIGNS = "♠♥♦♣";
/** @type {Record<string, Record<string, string>>} */
const LOCAL = { fr: { K: "R", Q: "D", J: "V" }, nb: { Q: "D", J: "Kn" } };

/** `local`: the language's own letters for court cards. */
export const words = { lang: "en", local: true, game: "", build: "suit" };

/** @type {Fill} */
export const fill = (template, values) =>
  template.replace(/%\((\w+)\)s/g, (_, name) => String(values[name]));

/** The name of a card's drawing. @type {(card: string) => string} */
export const symbol = ([rank, suit]) => ((words.local && LOCAL[words.lang]?.[rank]) || rank) + suit;

/** "10♥". @type {(card: string) => string} */
export const sign = (card) => symbol(card).slice(0, -1).replace("T", "10") + SIGNS[SUITS.indexOf(card[1])];

/** @type {(rank: string) => string} */
const rankName = (rank) => {
  const named = { A: gettext("ace"), J: gettext("jack"), Q: gettext("queen"), K: gettext("king"), T: "10" };
  return named[/** @type {keyof named} */ (rank)] ?? rank;
};

/** @type {(suit: string) => string} */
export const suitName = (suit) =>
  [gettext("spades"), gettext("hearts"), gettext("diamonds"), gettext("clubs")][SUITS.indexOf(suit)];

/** @type {(card: string) => string} */
export const cardName = ([rank, suit]) =>
  fill(gettext("%(rank)s of %(suit)s"), { rank: rankName(rank), suit: suitName(suit) });

/** @type {(pile: string) => string} */
export const pileName = (pile) => {
  if (COLUMNS.includes(pile)) return fill(gettext("column %(n)s"), { n: COLUMNS.indexOf(pile) + 1 });
  if (SUITS.includes(pile)) return fill(gettext("foundation of %(suit)s"), { suit: suitName(pile) });
  return pile === "s" ? gettext("stock") : gettext("waste");
};

/** @type {(ms: number) => string} */
export const clock = (ms) => {
  const seconds = Math.floor(ms / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const tail = String(s).padStart(2, "0");
  return h ? `${h}:${String(m).padStart(2, "0")}:${tail}` : `${m}:${tail}`;
};
