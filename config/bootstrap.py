"""Makes `.venv` and fills it from a lock file. Standard library only: it runs before anything else.

python3 -m config.bootstrap runtime|dev
"""

import os
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ROOT / "config" / "locks"
OLDEST = (3, 11)
#: What a lock file contains: that for development has all of the other's pins (a test looks).
PARTS = {"runtime": ("runtime",), "dev": ("dev", "runtime")}


def main() -> int:
    """Brings the environment up to the lock file named on the command line."""
    wanted = sys.argv[1]
    if wanted == "browser":
        return browser()
    if sys.version_info < OLDEST:
        return _fail(
            f"Python {'.'.join(map(str, OLDEST))} or newer is needed, this is "
            f"{sys.version.split()[0]}. Name another with: make PYTHON=python3.12 …"
        )
    environment = Path(os.environ.get("VENV") or ROOT / ".venv")
    if not (environment / "bin" / "python").exists():
        _say(
            f"Making a virtual environment in {environment.name} (Python {sys.version.split()[0]})"
        )
        if subprocess.run([sys.executable, "-m", "venv", environment]).returncode:
            return _fail("Python's venv module is incomplete; on Debian: apt install python3-venv")
    return install(wanted, environment)


def install(lock: str, environment: Path) -> int:
    """Installs `lock` by its hashes, unless exactly that was installed before."""
    if all(is_installed(part, environment) for part in PARTS[lock]):
        return 0
    _say(f"Installing the locked dependencies ({lock}); a few minutes the first time")
    command = [str(environment / "bin" / "python"), "-m", "pip", "install", "-qq"]
    options = ["--disable-pip-version-check", "--no-deps", "--require-hashes"]
    if subprocess.run([*command, *options, "-r", str(LOCKS / f"{lock}.txt")]).returncode:
        return _fail(f"The dependencies of config/locks/{lock}.txt could not be installed")
    for part in PARTS[lock]:
        stamp(part, environment).write_text(digest(part))
    return 0


def is_installed(lock: str, environment: Path) -> bool:
    """Whether this very lock was the last to be installed."""
    path = stamp(lock, environment)
    return path.exists() and path.read_text() == digest(lock)


def stamp(lock: str, environment: Path) -> Path:
    """The file that remembers which version of a lock is installed."""
    return environment / f".{lock}.lock"


def digest(lock: str) -> str:
    """What changes when the lock does."""
    return sha256((LOCKS / f"{lock}.txt").read_bytes()).hexdigest()


def browser() -> int:
    """Chromium for the browser tests: there, or installed from Debian's packages."""
    if any(shutil.which(name) for name in ("chromium", "chromium-browser")):
        return 0
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return _fail("Chromium is needed by the browser tests; on Debian: apt install chromium")
    _say("Installing Chromium from the system's packages")
    apt = shutil.which("apt-get") or "apt-get"
    subprocess.run([apt, "update"], stdout=subprocess.DEVNULL)
    install_it = [apt, "install", "--yes", "--no-install-recommends", "chromium"]
    if subprocess.run(install_it, stdout=subprocess.DEVNULL).returncode:
        return _fail("Chromium could not be installed; the lines above say why")
    return 0


def _say(text: str) -> None:
    sys.stdout.write(f"· {text}\n")
    sys.stdout.flush()


def _fail(text: str) -> int:
    sys.stderr.write(f"✗ {text}\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
