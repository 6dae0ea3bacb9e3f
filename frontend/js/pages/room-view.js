// A room before and during its race, drawn by lit-html.

import { colour, face, feed, row } from "../race-view.js";
import { leftWords } from "../race-words.js";
import { clock } from "../text.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { waitWords } from "./room-words.js";

/** @typedef {{ ready(on: boolean): void, start(): void, leave(): void, rename(name: string): void }} Does */

/** @type {(seat: RaceSeat, room: RoomFrame) => unknown} */
const seatRow = (seat, room) => {
  const you = seat.seat === room.you;
  return html`<li class="seat ${colour(seat.seat, you)}${seat.here ? "" : " away"}">
    ${face(seat)}
    <span class="seat-name">${seat.name}</span>
    ${you ? html`<span class="chip">${gettext("You")}</span>` : nothing}
    ${seat.seat === room.host ? html`<span class="chip chip-host">${gettext("Host")}</span>` : nothing}
    <span class="seat-state ${seat.ready ? "is-ready" : ""}"
      >${seat.ready ? gettext("Ready") : seat.here ? gettext("Not ready") : gettext("Away")}</span></li>`;
};

/** @type {(room: RoomFrame, wait: number, does: Does) => unknown} */
const startButton = (room, wait, does) => {
  if (room.you !== room.host || room.seats.length < 2) return nothing;
  const soon = wait > 0 && !room.seats.every((seat) => seat.ready);
  return html`<button class="button" type="button" ?disabled=${soon} @click=${() => does.start()}>
    ${gettext("Start now")}${soon ? html` <span class="muted">${clock(Math.ceil(wait / 1000) * 1000)}</span>` : nothing}</button>`;
};

/** @type {(room: RoomFrame, own: RaceSeat, wait: number, does: Does) => unknown} */
const seated = (room, own, wait, does) => html`<div class="actions room-actions">
  <button class="button button-large ${own.ready ? "is-pressed" : "button-primary"}" type="button"
    aria-pressed=${String(own.ready)} @click=${() => does.ready(!own.ready)}>${gettext("Ready")}</button>
  ${startButton(room, wait, does)}
  <button class="button button-quiet" type="button" @click=${() => does.leave()}>${gettext("Leave")}</button></div>`;

/** @type {(own: RaceSeat, does: Does) => unknown} */
const rename = (own, does) => html`<details class="options rename"><summary>${gettext("Change your name")}</summary>
  <form class="form" @submit=${(/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    does.rename(String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("name") ?? ""));
  }}><div class="field"><label for="rename">${gettext("Name in this race")}</label>
  <input id="rename" name="name" maxlength="20" autocomplete="nickname" required .value=${own.name}></div>
  <div class="actions"><button class="button" type="submit">${gettext("Save")}</button></div></form></details>`;

/**
 * `wait`: ms until the host may start without the others.
 * @type {(race: Race, wait: number, guest: boolean, does: Does) => unknown}
 */
export const openRoom = (race, wait, guest, does) => {
  const room = /** @type {RoomFrame} */ (race.room);
  const own = race.you;
  return html`<ol class="seats">${room.seats.map((seat) => seatRow(seat, room))}</ol>
    <p class="room-wait">${waitWords(room)}</p>
    ${own ? seated(room, own, wait, does) : nothing}${own && guest ? rename(own, does) : nothing}`;
};

/** @type {(race: Race, at: number, table: string) => unknown} */
export const runningRoom = (race, at, table) => {
  const seconds = Math.ceil(race.untilStart(at) / 1000);
  const all = race.standing;
  const playing = race.you?.state === "playing";
  return html`${seconds
    ? html`<p class="room-count" role="timer"><b>${Math.min(seconds, 3)}</b></p>`
    : html`<p class="room-left"><span class="live">${gettext("Live")}</span> ${leftWords(race.left(at))}</p>`}
    ${playing ? html`<div class="actions"><a class="button button-primary button-large" href=${table}>${gettext("To your table")}</a></div>` : nothing}
    <ol class="race-list">${all.map((seat) => row(seat, all))}</ol>
    <div role="log" aria-label=${gettext("Feed")}><ol class="race-feed" data-empty=${gettext("Nothing to tell yet.")}>${feed(race)}</ol></div>
    <p class="muted">${gettext("Cards and moves are shown after the end.")}</p>`;
};

/** @type {(lobby: string) => unknown} */
export const emptyRoom = (lobby) => html`<p>${gettext("Everybody has left: this room is closed.")}</p>
  <div class="actions"><a class="button button-primary" href=${lobby}>${gettext("Other races")}</a></div>`;
