"""One process of the service, as the embedded supervisor would start it.

    python -m config.run web|worker|solver|adviser|beat

For process managers such as a container's. Environment for `web`: HOST (127.0.0.1), PORT (8000).
"""

import os
import sys

from config.programs import celery_programs, web_program


def main() -> None:
    """Becomes the program named on the command line."""
    host, port = os.environ.get("HOST") or "127.0.0.1", int(os.environ.get("PORT") or 8000)
    known = {
        program.name: program for program in (web_program(host=host, port=port), *celery_programs())
    }
    name = sys.argv[1] if len(sys.argv) == 2 else ""
    if name not in known:
        sys.exit(f"usage: python -m config.run {'|'.join(known)}")
    command = known[name].command
    os.execvp(command[0], command)  # noqa: S606 (no shell is wanted)


if __name__ == "__main__":
    main()
