// Races in words. Texts stand in gettext("…") calls, from which a catalogue of their own is made.

import { clock, fill } from "./text.js";

/** @type {(milestone: Milestone) => string} */
export const milestoneText = ({ seat: { name, ms, up }, what }) => {
  const templates = {
    half: gettext("%(name)s is half home"),
    hidden: gettext("%(name)s has turned the last hidden card"),
    won: ms === undefined ? gettext("%(name)s has won") : gettext("%(name)s has won in %(time)s"),
    stopped: gettext("%(name)s has stopped at %(up)s cards"),
    timeup: gettext("%(name)s ran out of time at %(up)s cards"),
  };
  return fill(templates[what], { name, up, time: clock(ms ?? 0) });
};

/** What a seat's player does, "" for playing on. @type {(seat: RaceSeat) => string} */
export const stateWords = ({ state, here, ms }) => {
  if (state === "won") return ms === undefined ? gettext("won") : fill(gettext("won in %(time)s"), { time: clock(ms) });
  if (state === "stopped") return gettext("stopped");
  if (state === "timeup") return gettext("time is up");
  return here ? "" : gettext("connection lost");
};

/** @type {(seat: Progress) => string} */
export const progressWords = ({ down, moves }) => {
  const count = ngettext("%(n)s move", "%(n)s moves", moves);
  return `${fill(gettext("%(n)s face down"), { n: down })} · ${fill(count, { n: moves })}`;
};

/** "2 of 4". @type {(seat: Placed, all: Placed[]) => string} */
export const placeWords = ({ place }, all) =>
  fill(gettext("place %(place)s of %(count)s"), { place, count: all.length });

/** @type {(ms: number) => string} */
export const leftWords = (ms) => fill(gettext("%(time)s left"), { time: clock(Math.ceil(ms / 1000) * 1000) });

/** Why a frame was refused. @type {(code: string) => string} */
export const refusalWords = (code) => {
  const words = {
    started: gettext("The race has started."),
    over: gettext("This race is over."),
    not_ready: gettext("Not all are ready yet."),
    too_few: gettext("A race needs two players."),
    no_deal: gettext("No proved deal is ready just now. The race starts as soon as there is one."),
    name_length: gettext("A name has 3 to 20 letters."),
    name_characters: gettext("A name has letters, digits and a few marks between them."),
    name_reserved: gettext("Nobody may have this name. Choose another one."),
    name_taken: gettext("Somebody has this name, or one that looks like it. Choose another one."),
    rate: gettext("That was too fast: please try again."),
    unavailable: gettext("The server cannot answer just now: please try again."),
  };
  return words[/** @type {keyof typeof words} */ (code)] ?? gettext("That is not possible now.");
};
