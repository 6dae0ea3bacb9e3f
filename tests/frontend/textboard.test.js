// What is typed on the text board, in the words of three languages, and what it says of the table.

import assert from "node:assert/strict";
import { test } from "node:test";

/** @type {Record<string, string>} */
let catalogue = {};
globalThis.gettext = (text) => catalogue[text] ?? text;
globalThis.pgettext = (context, text) => catalogue[`${context}|${text}`] ?? text;
globalThis.ngettext = (one, many, n) => gettext(n === 1 ? one : many);
globalThis.document = { documentElement: { lang: "en" } };
const { parse, plain } = await import("../../frontend/js/textboard-parse.js");
const { columnText, foundationText, helpLines, newLexicon, stockTexts } = await import(
  "../../frontend/js/textboard-words.js"
);
const { words } = await import("../../frontend/js/text.js");
const { pilesOf } = await import("../../frontend/js/game.js");

const FRENCH = {
  ace: "as", jack: "valet", queen: "dame", king: "roi",
  spades: "pique", hearts: "cœur", diamonds: "carreau", clubs: "trèfle",
  "typed|draw": "tirer piocher", "typed|column": "colonne", "typed|waste": "défausse",
  "typed|up foundation": "haut fondation", "typed|to on": "vers sur à en", "typed|of": "de",
};
const BOKMAL = {
  ace: "ess", jack: "knekt", queen: "dame", king: "konge",
  spades: "spar", hearts: "hjerter", diamonds: "ruter", clubs: "kløver",
  "typed|draw": "trekk", "typed|column": "kolonne", "typed|waste": "avkastbunke",
  "typed|up foundation": "opp grunnbunken", "typed|to on": "til på", "typed|of": "av for",
};

/** The inputs as `parse` takes them, in a language. */
const all = (lang, own, inputs) => {
  catalogue = own;
  words.lang = lang;
  const lexicon = newLexicon();
  catalogue = {};
  words.lang = "en";
  for (const [typed, wanted] of Object.entries(inputs)) {
    const { kind, ...found } = parse(typed, lexicon);
    const short = kind === "move" || kind === "question" ? Object.values(found).join(" ") : (found.name ?? found.item ?? kind);
    assert.equal(short, wanted, typed);
  }
};

test("notation is taken as it is, and case tells there", () => {
  all("en", {}, {
    c4e: "c 4 e", c12e: "c 12 e", cH: "c 1 H", wH: "w 1 H", wb: "w 1 b", wD: "w 1 D", wd: "w 1 d", Hb: "H 1 b",
    ">": ">", "<": "<", " c4e ": "c 4 e", C4E: "c 4 e", C4e: "c 4 e", c0e: "unknown", "c4": "d", Hc: "H 1 c",
  });
});

test("cards and columns go where people say", () => {
  all("en", {}, {
    "4h to 3": "4H c", "4H TO 3": "4H c", "4h3": "4H c", "4hto3": "4H c", "4 h 3": "4H c", "4h->3": "4H c", "4h, 3": "4H c",
    "4h c": "4H c", "4h on 5s": "4H 5S", "4h5s": "4H 5S", "4h column 3": "4H c", "4h to column 3": "4H c",
    "10h up": "TH up", "th up": "TH up", "1s up": "AS up", "5sup": "5S up", "5 of spades to foundation": "5S up",
    "king of clubs to foundation of clubs": "KC up", "kc to clubs": "KC up", "5s home": "5S up",
    "3 to 5": "c e", "c3 to 5": "c e", "column 3 to column 5": "c e", "3 up": "c up", "3 home": "c up",
    "w to 3": "w c", w3: "w c", "w up": "w up", "waste up": "w up", wup: "w up",
  });
});

test("a card or a pile alone is a question", () => {
  all("en", {}, {
    "4h": "4H", "4h?": "4H", "10 of hearts": "TH", "4 sp": "4S", c3: "c", 3: "c", "column 7?": "g", waste: "waste", "3d": "3D", as: "AS", ad: "AD",
  });
});

test("commands are letters or words", () => {
  all("en", {}, {
    d: "draw", Draw: "draw", u: "undo", h: "hint", f: "finish", p: "pause", n: "new", c: "columns", w: "waste",
    s: "foundations", m: "moves", l: "last", t: "time", e: "end", "?": "help", "help!": "help",
  });
});

test("what means nothing is not guessed at", () => {
  for (const typed of ["", " ", "8", "0", "35", "4x", "11h", "4h to", "4h to 9", "to 3", "hearts to 3", "up", "c8", "3 to 5 to 6", "__proto__", "constructor"]) {
    all("en", {}, { [typed]: "unknown" });
  }
});

test("French", () => {
  all("fr", FRENCH, {
    "4 de cœur vers 3": "4H c", "4 de coeur à 3": "4H c", "4co 3": "4H c", "4h haut": "4H up", "4p haut": "4S up",
    "dame de trèfle sur roi de carreau": "QC KD", "dt sur rd": "QC KD", "as de pique en haut": "AS up", asp: "AS", as: "AS",
    "v h 3": "JH c", "10 carreau": "TD", "3 sur 5": "c e", "3 haut": "c up", "colonne 3": "c", "défausse vers 3": "w c",
    "w haut": "w up", Piocher: "draw", draw: "draw", d: "draw", "4h to 3": "4H c", "king of hearts": "KH", "4c": "4C", "4ca": "4D",
    "roi de pique vers fondation de pique": "KS up",
  });
});

test("Norwegian names the suit first", () => {
  all("nb", BOKMAL, {
    "hjerter 4 til 3": "4H c", "spar konge til 6": "KS f", "kløver knekt på ruter dame": "JC QD", "klover 10 opp": "TC up",
    "knh opp": "JH up", "kh": "KH", "4r": "4D", "4k til 2": "4C b", "hjerter ess til grunnbunken for hjerter": "AH up",
    "3 til 5": "c e", "3 på 5": "c e", "kolonne 3": "c", trekk: "draw", "avkastbunke opp": "w up", "4h to 3": "4H c",
  });
});

test("accents, case and blanks do not matter", () => {
  assert.equal(plain("  CŒUR   Trèfle KLØVER på  "), "coeur trefle klover pa");
});

const VIEW = {
  columns: ["0KDQDJD", "18S", "0", "35C", "04H3S", "09S", "02C"],
  foundations: "2-A-",
  stock: 23,
  waste: "9CQS6D",
  waste_count: 5,
};

test("columns are read from their deepest card; face-down ones as a number", () => {
  const piles = pilesOf(VIEW);
  assert.equal(columnText(piles, "a"), "Column 1: king of diamonds, queen of diamonds, jack of diamonds");
  assert.equal(columnText(piles, "d"), "Column 4: 3 face down, 5 of clubs");
  assert.equal(columnText(piles, "c"), "Column 3: empty");
  assert.deepEqual(stockTexts(piles), [
    "Stock: 23 cards face down",
    "Waste, top first: 6 of diamonds, queen of spades, 9 of clubs; 5 cards",
  ]);
  assert.deepEqual([..."SHDC"].map((suit) => foundationText(piles, suit)), [
    "2 of spades", "Hearts: empty", "Ace of diamonds", "Clubs: empty",
  ]);
});

test("where the game shows hidden cards, they are read too", () => {
  const hidden = ["", "2H", "", "3H4D5D", "", "", ""];
  const piles = pilesOf({ ...VIEW, hidden, stock: 2, stock_cards: "7H8H" });
  assert.equal(columnText(piles, "b"), "Column 2: 1 face down (2 of hearts), 8 of spades");
  assert.match(stockTexts(piles)[0], /in the order of drawing: 7 of hearts, 8 of hearts/);
});

test("a card just drawn has no name yet", () => {
  const piles = pilesOf(VIEW);
  const drawn = { ...piles, stock: 22, waste: [...piles.waste, ""] };
  assert.equal(stockTexts(drawn)[1], "Waste, top first: …, 6 of diamonds, queen of spades; 6 cards");
});

test("the help speaks of what the game has", () => {
  const game = { stock: false, finish: false, kind: "ranked" };
  assert.doesNotMatch(helpLines(game).join(" "), /waste|finish|hint/);
  const casual = helpLines({ stock: true, finish: true, kind: "casual" }).join(" ");
  for (const word of ["waste", "finish", "hint"]) assert.match(casual, new RegExp(word));
});
