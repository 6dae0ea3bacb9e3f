// Around the board: score, clock and moves, the game's facts, tools, toasts, the connection.

import { clock } from "./text.js";

const TOAST_MS = 4000;
let toasting = 0;

/** @type {(id: string) => HTMLElement} */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @type {(name: string) => HTMLButtonElement | null} */
export const tool = (name) => document.querySelector(`#tools [data-do="${name}"]`);

/**
 * Write a text wherever the page has a place for it.
 * @type {(name: string, text: string | number) => void}
 */
export const put = (name, text) => {
  for (const place of document.querySelectorAll(`[data-put="${name}"]`)) {
    if (place.textContent !== String(text)) place.textContent = String(text);
  }
};

/** @type {Hud} */
export const hud = {
  game: /** @type {Game} */ ({}),
  config: /** @type {Config} */ ({}),
  zero: 0,
  stood: false,

  clock() {
    const { ms, paused, result } = this.game.view;
    return paused || result ? ms : Math.max(ms, performance.now() - this.zero);
  },

  sync(now) {
    const { ms, paused } = this.game.view;
    const zero = performance.now() - ms;
    // The answer that was on its way for the least time tells the time best, but for one from
    // before a pause.
    this.zero = now || paused || this.stood ? zero : Math.min(this.zero, zero);
    this.stood = Boolean(paused);
  },

  update() {
    const { view } = this.game;
    const { code } = view;
    byId("cover").hidden = !view.paused;
    byId("board").classList.toggle("covered", Boolean(view.paused));
    for (const name of /** @type {const} */ (["moves", "up", "down", "passes", "hints"])) {
      put(name, view[name] ?? "∞");
    }
    if (code) put("code", code);
    this.tick();
    this.tools();
  },

  tick() {
    const { score, ms, tick } = this.game.view;
    const now = this.clock();
    const lost = tick ? (Math.floor(now / tick[0]) - Math.floor(ms / tick[0])) * tick[1] : 0;
    put("score", lost ? Math.max(0, score - lost) : score);
    put("time", clock(now));
  },

  tools() {
    const { game, config } = this;
    const { view } = game;
    const idle = game.over || Boolean(view.paused);
    /** @type {(name: string, may: boolean) => unknown} */
    const enable = (name, may) => tool(name)?.toggleAttribute("disabled", idle || !may);
    enable("undo", view.undo || game.live.length > 0);
    enable("hint", view.hints > 0);
    enable("finish", view.finishable);
    tool("finish")?.toggleAttribute("hidden", !config.settings.finish_button);
    tool("finish")?.classList.toggle("lit", view.finishable && !idle);
  },

  async toast(template, values = {}, first = "") {
    const { rich } = await import("./toast.js");
    const toast = byId("toast");
    byId("voice").textContent = (first && `${first}. `) + rich(toast, template, values);
    toast.classList.add("on");
    clearTimeout(toasting);
    toasting = setTimeout(() => toast.classList.remove("on"), TOAST_MS);
  },

  notice() {
    const notice = document.getElementById("notice");
    if (!notice) return;
    notice.hidden = false;
    byId("voice").textContent = notice.textContent;
    setTimeout(() => (notice.hidden = true), TOAST_MS);
  },

  link(text) {
    byId("link").hidden = !text;
    byId("link").textContent = text;
  },
};
