// The table's modules: their types, and what each function promises. Ambient, for
// `tsc --checkJs` and for readers: no browser loads this file, so words here cost nothing.

/* ---- From the server ---- */

/** What one viewer may see; docs/protocol.md. */
interface View {
  columns: string[];
  foundations: string;
  stock: number;
  waste: string;
  waste_count: number;
  score: number;
  moves: number;
  ms: number;
  hints: number;
  undo: boolean;
  legal: Record<string, string>;
  finishable: boolean;
  up: number;
  down: number;
  passes?: number;
  result?: string;
  tick?: [number, number];
  code?: string;
  hidden?: string[];
  stock_cards?: string;
  paused?: boolean;
}

/** The card that would do: a rank 1–13 and the letters of its suits. */
type Wanted = { rank: number; suits: string };

type ServerFrame = {
  t: string;
  seq?: number;
  at?: number;
  now?: number;
  n?: number;
  view?: View;
  items?: string[];
  hint?: string;
  /** Who gave the hint: `fair` from what one sees, `line` the solver. */
  by?: string;
  code?: string;
  wanted?: Wanted;
  retry_after?: number;
};

interface Settings {
  placement_help: boolean;
  interactive_rules: boolean;
  double_tap: boolean;
  auto_placement: boolean;
  finish_button: boolean;
  columns_first: boolean;
  winnable_only: boolean;
  winnable_only_classic: boolean;
  draw: number;
  theme: string;
  deck: string;
  left_hand: boolean;
  local_ranks: boolean;
  sound: boolean;
  motion: boolean;
  text_board: boolean;
  kind: string;
}

/** The page's `config`. */
interface Config {
  ws: string;
  /** "proved", "unproved" (asked for in vain), "" (not asked). */
  proof: string;
  run: string;
  v: number;
  kind: "ranked" | "casual";
  event: string;
  title: string;
  build: "suit" | "any" | "alternate";
  tap: "russian" | "klondike";
  stock: boolean;
  draw: number;
  /** The title of the same game with the other draw; "" where nothing is drawn. */
  other_draw: string;
  finish: boolean;
  settings: Settings;
  urls: Record<string, string>;
  player: { name: string; guest: boolean };
  code: string | null;
  lang: string;
  /** Of a race's run. */
  race?: { token: string; url: string; started: boolean };
  /** Where the course of the ghost stands that this game races. */
  ghost?: string;
}

/** Django's JavaScriptCatalog. */
declare function gettext(text: string): string;
declare function ngettext(one: string, many: string, count: number): string;
declare function pgettext(context: string, text: string): string;

/* ---- The board ---- */

/**
 * Where all 52 cards lie. A card is "TH", or "" when its identity is not known.
 * Piles are named as in the notation: columns a–g, foundations S H D C, s (stock), w (waste).
 */
interface Piles {
  columns: string[][];
  /** Face-down cards of each column. */
  down: number[];
  /** Top rank of each foundation, 0–13, in S H D C order. */
  foundations: number[];
  stock: number;
  /** The whole waste, deepest first; "" below the cards that the view names. */
  waste: string[];
  /** Identities of face-down cards where the game shows them (Thoughtful). */
  hidden?: string[][];
  /** The stock in draw order (Thoughtful). */
  stockCards?: string[];
}

type Mode = "tall" | "land" | "wide";
type Point = { x: number; y: number };
type Box = Point & { w: number; h: number };
type Zone = { mode: Mode; width: number; height: number };
/** Strip heights of one column: of its face-down cards, of its open ones. */
type Strip = { down: number; open: number };
/** A card's place; index -1: the pile's ground, or below its last card. */
type Spot = { pile: string; index: number };
type Place = Spot & { card: string };

/* ---- layout.js: pure numbers. Lengths in CSS px, points local to the board ---- */

interface Geometry {
  mode: Mode;
  w: number;
  h: number;
  gap: number;
  roomy: boolean;
  /** Top and bottom of the tableau. */
  top: number;
  bottom: number;
  piles: Record<string, Point>;
  /** Offset of one waste card to the next. */
  fan: Point;
  /** The free ground beside the foundations, for the game's name. */
  info: Box | null;
}

/** `left`: mirrored for the left hand. */
type Sides = { stock: boolean; left: boolean };

type ModeOf = (width: number, height: number) => Mode;
type Layout = (zone: Zone, game: Sides) => Geometry;
/**
 * Strip heights. Open strips are alike in all columns as long as that leaves them readable;
 * then a column still too deep gives way by itself, its face-down strips first.
 */
type Strips = (g: Geometry, columns: Strip[]) => Strip[];
/** Cards of each column as `strips` counts them: known face-down cards need open strips. */
type Depths = (piles: Piles) => Strip[];
type Size = (piles: Piles, pile: string) => number;
/** The card at a place, "" when unknown or none. */
type CardAt = (piles: Piles, pile: string, index: number) => string;
/** Where a card lies. */
type PlaceOf = (g: Geometry, strip: Strip[], piles: Piles, spot: Spot) => Point;
/**
 * What lies under a point, by geometry alone. A column takes its whole width, half the gaps
 * beside it and all the ground down to the table's end.
 */
type Hit = (g: Geometry, strip: Strip[], piles: Piles, at: Point) => Spot | null;
/**
 * The pile that a group let go means, `at` being its first card's corner: the pile which that
 * card covers most, at least a quarter of it; a legal one wins over another about as covered.
 * Every foundation stands for the card's `own`.
 */
type DropTarget = (g: Geometry, at: Point, legal: string, own: string) => string | null;
/** The y of each of `count` cards of a column spread around the finger over card `index`. */
type Loupe = (g: Geometry, count: number, index: number, y: number) => number[];

/* ---- game.js: the last view, and our own items that have no answer yet ---- */

type Fields = { t: string; [key: string]: unknown };
type ClientFrame = Fields & { base: number; after: string[] };

/** A frame of ours that has no answer yet. */
interface Pending {
  frame: ClientFrame;
  /** What it adds to the log, where that is known before the answer. */
  item: string | null;
  /** Shown at once; else the board waits for the answer. */
  shown: boolean;
  /** What lay at its source: it is shown only while that is so, and so never twice. */
  mark: string;
  /** Something before it was refused, so it will be too. */
  dead: boolean;
}

/** What an answer changed. */
interface Change {
  kind: "welcome" | "ack" | "nack" | "stale";
  code?: string;
  wanted?: Wanted;
  hint?: string;
  by?: string;
  /** What was written: one item, or those a tap or finish became. */
  items: string[];
  sent: Pending | null;
  /** The board as shown before. */
  before: Piles | null;
}

interface Game {
  send: (frame: object) => void;
  /** Cards that a draw turns. */
  draw: number;
  seq: number;
  view: View;
  sent: Pending[];
  /** Cards seen go by onto the waste, deeper than the view still tells, where they surely lie. */
  waste: string[];
  /** The socket is new: what was sent on the old one must be sent again. */
  fresh: boolean;
  readonly live: Pending[];
  /** An answer must come before anything else may be sent. */
  readonly waiting: boolean;
  readonly over: boolean;
  /** The board as shown: the view with our own unanswered moves. */
  readonly piles: Piles;
  /** Piles that unanswered moves touch; null: any of them. */
  readonly busy: string | null;
  /** Whether an unanswered item may change what these piles can do. */
  unsettled(piles: string): boolean;
  /** Where a group may go now, best first; "" while unsettled. */
  targets(group: string): string;
  /** Send a move; false when it must wait. `shown`: it is legal, so show it at once. */
  move(item: string, shown: boolean): boolean;
  undo(): boolean;
  /**
   * Tap, finish, hint, stop, pause: the answer is waited for. The server chooses what some of
   * them do, so they wait until everything on the board is known.
   */
  command(frame: Fields): boolean;
  post(frame: Fields, item: string | null, shown: boolean, mark?: string): boolean;
  /** Answers come in the order of the frames. Null: nothing that concerns the board. */
  receive(frame: ServerFrame): Change | null;
  /**
   * What has no answer keeps its place in the log: sent again as it was, the server does it now
   * or tells that it was done before.
   */
  welcome(frame: ServerFrame, before: Piles | null): Change;
}

type NewGame = (send: Game["send"], draw: number) => Game;
type PilesOf = (view: View) => Piles;
/** The piles that an item takes from or adds to. */
type Touched = (item: string) => string;
/** The group that a place heads, as `legal` names it; "" for a face-down card. */
type GroupAt = (piles: Piles, spot: Spot) => string;
/** The place of a group's first card. */
type HeadOf = (piles: Piles, group: string) => Spot;
/** The move of a group to a pile, as notation. */
type MoveText = (group: string, target: string) => string;
/** What lies where an item takes from. */
type MarkOf = (piles: Piles, item: string) => string;
/** The piles after an item; the cards that it turns stay unknown. */
type Moved = (piles: Piles, item: string, draw: number) => Piles;

/* ---- motion.js ---- */

type Gait = "move" | "snap" | "settle" | "respace";
/** Plays to the end (true) or until a newer motion of the element cancels it (false). */
type PlayMotion = (element: Element, frames: Keyframe[], options: KeyframeAnimationOptions) => Promise<boolean>;
/** Moves an element to `to`, where it ends whatever happens on the way. */
type Glide = (element: HTMLElement, from: Point, to: Point, kind: Gait, delay: number) => Promise<boolean>;
/** Turns a card; `turn` changes its face while it stands on edge, or at once if interrupted. */
type Flip = (element: Element, turn: () => void, delay: number) => Promise<unknown>;
/** Where an element is seen now, in the middle of a motion too; `at` is where it rests. */
type Seen = (element: HTMLElement, at: Point) => Point;

/* ---- board.js: one element a card for the whole game, moved by transform alone ---- */

interface Card extends Place {
  el: HTMLElement;
  use: Element;
  at: Point;
  /** Where it was let go. */
  from: Point | null;
  /** The symbol it shows, or is turning to. */
  face: string;
}

/** `still`: no motion. `kind`: how what was in hand goes on. `order`: cards that fly one by one. */
type How = { still?: boolean; kind?: Gait; order?: string[] };

interface Board {
  root: HTMLElement;
  stock: boolean;
  /** An empty column takes kings alone. */
  kings: boolean;
  symbol: (card: string) => string;
  describe: Describer;
  g: Geometry;
  strips: Strip[];
  piles: Piles;
  cards: Card[];
  /** Group and ground of each pile. */
  grounds: Record<string, HTMLElement>;
  rings: Record<string, HTMLElement>;
  hole: HTMLElement;
  /** What holds the cards in hand. */
  hand: HTMLElement;
  held: Card[];
  offset: Point;
  build(): void;
  add(name: string): HTMLElement;
  addGround(pile: string): void;
  addCard(index: number): Card;
  resize(zone: Zone, left: boolean): void;
  /** Shows these piles; settles when all is still. */
  show(piles: Piles, how?: How): Promise<void>;
  /** A new game: the cards fly to their columns row by row. */
  deal(piles: Piles): Promise<void>;
  lay(card: Card, kind: Gait, delay: number, still?: boolean): Promise<void>;
  turn(card: Card, delay: number, still?: boolean): void;
  /** What tests and screen readers find on a card. */
  mark(card: Card): void;
  /** Hides what lies deep in a stack, where its shadow alone would be seen. */
  cover(settled: boolean): void;
  /** Names the piles and what each holds. */
  tell(): void;
  /** The element that stands for a place. */
  elementAt(spot: Spot): HTMLElement;
  /** Cards from a place to the end of its pile. */
  group(spot: Spot): Card[];
  lift(spot: Spot): void;
  /** `offset` from where the group was taken. */
  carry(offset: Point): void;
  /** Lets go; the next `show` moves the cards on from there. */
  release(): void;
  showHole(spot: Spot | null): void;
  /** Rings around piles that may be chosen; `near` is the one that would be. */
  ring(piles: string, near?: string | null): void;
  /** Where a pile's last card lies that is not in hand; its ground if there is none. */
  endOf(pile: string): Point;
  /** Marks a group with a class: chosen, or asked about. */
  select(spot: Spot | null, name?: string): void;
  /** A hint: two pulses over a group or a pile. */
  pulse(spot: Spot): Promise<void>;
  /** Spreads a column for the loupe; `picked` is the card under the finger. */
  spread(pile: string, ys: number[], picked: number): void;
}

/**
 * Which card of the table takes which place: a known card stays itself; an unknown one stays
 * where it lies; the rest come from the top of the stock, or wherever a card has no place.
 * Answers an index into `now` for each place.
 */
type Assign = (now: Place[], places: Place[]) => number[];

/* ---- text.js and speech.js: words ---- */

/** Words for what lies where. */
interface Describer {
  card(piles: Piles, pile: string, index: number): string;
  pile(piles: Piles, pile: string): string;
}

type Values = Record<string, string | number>;
/** A text with its "%(name)s" filled in. */
type Fill = (template: string, values: Values) => string;
/** Why a move to `target` (a pile, "" if none) whose last card is `last` was refused. */
type Refusal = (
  code: string,
  target: string,
  last: string,
  wanted?: Wanted,
) => { template: string; values: Values };
/** An item in words; "" when it says nothing yet. */
type Told = (item: string, before: Piles, after: Piles) => string;

/* ---- net.js: one socket at a time, never giving up ---- */

interface Ears {
  /** The socket is open, and `hello` goes out. */
  opened(): void;
  frame(frame: ServerFrame): void;
  /** It is closed: for good, with that code, or until the next try (0). */
  closed(code: number): void;
}
interface Net {
  url: string;
  who: Greeting;
  /** Between pings, in ms. */
  every: number;
  hear: Ears;
  socket: WebSocket | null;
  /** Tries since the last welcome. */
  tries: number;
  /** Frames received on this socket. */
  heard: number;
  retry: number;
  pulse: number;
  /** Runs while something is awaited; nothing heard until it ends means a dead socket. */
  death: number;
  ended: boolean;
  /** The server's wish for the next try, in ms. */
  notBefore: number;
  open(): void;
  /** Nothing is sent while there is no socket; what waits for an answer is sent again later. */
  send(frame: object): void;
  ping(): void;
  hello(): void;
  /** Whatever the browser thinks, this socket is dead. */
  lost(): void;
  receive(text: string): void;
  closed(code: number): void;
  /** The network or the reader is back: try at once, or make sure. */
  wake(): void;
}
/** What `hello` asks for: a run's table, or a race's room. */
type Greeting = { run?: string; room?: string };
type NewNet = (url: string, who: Greeting, hear: Ears, every?: number) => Net;

/* ---- play.js: what a gesture means ---- */

interface Play {
  game: Game;
  config: Config;
  /** Told after everything that may change the head, the tools or what is in hand. */
  changed(): void;
  noise(name: string): void;
  selected: Spot | null;
  /** Gestures that wait for answers, in order; each tells whether it is done with. */
  later: (() => boolean)[];
  /** The player has been told that this cannot be won, and has undone nothing since. */
  told: boolean;
  /** The last card tapped; `sent`: the server was asked about it. */
  last: Place & { at: number; sent: boolean };
  readonly piles: Piles;
  tap(spot: Spot): void;
  /** Ask the server for a card's best place. */
  ask(spot: Spot, card: string, double: boolean): void;
  soon(act: () => boolean): void;
  select(spot: Spot | null): void;
  /** Choose the card at a place for the next tap to say where. */
  choose(spot: Spot): void;
  /** Undos in the log: all items but moves and hints. */
  undone(): number;
  /** Move the group at `spot` to a pile, or be told why not. */
  go(spot: Spot, pile: string): void;
  goLater(item: string, group: string, target: string): void;
  /** Send a legal move. */
  send(item: string): void;
  draw(): void;
  undo(): void;
  command(frame: Fields): void;
  /** A move that will not be: the group goes back, and shakes. */
  snap(spot: Spot): void;
  refresh(kind?: Gait): Promise<void>;
  /** Settles when the board is still again. */
  answer(change: Change): Promise<void>;
  keep(): void;
  refused(change: Change): void;
  explain(code: string, target: string, wanted?: Wanted): Promise<void>;
  speak(change: Change, before: Piles): void;
  hint(change: Change): void;
}

/* ---- drag.js: fingers and mice ---- */

interface Drag {
  /** What is under the finger: the group that was pressed. */
  spot: Spot | null;
  pointer: number;
  from: Point;
  at: Point;
  since: number;
  touch: boolean;
  phase: "press" | "drag" | "loupe";
  timer: number;
  /** loupe.js, once it was needed. */
  loupe: { openLoupe: (spot: Spot) => void; slide: (spot: Spot) => Spot | null } | null;
  start(): void;
  down(event: PointerEvent): void;
  move(event: PointerEvent): void;
  up(event: PointerEvent): void;
  /** Give up: everything goes back. */
  cancel(): void;
  /** After an answer: what is in hand may be elsewhere now. */
  check(): void;
  local(event: PointerEvent): Point;
  /** Whether what was pressed is a card that can be held. */
  holds(): boolean;
  begin(): void;
  carry(): void;
  /** The pile that letting go now would mean. */
  target(): string | null;
  legal(): string;
  awaitLoupe(): Promise<void>;
  slide(): void;
  /** `quick`: how long the finger was down, in ms. */
  drop(quick: number): void;
  end(): void;
}

/* ---- hud.js: the head, the tools, toasts ---- */

interface Hud {
  game: Game;
  config: Config;
  /** performance.now() at 0 ms of the run's clock. */
  zero: number;
  stood: boolean;
  update(): void;
  /** Take the time from a new view; `now`, the server's, comes with a welcome. */
  sync(now?: number): void;
  /** The run's time in ms. */
  clock(): number;
  tick(): void;
  tools(): void;
  /** A text with bold values, for four seconds. */
  /** `first`: what is said before it, and not written. */
  toast(template: string, values?: Values, first?: string): Promise<void>;
  /** What a new ranked game says where there is no other place for it. */
  notice(): void;
  /** "" when connected, else what to tell. */
  link(text: string): void;
}
