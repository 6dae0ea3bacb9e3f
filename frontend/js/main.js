// The table's page: puts the modules together and keeps them told of each other.

import { board } from "./board.js";
import { drag } from "./drag.js";
import { newGame } from "./game.js";
import { byId, hud } from "./hud.js";
import { modeOf } from "./layout.js";
import { motion } from "./motion.js";
import { newNet } from "./net.js";
import { play } from "./play.js";
import { describe } from "./speech.js";
import { symbol, words } from "./text.js";

const TICK_MS = 250;
/** @type {Config} */
const config = JSON.parse(byId("config").textContent ?? "");
const page = document.documentElement;
const { dataset } = page;
/** What waits for an answer before the page tells its end. */
let begun = false;
let ended = false;

/** @type {(name: string, of?: HTMLElement) => void} */
const dialog = (name, of) => {
  // After a deploy the module may be gone: the page anew has all that it needs.
  void import("./dialogs.js").then(({ act }) => act(name, of), () => location.reload());
};

/** @type {Record<string, (of: HTMLElement) => void>} */
const actions = {
  undo: () => play.undo(),
  hint: () => play.command({ t: "hint", kind: "fair" }),
  finish: () => play.command({ t: "finish" }),
  pause: () => {
    play.command({ t: "pause", on: !game.view.paused });
    dialog("close");
  },
};

/** @type {(name: string, of: HTMLElement) => void} */
export const act = (name, of) => (actions[name] ?? ((element) => dialog(name, element)))(of);

/** What tests wait for. */
const mark = () => {
  dataset.seq = String(game.seq);
  dataset.busy = game.sent.length || motion.active || play.later.length ? "1" : "0";
};

/** What the settings change on the page. @type {() => void} */
export const dress = () => {
  const { settings } = config;
  dataset.theme = settings.theme;
  dataset.deck = settings.deck;
  dataset.hand = settings.left_hand ? "left" : "right";
  words.local = settings.local_ranks;
  motion.allowed = settings.motion;
  if (settings.sound) void import("./sound.js").then(({ sound }) => (play.noise = sound));
  else play.noise = () => {};
  fit();
};

const fit = () => {
  dataset.mode = modeOf(innerWidth, innerHeight);
  dataset.panel = dataset.mode === "wide" && innerWidth >= 1000 ? "1" : "0";
  const mode = /** @type {Mode} */ (dataset.mode);
  const { clientWidth: width, clientHeight: height } = board.root;
  board.resize({ mode, width, height }, config.settings.left_hand);
  const info = board.g.info;
  const placard = byId("placard");
  placard.hidden = !info;
  if (!info) return;
  placard.style.transform = `translate(${info.x}px,${info.y}px)`;
  placard.style.width = `${info.w}px`;
  placard.style.height = `${info.h}px`;
};

/** @type {(frame: ServerFrame) => void} */
const hear = (frame) => {
  if (/^(room|peer)$/.test(frame.t)) return void race?.then(({ hear }) => hear(frame));
  if (frame.t === "lost") return tellLost(frame);
  const change = game.receive(frame);
  if (!change) return;
  if (frame.t === "welcome") {
    dataset.online = "1";
    hud.link("");
  }
  hud.sync(frame.now);
  const shown = begun ? play.answer(change) : begin();
  if (game.view.result && !ended) {
    ended = true;
    void shown.then(() => dialog("end"));
  }
};

/**
 * Told once, until something is undone: who plays on knows. A menu or a question is not torn away.
 * @type {(frame: ServerFrame) => void}
 */
const tellLost = (frame) => {
  const other = document.querySelector("dialog[open]");
  if (other) return other.addEventListener("close", () => tellLost(frame), { once: true });
  if (play.told || game.over || frame.seq !== game.seq || game.sent.length) return;
  play.told = true;
  dialog("lost");
};

const begin = () => {
  begun = true;
  const anew = !game.seq;
  if (anew && (config.proof === "unproved" || (!board.g.info && dataset.panel === "0"))) hud.notice();
  const deals = anew && !motion.reduced;
  const shown = deals ? board.deal(game.piles) : board.show(game.piles, { still: true });
  play.changed();
  return shown;
};

/** What a race adds, for a race alone. */
const race = config.race ? import("./race.js") : null;
if (config.ghost) void import("./race-ghost.js").then(({ haunt }) => haunt(config.ghost ?? ""));
const ears = {
  opened: () => (game.fresh = true),
  frame: hear,
  /** @type {Ears["closed"]} */
  closed: (code) => {
    dataset.online = "0";
    hud.link(code ? gettext("Not connected") : gettext("Connection lost. Trying again…"));
    if (code) dialog(`closed-${code}`);
    mark();
  },
};
// In a race rivals are shown who is there.
const net = newNet(config.ws, { run: config.run }, ears, config.race ? 5000 : undefined);
const game = newGame((frame) => net.send(frame), config.draw);
/** Ask for the table anew. */
export const hello = () => net.hello();

const sprite = async () => {
  const answer = await fetch(new URL("../cards/deck.svg", import.meta.url));
  const { documentElement } = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  documentElement.setAttribute("hidden", "");
  document.body.append(documentElement);
};

Object.assign(words, { lang: config.lang, game: config.title, build: config.build });
Object.assign(play, { game, config });
Object.assign(hud, { game, config });
play.changed = () => {
  hud.update();
  drag.check();
  mark();
};
motion.begun = motion.still = mark;
// Rule letters follow the deal's version; A: any card on an empty column.
const kings = !/^KL1-\w*A/.test(config.event);
Object.assign(board, { root: byId("board"), stock: config.stock, kings, symbol, describe });
void sprite();
dress();
board.build();
fit();
drag.start();
new ResizeObserver(fit).observe(board.root);
document.addEventListener("click", (event) => {
  const of = /** @type {Element} */ (event.target).closest("[data-do]");
  if (of instanceof HTMLElement && of.dataset.do) act(of.dataset.do, of);
});
/** @type {((event: KeyboardEvent) => void) | undefined} */
let press;
/**
 * One promise, so that keys pressed while the module comes keep their order.
 * @type {Promise<void> | undefined}
 */
let keys;
document.addEventListener("keydown", (event) => {
  if (press) return press(event);
  keys ??= import("./keys.js").then((module) => void (press = module.press));
  return void keys.then(() => press?.(event));
});
setInterval(() => begun && hud.tick(), TICK_MS);
net.open();
