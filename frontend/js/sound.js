// Small ticks, made on the spot. Loaded when the setting is on.

/**
 * Pitch in Hz, length in ms, loudness, and the shape of the wave.
 * @type {Record<string, [number, number, number, OscillatorType]>}
 */
const TICKS = {
  place: [190, 55, 0.16, "triangle"],
  draw: [260, 40, 0.12, "triangle"],
  up: [520, 90, 0.1, "sine"],
  no: [110, 110, 0.1, "square"],
  won: [660, 400, 0.12, "sine"],
};
/** @type {AudioContext | null} */
let context = null;

/** @type {(name: string) => void} */
export const sound = (name) => {
  const [pitch, ms, loud, type] = TICKS[name];
  context ??= new AudioContext();
  const end = context.currentTime + ms / 1000;
  const tone = new OscillatorNode(context, { frequency: pitch, type });
  const level = new GainNode(context, { gain: loud });
  level.gain.exponentialRampToValueAtTime(0.001, end);
  tone.frequency.exponentialRampToValueAtTime(pitch * 0.8, end);
  tone.connect(level).connect(context.destination);
  tone.start();
  tone.stop(end);
};
