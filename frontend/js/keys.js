// The whole game by keys. Loaded with the first key pressed.

import { board } from "./board.js";
import { COLUMNS, size } from "./layout.js";
import { act } from "./main.js";
import { play } from "./play.js";

/** @type {Spot} */
let cursor = { pile: "a", index: Infinity };

/** The least and greatest place that can be stood on. @type {(pile: string) => [number, number]} */
const range = (pile) => {
  const last = size(board.piles, pile) - 1;
  const column = COLUMNS.indexOf(pile);
  return [column < 0 ? last : Math.min(last, board.piles.down[column]), last];
};

/** @type {(pile: string, index: number) => void} */
const stand = (pile, index) => {
  const [least, most] = range(pile);
  cursor = { pile, index: Math.max(least, Math.min(most, index)) };
  for (const one of board.root.querySelectorAll('[tabindex="0"]')) one.setAttribute("tabindex", "-1");
  const element = board.elementAt(cursor);
  element.tabIndex = 0;
  element.focus();
};

/** To the nearest pile in a direction, off which counts double. @type {(dx: number, dy: number) => void} */
const go = (dx, dy) => {
  const from = board.g.piles[cursor.pile];
  let best = "";
  let least = Infinity;
  for (const [pile, to] of Object.entries(board.g.piles)) {
    const along = (to.x - from.x) * dx + (to.y - from.y) * dy;
    const off = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
    if (along > 5 && along + 2 * off < least) [best, least] = [pile, along + 2 * off];
  }
  if (best) stand(best, dy > 0 ? 0 : Infinity);
};

/** Along a column's cards, or on to the next pile. @type {(by: number) => void} */
const deep = (by) => {
  const [least, most] = range(cursor.pile);
  const index = Math.min(cursor.index, most) + by;
  if (COLUMNS.includes(cursor.pile) && index >= least && index <= most) stand(cursor.pile, index);
  else go(0, by);
};

/** Where the keys stand, which may have been moved by the pointer or by an answer. */
const here = () => {
  const { pile, index } = /** @type {HTMLElement} */ (document.activeElement).dataset;
  if (pile) cursor = { pile, index: index === undefined ? -1 : Number(index) };
  return cursor;
};

const enter = () => {
  const spot = here();
  const [, most] = range(spot.pile);
  const at = { pile: spot.pile, index: Math.min(spot.index, most) };
  play.tap(at);
};

const choose = () => {
  const spot = here();
  if (size(board.piles, spot.pile) && spot.pile !== "s") play.choose(spot);
};

/** @type {Record<string, (event: KeyboardEvent) => void>} */
const keys = {
  ArrowLeft: () => (here(), go(-1, 0)),
  ArrowRight: () => (here(), go(1, 0)),
  ArrowUp: () => (here(), deep(-1)),
  ArrowDown: () => (here(), deep(1)),
  Enter: (event) => (event.shiftKey ? choose() : enter()),
  " ": () => (board.stock ? play.draw() : enter()),
  Escape: () => play.select(null),
  z: () => play.undo(),
  h: () => pressTool("hint"),
  f: () => pressTool("finish"),
  n: () => pressTool("new"),
};

/** As if its tool were pressed, when there is one and it may be. @type {(name: string) => void} */
const pressTool = (name) => {
  const tool = document.querySelector(`#tools [data-do="${name}"]`);
  if (tool instanceof HTMLButtonElement && !tool.disabled && !tool.hidden) act(name, tool);
};

/** @type {(event: KeyboardEvent) => void} */
export const press = (event) => {
  const { key, altKey, ctrlKey, metaKey, target } = event;
  const on = /** @type {HTMLElement} */ (target);
  const command = ctrlKey || metaKey;
  if (document.querySelector("dialog[open]") || altKey || (command && key !== "z")) return;
  // Beside the text board single letters are the screen reader's, and in its field they are typed.
  if (document.documentElement.dataset.text) return;
  if (/^(Enter| )$/.test(key) && on.closest("a, button")) return;
  if (!board.piles.columns || play.game.view.paused) return;
  const column = key > "0" && key < "8" ? COLUMNS[Number(key) - 1] : "";
  const does = column ? () => stand(column, Infinity) : keys[key.length > 1 ? key : key.toLowerCase()];
  if (!does) return;
  event.preventDefault();
  does(event);
};
