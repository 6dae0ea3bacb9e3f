// Boards that stand in view are fetched anew by htmx while somebody looks at them. The server
// answers 204 when nothing has changed, so that nothing moves under a finger or a screen reader.

const EVERY_MS = 3000;

/** The piece that is swapped: looked up each time, since a swap replaces it. */
const board = () => document.querySelector("[data-live]");

function look() {
  const piece = board();
  if (piece && !document.hidden && navigator.onLine) piece.dispatchEvent(new CustomEvent("look"));
}

if (board()) {
  setInterval(look, EVERY_MS);
  document.addEventListener("visibilitychange", look);
}
