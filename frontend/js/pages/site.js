/** Small comforts of every document page; nothing here is needed to use one. */

/** The browser's own time zone, an IANA name, or "" when it tells none. */
export function guessZone() {
  return Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
}

/** Tell the server the guess: a cookie for guests, an empty `zone` field for a sign-up. */
function offerZone() {
  const zone = guessZone();
  if (zone === "") return;
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `zone=${encodeURIComponent(zone)}; path=/; max-age=31536000; samesite=lax${secure}`;
  for (const field of document.querySelectorAll("input[name=zone]")) {
    if (field instanceof HTMLInputElement && field.value === "") field.value = zone;
  }
}

/** Menus made of <details> close on a click elsewhere and on Escape, and give the focus back. */
function closeMenus() {
  const open = () => document.querySelectorAll("details.menu[open]");
  document.addEventListener("click", (event) => {
    for (const menu of open()) {
      if (event.target instanceof Node && !menu.contains(event.target)) menu.removeAttribute("open");
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of open()) {
      menu.removeAttribute("open");
      menu.querySelector("summary")?.focus();
    }
  });
}

offerZone();
closeMenus();
