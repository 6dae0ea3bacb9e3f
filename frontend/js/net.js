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

/** Full jitter: thousands of tables must not come back at the same instant. @type {(tries: number, random: number) => number} */
export const wait = (tries, random) =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 1.6 ** tries) * random;

/** @type {NewNet} */
export const newNet = (url, run, hear) => {
  /** @type {WebSocket | null} */
  let socket = null;
  let tries = 0;
  let heard = 0;
  let retry = 0;
  let pulse = 0;
  let death = 0;
  let ended = false;
  let notBefore = 0;

  /** @type {(frame: object) => void} */
  const send = (frame) => {
    if (socket?.readyState !== WebSocket.OPEN) return;
    socket.send(JSON.stringify(frame));
    if (!death) death = setTimeout(lost, DEAD_MS);
  };

  const ping = () => send({ t: "ping", n: heard });
  const hello = () => send({ t: "hello", run, v: VERSION });

  /** Nothing was heard for too long: whatever the browser thinks, this socket is dead. */
  const lost = () => {
    socket?.close();
    closed(1006);
  };

  /** @type {(text: string) => void} */
  const receive = (text) => {
    clearTimeout(death);
    death = 0;
    heard += 1;
    const frame = JSON.parse(text);
    if (frame.t === "bye") notBefore = frame.retry_after * 1000;
    else if (frame.t === "changed") hello();
    else if (frame.t !== "pong") hear.frame(frame);
    if (frame.t === "welcome") tries = 0;
  };

  const open = () => {
    clearTimeout(retry);
    if (socket || ended) return;
    const mine = new WebSocket(url);
    socket = mine;
    heard = 0;
    death = setTimeout(lost, DEAD_MS);
    mine.onmessage = (event) => mine === socket && receive(event.data);
    mine.onclose = (event) => mine === socket && closed(event.code);
    mine.onopen = () => {
      if (mine !== socket) return;
      hear.opened();
      hello();
      clearInterval(pulse);
      pulse = setInterval(ping, PING_MS);
    };
  };

  /** @type {(code: number) => void} */
  const closed = (code) => {
    socket = null;
    clearTimeout(death);
    clearInterval(pulse);
    death = 0;
    const then = CLOSES[code];
    ended = then === "end";
    hear.closed(ended ? code : 0);
    if (ended) return;
    const delay = then === "now" && !tries ? 0 : Math.max(notBefore, wait(tries, Math.random()));
    notBefore = 0;
    tries += 1;
    retry = setTimeout(open, delay);
  };

  const wake = () => {
    if (document.visibilityState === "hidden") return;
    if (socket) ping();
    else open();
  };
  addEventListener("online", wake);
  addEventListener("offline", () => socket && ping());
  document.addEventListener("visibilitychange", wake);

  return { open, send };
};
