// What is typed on the text board, done and answered. Moves go the way of taps: through play.js.

import { cardAt, COLUMNS, size, SUITS } from "./layout.js";
import { groupAt, headOf, moveText } from "./game.js";
import { act } from "./main.js";
import { play } from "./play.js";
import { describe, say, told } from "./speech.js";
import { cardName, fill, pileName } from "./text.js";
import { parse } from "./textboard-parse.js";
import { capital, columnText, foundationText, helpLines, listed, newLexicon, stockTexts } from "./textboard-words.js";

/** More than this many gestures are not kept while answers are out. */
const MOST_LATER = 4;

/** @type {(...lines: string[]) => void} */
const answer = (...lines) => say(lines.map(capital).join("\n"));
const impossible = () => answer(gettext("That is not possible here."));

/** Where a card is seen to lie. @type {(piles: Piles, card: string) => Spot | undefined} */
const spotOf = (piles, card) => {
  for (const pile of `${COLUMNS}w${SUITS}`) {
    for (let index = size(piles, pile) - 1; index >= 0; index -= 1) {
      if (cardAt(piles, pile, index) === card) return { pile, index };
    }
  }
  return undefined;
};

/** Of a card that lies in no open place: nothing, but where the game shows all cards. @type {(card: string) => void} */
const answerUnseen = (card) => {
  const { hidden = [], stockCards = [] } = play.piles;
  const column = hidden.findIndex((cards) => cards.includes(card));
  const pile = column >= 0 ? COLUMNS[column] : stockCards.includes(card) ? "s" : "";
  const values = { card: cardName(card), pile: pileName(pile || "s") };
  if (!pile) return answer(fill(gettext("The %(card)s is not to be seen."), values));
  answer(fill(gettext("%(card)s: %(pile)s."), values), gettext("That card is still face down."));
};

/** Groups of a column that may go to a pile. @type {(pile: string, to: string) => string[]} */
const groupsTo = (pile, to) =>
  Object.keys(play.game.view.legal).filter((group) => group[0] === pile && play.game.targets(group).includes(to));

/**
 * The card a move begins with; undefined where none does, which has been told then.
 * @type {(typed: Source, to: string) => Spot | undefined}
 */
const sourceOf = ({ card, pile = "", count }, to) => {
  const { piles } = play;
  if (card) {
    const spot = spotOf(piles, card);
    if (!spot) answerUnseen(card);
    return spot;
  }
  const length = size(piles, pile);
  if (!length) return void answer(describe.pile(piles, pile));
  if (!count && COLUMNS.includes(pile) && COLUMNS.includes(to)) {
    const groups = groupsTo(pile, to);
    const heads = groups.map((group) => headOf(piles, group));
    if (heads.length < 2) return heads[0] ?? { pile, index: length - 1 };
    const cards = listed(heads.map(({ index }) => cardName(cardAt(piles, pile, index))), "disjunction");
    return void answer(fill(gettext("Which card: %(cards)s?"), { cards }));
  }
  return count && count > length ? void impossible() : { pile, index: length - (count ?? 1) };
};

/** The pile that is meant; "" where none is, which has been told then. @type {(typed: Target, card: string) => string} */
const targetOf = ({ to = "", on }, card) => {
  if (to === "up") return card[1];
  if (!on) return to;
  const { piles } = play;
  const spot = spotOf(piles, on);
  if (spot && COLUMNS.includes(spot.pile) && spot.index === size(piles, spot.pile) - 1) return spot.pile;
  answer(fill(gettext("No column ends with the %(card)s."), { card: cardName(on) }));
  return "";
};

/** @type {(typed: Source & Target) => void} */
const move = (typed) => {
  const { game, piles, config } = play;
  const spot = sourceOf(typed, typed.to ?? "");
  if (!spot) return;
  const card = cardAt(piles, spot.pile, spot.index);
  if (!card) return void answer(gettext("That card is still face down."));
  const to = targetOf(typed, card);
  const end = spot.index === size(piles, spot.pile) - 1;
  if (!to) return;
  if (to === spot.pile || (SUITS.includes(to) && to !== card[1])) return impossible();
  // Only a pile's end can be taken from waste and foundations.
  if (!end && !COLUMNS.includes(spot.pile)) {
    return void answer(fill(gettext("The %(card)s has other cards on it."), { card: cardName(card) }));
  }
  const sure = game.unsettled(spot.pile + to) || game.targets(groupAt(piles, spot)).includes(to);
  play.go(spot, to);
  // Who has interactive rules off sees the card shake; here a word is needed.
  if (!sure && !config.settings.interactive_rules) impossible();
};

/** Whether answers that are out decide what is meant, or whether it is legal. @type {(typed: Source & Target) => boolean} */
const waits = ({ card, pile = "", count, to, on }) => {
  const { game, piles } = play;
  if (!game.live.length) return false;
  const from = card ? spotOf(piles, card) : { pile, index: size(piles, pile) - (count ?? 1) };
  const onto = on && spotOf(piles, on);
  const head = from && cardAt(piles, from.pile, from.index);
  if (!from || !head || (on && !onto)) return true;
  return game.unsettled(from.pile + (onto ? onto.pile : to === "up" ? head[1] : (to ?? "")));
};

/** In the order typed, each when what it needs is known. @type {(typed: Source & Target) => void} */
const moveSoon = (typed) => {
  if (!play.later.length && !waits(typed)) return move(typed);
  play.soon(() => {
    if (waits(typed)) return false;
    move(typed);
    return true;
  });
};

/** Where a group may go, in words. @type {(group: string) => string[]} */
const ways = (group) =>
  [...play.game.targets(group)].map((target) => {
    if (target === ">") return gettext("Draw from the stock");
    if (target === "<") return gettext("Turn the waste over");
    return capital(told(moveText(group, target), play.piles, play.piles));
  });

/** @type {(source: Source) => void} */
const question = ({ card, pile = "" }) => {
  const { piles, game } = play;
  if (pile === "w") return commands.waste();
  if (!card) return answer(columnText(piles, pile));
  const spot = spotOf(piles, card);
  if (!spot) return answerUnseen(card);
  const values = { card: describe.card(piles, spot.pile, spot.index), pile: pileName(spot.pile) };
  const end = spot.index === size(piles, spot.pile) - 1;
  const targets = end || COLUMNS.includes(spot.pile) ? [...game.targets(groupAt(piles, spot))] : [];
  const where = fill(gettext("%(card)s: %(pile)s."), values);
  if (!targets.length) return answer(where, gettext("It has no move."));
  const names = listed(targets.map(pileName), "disjunction");
  answer(where, fill(gettext("It may go to %(piles)s."), { piles: names }));
};

/** What the page has written in a place of its own. @type {(name: string) => string} */
const written = (name) => document.querySelector(`[data-put="${name}"]`)?.textContent ?? "";

const time = () => {
  const { view } = play.game;
  const values = { time: written("time"), score: written("score"), n: view.moves, up: view.up, down: view.down };
  const first = ngettext("%(time)s, score %(score)s, %(n)s move.", "%(time)s, score %(score)s, %(n)s moves.", view.moves);
  const lines = [first, gettext("%(up)s of 52 cards up, %(down)s face down.")].map((text) => fill(text, values));
  const race = play.config.race ? [written("place"), written("left")].filter(Boolean) : [];
  answer(...lines, ...race);
};

const moves = () => {
  const { view, live } = play.game;
  if (live.length) return answer(gettext("One moment: answers are still on their way."));
  const lines = Object.keys(view.legal).flatMap(ways);
  const text = ngettext("%(n)s move:", "%(n)s moves:", lines.length);
  answer(...(lines.length ? [fill(text, { n: lines.length }), ...lines] : [gettext("There is no move.")]));
};

/** Whether hints and pauses are the player's. */
const helped = () => play.config.kind === "casual" && !play.config.race;
const noStock = () => answer(gettext("This game has no stock."));

/** Questions; they are answered after the end too. @type {Record<string, () => void>} */
const commands = {
  columns: () => answer(...[...COLUMNS].map((pile) => columnText(play.piles, pile))),
  waste: () => (play.config.stock ? answer(...stockTexts(play.piles)) : noStock()),
  foundations: () => answer(...[...SUITS].map((suit) => foundationText(play.piles, suit))),
  moves,
  last: () => answer(state.last || gettext("Nothing has been done since this page was opened.")),
  time,
  help: () => answer(...helpLines(play.config)),
  new: () => (play.config.race ? impossible() : act("new", document.body)),
  end: () => (play.game.view.result ? act("end", document.body) : answer(gettext("This game is not over."))),
};

/** What changes the game. @type {Record<string, () => void>} */
const doings = {
  draw: () => (play.config.stock ? play.draw() : noStock()),
  undo: () => play.undo(),
  hint: () => (helped() ? act("hint", document.body) : answer(gettext("This game gives no hints."))),
  finish: () =>
    play.game.view.finishable ? act("finish", document.body) : answer(gettext("The game cannot be finished yet.")),
  pause: () => (helped() ? act("pause", document.body) : answer(gettext("The clock of this game never stops."))),
  stop: () => act("stop", document.body),
};

/** @type {(item: string) => void} */
const turn = (item) => {
  if (!play.config.stock) return noStock();
  if (play.game.view.legal.s === item) return play.draw();
  if (!play.game.move(item, false)) impossible();
};

/** The last thing done, in words. */
export const state = { last: "" };

/** @type {Lexicon | undefined} */
let lexicon;

/** What goes without cards to be seen. */
const ALWAYS = /^(help|time|new|end|pause|stop)$/;

/** Why nothing can be done or read just now; "" when it can. @type {(name: string, asks: boolean) => string} */
const hindrance = (name, asks) => {
  const { game, later } = play;
  if (name === "help") return "";
  if (!game.view.columns) return gettext("The cards are not dealt yet.");
  if (game.over && !asks) return gettext("This game is over. e shows the result.");
  if (game.view.paused && !ALWAYS.test(name)) return gettext("The game is paused.");
  return !asks && later.length >= MOST_LATER ? gettext("One moment: answers are still on their way.") : "";
};

/** @type {(typed: string) => void} */
export const run = (typed) => {
  lexicon ??= newLexicon();
  const input = parse(typed, lexicon);
  if (input.kind === "unknown") {
    const text = gettext("“%(text)s” was not understood. Type for example 4h to 3, 5s up, m for all moves, or ? for help.");
    return answer(fill(text, { text: typed.trim() }));
  }
  const name = input.kind === "command" ? input.name : "";
  const why = hindrance(name, input.kind === "question" || name in commands);
  if (why) return answer(why);
  if (input.kind === "command") return (commands[name] ?? doings[name])();
  if (input.kind === "question") return question(input);
  return input.kind === "turn" ? turn(input.item) : moveSoon(input);
};
