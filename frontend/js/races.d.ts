// Races: frames of a room, and what the modules of races promise. Ambient, as types.d.ts.

type SeatState = "waiting" | "playing" | "won" | "stopped" | "timeup";

/** How far somebody has come. */
interface Progress {
  up: number;
  down: number;
  moves: number;
  state: SeatState;
}

interface RaceSeat extends Progress {
  seat: number;
  name: string;
  ready: boolean;
  here: boolean;
  /** A winner's time from the start. */
  ms?: number;
  /** After the end. */
  place?: number;
  drawn?: boolean;
}

interface PeerFrame extends Progress {
  t: "peer";
  seat: number;
}

interface RoomFrame {
  t: "room";
  version: number;
  now: number;
  state: "open" | "running" | "ended" | "empty";
  event: string;
  limit: number;
  rated: boolean;
  public: boolean;
  host?: number;
  you?: number;
  seats: RaceSeat[];
  start_from?: number;
  starts_at?: number;
  ends_at?: number;
  run?: string;
  rematch?: string;
  code?: string;
}

/** Something worth telling of a player: half of the cards up, no card face down any more, the end. */
type Milestone = { seat: RaceSeat; what: "half" | "hidden" | "won" | "stopped" | "timeup" };

/** A seat with its place in the order as it stands; places are shared by seats that are alike. */
type Placed = RaceSeat & { place: number; you: boolean };

interface Race {
  room: RoomFrame | null;
  /** The server's clock less `performance.now()`, by the answer that came fastest. */
  offset: number;
  /** Milestones told, so that undoing and doing again tells none twice. */
  told: Set<string>;
  /** Newest first. */
  feed: Milestone[];
  /** Takes a frame that came at `at` (performance.now()); what happened by it since the last. */
  take(frame: RoomFrame | PeerFrame, at: number): Milestone[];
  /** Own progress, which no frame tells as soon as the own table. */
  own(progress: Progress): Milestone[];
  set(seat: number, progress: Progress): Milestone[];
  reached(seat: RaceSeat): Milestone[];
  readonly you: RaceSeat | undefined;
  /** By the order of the table of results, as it stands. */
  readonly standing: Placed[];
  /** The server's time at `at`. */
  now(at: number): number;
  /** Milliseconds until the start (0 once it is there) and until the limit; at most the limit. */
  untilStart(at: number): number;
  left(at: number): number;
}

/** What a ghost's page of numbers holds: points of (ms, up, down, moves), its end and how it came. */
interface Course {
  name: string;
  own: boolean;
  points: [number, number, number, number][];
  ms: number;
  state: SeatState;
}

type NewRace = () => Race;

/** The page's `config` of a room or its results. */
interface RoomConfig {
  ws: string;
  v: number;
  race: string;
  over: boolean;
  guest: boolean;
  urls: Record<string, string>;
}
