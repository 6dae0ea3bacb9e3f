// Around the board: score, clock and moves, facts of the game, tools, toasts, the connection.

import { html, render } from "../vendor/lit-html/lit-html.js";
import { clock, fill } from "./text.js";

const TOAST_MS = 4000;

/** @type {(id: string) => HTMLElement} */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** @type {(name: string) => HTMLButtonElement | null} */
const tool = (name) => document.querySelector(`#tools [data-do="${name}"]`);

let toasting = 0;

/** @type {Hud} */
export const hud = {
  game: /** @type {Game} */ ({}),
  config: /** @type {Config} */ ({}),
  zero: 0,
  started: "",

  clock() {
    const { ms, paused, result } = this.game.view;
    return paused || result ? ms : Math.max(ms, performance.now() - this.zero);
  },

  sync(now) {
    const zero = performance.now() - this.game.view.ms;
    // The answer that took the least time on its way tells the time best.
    this.zero = now || this.game.view.paused ? zero : Math.min(this.zero, zero);
    if (!now) return;
    const begun = new Date(now - this.game.view.ms);
    this.started = begun.toLocaleDateString(this.config.lang, { day: "numeric", month: "short" });
  },

  update() {
    const { view } = this.game;
    byId("cover").hidden = !view.paused;
    this.tick();
    this.tools();
    this.facts();
  },

  tick() {
    const { score, moves, ms, tick } = this.game.view;
    const now = this.clock();
    const lost = tick ? (Math.floor(now / tick[0]) - Math.floor(ms / tick[0])) * tick[1] : 0;
    const points = lost ? Math.max(0, score - lost) : score;
    const { code, event } = this.config;
    const name = this.game.view.code ?? code ?? `${event} · ${this.started}`;
    /** @type {(value: string | number, label: string, kind: string) => unknown} */
    const stat = (value, label, kind) =>
      html`<div class="stat ${kind}"><b>${value}</b><span>${label}</span></div>`;
    const stats = [
      stat(points, gettext("Score"), "score"),
      stat(clock(now), name, "time"),
      stat(moves, gettext("Moves"), "moves"),
    ];
    render(stats, byId("stats"));
  },

  tools() {
    const { game, config } = this;
    const { view } = game;
    const idle = game.over || Boolean(view.paused);
    const hint = tool("hint");
    const finish = tool("finish");
    const undo = tool("undo");
    if (undo) undo.disabled = idle || !(view.undo || game.live.length);
    if (hint) {
      hint.disabled = idle || !view.hints;
      byId("hints").textContent = String(view.hints);
    }
    if (finish) {
      finish.hidden = !config.settings.finish_button;
      finish.disabled = idle || !view.finishable;
      finish.classList.toggle("lit", !finish.disabled);
    }
  },

  facts() {
    const { config, started } = this;
    const { view } = this.game;
    const ranked = config.kind === "ranked";
    const kind = ranked ? `${gettext("Ranked")} · ${started}` : gettext("Casual");
    const up = fill(gettext("%(n)s of 52 cards up"), { n: view.up });
    const still = gettext("The clock never stops");
    render(html`<span>${config.title}</span><b>${kind}</b><span>${ranked ? still : up}</span>`, byId("placard"));
    const code = view.code ?? config.code;
    const rows = [
      code ? [gettext("Code"), code] : [gettext("Event"), config.event],
      [gettext("Rules"), config.title],
      [gettext("Kind"), kind],
      [gettext("Cards up"), `${view.up}/52`],
      [gettext("Face down"), view.down],
      ...(view.passes === undefined ? [] : [[gettext("Recycles left"), view.passes]]),
    ];
    const list = rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`);
    const note = ranked ? still : gettext("Hints, pause and restart are yours.");
    render(html`<section><h2>${gettext("This game")}</h2><dl>${list}</dl><p>${note}</p></section>`, byId("panel"));
  },

  toast(template, values) {
    const parts = template.split(/%\((\w+)\)s/);
    const rich = parts.map((part, i) => (i % 2 ? html`<b>${values[part]}</b>` : part));
    const toast = byId("toast");
    render(rich, toast);
    toast.classList.add("on");
    clearTimeout(toasting);
    toasting = setTimeout(() => toast.classList.remove("on"), TOAST_MS);
    byId("voice").textContent = fill(template, values);
  },

  note(text) {
    this.toast(text, {});
  },

  link(text) {
    const link = byId("link");
    link.hidden = !text;
    link.textContent = text;
  },
};
