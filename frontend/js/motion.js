// Motion by transform and opacity alone, on the browser's Web Animations.

const LENGTH = { snap: 180, settle: 120, respace: 140 };
const FLIP = 180;
const FADE = 80;
const EASE = { move: "cubic-bezier(.2,.8,.2,1)", snap: "cubic-bezier(.3,1.3,.5,1)" };

const device = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");
/** @type {Set<Animation>} */
const running = new Set();

/** `allowed`: the setting. `still`: told when all motion has ended, `begun` when some begins. */
export const motion = {
  allowed: true,
  begun: () => {},
  still: () => {},
  get reduced() {
    return !this.allowed || Boolean(device?.matches);
  },
  get active() {
    return running.size > 0;
  },
  /** End all motion soon: a tap during the deal or the finish. */
  hurry() {
    for (const animation of running) animation.updatePlaybackRate(6);
  },
};

/** @type {(at: Point) => string} */
export const shift = (at) => `translate(${at.x}px,${at.y}px)`;

/** @type {PlayMotion} */
export const play = async (element, frames, options) => {
  const animation = element.animate(frames, { fill: "backwards", ...options });
  running.add(animation);
  motion.begun();
  try {
    await animation.finished;
    return true;
  } catch {
    return false; // cancelled by a newer motion
  } finally {
    running.delete(animation);
    if (!running.size) motion.still();
  }
};

/** @type {(element: Element) => void} */
export const halt = (element) => {
  for (const animation of element.getAnimations()) animation.cancel();
};

/** @type {Seen} */
export const seen = (element, at) => {
  if (!element.getAnimations().length) return at;
  const { e, f } = new DOMMatrix(getComputedStyle(element).transform);
  return { x: e, y: f };
};

/** @type {Glide} */
export const glide = (element, from, to, kind, delay) => {
  halt(element);
  element.style.transform = shift(to);
  if (motion.reduced) {
    return play(element, [{ opacity: 0.3 }, { opacity: 1 }], { duration: FADE, delay: delay / 4 });
  }
  const frames = [{ transform: shift(from) }, { transform: shift(to) }];
  const way = Math.hypot(to.x - from.x, to.y - from.y);
  const duration = kind === "move" ? 140 + Math.min(120, way / 5) : LENGTH[kind];
  const easing = kind === "move" || kind === "snap" ? EASE[kind] : "ease-out";
  return play(element, frames, { duration, easing, delay });
};

/** Six pixels of "no". @type {(element: Element) => Promise<boolean>} */
export const shake = (element) => {
  const frames = [0, -6, 6, -4, 3, 0].map((x) => ({ transform: shift({ x, y: 0 }) }));
  return play(element, motion.reduced ? [] : frames, { duration: 240, composite: "add" });
};

/** @type {Flip} */
export const flip = async (element, turn, delay) => {
  if (motion.reduced) return turn();
  const frames = [{ transform: "rotateY(0)" }, { transform: "rotateY(90deg)" }];
  /** @type {KeyframeAnimationOptions} */
  const half = { duration: FLIP / 2, composite: "add" };
  const whole = await play(element, frames, { ...half, delay });
  turn();
  return whole && play(element, frames.reverse(), half);
};
