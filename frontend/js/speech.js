// What a screen reader is told: names of cards and piles, and one polite voice for what happens.

import { COLUMNS, SUITS, cardAt, size } from "./layout.js";
import { headOf, moved, touched } from "./game.js";
import { cardName, fill, pileName } from "./text.js";

const voice = () => /** @type {HTMLElement} */ (document.getElementById("voice"));

/** @type {(text: string) => string} */
const capital = (text) => text && text[0].toUpperCase() + text.slice(1);

/** @type {(text: string) => void} */
export const say = (text) => {
  // The same words twice must be a change, or they are heard once.
  voice().textContent = capital(text) + (voice().textContent === capital(text) ? "\u00a0" : "");
};

/** @type {Describer} */
export const describe = {
  card(piles, pile, index) {
    const name = cardName(cardAt(piles, pile, index));
    const n = size(piles, pile) - 1 - index;
    if (!COLUMNS.includes(pile) || !n) return name;
    const text = ngettext("%(card)s and %(n)s card on it", "%(card)s and %(n)s cards on it", n);
    return fill(text, { card: name, n });
  },

  pile(piles, pile) {
    const n = size(piles, pile);
    const down = piles.down[COLUMNS.indexOf(pile)];
    const count = pile === "s" ? n : down;
    if (!n) return capital(fill(gettext("%(pile)s: empty"), { pile: pileName(pile) }));
    if (!count) return capital(pileName(pile));
    const text = ngettext("%(pile)s: %(n)s card face down", "%(pile)s: %(n)s cards face down", count);
    return capital(fill(text, { pile: pileName(pile), n: count }));
  },
};

/** @type {Told} */
export const told = (item, before, after) => {
  if (item === "u") return gettext("Undone");
  if (item === "<") return gettext("Waste turned over");
  if (item === ">") {
    const top = after.waste[after.waste.length - 1];
    return top ? fill(gettext("Drawn: %(card)s"), { card: cardName(top) }) : "";
  }
  const [from, to] = touched(item);
  const head = headOf(before, item.slice(0, -1));
  const n = COLUMNS.includes(to) ? size(before, from) - head.index - 1 : 0;
  const values = { card: cardName(cardAt(before, from, head.index)), n, pile: pileName(to) };
  const text = n
    ? ngettext("%(card)s and %(n)s card to %(pile)s", "%(card)s and %(n)s cards to %(pile)s", n)
    : gettext("%(card)s to %(pile)s");
  return fill(text, values);
};

/** @type {(before: Piles, after: Piles) => string} */
export const turnedUp = (before, after) => {
  const turned = after.columns.filter((_, i) => after.down[i] < before.down[i]);
  const names = turned.map((cards) => cards.find(Boolean) ?? "").filter(Boolean).map(cardName);
  return names.length ? fill(gettext("%(card)s turned up"), { card: names.join(", ") }) : "";
};

/**
 * The cards that items send up, in order; "" for any other item.
 * @type {(before: Piles, items: string[], draw: number) => string[]}
 */
export const flight = (before, items, draw) => {
  let piles = before;
  return items.map((item) => {
    const { pile, index } = headOf(piles, item.slice(0, -1));
    const card = cardAt(piles, pile, index);
    piles = moved(piles, item, draw);
    return SUITS.includes(item[item.length - 1]) ? card : "";
  });
};
