// What a race looks like: chips of the strip, rows of the panel, the feed. Drawn by lit-html.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
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

/** @type {(seat: Placed, all: Placed[]) => string} */
const aloud = (seat, all) =>
  [
    fill(gettext("%(name)s: %(up)s of 52"), { name: nameOf(seat), up: seat.up }),
    progressWords(seat),
    stateWords(seat),
    placeWords(seat, all),
  ]
    .filter(Boolean)
    .join(", ");

/** @type {(seat: Placed) => string} */
const kind = (seat) =>
  `${colour(seat.seat, seat.you)} ${seat.state}${seat.you ? " you" : ""}${seat.here || seat.state !== "playing" ? "" : " away"}`;

/** A chip of the strip. @type {(seat: Placed, all: Placed[]) => unknown} */
export const chip = (seat, all) => html`<li class="racer ${kind(seat)}">
  ${face(seat)}<span class="unseen">${aloud(seat, all)}</span>
  <span class="racer-name" aria-hidden="true">${nameOf(seat)}</span>
  <b class="racer-up" aria-hidden="true">${seat.up}</b>${bar(seat)}</li>`;

/** A row of the panel. @type {(seat: Placed, all: Placed[]) => unknown} */
export const row = (seat, all) => html`<li class="racer ${kind(seat)}">
  ${face(seat)}<span class="unseen">${aloud(seat, all)}</span>
  <span class="racer-name" aria-hidden="true"><small>${seat.place}.</small> ${nameOf(seat)}</span>
  <b class="racer-up" aria-hidden="true">${seat.up}<small>/52</small></b>${bar(seat)}
  <span class="racer-more" aria-hidden="true"
    >${progressWords(seat)}${stateWords(seat) ? html` · <em>${stateWords(seat)}</em>` : nothing}</span></li>`;

/**
 * Oldest first, so that what is new is added and nothing else changes; the page turns it over.
 * @type {(race: Race) => unknown}
 */
export const feed = (race) =>
  [...race.feed].reverse().map(({ seat, what }) => {
    const now = race.room?.seats.find((one) => one.seat === seat.seat);
    return html`<li>${milestoneText({ what, seat: { ...seat, ms: now?.ms ?? seat.ms } })}</li>`;
  });
