"""What operators and other devices do to a player: `python -m tests.faults.operate`.

Reads a JSON list of [what, player, cookie].
"""

from __future__ import annotations

import json
import sys

import django


def main() -> None:
    django.setup()
    from django.contrib.sessions.models import Session

    from accounts.models import User

    for what, pk, cookie in json.loads(sys.argv[1]):
        player = User.objects.get(pk=pk)
        match what:
            case "banned":
                player.is_active = False
                player.save()
            case "new password":
                player.set_password("another long enough secret")
                player.save()
            case "device ended":
                Session.objects.get(pk=cookie).delete()
            case "deleted":
                player.delete()


if __name__ == "__main__":
    main()
