// The words of the text board: what may be typed, and what lies where. Texts stand in
// gettext("…") calls, from which a catalogue of its own is made.

import { COLUMNS, RANKS, SUITS, cardAt, size } from "./layout.js";
import { describe } from "./speech.js";
import { plain } from "./textboard-parse.js";
import { cardName, fill, pileName, suitName, symbol } from "./text.js";

/** Waste cards that the picture shows too. */
const FAN = 3;

/** English words and those of the page's language. @type {(...lists: string[]) => string[]} */
const all = (...lists) => [...new Set(lists.flatMap((list) => plain(list).split(" ")))];

/** @type {() => Record<string, string[]>} */
const commands = () => ({
  draw: all("d draw", pgettext("typed", "draw")),
  undo: all("u undo z", pgettext("typed", "undo")),
  hint: all("h hint", pgettext("typed", "hint")),
  finish: all("f finish", pgettext("typed", "finish")),
  pause: all("p pause", pgettext("typed", "pause")),
  new: all("n new", pgettext("typed", "new")),
  stop: all("stop", pgettext("typed", "stop")),
  end: all("e end", pgettext("typed", "end")),
  columns: all("c columns board", pgettext("typed", "columns")),
  waste: all("w waste stock", pgettext("typed", "stock waste")),
  foundations: all("s foundations", pgettext("typed", "foundations")),
  moves: all("m moves", pgettext("typed", "moves")),
  last: all("l last", pgettext("typed", "last")),
  time: all("t time score", pgettext("typed", "time score")),
  help: all("? help", pgettext("typed", "help")),
});

/** @type {() => Lexicon} */
export const newLexicon = () => {
  const named = { A: gettext("ace"), J: gettext("jack"), Q: gettext("queen"), K: gettext("king") };
  const english = { A: "1 ace", T: "10", J: "jack", Q: "queen", K: "king" };
  /** @type {(rank: string) => string[]} */
  const rank = (rank) => {
    const key = /** @type {keyof typeof named} */ (rank);
    return all(rank, symbol(`${rank}S`).slice(0, -1), english[key] ?? rank, named[key] ?? rank);
  };
  const suits = ["spades", "hearts", "diamonds", "clubs"];
  return {
    commands: Object.fromEntries(
      Object.entries(commands()).flatMap(([name, words]) => words.map((word) => [word, name])),
    ),
    ranks: [...RANKS].flatMap((one) => rank(one).map((word) => /** @type {Eaten} */ ([word, one]))),
    suits: [...SUITS].flatMap((suit, i) =>
      all(suits[i], suitName(suit)).map((word) => /** @type {Eaten} */ ([word, suit])),
    ),
    column: all("column", pgettext("typed", "column")),
    waste: all("waste", pgettext("typed", "waste")),
    up: all("up foundation home", pgettext("typed", "up foundation")),
    to: all("to on onto", pgettext("typed", "to on")),
    of: all("of", pgettext("typed", "of")),
  };
};

/** @type {(text: string) => string} */
export const capital = (text) => text && text[0].toUpperCase() + text.slice(1);

/** @type {(names: string[], type?: "conjunction" | "disjunction") => string} */
export const listed = (names, type = "conjunction") =>
  new Intl.ListFormat(document.documentElement.lang, { type }).format(names);

/** A column from its deepest card. @type {(piles: Piles, pile: string) => string} */
export const columnCards = (piles, pile) => {
  const column = COLUMNS.indexOf(pile);
  const down = piles.down[column];
  const known = piles.hidden?.[column] ?? [];
  const below = fill(gettext("%(n)s face down"), { n: down });
  const hidden = known.length ? `${below} (${known.map(cardName).join(", ")})` : below;
  const open = piles.columns[column].slice(down).map(cardName);
  return [...(down ? [hidden] : []), ...open].join(", ") || gettext("empty");
};

/** @type {(piles: Piles, pile: string) => string} */
export const columnText = (piles, pile) => {
  const values = { pile: capital(pileName(pile)), cards: columnCards(piles, pile) };
  return fill(gettext("%(pile)s: %(cards)s"), values);
};

/** @type {(piles: Piles, suit: string) => string} */
export const foundationText = (piles, suit) => {
  const top = cardAt(piles, suit, size(piles, suit) - 1);
  return capital(top ? cardName(top) : fill(gettext("%(pile)s: empty"), { pile: suitName(suit) }));
};

/** @type {(piles: Piles) => string[]} */
export const stockTexts = (piles) => {
  const known = piles.stockCards?.map(cardName).join(", ");
  const stock = describe.pile(piles, "s");
  // A card just drawn has no name until the server answers.
  const seen = piles.waste.slice(-FAN).reverse().map((card) => (card ? cardName(card) : "…"));
  const n = piles.waste.length;
  const text = ngettext("Waste, top first: %(cards)s; %(n)s card", "Waste, top first: %(cards)s; %(n)s cards", n);
  return [
    known ? `${stock}, ${fill(gettext("in the order of drawing: %(cards)s"), { cards: known })}` : stock,
    n ? fill(text, { cards: seen.join(", "), n }) : describe.pile(piles, "w"),
  ];
};

/** What can be typed, a line each. @type {(game: Config) => string[]} */
export const helpLines = ({ stock, finish, kind, race }) => [
  gettext("4h to 3: the 4 of hearts and what lies on it to column 3. Or 4h 3, or 4h on 5s."),
  gettext("5s up: the 5 of spades to its foundation. 3 up: the last card of column 3."),
  ...(stock ? [gettext("w to 3, w up: from the waste. d: draw.")] : []),
  finish ? gettext("u: undo. f: finish.") : gettext("u: undo."),
  ...(kind === "casual" && !race ? [gettext("h: hint. p: pause.")] : []),
  gettext("3: read column 3. c: read all columns. s: foundations."),
  ...(stock ? [gettext("w: stock and waste.")] : []),
  gettext("4h: where the 4 of hearts lies and where it may go. m: all moves."),
  gettext("l: the last move. t: time, score and moves. e: the result, at the end."),
  gettext("Ranks: a, 2 to 10, j, q, k. Suits: s spades, h hearts, d diamonds, c clubs, or their names."),
  gettext("The notation of the records does too: c4e, cH, Hb, wb. The up arrow brings back what you typed."),
];
