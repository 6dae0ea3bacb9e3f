// What a race looks like: chips of the strip, rows of the panel, the feed. Drawn by lit-html.

import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";
import { milestoneText, placeWords, progressWords, stateWords } from "./race-words.js";
import { fill } from "./text.js";

const CARDS = 52;

/** The colour of a player: the own one stands out, rivals have their seat's. @type {(seat: number, you: boolean) => string} */
export const colour = (seat, you) => (you ? "me" : `s${seat}`);

/** @type {(seat: Placed) => string} */
const nameOf = (seat) => (seat.you ? gettext("You") : seat.name);

/** @type {(seat: RaceSeat) => unknown} */
export const face = (seat) => html`<i class="disc" aria-hidden="true">${seat.name.slice(0, 1).toUpperCase()}</i>`;

/** Cards up from the left, cards still face down from the right. @type {(seat: Progress) => unknown} */
const bar = ({ up, down }) => html`<svg class="track" viewBox="0 0 52 6" preserveAspectRatio="none" aria-hidden="true">
  <rect class="track-down" x=${CARDS - down} width=${down} height="6"></rect>
  <rect class="track-up" width=${up} height="6"></rect></svg>`;

/** @type {Partial<Record<SeatState | "away", unknown>>} */
const MARKS = {
  won: svg`<path d="M2 8.5 6.2 13 14 3.5"></path>`,
  stopped: svg`<path d="M3 3h10v10H3z"></path>`,
  timeup: svg`<path d="M8 4v4.4l3 2M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13z"></path>`,
  away: svg`<path d="M3 3l10 10M13 3 3 13"></path>`,
};

/** What a seat's player does, where there is no room for words. @type {(seat: RaceSeat) => unknown} */
const mark = ({ state, here }) => MARKS[state] ?? (here ? undefined : MARKS.away);

/**
 * A name in little room: without a first word that others share, which tells nobody apart ("Guest").
 * @type {(seat: Placed, room: RaceSeat[]) => string}
 */
const short = (seat, room) => {
  const [first, ...rest] = seat.name.split(" ");
  const shared = room.some(({ seat: other, name }) => other !== seat.seat && name.startsWith(`${first} `));
  return shared && rest.length && !seat.you ? rest.join(" ") : nameOf(seat);
};

/**
 * `all` is empty where nobody's place is told.
 * @type {(seat: Placed, all: Placed[]) => string}
 */
const aloud = (seat, all) =>
  [
    fill(gettext("%(name)s: %(up)s of 52"), { name: nameOf(seat), up: seat.up }),
    progressWords(seat),
    stateWords(seat),
    all.length ? placeWords(seat, all) : "",
  ]
    .filter(Boolean)
    .join(", ");

/** @type {(seat: Placed) => string} */
const kind = (seat) =>
  `${colour(seat.seat, seat.you)} ${seat.state}${seat.you ? " you" : ""}${seat.here || seat.state !== "playing" ? "" : " away"}`;

/** A chip of the strip. @type {(seat: Placed, all: Placed[], room: RaceSeat[]) => unknown} */
export const chip = (seat, all, room) => {
  const sign = mark(seat);
  return html`<li class="racer ${kind(seat)}${sign ? " marked" : ""}">
  ${face(seat)}<span class="unseen">${aloud(seat, all)}</span>
  <span class="racer-name" aria-hidden="true">${short(seat, room)}</span>
  <b class="racer-up" aria-hidden="true">${seat.up}</b>
  ${sign ? html`<svg class="racer-mark" viewBox="0 0 16 16" aria-hidden="true">${sign}</svg>` : nothing}${bar(seat)}</li>`;
};

/** A row of the panel. @type {(seat: Placed, all: Placed[]) => unknown} */
export const row = (seat, all) => {
  const [far, state] = [progressWords(seat), stateWords(seat)];
  return html`<li class="racer ${kind(seat)}">
  ${face(seat)}<span class="unseen">${aloud(seat, all)}</span>
  <span class="racer-name" aria-hidden="true">${all.length ? html`<small>${seat.place}.</small> ` : nothing}${nameOf(seat)}</span>
  <b class="racer-up" aria-hidden="true">${seat.up}<small>/52</small></b>${bar(seat)}
  <span class="racer-more" aria-hidden="true"
    ><span class="racer-far">${far}${state ? " · " : ""}</span>${state ? html`<em>${state}</em>` : nothing}</span></li>`;
};

/**
 * Oldest first, so that what is new is added and nothing else changes; the page turns it over.
 * @type {(race: Race) => unknown}
 */
export const feed = (race) =>
  [...race.feed].reverse().map(({ seat, what }) => {
    const now = race.room?.seats.find((one) => one.seat === seat.seat);
    return html`<li>${milestoneText({ what, seat: { ...seat, ms: now?.ms ?? seat.ms } })}</li>`;
  });
