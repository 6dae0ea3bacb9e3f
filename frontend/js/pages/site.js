// Small comforts of every document page; nothing here is needed to use one.

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

/** A form is sent once: a second press on a slow line would deal a second game. */
function sendOnce() {
  /** @type {WeakSet<HTMLFormElement>} */
  let sent = new WeakSet();
  document.addEventListener("submit", (event) => {
    if (!(event.target instanceof HTMLFormElement) || event.defaultPrevented) return;
    if (sent.has(event.target)) event.preventDefault();
    sent.add(event.target);
  });
  // Back to a page kept in memory: its forms are fresh again.
  addEventListener("pageshow", () => {
    sent = new WeakSet();
  });
}

/** Vegas always has strict passes: their choice is off while it is chosen. */
function followVegas() {
  for (const passes of document.querySelectorAll("fieldset[data-unless-vegas]")) {
    const form = passes.closest("form");
    const follow = () => {
      if (!form || !(passes instanceof HTMLFieldSetElement)) return;
      passes.disabled = new FormData(form).getAll("opt").includes("V");
    };
    form?.addEventListener("change", follow);
    follow();
  }
}

/** Buttons with data-copy="#id" copy that element's text and say so. */
function offerCopies() {
  for (const button of document.querySelectorAll("button[data-copy]")) {
    if (!(button instanceof HTMLButtonElement) || !navigator.clipboard) continue;
    button.hidden = false;
    button.addEventListener("click", () => {
      const source = document.querySelector(button.dataset.copy ?? "");
      void copy(button, source?.textContent?.trim() ?? "");
    });
  }
}

/** @param {HTMLButtonElement} button which then says that it is done @param {string} text */
async function copy(button, text) {
  await navigator.clipboard.writeText(text);
  const status = button.querySelector("[role=status]");
  if (status) status.textContent = button.dataset.copied ?? "";
}

/** Buttons with data-share="address" open the device's share sheet; without one they copy. */
function offerShares() {
  for (const button of document.querySelectorAll("button[data-share]")) {
    if (!(button instanceof HTMLButtonElement)) continue;
    button.hidden = !navigator.share && !navigator.clipboard;
    button.addEventListener("click", () => {
      const url = new URL(button.dataset.share ?? "", location.href).href;
      // Closing the share sheet rejects: nothing is to be done then.
      if (navigator.share) navigator.share({ title: document.title, url }).catch(() => undefined);
      else void copy(button, url);
    });
  }
}

/** Buttons with data-share-text="#id" give that text to the device's share sheet, where it has one. */
function offerShareTexts() {
  for (const button of document.querySelectorAll("button[data-share-text]")) {
    if (!(button instanceof HTMLButtonElement) || !navigator.share) continue;
    button.hidden = false;
    button.addEventListener("click", () => {
      const text = document.querySelector(button.dataset.shareText ?? "")?.textContent?.trim() ?? "";
      navigator.share({ text }).catch(() => undefined);
    });
  }
}

/** In a row of tabs that is wider than the screen, the chosen one is in view. */
function showTabs() {
  for (const tab of document.querySelectorAll(".strip [aria-current]")) {
    const strip = tab.parentElement;
    if (!(strip && tab instanceof HTMLElement)) continue;
    strip.scrollLeft = tab.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2;
  }
}

/** After a form was refused the focus is on what says why, or on the first field to be mended. */
function focusRefusal() {
  if (document.querySelector("[autofocus][aria-invalid=true]")) return;
  const place = document.querySelector("main .error[role=alert], main [aria-invalid=true]:not([type=hidden])");
  if (!(place instanceof HTMLElement)) return;
  if (place.matches("[role=alert]")) place.tabIndex = -1;
  place.focus();
}

offerZone();
closeMenus();
sendOnce();
followVegas();
offerCopies();
offerShares();
offerShareTexts();
showTabs();
focusRefusal();
