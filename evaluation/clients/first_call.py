"""How long the first call about a tree that was never indexed takes, and whether it has an answer: `first_call.py PROGRAM FOLDER [TASK ...]`.

Each task is asked by a new client with an index folder of its own. Needs nothing but the standard library.
"""

import sys
import tempfile
import time
from pathlib import Path
from types import SimpleNamespace

from soak import Client, Pipe

MOST_SECONDS = 2.0
TASKS = ["how is a lock taken with a timeout", "where are options of the command line parsed", "what happens when memory runs out"]


def first_call(program, folder, task):
    """Seconds, and the first line of the answer."""
    with tempfile.TemporaryDirectory() as cache:
        wire = Pipe(program, SimpleNamespace(path=folder), cache)
        client = Client(0, wire, None, None, [])
        try:
            began = time.monotonic()
            client.hello()
            result = client.ask("tools/call", {"name": "context", "arguments": {"task": task, "max_tokens": 1500}})
            return time.monotonic() - began, result["content"][0]["text"].splitlines()[0]
        finally:
            wire.process.kill()
            wire.process.wait()


def main(program, folder, *tasks):
    failed = False
    for task in tasks or TASKS:
        seconds, line = first_call(str(Path(program).resolve()), Path(folder).resolve(), task)
        print(f"{seconds:.2f} s  {task}: {line}", flush=True)
        failed |= seconds > MOST_SECONDS or line.startswith("indexing")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
