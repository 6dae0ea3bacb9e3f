// Fingers and mice on the board, by Pointer Events alone; what they hit is found by geometry.

import { board } from "./board.js";
import { groupAt } from "./game.js";
import { COLUMNS, LOUPE_BELOW, SUITS, cardAt, dropTarget, hit, size } from "./layout.js";
import { motion } from "./motion.js";
import { play } from "./play.js";

const TAP_MS = 300;
const LOUPE_MS = 250;
const SWIPE_MS = 250;
const SWIPE_PX = 30;
/** A finger lands lower than it aims, and hides what it holds. */
const AIM_UP = 4;
const HOLD_UP = 12;

/** @type {Drag} */
export const drag = {
  spot: null,
  pointer: -1,
  from: { x: 0, y: 0 },
  at: { x: 0, y: 0 },
  since: 0,
  touch: false,
  phase: "press",
  timer: 0,
  loupe: null,

  start() {
    const { root } = board;
    root.addEventListener("pointerdown", (event) => this.down(event));
    root.addEventListener("pointermove", (event) => event.pointerId === this.pointer && this.move(event));
    root.addEventListener("pointerup", (event) => event.pointerId === this.pointer && this.up(event));
    root.addEventListener("pointercancel", (event) => event.pointerId === this.pointer && this.cancel());
    root.addEventListener("contextmenu", (event) => this.spot && event.preventDefault());
  },

  local(event) {
    const { left, top } = board.root.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  },

  down(event) {
    if (event.button || this.pointer >= 0 || !board.piles.columns) return;
    motion.hurry();
    this.touch = event.pointerType !== "mouse";
    this.from = this.at = this.local(event);
    this.since = event.timeStamp;
    const { x, y } = this.from;
    const spot = hit(board.g, board.strips, board.piles, { x, y: this.touch ? y - AIM_UP : y });
    if (!spot) return play.select(null);
    this.pointer = event.pointerId;
    board.root.setPointerCapture(event.pointerId);
    this.spot = spot;
    this.phase = "press";
    if (!this.holds()) return;
    board.lift(spot);
    const strip = board.strips[COLUMNS.indexOf(spot.pile)];
    const tight = this.touch && strip && strip.open < LOUPE_BELOW && size(board.piles, spot.pile) > 1;
    if (tight) void this.awaitLoupe();
  },

  holds() {
    const { spot } = this;
    if (!spot || play.game.over || play.game.view.paused) return false;
    return spot.index >= 0 && spot.pile !== "s" && cardAt(board.piles, spot.pile, spot.index) !== "";
  },

  move(event) {
    this.at = this.local(event);
    const way = Math.hypot(this.at.x - this.from.x, this.at.y - this.from.y);
    if (this.phase === "loupe") return this.slide();
    if (this.phase === "press" && way > (this.touch ? 6 : 3) && board.held.length) this.begin();
    if (this.phase === "drag") this.carry();
  },

  begin() {
    clearTimeout(this.timer);
    play.select(null);
    this.phase = "drag";
    board.showHole(this.spot);
    board.root.classList.add("dragging");
  },

  carry() {
    const up = this.touch ? HOLD_UP : 0;
    board.carry({ x: this.at.x - this.from.x, y: this.at.y - this.from.y - up });
    if (play.config.settings.placement_help) board.ring(this.legal(), this.target());
  },

  legal() {
    return this.spot ? play.game.targets(groupAt(board.piles, this.spot)) : "";
  },

  target() {
    const [first] = board.held;
    const at = { x: first.at.x + board.offset.x, y: first.at.y + board.offset.y };
    const pile = dropTarget(board.g, at, this.legal(), first.card[1]);
    return pile === first.pile ? null : pile;
  },

  up(event) {
    this.at = this.local(event);
    const { spot, phase } = this;
    const quick = event.timeStamp - this.since;
    if (phase === "drag") return this.drop(quick);
    this.end();
    if (!spot) return;
    if (phase === "press" && quick <= TAP_MS) return play.tap(spot);
    play.choose(spot);
    void play.refresh();
  },

  drop(quick) {
    const spot = /** @type {Spot} */ (this.spot);
    const [first] = board.held;
    const legal = this.legal();
    let pile = this.target();
    const dy = this.at.y - this.from.y;
    const swiped = quick < SWIPE_MS && dy < -SWIPE_PX && Math.abs(this.at.x - this.from.x) < -dy / 2;
    const single = board.held.length === 1 && !SUITS.includes(spot.pile);
    if (swiped && single && !(pile && legal.includes(pile))) pile = first.card[1];
    if (play.config.settings.auto_placement && legal && !(pile && legal.includes(pile))) pile = legal[0];
    this.end();
    if (!pile || (SUITS.includes(pile) && SUITS.includes(spot.pile))) void play.refresh("settle");
    else play.go(spot, pile);
  },

  end() {
    clearTimeout(this.timer);
    this.pointer = -1;
    this.spot = null;
    this.phase = "press";
    board.release();
    board.ring("");
    board.select(null, "picked");
    board.root.classList.remove("dragging");
  },

  cancel() {
    this.end();
    void play.refresh("settle");
  },

  check() {
    const [first] = board.held;
    if (!first || !this.spot) return;
    const stays = first.pile === this.spot.pile && first.index === this.spot.index && first.card;
    if (!stays || play.game.over) this.cancel();
    else if (this.phase === "drag") this.carry();
  },

  async awaitLoupe() {
    this.timer = setTimeout(() => {
      if (!this.loupe || !this.spot) return;
      this.phase = "loupe";
      this.loupe.openLoupe(this.spot);
    }, LOUPE_MS);
    this.loupe ??= await import("./loupe.js");
  },

  slide() {
    const spot = this.loupe?.slide(/** @type {Spot} */ (this.spot));
    if (spot) {
      this.spot = spot;
      return;
    }
    // Out sideways: the picked card goes along.
    this.from = this.at;
    board.lift(/** @type {Spot} */ (this.spot));
    void board.show(board.piles);
    this.begin();
  },
};
