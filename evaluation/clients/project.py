"""A small repository to ask about, and the server in front of it. Knows nothing of what is asked."""

import os
import re
import subprocess
import tempfile
from pathlib import Path

FILES = {
    "harbour/berth.py": '''"""Where ships lie."""

from harbour.tide import depth_at


class Berth:
    """A place for one ship."""

    def __init__(self, name, depth):
        self.name = name
        self.depth = depth
        self.ship = None

    def moor(self, ship, hour):
        """Takes a ship in if the water is deep enough at that hour."""
        if ship.draught > depth_at(self, hour):
            raise ValueError("too shallow")
        self.ship = ship

    def cast_off(self):
        """Lets the ship go."""
        ship, self.ship = self.ship, None
        return ship
''',
    "harbour/tide.py": '''"""How the water rises and falls."""

HIGH = 3.5


def depth_at(berth, hour):
    """The depth of the water over a berth at an hour of the day."""
    return berth.depth + HIGH * (hour % 12) / 12
''',
    "tests/test_berth.py": '''from harbour.berth import Berth


def test_an_empty_berth_lets_nothing_go():
    assert Berth("north", 4).cast_off() is None
''',
    "README.md": "# Harbour\n\n## Mooring\n\n`Berth.moor` refuses ships that lie too deep.\n",
}


class Project:
    """A committed repository in a folder of its own, with a cache of its own."""

    def __init__(self, program):
        self.program = str(Path(program).resolve())
        self.folder = tempfile.TemporaryDirectory()
        base = Path(self.folder.name).resolve()
        self.tree, self.cache = base / "tree", base / "cache"
        for name, text in FILES.items():
            self.write(name, text)
        self.git("init", "--quiet", "--initial-branch=main")
        self.commit("Moor ships by the tide")

    def write(self, name, text):
        path = self.tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def git(self, *arguments):
        who = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
        date = "1700000000 +0000"
        environment = self.environment() | {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}
        subprocess.run(["git", *who, *arguments], cwd=self.tree, env=environment, check=True, capture_output=True)

    def commit(self, message):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", message)

    def environment(self):
        nothing = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
        return os.environ | nothing | {"ORIENT_CACHE_DIR": str(self.cache)}

    def index(self):
        subprocess.run([self.program, "index", "--quiet"], cwd=self.tree, env=self.environment(), check=True,
                       capture_output=True)

    def comparable(self, text):
        """Ids of snapshots and folders differ from run to run."""
        text = text.replace(str(self.tree), "[tree]").replace(self.program, "[orient]")
        text = re.sub(r"127\.0\.0\.1:\d+", "[address]", text)
        return re.sub(r"\b[0-9a-f]{12}\b|\b[0-9a-f]{32}\b", "[id]", text)


class HttpServer:
    """`orient serve` for a project, on a port that the system chooses."""

    def __init__(self, project, *options, token=None):
        environment = project.environment() | ({"ORIENT_TOKEN": token} if token else {})
        command = [project.program, "serve", "--port", "0", *options]
        self.process = subprocess.Popen(command, cwd=project.tree, env=environment, stderr=subprocess.PIPE, text=True)
        said = self.process.stderr.readline()
        found = re.search(r"http://(\S+)/mcp", said)
        if not found:
            raise RuntimeError(f"no server: {said}{self.process.stderr.read()}")
        self.address = found.group(1)
        self.url = f"http://{self.address}/mcp"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.status = self.process.wait(timeout=30)
        self.process.stderr.close()
