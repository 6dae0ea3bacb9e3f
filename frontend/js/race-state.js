// A race as one viewer knows it: the room, how far everybody has come, what is worth telling.
// No page and no clock of its own: races.d.ts says what each function promises.

const HALF = 26;
const MOST_TOLD = 40;
/** @type {string[]} */
const ENDS = ["won", "stopped", "timeup"];

/** The order of the table of results. @type {(seat: RaceSeat) => number[]} */
const order = ({ ms, up, down, moves }) => (ms === undefined ? [1, -up, down, moves] : [0, ms, 0, 0]);

/** @type {(a: number[], b: number[]) => number} */
const compare = (a, b) => {
  const i = a.findIndex((value, at) => value !== b[at]);
  return i < 0 ? 0 : a[i] - b[i];
};

/** @type {Race & ThisType<Race>} */
const methods = {
  room: null,
  offset: -Infinity,
  told: new Set(),
  feed: [],

  take(frame, at) {
    if (frame.t === "peer") return this.set(frame.seat, frame);
    const before = this.room;
    this.offset = Math.max(this.offset, frame.now - at);
    const you = this.you;
    this.room = frame;
    // The own table knows better than the room how far one is.
    const mine = this.you;
    if (you && mine && mine.state === "playing" && you.moves > mine.moves) Object.assign(mine, progress(you));
    if (frame.state === "open") return [];
    const news = frame.seats.flatMap((seat) => this.reached(seat));
    if (before && before.state !== "open") return news;
    // What had happened before this page looked is no news, but ends are worth knowing.
    this.feed = this.feed.filter(({ what }) => ENDS.includes(what));
    return [];
  },

  set(number, news) {
    const seat = this.room?.seats.find((one) => one.seat === number);
    if (!seat) return [];
    Object.assign(seat, progress(news));
    return this.reached(seat);
  },

  own(news) {
    const you = this.room?.you;
    return you === undefined ? [] : this.set(you, news);
  },

  reached(seat) {
    const { up, down, moves, state } = seat;
    /** @type {[Milestone["what"], boolean][]} */
    const marks = [
      ["half", up >= HALF],
      ["hidden", down === 0 && moves > 0],
      ["won", state === "won"],
      ["stopped", state === "stopped"],
      ["timeup", state === "timeup"],
    ];
    const news = marks
      .filter(([what, there]) => there && !this.told.has(seat.seat + what))
      .map(([what]) => ({ seat: { ...seat }, what }));
    for (const { what } of news) this.told.add(seat.seat + what);
    this.feed = [...[...news].reverse(), ...this.feed].slice(0, MOST_TOLD);
    return news;
  },

  get you() {
    return this.room?.seats.find((seat) => seat.seat === this.room?.you);
  },

  get standing() {
    const seats = this.room?.seats ?? [];
    const placed = seats.map((seat) => ({
      ...seat,
      place: seat.place ?? 1 + seats.filter((other) => compare(order(other), order(seat)) < 0).length,
      you: seat.seat === this.room?.you,
    }));
    return placed.sort((a, b) => a.place - b.place || a.seat - b.seat);
  },

  now(at) {
    return at + this.offset;
  },

  untilStart(at) {
    return Math.max(0, (this.room?.starts_at ?? 0) - this.now(at));
  },

  left(at) {
    const { starts_at = 0, ends_at = 0 } = this.room ?? {};
    return Math.max(0, Math.min(ends_at - this.now(at), ends_at - starts_at));
  },
};

/** @type {(of: Progress) => Progress} */
const progress = ({ up, down, moves, state }) => ({ up, down, moves, state });

/** @type {NewRace} */
export const newRace = () => Object.assign(Object.create(methods), { told: new Set(), feed: [] });
