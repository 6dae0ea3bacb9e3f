// The list of a game's moves: the slice around the position shown, each line leads to its move.

import { clock, fill } from "../text.js";
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
    this.range.textContent = whole ? "" : fill(gettext("%(from)s to %(to)s of %(total)s"), numbers);
  }
}

/** @param {[string, number]} item @param {Slice} slice @param {number} i */
function line([text, ms], slice, i) {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.place = String(slice.from + i + 1);
  button.append(
    part("item-number", String(slice.from + i + 1)),
    part("item-words", itemWords(text, slice.views[i], slice.views[i + 1])),
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
