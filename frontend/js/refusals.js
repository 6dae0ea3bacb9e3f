// Why a move was refused, in words. Loaded when the first one is.

import { RANKS, SUITS } from "./layout.js";
import { SIGNS, sign, words } from "./text.js";

/** @type {() => string} */
const fitting = () => {
  if (words.build === "suit") return gettext("of the same suit");
  return words.build === "any" ? gettext("of any suit") : gettext("of the other colour");
};

/** @type {(code: string) => string} */
const reason = (code) => {
  switch (code) {
    case "king_only":
      return gettext("Not here: an empty column takes a king only.");
    case "one_card":
      return gettext("Only one card at a time goes to a foundation.");
    case "face_down":
      return gettext("That card is still face down.");
    case "not_a_run":
      return gettext("Only a run moves together: down by one, in alternating colours.");
    case "group_limit":
      return gettext("No more than 20 cards move at once.");
    case "no_passes":
      return gettext("No pass through the stock is left.");
    case "undo_limit":
      return gettext("Only the newest 100 moves can be undone.");
    case "nothing_to_undo":
      return gettext("There is nothing to undo.");
    case "no_hints":
      return gettext("No hints are left in this game.");
    case "paused":
      return gettext("The game is paused.");
    case "log_full":
      return gettext("This game has reached its greatest length.");
    case "rate":
      return gettext("That was too fast: please try again.");
    case "unavailable":
      return gettext("The server cannot save moves just now: please try again.");
    default:
      return gettext("That is not possible here.");
  }
};

/** @type {Refusal} */
export const refusal = (code, target, last, wanted) => {
  const cards = wanted ? [...wanted.suits].map((suit) => sign(RANKS[wanted.rank - 1] + suit)) : [];
  const place = last ? sign(last) : SUITS.includes(target) ? SIGNS[SUITS.indexOf(target)] : "";
  const values = {
    game: words.game,
    rule: fitting(),
    place,
    cards: new Intl.ListFormat(words.lang, { type: "disjunction" }).format(cards),
  };
  const builds = ["rank", "suit", "colour"].includes(code);
  const first = !builds
    ? reason(code)
    : SUITS.includes(target)
      ? gettext("Not yet: a foundation goes up one rank at a time, from the ace.")
      : gettext("Not here: in %(game)s a card goes on the next rank %(rule)s.");
  const second = builds && place && cards.length ? gettext("%(place)s takes %(cards)s.") : "";
  return { template: second ? `${first} ${second}` : first, values };
};

/** Where a hint that was asked of the solver comes from. @type {(by: string) => string} */
export const source = (by) =>
  by === "line"
    ? gettext("From the solver, which sees every card.")
    : gettext("The solver found no win in time: this hint goes by what you see.");
