// The table in words, and a field to type moves and questions into. Loaded when it is wished.

import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { board } from "./board.js";
import { pilesOf } from "./game.js";
import { byId, hud } from "./hud.js";
import { COLUMNS, RANKS, SUITS } from "./layout.js";
import { play } from "./play.js";
import { say, told, turnedUp } from "./speech.js";
import { cardName, sign, SIGNS, suitName } from "./text.js";
import { run, state } from "./textboard-run.js";
import { capital, columnCards, columnText, foundationText, stockTexts } from "./textboard-words.js";

/** Lines kept of what was said since the last input. */
const MOST_LINES = 60;
const { dataset } = document.documentElement;
const way = /** @type {HTMLButtonElement} */ (byId("text-way"));
const section = document.createElement("section");

/** @type {string[]} */
let heard = [];
/** Former inputs, and where the arrows stand among them. @type {string[]} */
const typed = [];
let at = 0;
/** @type {boolean | undefined} */
let paused;
/** A race has not begun yet. */
let waited = false;

const field = () => /** @type {HTMLInputElement} */ (byId("text-field"));
const on = () => Boolean(play.config.settings.text_board);

/** @type {(event: SubmitEvent) => void} */
const submit = (event) => {
  event.preventDefault();
  const { value } = field();
  if (!value.trim()) return;
  if (typed[typed.length - 1] !== value) typed.push(value);
  at = typed.length;
  field().value = "";
  heard = [];
  run(value);
  draw();
};

/** The arrows bring back what was typed. @type {(event: KeyboardEvent) => void} */
const recall = (event) => {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!by || !typed.length) return;
  event.preventDefault();
  at = Math.max(0, Math.min(typed.length, at + by));
  field().value = typed[at] ?? "";
};

const leave = async () => {
  const { choose } = await import("./settings.js");
  choose("text_board", false);
  way.focus();
};

const status = () => {
  const { view } = play.game;
  if (!view.columns) return html`<p>${gettext("The cards are not dealt yet.")}</p>`;
  if (view.paused) return html`<p>${gettext("The game is paused.")}</p>`;
  if (!view.result) return nothing;
  return html`<p>${gettext("The game is over.")} <button class="button" type="button" data-do="end">${gettext("Show the result")}</button></p>`;
};

/** @type {(piles: Piles, pile: string) => unknown} */
const column = (piles, pile) => {
  const lying = columnCards(piles, pile);
  return html`<li><b>${columnText(piles, pile).slice(0, -lying.length)}</b>${lying}</li>`;
};

const cards = () => {
  const { view } = play.game;
  if (!view.columns || view.paused) return nothing;
  const { piles } = play;
  const stock = play.config.stock
    ? html`<h3>${gettext("Stock and waste")}</h3>
        <ul>${stockTexts(piles).map((text) => html`<li>${text}</li>`)}</ul>`
    : nothing;
  return html`<h3>${gettext("Columns")}</h3>
    <ul>${[...COLUMNS].map((pile) => column(piles, pile))}</ul>
    ${stock}
    <h3>${gettext("Foundations")}</h3>
    <ul class="text-foundations">${[...SUITS].map((suit) => html`<li>${foundationText(piles, suit)}</li>`)}</ul>`;
};

/** Texts change where they differ alone, so that a reader's place in them stays. */
const draw = () => {
  if (!on()) return;
  render(
    html`<h2 id="text-title">${gettext("Text board")}</h2>
      <form autocomplete="off" @submit=${submit}>
        <label for="text-field">${gettext("Move or question")}</label>
        <input id="text-field" type="text" aria-describedby="text-tip" autocapitalize="none"
          autocorrect="off" spellcheck="false" enterkeyhint="go" maxlength="80" @keydown=${recall}>
        <button class="button primary" type="submit">${gettext("Do it")}</button>
      </form>
      <p id="text-tip">${gettext("For example 4h to 3, 5s up, m for all moves, ? for help.")}</p>
      <div class="text-heard">${heard.map((line) => html`<p>${line}</p>`)}</div>
      ${status()}${cards()}
      <button class="button" type="button" @click=${leave}>${gettext("Switch the text board off")}</button>`,
    section,
  );
};

/** What the voice says can be read again. @type {(records: MutationRecord[]) => void} */
const listen = (records) => {
  const texts = records.flatMap(({ addedNodes }) => [...addedNodes].map((node) => node.textContent ?? ""));
  const lines = texts.flatMap((text) => text.split("\n")).map((line) => line.replace(/\u00a0$/, ""));
  heard = [...heard, ...lines.filter(Boolean)].slice(-MOST_LINES);
  draw();
};

/** A pause, a start and the line are seen on the picture; here they are said. */
const tellChange = () => {
  const { view } = play.game;
  if (paused !== undefined && paused !== Boolean(view.paused)) {
    say(view.paused ? gettext("The game is paused.") : gettext("The game goes on."));
  }
  if (waited && view.columns) say(gettext("The race has started."));
  waited &&= !view.columns;
  if (view.columns) paused = Boolean(view.paused);
};

const tellLine = () => {
  const { textContent } = byId("link");
  if (on()) say(textContent || gettext("Connected again."));
};

/** "8♦" is said as "8 of diamonds". @type {(values: Values) => Values} */
const spoken = (values) => {
  const names = new Map([...SUITS].flatMap((suit) => [...RANKS].map((rank) => [sign(rank + suit), cardName(rank + suit)])));
  const name = /** @type {(text: string) => string} */ (text) =>
    text
      .replace(/[\p{L}\d]+[♠♥♦♣]/gu, (one) => names.get(one) ?? one)
      .replace(/[♠♥♦♣]/g, (one) => suitName(SUITS[SIGNS.indexOf(one)]));
  const entries = Object.entries(values).map(([key, value]) => [key, name(String(value))]);
  // The place begins its sentence.
  return Object.fromEntries(entries.map(([key, text]) => [key, key === "place" ? capital(text) : text]));
};

/** What was done, remembered from the boards before and after. */
const remember = () => {
  const { game } = play;
  const { receive } = game;
  game.receive = (frame) => {
    const before = game.view;
    const change = receive.call(game, frame);
    if (change?.kind !== "ack" || !change.items.length || change.hint) return change;
    const [was, is] = [pilesOf(before), pilesOf(game.view)];
    const done = change.items.length > 1 ? gettext("All cards go up") : told(change.items[0], was, is);
    state.last = [done, turnedUp(was, is)].filter(Boolean).join(". ");
    return change;
  };
};

/** The picture keeps its cards for those who see it, and out of the way of those who do not. */
const hidePicture = () => {
  const { root } = board;
  if (on()) root.setAttribute("aria-hidden", "true");
  else root.removeAttribute("aria-hidden");
  byId("help").hidden = on();
  if (on()) for (const one of root.querySelectorAll('[tabindex="0"]')) one.setAttribute("tabindex", "-1");
};

const wire = () => {
  const { changed } = play;
  const { tell } = board;
  const { toast } = hud;
  remember();
  play.changed = () => {
    changed.call(play);
    if (on()) tellChange();
    draw();
  };
  board.tell = () => {
    tell.call(board);
    hidePicture();
  };
  hud.toast = (template, values = {}) => toast.call(hud, template, on() ? spoken(values) : values);
  new MutationObserver(listen).observe(byId("voice"), { childList: true });
  new MutationObserver(tellLine).observe(byId("link"), { childList: true });
  // A card pressed does not take the focus out of the field.
  board.root.addEventListener("mousedown", (event) => on() && event.preventDefault());
};

/** @type {(tag: string, fields: Record<string, string>) => Promise<unknown>} */
const fetched = (tag, fields) => {
  const [name, url] = Object.entries(fields)[0];
  if (document.querySelector(`${tag}[${name}="${url}"]`)) return Promise.resolve();
  const element = Object.assign(document.createElement(tag), fields);
  document.head.append(element);
  return new Promise((done) => (element.onload = element.onerror = done));
};

const first = async () => {
  const style = new URL("../css/textboard.css", import.meta.url).pathname;
  await Promise.all([
    fetched("link", { href: style, rel: "stylesheet" }),
    fetched("script", { src: way.dataset.texts ?? "" }),
  ]);
  Object.assign(section, { id: "text", className: "text-board" });
  section.setAttribute("aria-labelledby", "text-title");
  byId("race").before(section);
  waited = Boolean(play.config.race) && !play.game.view.columns;
  wire();
};

/** @type {Promise<void> | undefined} */
let ready;
const named = way.textContent;

/** Show the text board, or not, as the settings say. */
export const show = async () => {
  if (on()) await (ready ??= first());
  if (on()) dataset.text = "1";
  else delete dataset.text;
  section.hidden = !on();
  way.textContent = on() ? gettext("To the text board") : named;
  if (board.piles.columns) board.tell();
  draw();
};

/** Switch it on, if it is not, and go there. */
export const enter = async () => {
  if (!on()) {
    const { choose } = await import("./settings.js");
    choose("text_board", true);
  }
  await show();
  field().focus();
};

if (on()) void show().then(() => document.activeElement === document.body && field().focus());
