// Menus, questions and the end of a game. Their words stand in the page; loaded when first asked for.

import { byId, hud } from "./hud.js";
import { motion } from "./motion.js";
import { play } from "./play.js";
import { clock, fill, sign } from "./text.js";

const style = Object.assign(document.createElement("link"), {
  rel: "stylesheet",
  href: String(new URL("../css/dialogs.css", import.meta.url)),
});
const styled = new Promise((done) => (style.onload = style.onerror = done));
document.head.append(style);

/** @type {(id: string) => HTMLDialogElement} */
const dialog = (id) => /** @type {HTMLDialogElement} */ (byId(id));

const close = () => {
  for (const one of document.querySelectorAll("dialog")) one.close();
};

/** @type {(id: string) => Promise<void>} */
const open = async (id) => {
  await styled;
  close();
  dialog(id).showModal();
};

/** @type {(url: string, fields?: Record<string, string>) => void} */
const post = (url, fields = {}) => {
  const form = /** @type {HTMLFormElement} */ (byId("post"));
  form.action = url;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement("input");
    Object.assign(input, { type: "hidden", name, value });
    form.append(input);
  }
  form.submit();
};

let yes = () => {};

/** @type {(title: string, text: string, then: () => void) => void} */
const ask = (title, text, then) => {
  byId("sure-title").textContent = title;
  byId("sure-text").textContent = text;
  yes = then;
  void open("sure");
};

const share = async () => {
  const code = play.game.view.code ?? play.config.code;
  if (!code) return;
  const url = `${location.origin}/c/${code}/`;
  close();
  const { result } = play.game.view;
  try {
    if (navigator.share) await navigator.share({ title: play.config.title, url });
    else {
      await navigator.clipboard.writeText(url);
      void hud.toast(gettext("The link to this deal is copied."));
    }
  } catch {
    void hud.toast(url); // no leave to copy, or the sheet was closed: the link itself, to be read
  }
  if (result) await open("end");
};

/** Share what the server says of this result; it can be read as well. @type {(of: HTMLElement) => Promise<void>} */
const tell = async (of) => {
  const answer = await fetch(of.dataset.url ?? "");
  if (!answer.ok) return;
  const text = await answer.text();
  byId("told").textContent = text;
  try {
    if (navigator.share) await navigator.share({ text });
    else {
      await navigator.clipboard.writeText(text);
      of.textContent = of.dataset.copied ?? "";
    }
  } catch {
    // No leave to copy, or the sheet was closed: the text stands there.
  }
};

let celebrated = false;

const end = async () => {
  const { view } = play.game;
  const won = view.result === "won";
  if (won && !celebrated && !motion.reduced) {
    celebrated = true;
    const { celebrate } = await import("./celebrate.js");
    await celebrate();
  }
  const lost = view.result === "closed" ? gettext("Time is up") : gettext("Game stopped");
  const title = won ? fill(gettext("Solved in %(time)s"), { time: clock(view.ms) }) : lost;
  byId("end-title").textContent = title;
  byId("clean").hidden = !won || play.undone() > 0;
  byId("share").hidden = !view.code;
  dialog("end").classList.toggle("won", won);
  await open("end");
};

/** @type {Record<string, (of: HTMLElement | undefined) => unknown>} */
const acts = {
  close,
  share,
  tell: (of) => of && tell(of),
  end,
  yes: () => yes(),
  settings: async () => {
    const { fillForm } = await import("./settings.js");
    fillForm();
    await open("settings");
  },
  text: async () => (await import("./textboard.js")).enter(),
  menu: () => {
    const { over, view } = play.game;
    const begun = Boolean(view.columns);
    byId("stock-row").hidden = !begun || !play.piles.stockCards?.length;
    for (const row of document.querySelectorAll("[data-live]")) {
      row.toggleAttribute("hidden", over || Boolean(view.paused) || !begun);
    }
    void open("menu");
  },
  line: () => {
    close();
    play.command({ t: "hint", kind: "line" });
  },
  "undo-lost": () => {
    close();
    play.undo();
  },
  stock: () => {
    byId("stock-cards").textContent = (play.piles.stockCards ?? []).map(sign).join("  ");
    void open("stock");
  },
  deal: (of) => post(play.config.urls.new, { rules: play.config.event, kind: of?.dataset.kind ?? "casual" }),
  again: () => post(play.config.urls.restart),
  restart: () => {
    const text =
      play.config.kind === "ranked"
        ? gettext("The ranked game ends here; a casual game of the same deal begins.")
        : gettext("This game ends here and begins again with the same cards.");
    ask(gettext("Restart this deal?"), text, () => post(play.config.urls.restart));
  },
  casual: () => {
    const text = gettext("The ranked game ends here. You go on from this position with hints and without a clock that counts.");
    ask(gettext("Give up?"), text, () => post(play.config.urls.casual));
  },
  stop: () => {
    const text = gettext("The game ends here and cannot be gone on with.");
    ask(gettext("Stop this game?"), text, () => {
      close();
      play.command({ t: "stop" });
    });
  },
  "closed-4003": () => location.assign(`${play.config.urls.login}?next=${encodeURIComponent(location.pathname)}`),
  "closed-4004": () => location.assign(play.config.urls.mine),
  "closed-4006": () => location.reload(),
  "closed-4009": () => {
    const text = gettext("This game is open in several other windows.");
    ask(gettext("Play in this window?"), text, () => location.reload());
  },
};

/** @type {(name: string, of?: HTMLElement) => void} */
export const act = (name, of) => void (acts[name] ?? (() => open(name)))(of);
