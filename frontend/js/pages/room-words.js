// What changes in a room, in words: heard by screen readers, seen by whoever looks away.

import { fill } from "../text.js";

/** @type {(before: RoomFrame, after: RoomFrame) => string[]} */
export const roomNews = (before, after) => {
  const old = new Map(before.seats.map((seat) => [seat.seat, seat]));
  const now = new Map(after.seats.map((seat) => [seat.seat, seat]));
  /** @type {string[]} */
  const news = [];
  for (const seat of after.seats) {
    const then = old.get(seat.seat);
    if (seat.seat === after.you && then?.name === seat.name) continue;
    if (then?.name !== seat.name) news.push(fill(gettext("%(name)s is here"), { name: seat.name }));
    else if (seat.ready && !then.ready) news.push(fill(gettext("%(name)s is ready"), { name: seat.name }));
  }
  for (const seat of before.seats) {
    if (!now.has(seat.seat)) news.push(fill(gettext("%(name)s has left"), { name: seat.name }));
  }
  if (after.host !== before.host && after.host !== undefined) {
    const name = now.get(after.host)?.name ?? "";
    news.push(after.host === after.you ? gettext("You host this race now") : fill(gettext("%(name)s hosts this race now"), { name }));
  }
  if (after.state === "open" && after.rated !== before.rated) {
    news.push(after.rated ? gettext("This race is rated now") : gettext("This race is not rated now"));
  }
  return news;
};

/** @type {(room: RoomFrame) => string} */
export const ratedWords = ({ rated }) => (rated ? gettext("Rated") : gettext("Not rated"));

/** What an open room waits for. @type {(room: RoomFrame) => string} */
export const waitWords = ({ seats, you }) => {
  if (!seats.length) return gettext("Nobody sits here just now.");
  if (seats.length < 2 && you === undefined) return gettext("One player is here and waits for a rival.");
  if (seats.length < 2) return gettext("Waiting for a rival: send somebody the link.");
  const slow = seats.filter((seat) => !seat.ready);
  const own = seats.find((seat) => seat.seat === you);
  if (own && !own.ready) return gettext("The race starts when all are ready.");
  if (slow.length === 1) return fill(gettext("Waiting for %(name)s"), { name: slow[0].name });
  return slow.length
    ? fill(ngettext("Waiting for %(n)s player", "Waiting for %(n)s players", slow.length), { n: slow.length })
    : gettext("All are ready.");
};
