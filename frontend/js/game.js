// The table's state: the server's last view, and our own items that have no answer yet.
// No rules live here: an item is shown by moving cards as its text says, nothing more.

import { COLUMNS, RANKS, SUITS, cardAt, size } from "./layout.js";

/** Fewer than the server takes at once, so that all can be sent again after a lost connection. */
const MOST_UNANSWERED = 30;

/** @type {(text: string) => string[]} */
const cards = (text) => text.match(/../g) ?? [];
/** @type {(count: number) => string[]} */
const unknown = (count) => Array(Math.max(0, count)).fill("");
/** @type {(text: string) => string} */
const last = (text) => text[text.length - 1];

/** @type {PilesOf} */
export const pilesOf = (view) => {
  const down = view.columns.map((text) => Number(text[0]));
  const waste = cards(view.waste);
  return {
    columns: view.columns.map((text, i) => [...unknown(down[i]), ...cards(text.slice(1))]),
    down,
    foundations: [...view.foundations].map((rank) => RANKS.indexOf(rank) + 1),
    stock: view.stock,
    waste: [...unknown(view.waste_count - waste.length), ...waste],
    hidden: view.hidden?.map(cards),
    stockCards: view.stock_cards === undefined ? undefined : cards(view.stock_cards),
  };
};

/** @type {Touched} */
export const touched = (item) => (/[<>]/.test(item) ? "sw" : item[0] + last(item));

/** @type {GroupAt} */
export const groupAt = (piles, { pile, index }) => {
  if (!COLUMNS.includes(pile)) return pile;
  return cardAt(piles, pile, index) && pile + (size(piles, pile) - index);
};

/** @type {HeadOf} */
export const headOf = (piles, group) => ({
  pile: group[0],
  index: size(piles, group[0]) - Number(group.slice(1) || 1),
});

/** @type {MoveText} */
export const moveText = (group, target) =>
  group === "s" ? target : (SUITS.includes(target) ? group[0] : group) + target;

/** Cards that an item moves: "c4e" 4, "cH" 1. @type {(item: string) => number} */
const countOf = (item) => Number(item.slice(1, -1) || 1);

/** @type {MarkOf} */
export const markOf = (piles, item) => {
  if (/[<>]/.test(item)) return `${piles.stock}/${piles.waste.length}`;
  const index = size(piles, item[0]) - countOf(item);
  return `${index}/${cardAt(piles, item[0], index)}`;
};

/** @type {Moved} */
export const moved = (piles, item, draw) => {
  const next = { ...piles, columns: [...piles.columns], foundations: [...piles.foundations] };
  if (item === "<") return { ...next, stock: piles.waste.length, waste: [] };
  if (item === ">") {
    const count = Math.min(draw, piles.stock);
    const drawn = piles.stockCards?.slice(0, count) ?? unknown(count);
    return {
      ...next,
      stock: piles.stock - count,
      waste: [...piles.waste, ...drawn],
      stockCards: piles.stockCards?.slice(count),
    };
  }
  put(next, last(item), take(next, item[0], countOf(item)));
  return next;
};

/** @type {(next: Piles, pile: string, count: number) => string[]} */
const take = (next, pile, count) => {
  const at = size(next, pile) - count;
  const group = Array.from({ length: count }, (_, i) => cardAt(next, pile, at + i));
  const column = COLUMNS.indexOf(pile);
  if (column >= 0) next.columns[column] = next.columns[column].slice(0, at);
  else if (pile === "w") next.waste = next.waste.slice(0, at);
  else next.foundations[SUITS.indexOf(pile)] = at;
  return group;
};

/** @type {(next: Piles, pile: string, group: string[]) => void} */
const put = (next, pile, group) => {
  const column = COLUMNS.indexOf(pile);
  if (column >= 0) next.columns[column] = [...next.columns[column], ...group];
  else next.foundations[SUITS.indexOf(pile)] += 1;
};

/** @type {Game & ThisType<Game>} */
const methods = {
  send: () => {},
  draw: 1,
  seq: 0,
  view: /** @type {View} */ ({}),
  sent: [],
  waste: [],
  fresh: false,

  get live() {
    return this.sent.filter((one) => !one.dead);
  },

  get waiting() {
    return this.live.some((one) => one.item === null);
  },

  get over() {
    return !this.view.columns || this.view.result !== undefined;
  },

  get piles() {
    let piles = pilesOf(this.view);
    piles.waste = piles.waste.map((card, i) => card || (this.waste[i] ?? ""));
    for (const { shown, item, mark } of this.live) {
      if (shown && item && markOf(piles, item) === mark) piles = moved(piles, item, this.draw);
    }
    return piles;
  },

  get busy() {
    if (this.live.some((one) => !one.shown)) return null;
    return this.live.map((one) => touched(one.item ?? "")).join("");
  },

  unsettled(piles) {
    const { busy } = this;
    return busy === null || [...piles].some((pile) => busy.includes(pile));
  },

  targets(group) {
    if (!group || this.unsettled(group[0])) return "";
    return [...(this.view.legal[group] ?? "")].filter((target) => !this.unsettled(target)).join("");
  },

  move(item, shown) {
    if (this.over || this.unsettled(touched(item))) return false;
    return this.post({ t: "move", move: item }, shown ? item : null, shown, markOf(this.piles, item));
  },

  undo() {
    return !this.waiting && this.post({ t: "undo" }, "u", false);
  },

  command(frame) {
    return !this.live.length && this.post(frame, null, false);
  },

  post(fields, item, shown, mark = "") {
    if (this.over || this.sent.length >= MOST_UNANSWERED) return false;
    const after = this.live.map((one) => one.item ?? "");
    const frame = { base: this.seq, after, ...fields };
    this.sent.push({ frame, item, shown, mark, dead: false });
    this.send(frame);
    return true;
  },

  receive(frame) {
    const before = this.view.columns ? this.piles : null;
    if (frame.t === "welcome") return this.welcome(frame, before);
    const sent = this.sent.shift();
    if (!sent) return null;
    this.seq = frame.seq ?? this.seq;
    this.view = frame.view ?? this.view;
    const own = sent.item ?? sent.frame.move;
    const items = frame.items ?? (own ? [String(own)] : []);
    const same = frame.t === "ack" && items.length === 1 && !/[<u]/.test(items[0]);
    this.waste = same && before ? before.waste : [];
    if (frame.t === "ack") {
      return { kind: "ack", hint: frame.hint, by: frame.by, items, sent, before };
    }
    const kind = sent.dead || frame.code === "stale" ? "stale" : "nack";
    // Whatever had been sent after a refused item counted on it.
    if (!sent.dead) for (const one of this.sent) one.dead = true;
    return { kind, code: frame.code, wanted: frame.wanted, items: [], sent, before };
  },

  welcome(frame, before) {
    this.view = frame.view ?? this.view;
    this.waste = [];
    if (this.fresh) this.sent = this.live;
    if (!this.sent.length) this.seq = frame.seq ?? 0;
    if (this.fresh) for (const one of this.sent) this.send(one.frame);
    this.fresh = false;
    return { kind: "welcome", items: [], sent: null, before };
  },
};

/** @type {NewGame} */
export const newGame = (send, draw) => Object.assign(Object.create(methods), { send, draw, sent: [] });
