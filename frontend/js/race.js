// A race at its table: the countdown, rivals' progress, milestones, place and time left, the end.
// Loaded in a race alone. Numbers only: no card of anybody's ever comes here.

import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { byId, hud, put, tool } from "./hud.js";
import { act } from "./main.js";
import { play } from "./play.js";
import { newRace } from "./race-state.js";
import { chip, feed, row } from "./race-view.js";
import { leftWords, milestoneText, placeWords } from "./race-words.js";
import { say } from "./speech.js";
import { fill } from "./text.js";

const TICK_MS = 200;
const ZEN = "race-zen";
/** The last seconds are counted. */
const COUNTED = 3;

const style = Object.assign(document.createElement("link"), {
  rel: "stylesheet",
  href: String(new URL("../css/race.css", import.meta.url)),
});
document.head.append(style);

const race = newRace();
let zen = localStorage.getItem(ZEN) === "1";
let counted = 0;
/** What the player knows already: that the race is over, that a rematch waits. */
const told = { over: false, again: false };

/** @type {() => Placed[]} */
const shown = () => {
  const all = race.standing;
  return zen ? all.filter((seat) => seat.you) : all;
};

/** Own chip first: it is looked for most. @type {(all: Placed[]) => Placed[]} */
const ownFirst = (all) => [...all.filter((seat) => seat.you), ...all.filter((seat) => !seat.you)];

const draw = () => {
  const all = race.standing;
  const seats = shown();
  const own = all.find((seat) => seat.you);
  // A place would tell how far the hidden ones are.
  const ranked = zen ? [] : all;
  render(ownFirst(seats).map((seat) => chip(seat, ranked, all)), byId("race-chips"));
  const title = fill(ngettext("Race · %(n)s player", "Race · %(n)s players", all.length), { n: all.length });
  put("race-title", title);
  for (const list of document.querySelectorAll(".race-rows")) {
    render(seats.map((seat) => row(seat, ranked)), /** @type {HTMLElement} */ (list));
  }
  for (const list of document.querySelectorAll(".race-feed")) {
    render(zen ? nothing : feed(race), /** @type {HTMLElement} */ (list));
  }
  for (const button of document.querySelectorAll('[data-race="zen"]')) {
    button.setAttribute("aria-pressed", String(zen));
  }
  document.documentElement.dataset.zen = zen ? "1" : "0";
  const alike = own && all.every((seat) => seat.place === own.place);
  put("place", own && !alike && !zen ? placeWords(own, all) : "");
  drawEnd(all, own);
};

/** What the end of one's own game says of the race. @type {(all: Placed[], own?: Placed) => void} */
const drawEnd = (all, own) => {
  const over = race.room?.state === "ended";
  const going = all.filter((seat) => seat.state === "playing" && !seat.you).length;
  const words = fill(ngettext("%(n)s still plays", "%(n)s still play", going), { n: going });
  const place = own ? placeWords(own, all) : "";
  const line = over || !going ? place : [place, words].filter(Boolean).join(" · ");
  render(html`<p class="race-place">${line}</p><ol class="race-list">${all.map((seat) => row(seat, all))}</ol>`, byId("race-end"));
  byId("race-link").textContent = over ? gettext("See the results") : gettext("Watch the others");
  byId("race-link").classList.toggle("primary", !over || !play.config.race);
  offerRematch(over);
};

/** One press goes to its room, whoever opened that. @type {(over: boolean) => void} */
const offerRematch = (over) => {
  const button = document.getElementById("rematch");
  if (!button) return;
  button.hidden = !over;
  const words = byId("race-again");
  words.textContent = race.room?.rematch ? (words.dataset.words ?? "") : "";
};

/** @type {(news: Milestone[]) => void} */
const tell = (news) => {
  if (zen) return;
  for (const one of news.filter(({ seat }) => seat.seat !== race.room?.you)) {
    // Where the feed is on the page it is heard from there.
    if (document.documentElement.dataset.panel === "1") continue;
    void hud.toast(milestoneText(one));
  }
};

const own = () => {
  const { view } = play.game;
  if (!view.columns) return;
  /** @type {Record<string, SeatState>} */
  const ends = { won: "won", closed: "timeup" };
  const state = view.result ? (ends[view.result] ?? "stopped") : "playing";
  race.own({ up: view.up, down: view.down, moves: view.moves, state });
  byId("race-start").hidden = true;
  if (play.config.race) tool("stop")?.toggleAttribute("disabled", Boolean(view.result));
  draw();
};

/** @type {(frame: ServerFrame) => void} */
export const hear = (frame) => {
  const news = race.take(/** @type {any} */ (frame), performance.now());
  own();
  draw();
  tell(news);
  byId("race").hidden = false;
  byId("race-panel").hidden = false;
  tick();
  finish();
};

/** The race is over for all, or a rematch waits: whoever looks at a board is told, once of each. */
const finish = () => {
  // The board learns of its own end by itself, and shows it.
  if (race.room?.state !== "ended" || !play.game.view.result) return;
  const again = Boolean(race.room.rematch);
  if (told.over && (told.again || !again)) return;
  const open = document.querySelector("dialog[open]");
  // What one is at is not torn away.
  if (open && !/^(end|rivals)$/.test(open.id)) return open.addEventListener("close", finish, { once: true });
  Object.assign(told, { over: true, again });
  if (open?.id !== "end") act("end", document.body);
};

const tick = () => {
  if (!race.room) return;
  const at = performance.now();
  put("left", leftWords(race.left(at)));
  const seconds = Math.ceil(race.untilStart(at) / 1000);
  const start = byId("race-start");
  if (play.game.view.columns || start.hidden || seconds === counted) return;
  counted = seconds;
  const number = seconds > COUNTED || !seconds ? "" : String(seconds);
  // A new element each second, so that its motion begins anew.
  const digit = document.createElement("b");
  digit.textContent = number;
  start.firstElementChild?.replaceWith(digit);
  if (number) play.noise("place");
  if (seconds === COUNTED) say(gettext("The race starts in three seconds."));
};

/** @type {() => void} */
const toggleZen = () => {
  zen = !zen;
  localStorage.setItem(ZEN, zen ? "1" : "0");
  draw();
};

const { changed } = play;
play.changed = () => {
  changed();
  own();
};
document.addEventListener("click", ({ target }) => {
  if (/** @type {Element} */ (target).closest('[data-race="zen"]')) toggleZen();
});
setInterval(tick, TICK_MS);
