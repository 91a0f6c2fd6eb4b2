"""Many clients ask about worktrees of one repository while a writer edits, renames and switches branches.

No answer may be an error, and no quoted line may be one that its file did not have at any moment between question and answer. Memory
and disk have to stay flat, and nobody may be at work once nobody asks. Needs nothing but the standard library.
"""

import argparse
import http.client
import json
import os
import queue
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

MODULES = 60
PATIENCE = 60.0
WORDS = "anchor beacon compass deck ensign funnel galley hatch island jetty keel lantern mast nets oars".split()


def source(module, version):
    """A module whose lines all differ from those of its other versions."""
    word = WORDS[module % len(WORDS)]
    lines = [f'"""The {word} number {module}, version {version}."""', ""]
    for part in range(4):
        lines += ["", f"def {word}_{module}_{part}(crew):",
                  f'    """Looks after the {word}, part {part}, version {version}."""',
                  f"    return crew.{word}({version}, {part})", ""]
    return "\n".join(["# " + "- " * (version % 3)] * (version % 3) + lines) + "\n"


class Tree:
    """One worktree, and all that its files ever held, with the time until which they held it."""

    def __init__(self, path):
        self.path = path
        self.lock = threading.Lock()
        # By path: a list of (from, until, lines); `until` is None for what is there now.
        self.past = {}

    def set(self, name, text):
        """Writes a file. From before the write to after it both versions may be quoted."""
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        began = time.monotonic()
        with self.lock:
            self.past.setdefault(name, []).append([began, None, text.splitlines()])
        temporary = path.with_name(path.name + ".tmp~")
        temporary.write_text(text)
        os.replace(temporary, path)
        self.end(name, keep_last=True)

    def end(self, name, keep_last=False):
        """What a file held is over now."""
        now = time.monotonic()
        with self.lock:
            versions = self.past.get(name, [])
            for version in versions[:-1] if keep_last else versions:
                if version[1] is None:
                    version[1] = now


    def had(self, name, line, text, since):
        """Whether the line was there at any moment after `since`."""
        with self.lock:
            versions = [lines for _, until, lines in self.past.get(name, []) if until is None or until >= since]
        return any(line <= len(lines) and lines[line - 1].rstrip() == text.rstrip() for lines in versions)

    def forget(self, before):
        with self.lock:
            for versions in self.past.values():
                versions[:] = [version for version in versions if version[1] is None or version[1] >= before]


class Writer(threading.Thread):
    """Edits, removes, renames, reverts and switches branches, one tree after another."""

    def __init__(self, trees, stop, pause):
        super().__init__()
        self.trees, self.stop, self.pause = trees, stop, pause
        self.random = random.Random(7)
        self.version = 1
        self.counts, self.branches = {}, {}

    def run(self):
        while not self.stop.wait(self.pause):
            tree = self.random.choice(self.trees)
            act = self.random.choice([self.edit] * 6 + [self.rename, self.remove, self.switch])
            act(tree)
            self.counts[act.__name__] = self.counts.get(act.__name__, 0) + 1
            for one in self.trees:
                one.forget(time.monotonic() - 2 * PATIENCE)

    def edit(self, tree):
        self.version += 1
        module = self.random.randrange(MODULES)
        tree.set(f"ship/part_{module}.py", source(module, self.version))

    def rename(self, tree):
        module = self.random.randrange(MODULES)
        old, new = f"ship/part_{module}.py", f"ship/moved_{module}.py"
        if not (tree.path / old).exists():
            old, new = new, old
        if not (tree.path / old).exists():
            return
        text = (tree.path / old).read_text()
        tree.set(new, text)
        (tree.path / old).unlink()
        tree.end(old)

    def remove(self, tree):
        module = self.random.randrange(MODULES)
        path = tree.path / f"ship/part_{module}.py"
        if path.exists():
            path.unlink()
            tree.end(f"ship/part_{module}.py")

    def held(self, folder, branch):
        """The files of a branch; nobody adds to one."""
        if branch not in self.branches:
            listed = git(folder, "ls-tree", "-r", "--name-only", branch).split()
            self.branches[branch] = {name: git(folder, "show", f"{branch}:{name}") for name in listed}
        return self.branches[branch]

    def switch(self, tree):
        """All files of the branch become what they were when it was made."""
        branch = f"{tree.path.name}-{self.random.choice(['even', 'odd'])}"
        held = self.held(tree.path, branch)
        began = time.monotonic()
        with tree.lock:
            for name, text in held.items():
                tree.past.setdefault(name, []).append([began, None, text.splitlines()])
        git(tree.path, "checkout", "--quiet", "--force", branch)
        git(tree.path, "clean", "--quiet", "--force", "-d")
        for name in list(tree.past):
            tree.end(name, keep_last=name in held)


def git(folder, *arguments):
    who = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false", "-c", "gc.auto=0"]
    environment = os.environ | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    run = subprocess.run(["git", *who, *arguments], cwd=folder, env=environment, capture_output=True, text=True)
    if run.returncode:
        raise RuntimeError(f"git {arguments}: {run.stderr}")
    return run.stdout


def make_trees(base, count):
    main = base / "tree-0"
    main.mkdir()
    git(main, "init", "--quiet", "--initial-branch=tree-0-even")
    for module in range(MODULES):
        path = main / f"ship/part_{module}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(source(module, 0))
    git(main, "add", "--all")
    git(main, "commit", "--quiet", "--message", "Build the ship")
    trees = [Tree(main)]
    for number in range(count):
        if number:
            git(main, "worktree", "add", "--quiet", "-b", f"tree-{number}-even", str(base / f"tree-{number}"))
            trees.append(Tree(base / f"tree-{number}"))
        tree = trees[-1]
        git(tree.path, "checkout", "--quiet", "-b", f"tree-{number}-odd")
        for module in range(0, MODULES, 2):
            (tree.path / f"ship/part_{module}.py").write_text(source(module, 1_000_000 + number))
        git(tree.path, "commit", "--quiet", "--all", "--message", "Paint it")
        for path in tree.path.glob("ship/*.py"):
            name = f"ship/{path.name}"
            tree.past[name] = [[time.monotonic(), None, path.read_text().splitlines()]]
    return trees


class Pipe:
    """A server of its own for one client, on standard input and output."""

    def __init__(self, program, tree, cache):
        self.process = start([program, "mcp"], tree, cache)
        self.answers = queue.Queue()
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        for line in self.process.stdout:
            self.answers.put(json.loads(line))
        self.answers.put(None)

    def send(self, message):
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()
        return self.answers.get(timeout=PATIENCE) if "id" in message else None

    def close(self):
        self.process.stdin.close()


class Served:
    """The HTTP server of a tree, for all of its clients."""

    def __init__(self, program, tree, cache):
        self.process = start([program, "serve", "--port", "0"], tree, cache)
        self.host = re.search(r"http://([^/]+)/", self.process.stderr.readline()).group(1)

    def close(self):
        self.process.terminate()


class Web:
    """One client's connection with the server of its tree."""

    def __init__(self, served):
        self.process = served.process
        self.connection = http.client.HTTPConnection(served.host, timeout=PATIENCE)
        self.headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}

    def send(self, message):
        self.connection.request("POST", "/mcp", json.dumps(message), self.headers)
        response = self.connection.getresponse()
        body = response.read().decode()
        if response.status >= 300:
            raise RuntimeError(f"{response.status}: {body}")
        if response.headers["Mcp-Session-Id"]:
            self.headers["Mcp-Session-Id"] = response.headers["Mcp-Session-Id"]
        told = [json.loads(row[5:]) for row in body.splitlines() if row.startswith("data:") and row[5:].strip()]
        told = told or ([json.loads(body)] if body.strip() else [])
        return next((one for one in told if one.get("id") == message.get("id")), None)

    def close(self):
        self.connection.close()


def start(command, tree, cache):
    environment = os.environ | {"ORIENT_CACHE_DIR": str(cache)}
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=tree.path, env=environment, stdin=pipe, stdout=pipe, stderr=pipe, text=True)


def ended(process):
    """What is wrong with how a server ended."""
    process.wait(timeout=PATIENCE)
    said = process.stderr.read()
    return [f"a server ended with {process.returncode}: {said}"] if said or process.returncode else []


class Client(threading.Thread):
    """One agent: questions one after another."""

    def __init__(self, number, wire, tree, stop, told):
        super().__init__()
        self.number, self.wire, self.tree, self.stop, self.told = number, wire, tree, stop, told
        self.random = random.Random(number)
        self.next = 0
        self.times, self.lines, self.behind, self.partial = [], 0, 0, 0

    def ask(self, method, params):
        self.next += 1
        message = self.wire.send({"jsonrpc": "2.0", "id": self.next, "method": method, "params": params})
        if message is None or message.get("id") != self.next or "result" not in message:
            raise RuntimeError(f"client {self.number}: {message}")
        return message["result"]

    def hello(self):
        info = {"name": "soak", "version": "0"}
        self.ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": info})
        self.wire.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def run(self):
        try:
            self.hello()
            while not self.stop.is_set():
                self.question()
        except Exception as error:  # Whatever it is, the run has failed and the others go on.
            self.told.append(f"client {self.number}: {error!r}")

    def question(self):
        module = self.random.randrange(MODULES)
        word = WORDS[module % len(WORDS)]
        tool, arguments = self.random.choice([
            ("context", {"task": f"who looks after the {word} number {module}", "max_tokens": 1500, "again": True}),
            ("search", {"query": f"{word} part 2", "limit": 5}),
            ("symbol", {"name": f"{word}_{module}_1"}),
        ])
        began = time.monotonic()
        result = self.ask("tools/call", {"name": tool, "arguments": arguments})
        self.times.append(time.monotonic() - began)
        text = result["content"][0]["text"]
        if result.get("isError"):
            self.told.append(f"client {self.number}: {tool} {arguments}: {text}")
        self.behind += "changed since:" in text
        self.partial += text.startswith(("partial", "indexing"))
        for name, line, quoted in quotes(tool, text):
            self.lines += 1
            if not self.tree.had(name, line, quoted, began):
                self.told.append(f"client {self.number}: stale {tool} {name}:{line} {quoted!r}")


def quotes(tool, text):
    """Every quoted line of source with its file and number."""
    name, line = None, 0
    for row in text.splitlines():
        if tool == "context":
            heading = re.match(r"(ship/\w+\.py):([\d,-]+)  ", row)
            jump = re.match(r"\.\.\. (\d+)$", row)
            if heading:
                name, line = heading.group(1), int(re.match(r"\d+", heading.group(2)).group())
            elif jump:
                line = int(jump.group(1))
            elif not row or row.startswith(("see also", "left out", "snapshot", "  ship/")):
                # An empty line may end a block as well as stand in it.
                line += 1
                name = name if not row else None
            elif name:
                yield name, line, row
                line += 1
        elif tool == "search":
            heading = re.match(r"(ship/\w+\.py):\d+ ", row)
            quoted = re.match(r"    (\d+)  (.*)$", row)
            if heading:
                name = heading.group(1)
            elif quoted and name:
                yield name, int(quoted.group(1)), quoted.group(2)
        else:
            heading = re.match(r"(ship/\w+\.py):(\d+) function", row)
            if heading:
                name, line = heading.group(1), int(heading.group(2))
            elif name and row.startswith("    def "):
                yield name, line, row[4:]
                name = None


def memory(processes):
    """Bytes that each process holds for itself, in sum."""
    total = 0
    for process in processes:
        text = Path(f"/proc/{process.pid}/smaps_rollup").read_text()
        total += sum(int(size) for size in re.findall(r"^Private_(?:Clean|Dirty):\s+(\d+) kB", text, re.MULTILINE))
    return total * 1024


def processor(processes):
    """Seconds of processor time, in sum."""
    total = 0
    for process in processes:
        fields = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


def disk(folder):
    total = 0
    for path, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.lstat(os.path.join(path, name)).st_size
            except FileNotFoundError:
                pass
    return total


def percentile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * share))] if values else 0


def soak(asked):
    told = []
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder).resolve()
        trees, cache = make_trees(base, asked.trees), base / "cache"
        stop = threading.Event()
        servers = [Served(asked.program, tree, cache) for tree in trees] if asked.http else []
        clients = []
        for number in range(asked.clients):
            at = number % len(trees)
            wire = Web(servers[at]) if asked.http else Pipe(asked.program, trees[at], cache)
            clients.append(Client(number, wire, trees[at], stop, told))
        processes = [one.process for one in servers or [client.wire for client in clients]]
        writer = Writer(trees, stop, asked.pause)
        for thread in [*clients, writer]:
            thread.start()
        samples, until = [], time.monotonic() + asked.minutes * 60
        while time.monotonic() < until and not told:
            time.sleep(min(10, max(0.1, until - time.monotonic())))
            samples.append((memory(processes), disk(cache)))
        stop.set()
        for thread in [writer, *clients]:
            thread.join()
        time.sleep(2)
        before = processor(processes)
        time.sleep(asked.quiet)
        idle = (processor(processes) - before) / asked.quiet
        for one in [*[client.wire for client in clients], *servers]:
            one.close()
        told += [complaint for process in processes for complaint in ended(process)]
    return report(asked, clients, writer, samples, idle, told)


def report(asked, clients, writer, samples, idle, told):
    times = [one for client in clients for one in client.times]
    middle = samples[len(samples) // 4:]
    return {
        "minutes": asked.minutes, "over": "http" if asked.http else "stdio", "clients": asked.clients, "worktrees": asked.trees,
        "questions": len(times), "quoted_lines": sum(client.lines for client in clients),
        "changes": writer.counts,
        "median_ms": round(percentile(times, 0.5) * 1000, 1), "p95_ms": round(percentile(times, 0.95) * 1000, 1),
        "most_ms": round(max(times, default=0) * 1000, 1),
        "answers_that_name_changes_since": sum(client.behind for client in clients),
        "partial_answers": sum(client.partial for client in clients),
        "memory_mb": [round(size / 1e6, 1) for size, _ in samples[:: max(1, len(samples) // 10)]],
        "disk_mb": [round(size / 1e6, 2) for _, size in samples[:: max(1, len(samples) // 10)]],
        "memory_growth": growth([size for size, _ in middle]), "disk_growth": growth([size for _, size in middle]),
        "idle_cpu_share": round(idle, 4), "complaints": told[:20], "complaint_count": len(told),
    }


def growth(values):
    """The mean of the last third over the mean of the first third."""
    third = max(1, len(values) // 3)
    first, last = values[:third], values[-third:]
    return round(sum(last) / len(last) / (sum(first) / len(first)), 3) if first and sum(first) else 0


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("program", help="the binary of orient")
    arguments.add_argument("--minutes", type=float, default=5)
    arguments.add_argument("--clients", type=int, default=16)
    arguments.add_argument("--trees", type=int, default=4)
    arguments.add_argument("--pause", type=float, default=0.1, help="seconds between two changes")
    arguments.add_argument("--quiet", type=float, default=10, help="seconds for which nobody asks at the end")
    arguments.add_argument("--http", action="store_true", help="one HTTP server a worktree instead of one server a client")
    arguments.add_argument("--json", help="a file for the figures")
    asked = arguments.parse_args()
    asked.program = str(Path(asked.program).resolve())
    figures = soak(asked)
    text = json.dumps(figures, indent=2)
    print(text)
    if asked.json:
        Path(asked.json).write_text(text + "\n")
    is_flat = figures["memory_growth"] < 1.5 and figures["disk_growth"] < 1.5 and figures["idle_cpu_share"] < 0.02
    sys.exit(0 if is_flat and not figures["complaint_count"] else 1)


if __name__ == "__main__":
    main()
