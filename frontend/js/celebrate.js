// A won game: the cards leap from their foundations in one fountain. Loaded when it is won.

import { board } from "./board.js";
import { play } from "./motion.js";
import { play as table } from "./play.js";

const STAGGER_MS = 22;
const LEAP_MS = 1500;

/** Settles when most cards are gone; the rest fall behind the dialog. @type {() => Promise<void>} */
export const celebrate = async () => {
  table.noise("won");
  const { clientWidth: wide, clientHeight: high } = board.root;
  const cards = [...board.cards].sort((a, b) => b.index - a.index);
  board.root.classList.add("won");
  const leaps = cards.map(({ el, at }, i) => {
    // Golden-angle steps: even, never in rows, the same each time.
    const turn = ((i * 0.618034) % 1) - 0.5;
    const far = turn * wide * 1.1;
    const lift = high * (0.25 + 0.25 * ((i * 0.381966) % 1));
    /** @type {(x: number, y: number, spin: number) => string} */
    const to = (x, y, spin) => `translate(${at.x + x}px,${at.y + y}px) rotate(${spin}deg)`;
    el.style.zIndex = String(500 + i);
    const frames = [
      { transform: to(0, 0, 0), easing: "cubic-bezier(.2,.6,.5,1)" },
      { transform: to(far * 0.5, -lift + high * 0.12, turn * 240), easing: "cubic-bezier(.5,0,.9,.6)" },
      { transform: to(far, high * 1.2, turn * 620) },
    ];
    return play(el, frames, { duration: LEAP_MS, delay: i * STAGGER_MS, fill: "both" });
  });
  await leaps[25];
};
