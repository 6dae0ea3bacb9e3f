// The list of a game's moves: the slice around the position shown, each line leads to its move.

import { pilesOf } from "../game.js";
import { itemWords } from "./words.js";

/** @typedef {import("./replay-source.js").ReplaySource} ReplaySource */
/** @typedef {import("./replay-source.js").Slice} Slice */

export class ItemList {
  /** @param {ReplaySource} source @param {(place: number) => void} go */
  constructor(source, go) {
    this.source = source;
    this.list = /** @type {HTMLOListElement} */ (document.getElementById("items"));
    this.range = /** @type {HTMLElement} */ (document.getElementById("items-range"));
    this.from = -1;
    this.list.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      if (button) go(Number(button.dataset.place));
    });
  }

  /** Mark the item that led to `place`. @param {number} place */
  async show(place) {
    const slice = await this.source.slice(Math.max(0, place - 1));
    if (slice.from !== this.from) this.fill(slice);
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const button = this.list.querySelector(`[data-place="${place}"]`);
    if (!(button instanceof HTMLElement)) return;
    button.setAttribute("aria-current", "step");
    // The list alone scrolls, never the page.
    const { offsetTop, offsetHeight } = button;
    this.list.scrollTop = offsetTop - (this.list.clientHeight - offsetHeight) / 2;
  }

  /** @param {Slice} slice */
  fill(slice) {
    this.from = slice.from;
    this.list.start = slice.from + 1;
    this.list.replaceChildren(...slice.items.map((item, i) => line(item, slice, i)));
    const whole = slice.items.length === slice.total;
    const numbers = { from: slice.from + 1, to: slice.from + slice.items.length, total: slice.total };
    this.range.textContent = whole ? "" : interpolate(gettext("%(from)s to %(to)s of %(total)s"), numbers, true);
  }
}

/** @param {[string, number]} item @param {Slice} slice @param {number} i */
function line([text, ms], slice, i) {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.place = String(slice.from + i + 1);
  button.append(
    part("item-number", String(slice.from + i + 1)),
    part("item-words", itemWords(text, pilesOf(slice.views[i]))),
    part("item-time", clock(ms)),
  );
  const element = document.createElement("li");
  element.append(button);
  return element;
}

/** @param {string} name @param {string} text */
function part(name, text) {
  const element = document.createElement("span");
  element.className = name;
  element.textContent = text;
  return element;
}

/** "6:42", "1:06:42". @param {number} ms */
export function clock(ms) {
  const seconds = Math.floor(ms / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
