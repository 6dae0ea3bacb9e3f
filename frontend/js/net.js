// The socket: one at a time, never giving up. types.d.ts says what each function promises.

const VERSION = 1;
const PING_MS = 25000;
const DEAD_MS = 12000;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30000;

/**
 * What to do when the server closes, by code; any other: connect again, waiting longer each time.
 * `now`: connect at once. `end`: stop and say why.
 * @type {Record<number, "now" | "end">}
 */
export const CLOSES = {
  4001: "now", // no hello in time
  4003: "end", // signed out
  4004: "end", // no such run for us
  4006: "end", // another version of the page is needed
  4008: "now", // we read too slowly
  4009: "end", // a fourth window took this one's place
};

/**
 * Full jitter: thousands of tables must not come back at the same instant.
 * @type {(tries: number, random: number) => number}
 */
export const wait = (tries, random) =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 1.6 ** tries) * random;

/** @type {Net & ThisType<Net>} */
const methods = {
  url: "",
  who: {},
  every: PING_MS,
  hear: /** @type {Ears} */ ({}),
  socket: null,
  tries: 0,
  heard: 0,
  retry: 0,
  pulse: 0,
  death: 0,
  ended: false,
  notBefore: 0,

  send(frame) {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.socket.send(JSON.stringify(frame));
    if (!this.death) this.death = setTimeout(() => this.lost(), DEAD_MS);
  },

  ping() {
    this.send({ t: "ping", n: this.heard });
  },

  hello() {
    this.send({ t: "hello", ...this.who, v: VERSION });
  },

  lost() {
    this.socket?.close();
    this.closed(1006);
  },

  receive(text) {
    clearTimeout(this.death);
    this.death = 0;
    this.heard += 1;
    const frame = JSON.parse(text);
    if (frame.t === "bye") this.notBefore = frame.retry_after * 1000 || 0;
    else if (frame.t === "changed") this.hello();
    else if (frame.t !== "pong") this.hear.frame(frame);
    if (/^(welcome|room)$/.test(frame.t)) this.tries = 0;
  },

  open() {
    clearTimeout(this.retry);
    if (this.socket || this.ended) return;
    const mine = new WebSocket(this.url);
    this.socket = mine;
    this.heard = 0;
    this.death = setTimeout(() => this.lost(), DEAD_MS);
    mine.onmessage = (event) => mine === this.socket && this.receive(event.data);
    mine.onclose = (event) => mine === this.socket && this.closed(event.code);
    mine.onopen = () => {
      if (mine !== this.socket) return;
      this.hear.opened();
      this.hello();
      clearInterval(this.pulse);
      this.pulse = setInterval(() => this.ping(), this.every);
    };
  },

  closed(code) {
    this.socket = null;
    clearTimeout(this.death);
    clearInterval(this.pulse);
    this.death = 0;
    const then = CLOSES[code];
    this.ended = then === "end";
    this.hear.closed(this.ended ? code : 0);
    if (this.ended) return;
    const backoff = Math.max(this.notBefore, wait(this.tries, Math.random()));
    this.retry = setTimeout(() => this.open(), then === "now" && !this.tries ? 0 : backoff);
    this.notBefore = 0;
    this.tries += 1;
  },

  wake() {
    if (document.visibilityState === "hidden") return;
    if (this.socket) this.ping();
    else this.open();
  },
};

/** @type {NewNet} */
export const newNet = (url, who, hear, every = PING_MS) => {
  const net = Object.assign(Object.create(methods), { url, who, hear, every });
  addEventListener("online", () => net.wake());
  addEventListener("offline", () => net.wake());
  document.addEventListener("visibilitychange", () => net.wake());
  return net;
};
