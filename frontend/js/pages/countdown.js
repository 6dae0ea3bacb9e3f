// Countdowns go on ticking by the server's clock; at their end the page is asked for anew.

const opened = performance.now();

/** Seconds left, however wrong the device's own clock is. @param {HTMLElement} place */
const left = ({ dataset }) =>
  Number(dataset.countdown) - Number(dataset.now) - (performance.now() - opened) / 1000;

/** As the server wrote it. @param {HTMLElement} place @param {number} seconds */
function write(place, seconds) {
  const minutes = Math.max(1, Math.floor(seconds / 60));
  const [d, h, m] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60];
  const form = d ? place.dataset.days : h ? place.dataset.hours : place.dataset.minutes;
  const said = { days: d, hours: h, minutes: m };
  const text = (form ?? "").replace(/{(\w+)}/g, (_, name) => String(said[/** @type {keyof said} */ (name)]));
  if (place.textContent !== text) place.textContent = text;
}

function tick() {
  for (const place of document.querySelectorAll("[data-countdown]")) {
    if (!(place instanceof HTMLElement)) continue;
    const seconds = left(place);
    // A second late, so that the server's clock is surely past it; a page nobody sees waits, and
    // one that came too late anyway is not asked for again and again.
    const due = seconds < -1 && Number(place.dataset.countdown) > Number(place.dataset.now);
    if (due && !document.hidden) return location.reload();
    write(place, seconds);
  }
}

setInterval(tick, 1000);
