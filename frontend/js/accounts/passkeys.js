/** What a page says when a passkey does not work out; allauth's scripts do the ceremony itself. */

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
