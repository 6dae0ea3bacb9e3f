// What a gesture means. No rules: legal moves are the server's, and so is what a tap does.

import { board } from "./board.js";
import { groupAt, headOf, markOf, moveText, touched } from "./game.js";
import { hud } from "./hud.js";
import { COLUMNS, SUITS, cardAt, size } from "./layout.js";
import { shake } from "./motion.js";
import { describe, flight, say, told, turnedUp } from "./speech.js";
import { fill } from "./text.js";

const DOUBLE_MS = 300;
/** What a casual game begins with. */
const HINTS = 3;
/** Gestures kept while answers are out. */
const MOST_LATER = 4;

/** @type {Play} */
export const play = {
  game: /** @type {Game} */ ({}),
  config: /** @type {Config} */ ({}),
  changed: () => {},
  noise: () => {},
  selected: null,
  later: [],
  told: false,
  last: { pile: "", index: 0, card: "", at: 0, sent: false },

  get piles() {
    return this.game.piles;
  },

  tap(spot) {
    const { selected, last, config, piles, game } = this;
    const { pile, index } = spot;
    if (game.over || game.view.paused) return;
    if (pile === "s") return this.draw();
    const soon = last.pile === pile && performance.now() - last.at < DOUBLE_MS;
    // The first tap's card is on its way: what lay under it is not meant.
    if (soon && last.sent && (index < 0 || index >= last.index - 1)) return;
    const end = index < 0 || index === size(piles, pile) - 1;
    const between = SUITS.includes(pile) && SUITS.includes(selected?.pile ?? "-");
    if (selected && selected.pile !== pile && end && pile !== "w" && !between) {
      return this.go(selected, pile);
    }
    const card = index < 0 ? "" : cardAt(piles, pile, index);
    if (selected?.pile === pile && selected.index === index) {
      const double = soon && last.card === card && config.tap === "russian";
      return double && config.settings.double_tap ? this.ask(spot, card, true) : this.select(null);
    }
    if (!card) return this.select(null);
    this.last = { pile, index, card, at: performance.now(), sent: false };
    const targets = game.view.legal[groupAt(piles, spot)] ?? "";
    const asks = config.tap === "russian" ? targets.includes(card[1]) : targets;
    if (SUITS.includes(pile) || !(asks || game.unsettled(pile))) return this.select(spot);
    return this.ask(spot, card, false);
  },

  ask(spot, card, double) {
    this.select(null);
    board.select(spot, "asked");
    this.last = { ...spot, card, at: performance.now(), sent: true };
    this.soon(() => {
      const there = cardAt(this.piles, spot.pile, spot.index) === card;
      return !there || this.game.command({ t: "tap", card, double });
    });
  },

  soon(act) {
    if ((this.later.length || !act()) && this.later.length < MOST_LATER) this.later.push(act);
    this.refresh();
  },

  select(spot) {
    this.selected = spot;
    board.select(spot);
    const targets = spot && this.config.settings.placement_help ? groupAt(this.piles, spot) : "";
    board.ring(this.game.targets(targets));
    if (!spot) return;
    const card = describe.card(this.piles, spot.pile, spot.index);
    say(fill(gettext("%(card)s selected"), { card }));
  },

  choose(spot) {
    const card = cardAt(this.piles, spot.pile, spot.index);
    if (!card) return this.select(null);
    this.last = { ...spot, card, at: 0, sent: false };
    this.select(spot);
  },

  undone() {
    const { seq, view } = this.game;
    const hints = this.config.kind === "casual" ? HINTS - view.hints : 0;
    return seq - view.moves - hints;
  },

  go(spot, pile) {
    const { game, piles } = this;
    const group = groupAt(piles, spot);
    const card = cardAt(piles, spot.pile, spot.index);
    const target = SUITS.includes(pile) ? card[1] : pile;
    this.select(null);
    if (SUITS.includes(target) && spot.index < size(piles, spot.pile) - 1) {
      this.snap(spot);
      return void this.explain("one_card", target);
    }
    const item = moveText(group, target);
    if (game.unsettled(touched(item))) return this.goLater(item, group, target);
    if (game.targets(group).includes(target)) return this.send(item);
    if (this.config.settings.interactive_rules) game.move(item, false);
    return this.snap(spot);
  },

  goLater(item, group, target) {
    const mark = markOf(this.piles, item);
    this.soon(() => {
      if (this.game.unsettled(touched(item))) return false;
      const fits = markOf(this.piles, item) === mark && this.game.targets(group).includes(target);
      if (fits) this.send(item);
      return true;
    });
  },

  send(item) {
    const before = this.piles;
    if (!this.game.move(item, true)) return;
    if (item.length > 1) say(told(item, before, this.piles));
    this.noise(item === ">" ? "draw" : SUITS.includes(item.slice(-1)) ? "up" : "place");
    this.refresh();
  },

  draw() {
    const { game } = this;
    const wanted = game.view.legal.s;
    this.select(null);
    if (!wanted) return void game.move(this.piles.stock ? ">" : "<", false); // to be told why
    this.soon(() => {
      if (game.unsettled("sw")) return false;
      // A draw asked for in advance never turns the waste over.
      if (game.targets("s") === wanted) this.send(wanted);
      return true;
    });
  },

  undo() {
    this.later = [];
    this.select(null);
    this.soon(() => this.game.over || this.game.undo());
  },

  command(frame) {
    this.select(null);
    this.soon(() => this.game.over || this.game.command(frame));
  },

  snap(spot) {
    const group = board.group(spot);
    if (!group.some((card) => card.from)) for (const { el } of group) void shake(el);
    this.noise("no");
    this.refresh("snap");
  },

  refresh(kind) {
    const shown = board.show(this.piles, { kind });
    this.changed();
    return shown;
  },

  answer(change) {
    const { game } = this;
    const { kind, items, sent, before } = change;
    board.select(null, "asked");
    if (kind !== "ack" || game.over) this.later = [];
    if (items.includes("u")) this.told = false;
    while (this.later[0]?.()) this.later.shift();
    const order = before && items.length > 1 ? flight(before, items, game.draw) : [];
    const shown = board.show(this.piles, { order, kind: kind === "nack" ? "snap" : undefined });
    this.keep();
    if (kind === "nack") this.refused(change);
    if (kind === "ack" && before) this.speak(change, before);
    if (kind === "stale" && sent && !sent.dead) {
      void hud.toast(gettext("The board changed in another window."));
    }
    if (change.hint) this.hint(change);
    this.changed();
    return shown;
  },

  /** Keep a selection whose card is still there. */
  keep() {
    if (!this.selected) return;
    if (this.game.over || this.last.card !== cardAt(this.piles, this.selected.pile, this.selected.index)) {
      this.select(null);
    } else {
      const help = this.config.settings.placement_help;
      board.ring(help ? this.game.targets(groupAt(this.piles, this.selected)) : "");
    }
  },

  refused({ code = "", wanted, sent }) {
    const { t, card, move, double } = /** @type {Fields} */ (sent?.frame);
    if (t !== "tap" || code !== "no_target") {
      return void this.explain(code, t === "move" ? String(move).slice(-1) : "", wanted);
    }
    const one = board.cards.find((each) => each.card === card);
    if (!one || card !== this.last.card) return;
    if (double) void shake(one.el);
    this.select({ pile: one.pile, index: one.index });
  },

  async explain(code, target, wanted) {
    if (!this.config.settings.interactive_rules && target) return;
    const at = COLUMNS.includes(target) ? size(this.piles, target) - 1 : -1;
    const last = cardAt(this.piles, target, at);
    const { refusal } = await import("./refusals.js");
    const { template, values } = refusal(code, target, last, wanted);
    void hud.toast(template, values);
  },

  speak({ items, sent, hint }, before) {
    const already = sent?.shown && items[0] !== ">";
    if (!items.length || hint) return;
    const done = items.length > 1 ? gettext("All cards go up") : told(items[0], before, this.piles);
    const words = [already ? "" : done, turnedUp(before, this.piles)].filter(Boolean).join(". ");
    if (words) say(words);
  },

  hint({ hint: item = "", by, sent }) {
    const [from, to] = touched(item);
    const whole = item.length > 1;
    const head = headOf(this.piles, item.slice(0, -1));
    void board.pulse(whole ? head : { pile: from, index: -1 });
    if (whole) void board.pulse({ pile: to, index: -1 });
    const move = whole ? told(item, this.piles, this.piles) : gettext("the stock");
    const words = fill(gettext("Hint: %(move)s"), { move });
    if (by && sent?.frame.kind === "line") {
      void import("./refusals.js").then(({ source }) => hud.toast(source(by), {}, words));
    } else say(words);
  },
};
