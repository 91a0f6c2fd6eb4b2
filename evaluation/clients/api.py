"""Requests that schemathesis makes from the description of the API, against a server for a small repository.

Once with whatever the description allows and forbids, and once with names that are there, so that answers and not only refusals are
compared with the description. No answer may be a failure of the server or other than described.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from project import HttpServer, Project

# Whether words say anything cannot be told by a schema: `the` is a question that is refused.
UNCHECKED = "positive_data_acceptance"
# It does not end by itself; tests of the server listen to it.
ENDLESS = "/events"

NAMES = {
    "q": ["water depth", "Berth.moor", "ship"],
    "task": ["why is a ship refused at low water"],
    "unit": ["Berth.moor", "harbour/tide.py:6:depth_at", "README.md:3:"],
    "name": ["Berth", "cast_off", "harbour/berth.py:16"],
    "path": ["harbour/berth.py"],
}


def configuration(folder):
    """Settings under which parameters have names that are there. `path` is a pattern elsewhere, and a file is one."""
    lines = ["[parameters]"] + [f"{name} = {json.dumps(values[0])}" for name, values in NAMES.items() if name != "path"]
    lines += ["", "[[operations]]", 'include-path = "/source"', "[operations.parameters]", f"path = {json.dumps(NAMES['path'][0])}"]
    file = Path(folder) / "schemathesis.toml"
    file.write_text("\n".join(lines) + "\n")
    return file


def ask(address, examples, seed, report, settings=None):
    """One run; says whether nothing was found, and how many requests were made."""
    command = [sys.executable, "-m", "schemathesis.cli"]
    command += ["--config-file", str(settings)] if settings else []
    command += ["run", f"http://{address}/api/v1/openapi.json", "--exclude-path", ENDLESS, "--exclude-checks", UNCHECKED]
    command += ["--phases", "examples,coverage,fuzzing", "--max-examples", str(examples), "--seed", str(seed)]
    command += ["--continue-on-failure", "--request-timeout", "60", "--workers", "2", "--warnings", "off"]
    command += ["--suppress-health-check", "all", "--report-ndjson-path", str(report)]
    done = subprocess.run(command, check=False)
    return done.returncode == 0, count(report)


def count(report):
    """Requests by the status of their answers."""
    statuses = {}
    for line in report.read_text().splitlines():
        for status in statuses_in(json.loads(line)):
            statuses[status] = statuses.get(status, 0) + 1
    return statuses


def statuses_in(value):
    """Every answer that an event tells of."""
    if isinstance(value, dict):
        if "status_code" in value:
            yield value["status_code"]
        for inner in value.values():
            yield from statuses_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from statuses_in(inner)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    project = Project(arguments.program)
    project.index()
    total, is_well, run = {}, True, 0
    with tempfile.TemporaryDirectory() as folder, HttpServer(project) as server:
        while is_well and sum(total.values()) < arguments.requests:
            settings = configuration(folder) if run % 2 else None
            report = Path(folder) / f"run-{run}.ndjson"
            is_well, statuses = ask(server.address, 600, arguments.seed + run, report, settings)
            total = {status: total.get(status, 0) + statuses.get(status, 0) for status in total.keys() | statuses.keys()}
            run += 1
    failures = sum(number for status, number in total.items() if status >= 500)
    told = ", ".join(f"{number} x {status}" for status, number in sorted(total.items()))
    print(f"{sum(total.values())} requests in {run} runs: {told}; {failures} failures of the server; ended with {server.status}")
    sys.exit(0 if is_well and failures == 0 and server.status == 0 else 1)


if __name__ == "__main__":
    main()
