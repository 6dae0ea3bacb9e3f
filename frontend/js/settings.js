// The settings of the table: applied at once, kept on the account.

import { byId, hud } from "./hud.js";
import { dress, hello } from "./main.js";
import { play } from "./play.js";

const form = /** @type {HTMLFormElement} */ (byId("settings-form"));

/** @type {() => Record<string, unknown>} */
const settings = () => /** @type {any} */ (play.config.settings);

/** Show the settings as they are. */
export const fillForm = () => {
  for (const input of form.querySelectorAll("input")) {
    const value = settings()[input.name];
    input.checked = input.type === "radio" ? String(value) === input.value : Boolean(value);
  }
};

/** @type {(name: string, value: unknown) => Promise<void>} */
const save = async (name, value) => {
  const token = /** @type {HTMLInputElement} */ (document.querySelector("#post [name=csrfmiddlewaretoken]"));
  try {
    const answer = await fetch(play.config.urls.settings_api, {
      method: "PUT",
      headers: { "Content-Type": "application/json", "X-CSRFToken": token.value },
      body: JSON.stringify({ [name]: value }),
    });
    if (answer.ok) {
      // The server orders targets and words refusals by these.
      if (/^(columns_first|interactive_rules)$/.test(name)) hello();
      return;
    }
  } catch {
    // told below, as any other failure
  }
  void hud.toast(gettext("The setting holds here, but could not be saved."));
};

/** Take a setting, show what it changes, and keep it. @type {(name: string, chosen: unknown) => void} */
export const choose = (name, chosen) => {
  settings()[name] = chosen;
  if (name === "draw") {
    play.config.event = play.config.event.replace(/^KL1-\d/, `KL1-${chosen}`);
    const { draw, title, other_draw } = play.config;
    byId("next").textContent = `${chosen === draw ? title : other_draw}.`;
  }
  dress();
  play.changed();
  if (name === "text_board") void import("./textboard.js").then(({ show }) => show());
  void save(name, chosen);
};

form.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement)) return;
  const { name, type, value, checked } = target;
  choose(name, type === "radio" ? (name === "draw" ? Number(value) : value) : checked);
});
