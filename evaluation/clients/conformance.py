"""A scripted conversation between a server and the clients of others: the official Python SDK and the MCP inspector.

Over standard streams and over HTTP, in the revision with a handshake and in the one without. What was said is compared with the
transcripts beside this file; --write writes them anew.
"""

import argparse
import difflib
import fcntl
import json
import subprocess
import sys
from pathlib import Path

import anyio
from mcp import Client, MCPError, StdioServerParameters

from project import HttpServer, Project

TRANSCRIPTS = Path(__file__).parent / "transcripts"

CALLS = [
    ("feedback", {"useful": ["Berth.moor"]}),
    ("context", {"task": "why is a ship refused at low water"}),
    ("context", {"task": "why is a ship refused at low water"}),
    ("context", {"task": "why is a ship refused at low water", "again": True, "max_tokens": 300}),
    ("context", {"files": ["harbour/tide.py"], "max_tokens": 400, "format": "compact"}),
    ("context", {"diff": "", "max_tokens": 500}),
    ("feedback", {"useful": ["Berth.moor"], "not_useful": ["harbour/tide.py:7"]}),
    ("feedback", {"useful": ["Berth.sink"]}),
    ("feedback", {}),
    ("search", {"query": "depth of the water", "limit": 3}),
    ("symbol", {"name": "Berth.moor"}),
    ("symbol", {"name": "Berth.more"}),
    ("symbol", {"name": "zeppelin_mast"}),
    ("context", {}),
    ("context", {"task": "ship", "diff": ""}),
    ("context", {"task": "ship", "max_tokens": 1}),
    ("context", {"task": "ship", "colour": "blue"}),
    ("context", {"files": ["../../etc/hosts"]}),
    ("context", {"diff": "no-such-branch"}),
    ("search", {"query": ["ship"]}),
    ("search", {"query": "ship " * 60_000}),
    ("symbol", {"name": ""}),
]


class Page:
    """What is said, as lines."""

    def __init__(self):
        self.lines = []

    def say(self, title, text):
        self.lines += ["", title, text.rstrip("\n")]

    def answer(self, title, result):
        error = " (error)" if result.is_error else ""
        self.say(title + error, "\n".join(block.text for block in result.content))
        if result.structured_content is not None:
            self.lines.append(json.dumps(result.structured_content, sort_keys=True))


def shown(arguments):
    text = json.dumps(arguments)
    return text if len(text) < 200 else f"{text[:40]}... {len(text)} bytes"


async def conversation(project, connect):
    """The SDK checks structured content against the schema of the tool by itself."""
    page = Page()
    async with connect() as client:
        page.say(f"protocol {client.protocol_version}", client.instructions or "")
        tools = await client.list_tools()
        for tool in tools.tools:
            hints = tool.annotations
            page.say(f"tool {tool.name} readOnly={hints.read_only_hint}", tool.description or "")
            page.lines.append(json.dumps(tool.input_schema, sort_keys=True))
            page.lines.append(json.dumps(tool.output_schema, sort_keys=True))
        for name, arguments in CALLS:
            result = await client.call_tool(name, arguments)
            page.answer(f"{name} {shown(arguments)}", result)
        await refusals(client, page)
        await resources(client, page)
        await cancellation(project, client, page)
    return project.comparable("\n".join(page.lines).lstrip("\n") + "\n")


async def refusals(client, page):
    for name in ["destroy", ""]:
        try:
            page.answer(f"tool {name!r}", await client.call_tool(name, {}))
        except MCPError as error:
            page.say(f"tool {name!r} (protocol error)", str(error))


async def resources(client, page):
    listed = await client.list_resources()
    page.say("resources", "\n".join(f"{one.uri} {one.description}" for one in listed.resources))
    templates = await client.list_resource_templates()
    page.say("templates", "\n".join(one.uri_template for one in templates.resource_templates))
    for uri in ["orient://unit/harbour/tide.py:7", "orient://unit/Berth.cast_off", "orient://unit/Berth.sink", "orient://x"]:
        try:
            read = await client.read_resource(uri)
            page.say(uri, read.contents[0].text)
        except MCPError as error:
            page.say(f"{uri} (error)", f"{error} {json.dumps(error.error.data)}")
    status = json.loads((await client.read_resource("orient://status")).contents[0].text)
    page.say("orient://status", ", ".join(f"{key} {status[key]}" for key in ["indexed", "files", "units", "changed_count"]))


async def cancellation(project, client, page):
    """While another process writes, a question about a changed file waits; whoever gives up may go on asking others."""
    lock = next(project.cache.glob("*/lock"))
    told = []

    async def heard(progress, total, message):
        told.append((progress, total))

    project.write("harbour/pier.py", "def walk_pier(length):\n    return length\n")
    with open(lock, "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        with anyio.move_on_after(0.6) as scope:
            await client.call_tool("symbol", {"name": "walk_pier"}, progress_callback=heard)
        fcntl.flock(file, fcntl.LOCK_UN)
    rising = told == sorted(set(told)) and all(total == 100 for _, total in told)
    page.say("cancelled", f"given up: {scope.cancelled_caught}, progress only grew: {bool(told) and rising}")
    while True:
        result = await client.call_tool("symbol", {"name": "walk_pier"})
        if "changed since" not in result.content[0].text:
            break
    page.answer("symbol walk_pier", result)
    (project.tree / "harbour/pier.py").unlink()


def sdk_transcripts(program):
    for mode in ["legacy", "auto"]:
        project = Project(program)
        project.index()
        server = StdioServerParameters(command=project.program, args=["mcp"], env=project.environment(), cwd=project.tree)
        yield f"stdio-{mode}", anyio.run(conversation, project, lambda: Client(server, mode=mode))
        project = Project(program)
        project.index()
        with HttpServer(project) as http:
            yield f"http-{mode}", anyio.run(conversation, project, lambda: Client(http.url, mode=mode))
        if http.status != 0:
            raise RuntimeError(f"the server ended with {http.status}")


def inspector_transcript(program, inspector):
    """The inspector's command line: one process for each question."""
    project, page = Project(program), Page()
    project.index()
    questions = [
        ["--method", "tools/list"],
        ["--method", "tools/call", "--tool-name", "symbol", "--tool-arg", "name=Berth.moor"],
        ["--method", "tools/call", "--tool-name", "context", "--tool-arg", "task=low water", "--tool-arg", "max_tokens=300"],
        ["--method", "resources/list"],
        ["--method", "resources/read", "--uri", "orient://unit/harbour/tide.py:7"],
    ]
    with HttpServer(project) as http:
        for question in questions:
            said = []
            for target in [[project.program, "mcp"], [http.url, "--transport", "http"]]:
                command = [inspector, "--cli", *target, *question]
                run = subprocess.run(command, cwd=project.tree, env=project.environment(), capture_output=True, text=True)
                said.append(project.comparable(run.stdout + run.stderr))
            same = "both transports say" if said[0] == said[1] else f"over HTTP: {said[1]}\nover streams:"
            page.say(" ".join(question), f"{same}\n{said[0]}")
    return "\n".join(page.lines).lstrip("\n") + "\n"


def check(name, text, is_writing):
    """Whether the transcript is what was said before."""
    path = TRANSCRIPTS / f"{name}.txt"
    if is_writing:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        return True
    before = path.read_text() if path.exists() else ""
    difference = difflib.unified_diff(before.splitlines(True), text.splitlines(True), str(path.name), "now")
    sys.stdout.writelines(difference)
    print(f"{name}: {'as before' if before == text else 'changed'}")
    return before == text


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("program", help="the binary of orient")
    arguments.add_argument("--inspector", help="the binary of the MCP inspector")
    arguments.add_argument("--write", action="store_true")
    asked = arguments.parse_args()
    transcripts = dict(sdk_transcripts(asked.program))
    if asked.inspector:
        transcripts["inspector"] = inspector_transcript(asked.program, str(Path(asked.inspector).absolute()))
    same = [check(name, text, asked.write) for name, text in sorted(transcripts.items())]
    sys.exit(0 if all(same) else 1)


if __name__ == "__main__":
    main()
