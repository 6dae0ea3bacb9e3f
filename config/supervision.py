"""The library `supervisor`, run in the foreground: children's lines on the terminal, no orphans."""

import ctypes
import os
import signal
import sys
from pathlib import Path
from typing import Any, TextIO

from supervisor import events
from supervisor.medusa import asyncore_25 as asyncore
from supervisor.options import ServerOptions
from supervisor.states import SupervisorStates
from supervisor.supervisord import Supervisor

PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None

#: What is said of a child's change of state.
TOLD = {
    events.ProcessStateRunningEvent: "is running",
    events.ProcessStateExitedEvent: "died, and is started again",
    events.ProcessStateBackoffEvent: "did not stay up, and is tried again",
    events.ProcessStateFatalEvent: "cannot be started; see its log",
    events.ProcessStateStoppedEvent: "has stopped",
}


def end_with_parent() -> None:
    """Has the kernel send SIGTERM to this process when its parent dies (on Linux)."""
    if LIBC is not None:
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


class Options(ServerOptions):  # type: ignore[misc]
    """Supervisor's options, whose children end with the supervisor, even if that is killed."""

    def execve(self, filename: str, argv: list[str], env: dict[str, str]) -> None:
        """Becomes the child's program (called in the forked child)."""
        end_with_parent()
        super().execve(filename, argv, env)


class Console:
    """Writes children's output line by line, each line under its child's name."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.unfinished: dict[str, bytes] = {}

    def output(self, event: Any) -> None:
        """Lines a child wrote; a line not yet ended waits for its end."""
        name = event.process.config.name
        data = self.unfinished.pop(name, b"") + event.data
        *lines, rest = data.split(b"\n")
        if rest:
            self.unfinished[name] = rest
        for line in lines:
            self.line(name, line.decode(errors="replace"))

    def state(self, event: Any) -> None:
        """A child's change of state, in words."""
        words = TOLD.get(type(event))
        if words:
            self.line("serve", f"{event.process.config.name} {words}")

    def line(self, name: str, text: str) -> None:
        """One line under `name`."""
        try:
            self.stream.write(f"{name:<7}│ {text}\n")
            self.stream.flush()
        except (BrokenPipeError, OSError):
            # The terminal is gone; the log files are not.
            self.stream = Path(os.devnull).open("w")  # noqa: SIM115 (for the rest of the process)


class Foreground(Supervisor):  # type: ignore[misc]
    """A supervisor that stops when its terminal closes, and when the web process cannot start."""

    def __init__(self, options: Options, console: Console) -> None:
        super().__init__(options)
        self.console = console
        self.failed = False

    def runforever(self) -> None:
        """The loop; what it tells goes to the console."""
        events.subscribe(events.ProcessLogEvent, self.console.output)
        events.subscribe(events.ProcessStateEvent, self.console.state)
        events.subscribe(events.ProcessStateFatalEvent, self.fatal)
        for group in sorted(self.process_groups.values()):
            group.transition()  # starts it now; the library's loop would first wait a second
        super().runforever()

    def fatal(self, event: Any) -> None:
        """Without a web process there is no service."""
        if event.process.config.name == "web":
            self.failed = True
            self.options.mood = SupervisorStates.SHUTDOWN

    def handle_signal(self) -> None:
        """As the library does, but a hang-up ends the service instead of starting it anew."""
        super().handle_signal()
        if self.options.mood == SupervisorStates.RESTARTING:
            self.options.mood = SupervisorStates.SHUTDOWN


def supervise(config: Path, *, console: Console) -> int:
    """Runs the programs of `config` until a signal; 0, or 1 if the web process cannot start."""
    options = Options()
    options.realize(["-c", str(config)], doc="")
    options.first = True
    options.test = False
    foreground = Foreground(options, console)
    try:
        foreground.main()
    except asyncore.ExitNow:
        pass
    finally:
        options.close_logger()
    return int(foreground.failed)
