// One player's game in a replay of several: its board, at whatever time of the race.

import { board } from "../board.js";
import { pilesOf } from "../game.js";
import { symbol } from "../text.js";
import { ReplaySource } from "./replay-source.js";

/** Narrower boards are drawn so wide and made smaller, so that their cards stay whole. */
const LEAST_WIDTH = 300;
const SHAPE = 1.3;

/** How many of the ascending `times` are not after `ms`. @type {(times: number[], ms: number) => number} */
export const placeAt = (times, ms) => {
  let [from, to] = [0, times.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (times[middle] <= ms) from = middle + 1;
    else to = middle;
  }
  return from;
};

export class Lane {
  /** @param {HTMLElement} root @param {boolean} stock */
  constructor(root, stock) {
    this.root = root;
    this.source = new ReplaySource(root.dataset.url ?? "");
    /** When each item came, as far as they are known. @type {number[]} */
    this.times = [];
    this.whole = false;
    this.place = -1;
    this.wanted = 0;
    this.ground = /** @type {HTMLElement} */ (root.querySelector(".lane-board"));
    this.count = /** @type {HTMLElement} */ (root.querySelector(".lane-up"));
    const element = document.createElement("div");
    element.className = "board";
    element.inert = true;
    element.setAttribute("aria-hidden", "true");
    this.ground.append(element);
    const silent = () => "";
    // A board of its own: everything that a board writes to is made anew.
    const own = { piles: {}, cards: [], grounds: {}, rings: {}, held: [], strips: [] };
    /** @type {Board} */
    this.board = Object.assign(Object.create(board), own, {
      root: element,
      stock,
      symbol,
      describe: { card: silent, pile: silent },
    });
    this.board.build();
    // Other boards of the page have the same names for their cards.
    for (const { el } of this.board.cards) el.removeAttribute("id");
  }

  fit() {
    const width = this.ground.clientWidth;
    const drawn = Math.max(width, LEAST_WIDTH);
    const height = Math.round(Math.min(drawn * SHAPE, 620));
    const scale = width / drawn;
    const { style } = this.board.root;
    style.width = `${drawn}px`;
    style.height = `${height}px`;
    style.transform = scale < 1 ? `scale(${scale})` : "";
    this.ground.style.height = `${Math.round(height * scale)}px`;
    const mode = drawn >= 620 ? "wide" : "tall";
    this.board.resize({ mode, width: drawn, height }, false);
  }

  /** Know the times of all items up to `ms`. @param {number} ms */
  async reach(ms) {
    while (!this.whole && (this.times[this.times.length - 1] ?? -1) <= ms) {
      const slice = await this.source.slice(this.times.length);
      if (slice.from < this.times.length) continue; // another call was faster
      this.times.push(...slice.items.map(([, at]) => at));
      this.whole = this.times.length >= slice.total;
    }
  }

  /** Show the board as it was `ms` after the start. @param {number} ms @param {boolean} still */
  async show(ms, still) {
    this.wanted = ms;
    await this.reach(ms);
    if (ms !== this.wanted) return;
    const place = placeAt(this.times, ms);
    if (place === this.place) return;
    const near = Math.abs(place - this.place) === 1;
    this.place = place;
    const { view } = await this.source.step(place);
    if (place !== this.place) return;
    void this.board.show(pilesOf(view), { still: still || !near });
    const small = document.createElement("small");
    small.textContent = "/52";
    this.count.replaceChildren(String(view.up), small);
    this.root.classList.toggle("home", view.up === 52);
    this.source.ahead(place);
  }
}
