// The ghost of an ended game, as a rival at the table: its progress by this game's own clock, which
// stands still in a pause. Numbers only; the strip and the panel are those of races.

import { hud } from "./hud.js";
import { play } from "./play.js";
import { hear } from "./race.js";
import { fill } from "./text.js";

const TICK_MS = 500;
const YOU = 0;
const GHOST = 1;

/** How far the ghost was at a time on the clock. @type {(course: Course, ms: number) => Progress} */
export const progressAt = ({ points, ms: end, state }, ms) => {
  const reached = points.filter(([at]) => at <= ms);
  const [, up, down, moves] = reached[reached.length - 1] ?? points[0];
  return { up, down, moves, state: ms >= end ? state : "playing" };
};

/** @type {(course: Course) => RaceSeat} */
const seatOfGhost = (course) => {
  const over = Boolean(play.game.view.result);
  const progress = progressAt(course, over ? Infinity : hud.clock());
  const name = course.own ? gettext("Your ghost") : fill(gettext("Ghost of %(name)s"), { name: course.name });
  const ms = progress.state === "won" ? course.ms : undefined;
  return { seat: GHOST, name, ready: true, here: true, ms, ...progress };
};

/** @type {() => RaceSeat} */
const ownSeat = () => {
  const { up, down, moves, ms, result } = play.game.view;
  const state = result ? (result === "won" ? "won" : "stopped") : "playing";
  const seat = { seat: YOU, name: play.config.player.name, ready: true, here: true };
  return { ...seat, up, down, moves, state, ms: state === "won" ? ms : undefined };
};

/** The room that the two would be in. @type {(ghost: RaceSeat) => RoomFrame} */
const room = (ghost) => ({
  t: "room",
  version: 0,
  now: 0,
  state: play.game.view.result ? "ended" : "running",
  event: play.config.event,
  limit: 0,
  rated: false,
  public: false,
  you: YOU,
  seats: [ownSeat(), ghost],
});

/** @type {(url: string) => Promise<void>} */
export const haunt = async (url) => {
  const answer = await fetch(url);
  // The game of the ghost may be gone by now: then one plays alone.
  if (!answer.ok) return;
  /** @type {Course} */
  const course = await answer.json();
  let shown = "";
  const tick = () => {
    const { view } = play.game;
    // The end is told with the game's own.
    const ending = view.result && !document.querySelector("#end[open]");
    if (!view.columns || ending) return;
    const ghost = seatOfGhost(course);
    const now = JSON.stringify([ghost, view.result]);
    if (now === shown) return;
    const whole = !shown || view.result || ghost.state !== "playing";
    shown = now;
    const { seat, up, down, moves, state } = ghost;
    hear(/** @type {any} */ (whole ? room(ghost) : { t: "peer", seat, up, down, moves, state }));
  };
  setInterval(tick, TICK_MS);
  tick();
};
