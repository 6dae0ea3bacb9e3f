"""A game begun and ended on the running service, over the page's own socket."""

from __future__ import annotations

from playwright.sync_api import Page

# Plays items one after another as a player's page would, then stops the run if it still goes on.
PLAY = """
([run, items]) => new Promise((done, failed) => {
  const socket = new WebSocket(`ws://${location.host}/ws/`);
  const left = [...items];
  const send = (frame) => socket.send(JSON.stringify(frame));
  const next = (base) => {
    const item = left.shift();
    if (item === undefined) send({ t: "stop", base, after: [] });
    else if (item === "u") send({ t: "undo", base, after: [] });
    else send({ t: "move", base, after: [], move: item });
  };
  socket.onopen = () => send({ t: "hello", run, v: 1 });
  socket.onmessage = ({ data }) => {
    const frame = JSON.parse(data);
    if (frame.t !== "welcome" && frame.t !== "ack") failed(new Error(data));
    else if (frame.view.result) done(frame.view.result);
    else next(frame.seq);
  };
})
"""


def ended_run(page: Page, code: str, items: list[str]) -> str:
    """Begin the deal casually, play `items`, stop; the run's token. Leaves the start page open."""
    page.goto("/")
    page.get_by_label("Game code").fill(code)
    page.get_by_role("button", name="Play this deal").click()
    page.wait_for_url("**/play/*/")
    token = page.url.rstrip("/").rsplit("/", 1)[1]
    page.goto("/")
    assert page.evaluate(PLAY, [token, items]) == "stopped"
    return token
