// The replay of a finished game: the table's own board, stepped through the server's views.

import { board } from "../board.js";
import { pilesOf } from "../game.js";
import { fill, symbol, words } from "../text.js";
import { loadDeck } from "./deck.js";
import { ReplayControls } from "./replay-controls.js";
import { ItemList } from "./replay-items.js";
import { ReplaySource } from "./replay-source.js";
import { boardWords, itemWords } from "./words.js";

const WIDE_FROM = 620;

class Replay {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.place = 0;
    this.wanted = 0;
    this.stock = (root.dataset.event ?? "").startsWith("KL");
    this.source = new ReplaySource(root.dataset.url ?? "");
    words.lang = document.documentElement.lang;
    words.local = root.hasAttribute("data-local-ranks");
    const silent = () => "";
    Object.assign(board, {
      root: this.addBoard(),
      stock: this.stock,
      symbol,
      describe: { card: silent, pile: silent, slot: silent },
    });
    board.build();
    this.said = /** @type {HTMLElement} */ (document.getElementById("replay-said"));
    this.text = /** @type {HTMLElement} */ (document.getElementById("replay-words"));
    this.controls = new ReplayControls((place) => this.go(place));
    this.items = new ItemList(this.source, (place) => this.jump(place));
    document.addEventListener("click", (event) => this.pointed(/** @type {Element} */ (event.target)));
    new ResizeObserver(() => this.fit()).observe(root);
  }

  addBoard() {
    const element = document.createElement("div");
    element.className = "board replay-board";
    // Seen, not touched: its cards do nothing here, and the words below say what it shows.
    element.inert = true;
    element.setAttribute("aria-hidden", "true");
    this.root.append(element);
    return element;
  }

  /** The board's share of the window: whole columns without scrolling the page. */
  fit() {
    const width = this.root.clientWidth;
    const height = Math.round(Math.min(720, Math.max(360, innerHeight * 0.6)));
    this.root.style.height = `${height}px`;
    board.resize({ mode: width >= WIDE_FROM ? "wide" : "tall", width, height }, false);
  }

  /** Go there at once: a click on a move, a moved slider. @param {number} place */
  jump(place) {
    this.controls.pause();
    return this.go(place);
  }

  /** A button elsewhere on the page that names a place: the board comes into sight. @param {Element} target */
  pointed(target) {
    const button = target.closest("button[data-place]");
    if (!(button instanceof HTMLElement)) return;
    this.root.scrollIntoView({ block: "start" });
    void this.jump(Number(button.dataset.place));
  }

  /** Show the position before item `place`. @param {number} place */
  async go(place) {
    this.wanted = Math.max(0, Math.min(place, this.source.total || place));
    const wanted = this.wanted;
    const { view, item, last, next } = await this.source.step(wanted);
    if (wanted !== this.wanted) return; // something newer was asked for meanwhile
    const near = Math.abs(wanted - this.place) === 1;
    this.place = wanted;
    const piles = pilesOf(view);
    void board.show(piles, { still: !near });
    this.controls.update(wanted, this.source.total, next ? next[1] - (item ? item[1] : 0) : 0);
    this.tell(piles, item && last ? itemWords(item[0], last, view) : "");
    this.source.ahead(wanted);
    await this.items.show(wanted);
  }

  /** @param {Piles} piles @param {string} done what the last item did */
  tell(piles, done) {
    const numbers = { place: this.place, total: this.source.total };
    const count = fill(gettext("%(place)s of %(total)s"), numbers);
    this.said.textContent = done ? `${count} · ${done}` : gettext("The start of the game");
    this.text.replaceChildren(
      ...boardWords(piles, this.stock).map((line) => {
        const element = document.createElement("li");
        element.textContent = line;
        return element;
      }),
    );
  }
}

async function start() {
  const root = /** @type {HTMLElement} */ (document.getElementById("replay"));
  await loadDeck(root.dataset.deckUrl ?? "");
  for (const id of ["items-sheet", "replay-text"]) document.getElementById(id)?.removeAttribute("hidden");
  document.getElementById("replay-note")?.remove();
  const replay = new Replay(root);
  replay.fit();
  await replay.go(0);
}

start().catch(() => {
  const said = document.getElementById("replay-said");
  if (said) said.textContent = gettext("The replay cannot be loaded now. Reload the page to try again.");
});
