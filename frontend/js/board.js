// The cards on the table. Knows places and faces, not rules: it shows what it is given.

import { COLUMNS, SUITS, cardAt, depths, layout, placeOf, size, strips } from "./layout.js";
import { flip, glide, halt, motion, play, seen, shake, shift } from "./motion.js";

const SVG = "http://www.w3.org/2000/svg";
/** Cards of a finish fly one after another. */
const STAGGER = 55;
const DEAL_STAGGER = 12;
const DEAL_TIME = 440;
const NOWHERE = { x: 0, y: 0 };

/** Every place of the board, deepest first. @type {(piles: Piles) => Place[]} */
export const placesOf = (piles) =>
  [..."sw", ...COLUMNS, ...SUITS].flatMap((pile) =>
    Array.from({ length: size(piles, pile) }, (_, index) => {
      return { pile, index, card: cardAt(piles, pile, index) };
    }),
  );

/** @type {Assign} */
export const assign = (now, places) => {
  /** @type {(spot: Spot) => string} */
  const key = (spot) => spot.pile + spot.index;
  const byCard = new Map(now.map((one, i) => [one.card, i]));
  const bySpot = new Map(now.map((one, i) => [key(one), i]));
  const free = new Set(now.keys());
  const chosen = places.map((one) => {
    const i = one.card ? byCard.get(one.card) : undefined;
    return i !== undefined && free.delete(i) ? i : undefined;
  });
  places.forEach((one, p) => {
    const i = bySpot.get(key(one));
    if (chosen[p] === undefined && i !== undefined && free.delete(i)) chosen[p] = i;
  });
  const rest = [...free].sort((a, b) => now[b].index - now[a].index);
  return chosen.map((i) => i ?? /** @type {number} */ (rest.shift()));
};

/** @type {(symbol: string) => SVGElement} */
const drawing = (symbol) => {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "face");
  svg.setAttribute("aria-hidden", "true");
  svg.append(document.createElementNS(SVG, "use"));
  svg.firstElementChild?.setAttribute("href", `#${symbol}`);
  return svg;
};

/** @type {(element: Element, name: string, value: string | null) => void} */
const set = (element, name, value) => {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
};

/**
 * Make an element one that keys walk to, or not.
 * @type {(element: HTMLElement, label: string | null) => void}
 */
const reachable = (element, label) => {
  set(element, "role", label && "button");
  set(element, "aria-label", label);
  set(element, "aria-hidden", label ? null : "true");
  set(element, "tabindex", label && (element.getAttribute("tabindex") ?? "-1"));
};

/** @type {Board} */
export const board = {
  root: /** @type {HTMLElement} */ ({}),
  hole: /** @type {HTMLElement} */ ({}),
  hand: /** @type {HTMLElement} */ ({}),
  describe: /** @type {Describer} */ ({}),
  g: /** @type {Geometry} */ ({}),
  piles: /** @type {Piles} */ ({}),
  stock: false,
  kings: true,
  symbol: (card) => card,
  strips: [],
  cards: [],
  grounds: {},
  rings: {},
  held: [],
  offset: NOWHERE,

  build() {
    for (const pile of COLUMNS + SUITS + (this.stock ? "sw" : "")) this.addGround(pile);
    this.hole = this.add("hole");
    for (const pile in this.grounds) this.rings[pile] = this.add("ring");
    this.cards = Array.from({ length: 52 }, (_, i) => this.addCard(i));
    this.hand = this.add("hand");
  },

  add(name) {
    const element = document.createElement("div");
    element.className = name;
    this.root.append(element);
    return element;
  },

  addGround(pile) {
    const ground = this.add("ground");
    const slot = document.createElement("div");
    ground.setAttribute("role", "group");
    slot.className = "slot";
    slot.dataset.pile = pile;
    if (SUITS.includes(pile)) slot.append(drawing(`s-${pile}`));
    if (COLUMNS.includes(pile) && this.kings) slot.append(drawing(`k-${this.symbol("KS")[0]}`));
    ground.append(slot);
    this.grounds[pile] = ground;
  },

  addCard(index) {
    const el = this.add("card");
    const face = drawing("p-back");
    el.id = `k${index}`;
    el.append(face);
    const use = /** @type {Element} */ (face.firstElementChild);
    return { el, use, card: "", pile: "", index, at: NOWHERE, from: null, face: "p-back" };
  },

  resize(zone, left) {
    this.g = layout(zone, { stock: this.stock, left });
    this.root.style.setProperty("--w", `${this.g.w}px`);
    for (const pile in this.grounds) this.grounds[pile].style.transform = shift(this.g.piles[pile]);
    if (this.piles.columns) void this.show(this.piles, { still: true });
  },

  async show(piles, { still, kind, order = [] } = {}) {
    const places = placesOf(piles);
    const owners = assign(this.cards, places);
    still ||= document.hidden;
    this.piles = piles;
    this.strips = strips(this.g, depths(piles));
    const motions = places.map((spot, p) => {
      const card = this.cards[owners[p]];
      const stays = !card.from && card.pile === spot.pile;
      const gait = stays ? "respace" : (kind ?? (card.from ? "settle" : "move"));
      const delay = Math.max(0, order.indexOf(spot.card || "-")) * STAGGER;
      Object.assign(card, spot);
      const laid = this.lay(card, gait, delay, still);
      this.turn(card, delay, still);
      this.mark(card);
      return laid;
    });
    this.cover(false);
    this.tell();
    await Promise.all(motions);
    this.cover(true);
  },

  async deal(piles) {
    void this.show(piles, { still: true });
    const from = this.g.piles.s ?? { x: this.root.clientWidth / 2, y: this.g.bottom + this.g.h };
    const cards = this.cards.filter((card) => COLUMNS.includes(card.pile));
    cards.sort((a, b) => a.index - b.index || a.at.x - b.at.x);
    const stagger = Math.min(DEAL_STAGGER, DEAL_TIME / cards.length);
    await Promise.all(cards.map(({ el, at }, i) => glide(el, from, at, "move", i * stagger)));
  },

  async lay(card, kind, delay, still) {
    const to = placeOf(this.g, this.strips, this.piles, card);
    const from = card.from ?? seen(card.el, card.at);
    const held = this.held.includes(card);
    card.at = to;
    card.from = null;
    if (held) return;
    const level = String(card.index + 1);
    const moves = !still && (from.x !== to.x || from.y !== to.y);
    card.el.style.zIndex = moves && kind !== "respace" ? String(card.index + 100 + delay) : level;
    if (!moves) {
      if (still) halt(card.el);
      card.el.style.transform = shift(to);
    } else if (await glide(card.el, from, to, kind, delay)) {
      card.el.style.zIndex = level;
      if (kind === "snap") void shake(card.el);
    }
  },

  turn(card, delay, still) {
    const { hidden, stockCards, stock } = this.piles;
    const column = COLUMNS.indexOf(card.pile);
    const known = card.pile === "s" ? stockCards?.[stock - 1 - card.index] : hidden?.[column]?.[card.index];
    const name = card.card || known;
    const face = (this.g.roomy ? "r-" : "p-") + (name ? this.symbol(name) : "back");
    card.el.classList.toggle("ghost", !card.card && Boolean(known));
    const turned = face.endsWith("back") !== card.face.endsWith("back");
    if (face === card.face) return;
    card.face = face;
    const draw = () => card.use.setAttribute("href", `#${card.face}`);
    if (still || !turned) draw();
    else void flip(card.el, draw, delay);
  },

  mark(card) {
    const { el, pile, index } = card;
    Object.assign(el.dataset, { pile, index });
    if (card.card) el.dataset.card = card.card;
    else delete el.dataset.card;
    const reach = card.card && (COLUMNS.includes(pile) || index === size(this.piles, pile) - 1);
    reachable(el, reach ? this.describe.card(this.piles, pile, index) : null);
  },

  cover(settled) {
    for (const { el, pile, index } of this.cards) {
      const over = COLUMNS.includes(pile) ? 0 : size(this.piles, pile) - index - (pile === "w" ? 3 : 1);
      if (over < 2) el.classList.remove("under");
      else if (settled) el.classList.add("under");
      el.classList.toggle("second", over === 1);
    }
  },

  tell() {
    const cards = [...this.cards].sort((a, b) => a.index - b.index);
    for (const [pile, ground] of Object.entries(this.grounds)) {
      const own = cards.filter((one) => one.pile === pile && one.el.hasAttribute("role"));
      const open = pile === "s" || !own.length;
      ground.setAttribute("aria-label", this.describe.pile(this.piles, pile));
      set(ground, "aria-owns", own.map((one) => one.el.id).join(" ") || null);
      const slot = /** @type {HTMLElement} */ (ground.firstElementChild);
      reachable(slot, open ? this.describe.pile(this.piles, pile) : null);
    }
    // The Tab key needs one place to come in by.
    if (this.root.querySelector('[tabindex="0"]')) return;
    this.elementAt({ pile: "a", index: size(this.piles, "a") - 1 }).tabIndex = 0;
  },

  elementAt({ pile, index }) {
    const card = this.cards.find((one) => one.pile === pile && one.index === index);
    const slot = /** @type {HTMLElement} */ (this.grounds[pile].firstElementChild);
    return card?.el.hasAttribute("role") ? card.el : slot;
  },

  group({ pile, index }) {
    const cards = this.cards.filter((one) => one.pile === pile && one.index >= index);
    return cards.sort((a, b) => a.index - b.index);
  },

  lift(spot) {
    this.held = this.group(spot);
    const { x, y } = this.held[0].at;
    this.hand.style.transformOrigin = `${x + this.g.w / 2}px ${y + this.g.h / 2}px`;
    for (const { el, at } of this.held) {
      halt(el);
      el.style.transform = shift(at);
      this.hand.append(el);
    }
    this.hand.classList.add("lifted");
    this.carry(NOWHERE);
  },

  carry(offset) {
    this.offset = offset;
    this.hand.style.transform = `${shift(offset)} scale(${motion.reduced ? 1 : 1.02})`;
  },

  release() {
    for (const card of this.held) {
      card.from = { x: card.at.x + this.offset.x, y: card.at.y + this.offset.y };
      card.el.style.transform = shift(card.from);
      this.root.append(card.el);
    }
    this.held = [];
    this.hand.classList.remove("lifted");
    this.showHole(null);
  },

  showHole(spot) {
    this.hole.classList.toggle("on", spot !== null);
    if (!spot) return;
    const group = this.group(spot);
    const { x, y } = group[0].at;
    this.hole.style.transform = shift({ x, y });
    this.hole.style.height = `${this.g.h + group[group.length - 1].at.y - y}px`;
  },

  ring(piles, near = null) {
    for (const [pile, ring] of Object.entries(this.rings)) {
      const on = piles.includes(pile);
      ring.classList.toggle("on", on);
      ring.classList.toggle("near", on && pile === near);
      if (on) ring.style.transform = shift(this.endOf(pile));
    }
  },

  endOf(pile) {
    const left = size(this.piles, pile) - this.held.filter((card) => card.pile === pile).length;
    return placeOf(this.g, this.strips, this.piles, { pile, index: Math.max(0, left - 1) });
  },

  select(spot, name = "selected") {
    for (const card of this.cards) {
      const on = spot !== null && card.pile === spot.pile && card.index >= spot.index;
      card.el.classList.toggle(name, on);
    }
  },

  async pulse(spot) {
    const group = spot.index < 0 ? [] : this.group(spot);
    const at = group[0]?.at ?? this.endOf(spot.pile);
    const end = group[group.length - 1]?.at ?? at;
    const glow = this.add("ring near on");
    glow.style.transform = shift(at);
    glow.style.height = `${this.g.h + end.y - at.y}px`;
    const frames = [{ opacity: 0 }, { opacity: 1 }, { opacity: 0 }];
    await play(glow, frames, { duration: motion.reduced ? 2000 : 800, iterations: motion.reduced ? 1 : 2 });
    glow.remove();
  },

  spread(pile, ys, picked) {
    for (const card of this.group({ pile, index: 0 })) {
      halt(card.el);
      card.el.style.transform = shift({ x: card.at.x, y: ys[card.index] });
      card.el.classList.toggle("picked", card.index === picked);
      card.el.style.zIndex = String(300 + card.index);
    }
  },
};
