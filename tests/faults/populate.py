"""Players, their sessions and runs, made inside the site: `python -m tests.faults.populate`.

Reads a JSON list of [kind, code] and writes one of {"cookie", "run", "name"}.
"""

from __future__ import annotations

import json
import sys

import django


def main() -> None:
    django.setup()
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    from accounts.models import User
    from engine.codes import parse_code
    from games.models import Run
    from games.sealing import code_seal

    made = []
    for number, (kind, text) in enumerate(json.loads(sys.argv[1])):
        player = User.objects.create_user(f"Ingrid{number}", f"p{number}@example.org")
        code = parse_code(text)
        run = Run.objects.create(
            player=player,
            kind=kind,
            event=code.event,
            code=code.text if kind == "casual" else "",
            sealed_code=b"" if kind == "casual" else code_seal(code=code),
        )
        session = SessionStore()
        session[SESSION_KEY] = str(player.pk)
        session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
        session[HASH_SESSION_KEY] = player.get_session_auth_hash()
        session.create()
        made.append({"cookie": session.session_key, "run": run.token, "player": player.pk})
    sys.stdout.write(json.dumps(made))


if __name__ == "__main__":
    main()
