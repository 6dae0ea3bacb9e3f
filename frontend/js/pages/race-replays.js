// Everybody's replay side by side on one time axis.

import { clock, fill, words } from "../text.js";
import { loadDeck } from "./deck.js";
import { Lane } from "./race-lane.js";

/** @type {(id: string) => any} */
const find = (id) => document.getElementById(id);

class Replays {
  /** @param {HTMLElement} root @param {number} span ms of the whole race */
  constructor(root, span) {
    const stock = (root.dataset.event ?? "").startsWith("KL");
    const articles = /** @type {HTMLElement[]} */ ([...root.querySelectorAll(".lane")]);
    this.lanes = articles.map((article) => new Lane(article, stock));
    this.span = span;
    this.ms = 0;
    this.since = 0;
    this.playing = false;
    /** @type {HTMLInputElement} */
    this.slider = find("replays-slider");
    /** @type {HTMLButtonElement} */
    this.button = find("replays-play");
    /** @type {HTMLSelectElement} */
    this.speed = find("replays-speed");
    this.label = this.button.getAttribute("aria-label") ?? "";
    this.slider.max = String(Math.ceil(span / 1000) * 1000);
    find("replays-controls").hidden = false;
    this.listen(root);
  }

  /** @param {HTMLElement} root */
  listen(root) {
    this.button.addEventListener("click", () => (this.playing ? this.pause() : this.play()));
    this.slider.addEventListener("input", () => {
      this.pause();
      void this.go(Number(this.slider.value), true);
    });
    root.addEventListener("click", ({ target }) => {
      const head = target instanceof Element ? target.closest(".lane-head") : null;
      if (!(head instanceof HTMLElement)) return;
      const big = head.parentElement?.classList.toggle("big") ?? false;
      head.setAttribute("aria-pressed", String(big));
    });
    const fitted = new ResizeObserver((entries) => {
      for (const { target } of entries) this.lanes.find((lane) => lane.ground === target)?.fit();
    });
    for (const lane of this.lanes) {
      lane.fit();
      fitted.observe(lane.ground);
    }
  }

  play() {
    if (this.ms >= this.span) this.ms = 0;
    this.playing = true;
    this.since = performance.now();
    this.showPlaying();
    requestAnimationFrame(() => this.tick());
  }

  pause() {
    this.playing = false;
    this.showPlaying();
  }

  tick() {
    if (!this.playing) return;
    const at = performance.now();
    const speed = Number(this.speed.value);
    const ms = Math.min(this.span, this.ms + (at - this.since) * speed);
    this.since = at;
    void this.go(ms, speed > 4);
    if (ms >= this.span) this.pause();
    else requestAnimationFrame(() => this.tick());
  }

  /** @param {number} ms @param {boolean} still without motion */
  async go(ms, still) {
    this.ms = Math.min(ms, this.span);
    const times = { at: clock(ms), span: clock(this.span) };
    const text = fill(gettext("%(at)s of %(span)s"), times);
    this.slider.value = String(ms);
    this.slider.setAttribute("aria-valuetext", text);
    find("replays-clock").textContent = `${times.at} / ${times.span}`;
    await Promise.all(this.lanes.map((lane) => lane.show(ms, still)));
  }

  showPlaying() {
    this.button.classList.toggle("playing", this.playing);
    const label = this.playing ? this.button.dataset.pauseLabel : this.label;
    this.button.setAttribute("aria-label", label ?? "");
  }
}

async function start() {
  const root = /** @type {HTMLElement} */ (find("replays"));
  words.lang = document.documentElement.lang;
  words.local = root.hasAttribute("data-local-ranks");
  await loadDeck(root.dataset.deckUrl ?? "");
  find("replays-note").remove();
  const replays = new Replays(root, Number(root.dataset.span));
  await replays.go(0, true);
}

start().catch(() => {
  const note = find("replays-note") ?? document.createElement("p");
  note.className = "error";
  note.textContent = gettext("The replays cannot be loaded now. Reload the page to try again.");
  find("replays").append(note);
});
