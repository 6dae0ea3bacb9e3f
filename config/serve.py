"""The whole embedded service in the foreground: `make serve`.

Environment: PORT (8000), HOST (127.0.0.1), DATA_DIR (.data); see docs/operations.md for the rest.
"""

import fcntl
import os
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from pathlib import Path
from typing import TextIO

from config.env import made_data_dir, redis_socket
from config.prepare import code_digest, is_current
from config.programs import celery_programs, redis_program, supervisor_config, web_program
from config.supervision import Console, supervise

#: Addresses that mean "every address of this machine"; we ask at loopback then.
EVERY_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}  # noqa: S104


def main() -> int:
    """Prepares, then runs redis, web, workers and beat until Ctrl-C."""
    console = Console(sys.stdout)
    directory = made_data_dir()
    host, port = os.environ.get("HOST") or "127.0.0.1", int(os.environ.get("PORT") or 8000)
    lock = held_lock(directory / "serve.lock")
    if lock is None:
        return _fail(f"Réussite is running already on the data in {directory}")
    if not is_free(host, port):
        return _fail(f"Port {port} is taken; choose another with: make serve PORT={port + 1}")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")
    if not prepared(directory):
        return _fail("The database could not be prepared")
    config = write_config(directory, host=host, port=port)
    console.line("serve", f"Data and logs are in {directory}; Ctrl-C stops everything")
    threading.Thread(target=announce, args=(console, host, port), daemon=True).start()
    status = supervise(config, console=console)
    console.line("serve", "Everything has stopped")
    lock.close()
    return status


def prepared(directory: Path) -> bool:
    """Whether database and static files are current; made so by a process apart.

    Apart, so that the supervisor does not carry Django about for its whole life.
    """
    if is_current(directory, code_digest()):
        return True
    return subprocess.run([sys.executable, "-m", "config.prepare"]).returncode == 0


def held_lock(path: Path) -> TextIO | None:
    """The open lock file, or None if another service holds it. It is released by dying."""
    file = path.open("w")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        return None
    return file


def is_free(host: str, port: int) -> bool:
    """Whether a server could listen there now."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def write_config(directory: Path, *, host: str, port: int) -> Path:
    """The supervisor's configuration for these values, as a file."""
    service = [web_program(host=host, port=port), *celery_programs()]
    redis = redis_program(directory=directory, socket=redis_socket(directory=directory))
    path = directory / "supervisor.conf"
    path.write_text(supervisor_config(redis, service, directory=directory))
    return path


def announce(console: Console, host: str, port: int) -> None:
    """Prints the address once the page can be opened."""
    asked = EVERY_ADDRESS.get(host, host)
    asked = f"[{asked}]" if ":" in asked else asked
    pause = threading.Event()
    while not answers(f"http://{asked}:{port}/readyz"):
        pause.wait(0.1)
    shown = "localhost" if asked in {"127.0.0.1", "[::1]"} else asked
    console.line("serve", f"Ready: http://{shown}:{port}/")


def answers(url: str) -> bool:
    """Whether `url` answers with success."""
    try:
        with urllib.request.urlopen(url, timeout=2) as response:  # noqa: S310
            return bool(response.status == 200)
    except (urllib.error.URLError, ConnectionError, TimeoutError):
        return False


def _fail(text: str) -> int:
    sys.stderr.write(f"✗ {text}\n")
    return 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)  # while preparing; later the supervisor takes the signal
