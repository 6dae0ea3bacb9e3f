// The whole game by keys. Loaded with the first key pressed.

import { board } from "./board.js";
import { COLUMNS, SUITS, size } from "./layout.js";
import { act } from "./main.js";
import { play } from "./play.js";

/** @type {Spot} */
let cursor = { pile: "a", index: Infinity };

/** Piles in a row, from the left: stock and foundations, then the columns. */
const rows = () => {
  /** @type {(piles: string) => string[]} */
  const sorted = (piles) => [...piles].sort((a, b) => board.g.piles[a].x - board.g.piles[b].x);
  return [sorted((board.stock ? "sw" : "") + SUITS), [...COLUMNS]];
};

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

/** @type {(by: number) => void} */
const across = (by) => {
  const row = rows().find((piles) => piles.includes(cursor.pile)) ?? [];
  const next = row[row.indexOf(cursor.pile) + by];
  if (next) stand(next, Infinity);
};

/** @type {(by: number) => void} */
const along = (by) => {
  const [least, most] = range(cursor.pile);
  const index = Math.min(cursor.index, most) + by;
  const [top] = rows();
  if (COLUMNS.includes(cursor.pile)) {
    if (index >= least && index <= most) stand(cursor.pile, index);
    else if (by < 0) stand(near(top, cursor.pile), Infinity);
  } else if (by > 0) {
    stand(near([...COLUMNS], cursor.pile), 0);
  }
};

/** The pile of a row that lies nearest to another. @type {(row: string[], pile: string) => string} */
const near = (row, pile) => {
  /** @type {(one: string) => number} */
  const far = (one) => Math.abs(board.g.piles[one].x - board.g.piles[pile].x);
  return row.reduce((best, one) => (far(one) < far(best) ? one : best));
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
  ArrowLeft: () => (here(), across(-1)),
  ArrowRight: () => (here(), across(1)),
  ArrowUp: () => (here(), along(-1)),
  ArrowDown: () => (here(), along(1)),
  Enter: (event) => (event.shiftKey ? choose() : enter()),
  " ": () => (board.stock ? play.draw() : enter()),
  Escape: () => play.select(null),
  z: () => play.undo(),
  h: () => press_("hint"),
  f: () => press_("finish"),
  n: () => press_("new"),
};

/** As if its tool were pressed, when there is one and it may be. @type {(name: string) => void} */
const press_ = (name) => {
  const tool = document.querySelector(`#tools [data-do="${name}"]`);
  if (tool instanceof HTMLButtonElement && !tool.disabled && !tool.hidden) act(name, tool);
};

/** @type {(event: KeyboardEvent) => void} */
export const press = (event) => {
  const { key, altKey, ctrlKey, metaKey, target } = event;
  const on = /** @type {HTMLElement} */ (target);
  const command = ctrlKey || metaKey;
  if (document.querySelector("dialog[open]") || altKey || (command && key !== "z")) return;
  if (/^(Enter| )$/.test(key) && on.closest("a, button")) return;
  if (!board.piles.columns || play.game.view.paused) return;
  const column = key > "0" && key < "8" ? COLUMNS[Number(key) - 1] : "";
  const does = column ? () => stand(column, Infinity) : keys[key.length > 1 ? key : key.toLowerCase()];
  if (!does) return;
  event.preventDefault();
  does(event);
};
