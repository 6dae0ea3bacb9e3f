// The replay's buttons, slider, speed and keys.

/** A pause of the player is not watched longer than this. */
const LONGEST = 3000;

export class ReplayControls {
  /** @param {(place: number) => Promise<void>} go */
  constructor(go) {
    this.go = go;
    this.place = 0;
    this.total = 0;
    this.gap = 0;
    this.playing = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    const get = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
    /** @type {HTMLElement} */
    this.root = get("replay-controls");
    /** @type {HTMLInputElement} */
    this.slider = get("replay-slider");
    /** @type {HTMLSelectElement} */
    this.speed = get("replay-speed");
    this.button = /** @type {HTMLButtonElement} */ (this.root.querySelector("[data-go=play]"));
    this.playLabel = this.button.getAttribute("aria-label") ?? "";
    this.root.hidden = false;
    this.listen();
  }

  listen() {
    this.root.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("[data-go]") : null;
      if (button instanceof HTMLElement) this.press(button.dataset.go ?? "");
    });
    this.slider.addEventListener("input", () => this.step(Number(this.slider.value)));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (target?.closest("input, select, textarea, summary, .items-list, .record")) return;
    const go = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key];
    if (!go) return;
    event.preventDefault();
    this.press(go);
  }

  /** @param {string} go */
  press(go) {
    if (go === "play") {
      if (this.playing) this.pause();
      else this.play();
      return;
    }
    const places = { first: 0, back: this.place - 1, on: this.place + 1, last: this.total };
    this.step(places[/** @type {keyof typeof places} */ (go)]);
  }

  /** @param {number} place */
  step(place) {
    this.pause();
    this.place = Math.max(0, Math.min(this.total, place));
    void this.go(this.place);
  }

  play() {
    this.playing = true;
    this.showPlaying();
    if (this.place >= this.total) this.place = -1;
    void this.next();
  }

  pause() {
    this.playing = false;
    clearTimeout(this.timer);
    this.showPlaying();
  }

  async next() {
    await this.go(this.place + 1);
    if (!this.playing) return;
    if (this.place >= this.total) {
      this.pause();
      return;
    }
    this.timer = setTimeout(() => void this.next(), this.wait());
  }

  /** Milliseconds until the next move. */
  wait() {
    if (this.speed.value !== "played") return Number(this.speed.value);
    return Math.max(120, Math.min(LONGEST, this.gap));
  }

  showPlaying() {
    this.button.classList.toggle("playing", this.playing);
    const label = this.playing ? this.button.dataset.pauseLabel : this.playLabel;
    this.button.setAttribute("aria-label", label ?? "");
  }

  /** @param {number} place @param {number} total @param {number} gap ms the player took for the next move */
  update(place, total, gap) {
    this.place = place;
    this.total = total;
    this.gap = gap;
    this.slider.max = String(total);
    this.slider.value = String(place);
    this.slider.setAttribute("aria-valuetext", `${place} / ${total}`);
    for (const button of this.root.querySelectorAll("[data-go]")) {
      const go = /** @type {HTMLElement} */ (button).dataset.go;
      const end = go === "first" || go === "back" ? place === 0 : go !== "play" && place === total;
      button.setAttribute("aria-disabled", String(end));
    }
  }
}
