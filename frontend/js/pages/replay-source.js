// Where a replay's positions come from: slices of the server's views, fetched when wanted.

/** Views fetched at once; the server gives no more. */
export const SLICE = 200;

/**
 * @typedef {object} Slice
 * @property {number} total items of the whole log
 * @property {number} from
 * @property {[string, number][]} items
 * @property {View[]} views one for the position before each item, one more at the end
 */

export class ReplaySource {
  /**
   * @param {string} url of replay.json
   * @param {(url: string) => Promise<Slice>} load
   */
  constructor(url, load = fetchSlice) {
    this.url = url;
    this.load = load;
    /** Items in the log; unknown (0) before the first slice. */
    this.total = 0;
    /** @type {Map<number, Promise<Slice>>} */
    this.slices = new Map();
  }

  /** The slice that holds the position before item `place`. @param {number} place */
  slice(place) {
    const number = Math.floor(place / SLICE);
    const known = this.slices.get(number);
    if (known) return known;
    const slice = this.load(`${this.url}?from=${number * SLICE}&count=${SLICE}`).then(
      (answer) => {
        this.total = answer.total;
        return answer;
      },
      (error) => {
        this.slices.delete(number); // asked again next time
        throw error;
      },
    );
    this.slices.set(number, slice);
    return slice;
  }

  /**
   * The position before item `place`, the item that led to it and the one that follows.
   * @param {number} place 0 to total
   */
  async step(place) {
    const here = await this.slice(place);
    const view = here.views[place - here.from];
    const before = place > 0 ? await this.slice(place - 1) : null;
    const item = before && before.items[place - 1 - before.from];
    const last = before && before.views[place - 1 - before.from];
    return { view, item, last, next: here.items[place - here.from] };
  }

  /** Ask for the next slice before it is needed. @param {number} place */
  ahead(place) {
    const next = (Math.floor(place / SLICE) + 1) * SLICE;
    if (next < this.total && next - place < SLICE / 2) this.slice(next).catch(() => undefined);
  }
}

/** @param {string} url @returns {Promise<Slice>} */
async function fetchSlice(url) {
  const answer = await fetch(url, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.json();
}
