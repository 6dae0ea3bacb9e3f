// Where everything lies: pure numbers, no DOM. types.d.ts says what each function promises.

export const COLUMNS = "abcdefg";
export const SUITS = "SHDC";
export const RANKS = "A23456789TJQK";

/** Free ground over the top row, under it, under the tableau, at the sides. */
const PAD = {
  tall: { top: 4, between: 12, bottom: 14, side: 6 },
  wide: { top: 14, between: 18, bottom: 20, side: 16 },
  land: { top: 6, between: 0, bottom: 6, side: 6 },
};
const ROOMY_FROM = 76;
const WIDEST = 112;
/** From the tableau to a column beside it, in gaps. */
const ASIDE = 2.5;
const FOUNDATION_GAP = 8;
/** What a column of four foundations leaves free of the height: gaps, and room for deep columns. */
const FOUNDATION_SLACK = 64;
/** Height of a board whose foundations lie in a row, in card widths. */
const ROW_HEIGHT = 6.7;
export const LOUPE_BELOW = 22;

/** @type {ModeOf} */
export const modeOf = (width, height) =>
  height < 500 && width > height ? "land" : width >= 700 ? "wide" : "tall";

/** @type {Layout} */
export const layout = ({ mode, width, height }, game) => {
  const pad = PAD[mode];
  const gap = Math.max(4, width * 0.0135);
  const aside = mode === "tall" || (game.stock && mode === "wide") ? 0 : game.stock ? 2 : 1;
  const gaps = gap * (6 + aside * ASIDE);
  const room = height - pad.top - pad.bottom;
  const tallest = aside ? (room - FOUNDATION_SLACK) / 5.6 : (room - pad.between) / ROW_HEIGHT;
  const widest = (width - 2 * pad.side - gaps) / (7 + aside);
  const w = Math.max(20, Math.floor(Math.min(widest, tallest, WIDEST)));
  const h = Math.round(w * 1.4);
  const before = aside > 1 || (aside && game.left) ? w + gap * ASIDE : 0;
  const left = (width - w * (7 + aside) - gaps) / 2 + before;
  const top = pad.top + (aside ? 0 : h + pad.between);
  /** @type {Geometry} */
  const g = {
    ...{ mode, w, h, gap, top, roomy: w >= ROOMY_FROM, bottom: height - pad.bottom },
    piles: Object.fromEntries([...COLUMNS].map((name, i) => [name, { x: left + i * (w + gap), y: top }])),
    fan: { x: 0, y: 0 },
    info: null,
  };
  (aside ? placeAside : placeRow)(g, game, pad.top);
  return g;
};

/** @type {(g: Geometry, game: Sides, y: number) => void} */
const placeRow = (g, game, y) => {
  const x = [...COLUMNS].map((name) => g.piles[name].x);
  [...SUITS].forEach((suit, i) => (g.piles[suit] = { x: x[game.left ? i : i + 3], y }));
  if (game.stock) {
    g.fan.x = Math.min(0.6 * g.w, (g.w + g.gap) / 2);
    g.piles.s = { x: x[game.left ? 6 : 0], y };
    g.piles.w = { x: game.left ? x[5] - 2 * g.fan.x : x[1], y };
  } else {
    g.info = { x: x[game.left ? 4 : 0], y, w: 3 * g.w + 2 * g.gap, h: g.h };
  }
};

/** @type {(g: Geometry, game: Sides, y: number) => void} */
const placeAside = (g, game, y) => {
  const beside = [g.piles.a.x - g.w - g.gap * ASIDE, g.piles.g.x + g.w + g.gap * ASIDE];
  if (game.left) beside.reverse();
  [...SUITS].forEach((suit, i) => (g.piles[suit] = { x: beside[1], y: y + i * (g.h + FOUNDATION_GAP) }));
  if (game.stock) {
    g.fan.y = 0.46 * g.w;
    g.piles.s = { x: beside[0], y };
    g.piles.w = { x: beside[0], y: y + g.h + 2 * FOUNDATION_GAP };
  }
};

/** @type {Strips} */
export const strips = (g, columns) => {
  const room = g.bottom - g.top - g.h;
  const [wished, least] = (g.roomy ? [0.385, 0.3] : [0.6, 0.46]).map((part) => part * g.w);
  const down = 0.15 * g.w;
  const counts = columns.map((column) => ({
    down: column.open ? column.down : Math.max(0, column.down - 1),
    open: Math.max(0, column.open - 1),
  }));
  const fits = counts.map((count) => (count.open ? (room - count.down * down) / count.open : wished));
  const shared = Math.max(least, Math.min(wished, ...fits));
  return counts.map((count) => squeezed(count, room, { down, open: shared }, 0.06 * g.w));
};

/** @type {(count: Strip, room: number, strip: Strip, least: number) => Strip} */
const squeezed = (count, room, { down, open }, least) => {
  if (count.down) down = Math.min(down, Math.max(least, (room - count.open * open) / count.down));
  if (count.open) open = Math.min(open, (room - count.down * down) / count.open);
  return { down, open };
};

/** @type {Depths} */
export const depths = (piles) =>
  piles.columns.map((cards, i) => {
    const down = piles.hidden ? 0 : piles.down[i];
    return { down, open: cards.length - down };
  });

/** @type {Size} */
export const size = (piles, pile) => {
  if (COLUMNS.includes(pile)) return piles.columns[COLUMNS.indexOf(pile)].length;
  if (pile === "s") return piles.stock;
  return pile === "w" ? piles.waste.length : piles.foundations[SUITS.indexOf(pile)];
};

/** @type {CardAt} */
export const cardAt = (piles, pile, index) => {
  if (COLUMNS.includes(pile)) return piles.columns[COLUMNS.indexOf(pile)][index] ?? "";
  if (pile === "w") return piles.waste[index] ?? "";
  return SUITS.includes(pile) && index >= 0 && index < size(piles, pile) ? RANKS[index] + pile : "";
};

/** @type {PlaceOf} */
export const placeOf = (g, strip, piles, { pile, index }) => {
  const { x, y } = g.piles[pile];
  const column = COLUMNS.indexOf(pile);
  if (column >= 0) {
    const down = piles.hidden ? 0 : Math.min(index, piles.down[column]);
    return { x, y: y + down * strip[column].down + (index - down) * strip[column].open };
  }
  const step = pile === "w" ? Math.max(0, index - Math.max(0, piles.waste.length - 3)) : 0;
  return { x: x + step * g.fan.x, y: y + step * g.fan.y };
};

/** @type {Hit} */
export const hit = (g, strip, piles, at) => {
  for (const pile in g.piles) {
    const index = size(piles, pile) - 1;
    const { x, y } = placeOf(g, strip, piles, { pile, index: Math.max(0, index) });
    const over = Math.abs(at.x - x - g.w / 2) <= (g.w + g.gap) / 2;
    if (!over) continue;
    if (!COLUMNS.includes(pile)) {
      if (Math.abs(at.y - y - g.h / 2) <= g.h / 2 + 4) return { pile, index };
    } else if (at.y >= g.top - 6) {
      return { pile, index: at.y > y + g.h + 4 ? -1 : under(g, strip, piles, { pile, index }, at.y) };
    }
  }
  return null;
};

/**
 * The card of a column at a height.
 * @type {(g: Geometry, strip: Strip[], piles: Piles, last: Spot, y: number) => number}
 */
const under = (g, strip, piles, { pile, index }, y) => {
  while (index > 0 && placeOf(g, strip, piles, { pile, index }).y > y) index -= 1;
  return index;
};

/** @type {DropTarget} */
export const dropTarget = (g, at, legal, own) => {
  let best = null;
  let most = 0;
  for (const [pile, { x, y }] of Object.entries(g.piles)) {
    const foundation = SUITS.includes(pile);
    if (!foundation && !COLUMNS.includes(pile)) continue;
    const across = g.w - Math.abs(at.x - x);
    const end = foundation ? y + g.h : g.bottom + g.h;
    const covered = (Math.max(0, across) * (Math.min(at.y + g.h, end) - Math.max(at.y, y))) / (g.w * g.h);
    const target = foundation ? own : pile;
    const weight = covered < 0.25 ? 0 : covered + (legal.includes(target) ? 0.1 : 0);
    if (weight > most) [best, most] = [target, weight];
  }
  return best;
};
