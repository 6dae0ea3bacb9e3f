/** What a page says when a passkey does not work out; allauth's scripts do the ceremony itself.
 *
 * A page's passkey button comes disabled and busy: it is its scripts' alone, and before they are
 * there a press would do nothing. It wakes once they listen to it.
 */

const error = document.querySelector("[data-passkey-error]");
const needing = document.querySelectorAll("[data-needs-passkeys]");

/** A button that could do nothing is not offered. */
if (!("PublicKeyCredential" in window)) {
  for (const element of needing) element.setAttribute("hidden", "");
}

for (const element of needing) {
  element.addEventListener("click", () => error?.setAttribute("hidden", ""));
}

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  error?.removeAttribute("hidden");
});

/** allauth's own listener stands before this one, so its buttons are ready by now. */
document.addEventListener("DOMContentLoaded", () => {
  const ready = "allauth" in window && "webauthnJSON" in window;
  for (const element of needing) {
    element.removeAttribute("aria-busy");
    element.toggleAttribute("disabled", !ready);
  }
  if (!ready) document.querySelector("[data-passkey-missing]")?.removeAttribute("hidden");
});
