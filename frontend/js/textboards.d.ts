// The text board's modules: their types, and what each function promises. Ambient, for
// `tsc --checkJs` and for readers: no browser loads this file.

/** Words of a language, as `plain` leaves them. */
interface Lexicon {
  /** Whole inputs, and the name of the command each stands for. */
  commands: Record<string, string>;
  /** Words and letters of ranks ("king", "k"), and of suits (whole words), with ours. */
  ranks: [string, string][];
  suits: [string, string][];
  column: string[];
  waste: string[];
  /** The way to a foundation. */
  up: string[];
  /** Between a card and its target; between rank and suit. */
  to: string[];
  of: string[];
}

/** What a text begins with, and the rest of it. */
type Eaten = [string, string];
/** A card, wherever it lies, or a pile; `count` cards from its end where that was said. */
type Source = { card?: string; pile?: string; count?: number };
/** A pile's letter, "up" (the card's own foundation), or the column whose last card is `on`. */
type Target = { to?: string; on?: string };

type Typed =
  | ({ kind: "move" } & Source & Target)
  /** Draw or recycle, in notation. */
  | { kind: "turn"; item: string }
  /** Where is this card, or what lies in this pile? */
  | ({ kind: "question" } & Source)
  | { kind: "command"; name: string }
  | { kind: "unknown" };

/** Lower case, no accents, single blanks: "Cœur" and "coeur" are the same input. */
type Plain = (text: string) => string;
/** Notation comes first, and only there case matters; then commands, then friendly forms. */
type Parse = (typed: string, lexicon: Lexicon) => Typed;
