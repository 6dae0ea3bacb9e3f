// A race's room: who sits and is ready, the way to the table, the race as watchers see it; on the
// page of results, the rematch that somebody has offered.

import { newNet } from "../net.js";
import { newRace } from "../race-state.js";
import { milestoneText, refusalWords } from "../race-words.js";
import { words } from "../text.js";
import { render } from "../../vendor/lit-html/lit-html.js";
import { emptyRoom, openRoom, runningRoom } from "./room-view.js";
import { ratedWords, roomNews } from "./room-words.js";

const TICK_MS = 250;
/** Rivals are shown who is there, and a dead line is to be found before the start. */
const PING_MS = 5000;
const MOST_SEATS = 10;

/** @type {(id: string) => HTMLElement | null} */
const find = (id) => document.getElementById(id);
/** @type {RoomConfig} */
const config = JSON.parse(find("config")?.textContent ?? "");
const race = newRace();
words.lang = document.documentElement.lang;
/** This page has seen the room open: its players go on to their tables. */
let waited = false;
let going = false;
/** What the server wrote has made way for what lit-html draws. */
let drawn = false;

/** @type {(text: string) => void} */
const said = (text) => {
  const place = find("room-said");
  if (place && text) place.textContent = text;
};

/** @type {(text: string) => void} */
const refused = (text) => {
  const place = find("room-error");
  if (!place) return;
  place.textContent = text;
  place.hidden = !text;
};

/** @type {(frame: object) => void} */
const send = (frame) => {
  refused("");
  net.send(frame);
};

/** @type {import("./room-view.js").Does} */
const does = {
  ready: (on) => send({ t: "ready", on }),
  start: () => send({ t: "start" }),
  leave: () => send({ t: "leave" }),
  rename: (name) => send({ t: "seat", name }),
};

const table = () => config.urls.table.replace("RUN", race.room?.run ?? "");

const draw = () => {
  const live = find("room-live");
  const { room } = race;
  if (!live || !room || room.state === "ended") return;
  if (!drawn) live.replaceChildren();
  drawn = true;
  const at = performance.now();
  const wait = Math.max(0, (room.start_from ?? Infinity) - race.now(at));
  if (room.state === "open") render(openRoom(race, wait, config.guest, does), live);
  else if (room.state === "empty") render(emptyRoom(config.urls.lobby), live);
  else render(runningRoom(race, at, table()), live);
  document.body.dataset.room = room.state;
  const fact = find("rated");
  if (fact) fact.textContent = ratedWords(room);
  for (const part of document.querySelectorAll("[data-while]")) {
    const states = part.getAttribute("data-while") ?? "";
    part.toggleAttribute("hidden", !states.split(" ").includes(room.state));
  }
  drawJoin(room);
};

/** A seat that is given up can be taken without loading the page anew. @type {(room: RoomFrame) => void} */
const drawJoin = ({ state, seats }) => {
  const may = state === "open" && race.you === undefined;
  const full = seats.length >= MOST_SEATS;
  find("join")?.toggleAttribute("hidden", !may || full);
  find("full")?.toggleAttribute("hidden", !may || !full);
  find("watching")?.toggleAttribute("hidden", (may && !full) || race.you !== undefined || state === "empty");
};

/** Players go to their tables, once; who comes back from there stays. */
const follow = () => {
  const { room } = race;
  if (room?.state === "open") waited = true;
  const begins = waited || race.untilStart(performance.now()) > 0;
  if (room?.state !== "running" || !room.run || going || !begins) return;
  if (race.you?.state !== "playing") return;
  going = true;
  location.assign(table());
};

/** @type {(room: RoomFrame) => void} */
const offer = ({ rematch }) => {
  const banner = find("rematch");
  if (!banner) return;
  banner.hidden = !rematch;
  // Those who raced have a form there, which seats them.
  if (rematch) find("rematch-link")?.setAttribute("href", config.urls.race.replace("RACE", rematch));
};

/** @type {(frame: RoomFrame) => void} */
const roomed = (frame) => {
  const before = race.room;
  const news = race.take(frame, performance.now());
  if (config.over) return offer(frame);
  // The results are a page of the server's.
  if (frame.state === "ended") return location.reload();
  // Who left, or whose seat was given up, joins by the page's own form.
  const left = before?.you !== undefined && frame.you === undefined && !find("join");
  if (left) return location.reload();
  said([...(before ? roomNews(before, frame) : []), ...news.map(milestoneText)].join(". "));
  follow();
  draw();
};

const net = newNet(config.ws, { room: config.race }, {
  opened: () => {},
  frame: (frame) => {
    const heard = /** @type {any} */ (frame);
    if (heard.t === "room") roomed(heard);
    else if (heard.t === "peer") {
      said(race.take(heard, performance.now()).map(milestoneText).join(". "));
      draw();
    } else if (heard.t === "nack") refused(refusalWords(heard.code));
    document.body.dataset.online = "1";
    find("room-link")?.setAttribute("hidden", "");
  },
  closed: (code) => {
    document.body.dataset.online = "0";
    const place = find("room-link");
    if (!place) return;
    place.hidden = false;
    place.textContent = code ? gettext("Not connected") : gettext("Connection lost. Trying again…");
    // Signed out elsewhere: whoever signs in again is back here.
    if (code === 4003) location.assign(`${place.dataset.login}?next=${encodeURIComponent(location.pathname)}`);
    // A newer page is wanted.
    if (code === 4006) location.reload();
    if (code === 4009) place.textContent = gettext("This room is open in several other windows. Reload the page to look at it here.");
  },
}, PING_MS);

setInterval(draw, TICK_MS);
// A page kept in memory has a line that is long dead, and may be about something over.
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});
net.open();
