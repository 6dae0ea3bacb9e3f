// A race as its viewer knows it: order, milestones, the server's clock.

import assert from "node:assert/strict";
import test from "node:test";

import { newRace } from "../../frontend/js/race-state.js";

const seat = (number, fields = {}) => ({
  seat: number,
  name: `P${number}`,
  ready: true,
  here: true,
  up: 0,
  down: 21,
  moves: 0,
  state: "playing",
  ...fields,
});

const room = (seats, fields = {}) => ({
  t: "room",
  version: 1,
  now: 1_000_000,
  state: "running",
  event: "RU1-C",
  limit: 10,
  rated: false,
  public: false,
  you: 0,
  seats,
  starts_at: 1_000_000,
  ends_at: 1_600_000,
  ...fields,
});

const peer = (number, fields) => ({ t: "peer", seat: number, up: 0, down: 21, moves: 1, state: "playing", ...fields });

const told = (news) => news.map(({ seat: { seat: number }, what }) => `${number} ${what}`);

test("places: winners by time, then cards up, turned, moves; alike they share", () => {
  const race = newRace();
  race.take(
    room([
      seat(0, { up: 9, down: 3, moves: 50 }),
      seat(1, { up: 52, down: 0, moves: 90, state: "won", ms: 60_000 }),
      seat(2, { up: 9, down: 2, moves: 90 }),
      seat(3, { up: 9, down: 3, moves: 50 }),
      seat(4, { up: 9, down: 3, moves: 40 }),
      seat(5, { up: 52, down: 0, moves: 120, state: "won", ms: 59_999 }),
    ]),
    0,
  );
  const places = race.standing.map((one) => [one.seat, one.place]);
  assert.deepEqual(places, [[5, 1], [1, 2], [2, 3], [4, 4], [0, 5], [3, 5]]);
});

test("the server's places are taken where it tells them", () => {
  const race = newRace();
  race.take(room([seat(0, { place: 2 }), seat(1, { place: 1 })], { state: "ended" }), 0);
  assert.deepEqual(race.standing.map((one) => [one.seat, one.place]), [[1, 1], [0, 2]]);
});

test("milestones are told once, whatever is undone and done again", () => {
  const race = newRace();
  race.take(room([seat(0), seat(1)]), 0);
  assert.deepEqual(told(race.take(peer(1, { up: 25 }), 1)), []);
  assert.deepEqual(told(race.take(peer(1, { up: 26, down: 4 }), 2)), ["1 half"]);
  assert.deepEqual(told(race.take(peer(1, { up: 25, down: 4 }), 3)), []);
  assert.deepEqual(told(race.take(peer(1, { up: 27, down: 0 }), 4)), ["1 hidden"]);
  assert.deepEqual(told(race.take(peer(1, { up: 52, down: 0, state: "won" }), 5)), ["1 won"]);
  const again = room([seat(0), seat(1, { up: 52, down: 0, state: "won", ms: 5 })], { version: 2 });
  assert.deepEqual(told(race.take(again, 6)), []);
  assert.deepEqual(told(race.feed), ["1 won", "1 hidden", "1 half"]);
});

test("what had happened before one looked is no news, but ends stand in the feed", () => {
  const race = newRace();
  const seats = [seat(0), seat(1, { up: 30, down: 0, moves: 60 }), seat(2, { state: "stopped" })];
  assert.deepEqual(race.take(room(seats), 0), []);
  assert.deepEqual(told(race.feed), ["2 stopped"]);
});

test("an open room has no milestones, and the race that follows has", () => {
  const race = newRace();
  assert.deepEqual(race.take(room([seat(0, { state: "waiting" }), seat(1, { state: "waiting" })], { state: "open" }), 0), []);
  race.take(room([seat(0), seat(1)], { version: 2 }), 1);
  assert.deepEqual(told(race.take(peer(1, { up: 26 }), 2)), ["1 half"]);
});

test("the own table is ahead of what the room says of it", () => {
  const race = newRace();
  race.take(room([seat(0), seat(1)]), 0);
  race.own({ up: 5, down: 18, moves: 9, state: "playing" });
  race.take(room([seat(0, { up: 4, moves: 8, down: 18 }), seat(1)], { version: 2 }), 1);
  assert.equal(race.you.moves, 9);
  race.take(room([seat(0, { up: 7, moves: 12, down: 18 }), seat(1)], { version: 3 }), 2);
  assert.equal(race.you.moves, 12);
});

test("a watcher has no place, and nobody's own news are taken", () => {
  const race = newRace();
  race.take(room([seat(0), seat(1)], { you: undefined }), 0);
  assert.equal(race.you, undefined);
  assert.deepEqual(race.own({ up: 26, down: 0, moves: 9, state: "playing" }), []);
});

test("the clock goes by the frame that was on its way for the least time", () => {
  const race = newRace();
  race.take(room([seat(0)], { now: 996_000 }), 500); // half a second on its way
  race.take(room([seat(0)], { now: 997_000, version: 2 }), 1_000);
  assert.equal(race.untilStart(1_000), 3_000);
  assert.equal(race.left(1_000), 600_000); // never more than the limit
  race.take(room([seat(0)], { now: 998_000, version: 3 }), 2_400); // slower: not believed
  assert.equal(race.untilStart(4_000), 0);
  assert.equal(race.left(5_000), 599_000);
});
