// What was typed on the text board: a move, a question or a command. Pure: no page, no rules.
// textboards.d.ts says what each function promises.

import { COLUMNS } from "./layout.js";

/** The notation of the protocol, where case matters: c4e, cH, wH, Hb, wb. */
const GROUP = /^([a-g])([1-9]\d?)([a-g])$/;
const SINGLE = /^(?:([a-gw])([SHDC])|([SHDCw])([a-g]))$/;
const LETTERS = "shdc";
/** What may stand between a card and where it goes. */
const SIGNS = /^(?:->|→|[>:,-])\s*/;

/** @type {Plain} */
export const plain = (text) =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/œ/g, "oe")
    .replace(/æ/g, "ae")
    .replace(/ø/g, "o")
    .replace(/’/g, "'")
    .replace(/\s+/g, " ")
    .trim();

/** The text after a word of a list, the longest first. @type {(text: string, words: string[]) => string[]} */
const after = (text, words) =>
  [...words]
    .sort((a, b) => b.length - a.length)
    .filter((word) => text.startsWith(word))
    .map((word) => text.slice(word.length).trimStart());

/** A suit: its letter, its name or the beginning of that. @type {(text: string, lexicon: Lexicon) => Eaten[]} */
const suitAt = (text, { suits }) => {
  const run = /^[a-z]+/.exec(text)?.[0] ?? "";
  if (!run) return [];
  /** @type {(length: number, suit: string) => Eaten} */
  const eaten = (length, suit) => [suit, text.slice(length).trimStart()];
  const named = new Set(suits.filter(([word]) => word.startsWith(run)).map(([, suit]) => suit));
  const letter = LETTERS.includes(run[0]) ? [eaten(1, run[0].toUpperCase())] : [];
  if (run.length === 1 && letter.length) return letter;
  return named.size === 1 ? [eaten(run.length, [...named][0]), ...letter] : letter;
};

/** Cards that a text may begin with: "4h", "4 of hearts", "hjerter 4". @type {(text: string, lexicon: Lexicon) => Eaten[]} */
const cardsAt = (text, lexicon) => {
  const ranks = [...lexicon.ranks].sort(([a], [b]) => b.length - a.length);
  /** @type {(text: string) => Eaten[]} */
  const rankAt = (at) =>
    ranks.filter(([word]) => at.startsWith(word)).map(([word, rank]) => [rank, at.slice(word.length).trimStart()]);
  const rankFirst = rankAt(text).flatMap(([rank, rest]) =>
    [...after(rest, lexicon.of), rest]
      .flatMap((one) => suitAt(one, lexicon))
      .map(([suit, left]) => /** @type {Eaten} */ ([rank + suit, left])),
  );
  const suitFirst = lexicon.suits.flatMap(([word, suit]) =>
    after(text, [word])
      .flatMap(rankAt)
      .map(([rank, left]) => /** @type {Eaten} */ ([rank + suit, left])),
  );
  return [...rankFirst, ...suitFirst];
};

/** "3", "c3", "column 3". @type {(text: string, lexicon: Lexicon) => Eaten[]} */
const columnAt = (text, { column }) =>
  [...after(text, ["c", ...column]), text].flatMap((one) => {
    const digit = /^([1-7])(?!\d)\s*/.exec(one);
    return digit ? [/** @type {Eaten} */ ([COLUMNS[Number(digit[1]) - 1], one.slice(digit[0].length)])] : [];
  });

/** The whole text as where a card goes. @type {(text: string, lexicon: Lexicon) => Target | null} */
const targetOf = (text, lexicon) => {
  /** @type {(eaten: Eaten[]) => string | undefined} */
  const whole = (eaten) => eaten.find(([, rest]) => !rest)?.[0];
  const column = whole(columnAt(text, lexicon)) ?? (/^[a-g]$/.test(text) ? text : undefined);
  if (column) return { to: column };
  const card = whole(cardsAt(text, lexicon));
  if (card) return { on: card };
  // "up", "foundation of hearts", "hearts": a card has but one foundation.
  const rests = [text, ...after(text, lexicon.up)].flatMap((rest) => [rest, ...after(rest, lexicon.of)]);
  const up = rests.some((rest) => !rest || lexicon.suits.some(([word]) => word === rest));
  return up ? { to: "up" } : null;
};

/** @type {(text: string, lexicon: Lexicon) => Target | null} */
const placeAfter = (text, lexicon) => {
  const rests = [text, text.replace(SIGNS, "")].flatMap((rest) => [rest, ...after(rest, lexicon.to)]);
  for (const rest of rests) {
    const place = rest && targetOf(rest, lexicon);
    if (place) return place;
  }
  return null;
};

/** @type {(text: string) => Typed | null} */
const notation = (text) => {
  if (/^[<>]$/.test(text)) return { kind: "turn", item: text };
  // A keyboard that begins with a capital does no harm where capitals mean nothing.
  const group = GROUP.exec(text.toLowerCase());
  if (group) return { kind: "move", pile: group[1], count: Number(group[2]), to: group[3] };
  const single = SINGLE.exec(text);
  if (!single) return null;
  const [, end, suit, top, to] = single;
  return { kind: "move", pile: end ?? top, count: 1, to: suit ?? to };
};

/** @type {Parse} */
export const parse = (typed, lexicon) => {
  const written = notation(typed.trim());
  if (written) return written;
  const text = plain(typed).replace(/(?<=.)\s*[?!.]+$/, "");
  if (Object.hasOwn(lexicon.commands, text)) return { kind: "command", name: lexicon.commands[text] };
  /** @type {[Source, string][]} */
  const sources = [
    ...cardsAt(text, lexicon).map(([card, rest]) => /** @type {[Source, string]} */ ([{ card }, rest])),
    ...columnAt(text, lexicon).map(([pile, rest]) => /** @type {[Source, string]} */ ([{ pile }, rest])),
    ...after(text, ["w", ...lexicon.waste]).map((rest) => /** @type {[Source, string]} */ ([{ pile: "w" }, rest])),
  ];
  for (const [source, rest] of sources) {
    if (!rest) return { kind: "question", ...source };
    const place = placeAfter(rest, lexicon);
    if (place) return { kind: "move", ...source, ...place };
  }
  return { kind: "unknown" };
};
