// The cards' pictures on pages that show replays.

/** The deck's sprite becomes part of the page, so that a turned card shows its face at once. @param {string} url */
export async function loadDeck(url) {
  const text = await (await fetch(url)).text();
  const sprite = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  sprite.setAttribute("width", "0");
  sprite.setAttribute("height", "0");
  sprite.setAttribute("aria-hidden", "true");
  sprite.setAttribute("class", "sprite");
  document.body.append(document.importNode(sprite, true));
}
