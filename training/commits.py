"""Commits of public repositories: what their subjects say, and the files and lines that they changed.

A commit becomes a folder that the reader of units understands: every file as the commit left it, and the subject as the heading of a document
beside them. `python -m training.commits CLONES` prints the rows of the manifest for clones at hand. No repository is known by name here.
"""

import hashlib
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from training import excluded, unpack

REGISTRY = "git"
COMMITS_LOOKED_AT = 2_500
MOST_FILES = 4
MOST_HUNKS = 12
LARGEST_FILE = 50_000
MOST_OF_A_REPOSITORY = 8_000_000
WORDS = range(3, 25)
SUBJECT_FILE = "subject.md"

CHORE = re.compile(r"^(merge|revert|bump|release|prepare|version|changelog|v?\d|update (dependenc|version|changelog|copyright)|\w+\(deps)", re.IGNORECASE)
TRAIL = re.compile(r"\s*[(\[]?(gh-|closes? |fixes )?#\d+[)\]]?\.?$|^\w+(\([^)]*\))?!?:\s+", re.IGNORECASE)
HUNK = re.compile(r"^@@ -\S+ \+(\d+)(?:,(\d+))? @@")
LICENCES = (("Apache License", "Apache-2.0"), ("GNU General Public", "GPL"), ("GNU Lesser", "LGPL"), ("Mozilla Public", "MPL-2.0"),
            ("Eclipse Public", "EPL"), ("Permission is hereby granted", "MIT"), ("Redistribution and use in source", "BSD"),
            ("Permission to use, copy, modify", "ISC"))


@dataclass
class Commit:
    """What a commit says and which lines of which files it wrote."""

    number: str
    subject: str
    lines: dict = field(default_factory=dict)


def git(clone, *arguments):
    """What git says about a clone, as lines of text."""
    command = ["git", "--git-dir", str(clone), *arguments]
    return subprocess.run(command, capture_output=True, check=True).stdout.decode(errors="replace").split("\n")[:-1]


def said(subject):
    """The subject without its kind and the number of its discussion."""
    return TRAIL.sub("", TRAIL.sub("", subject.strip())).strip()


def history(clone, head):
    """The newest commits with the lines that each wrote."""
    log = ("log", "--no-merges", f"-n{COMMITS_LOOKED_AT}", "--format=%x01%H%x01%s", "-p", "-U0", "--no-renames", "--no-color", "--no-ext-diff", head)
    commit, path = None, None
    for line in git(clone, *log):
        if line.startswith("\1"):
            if commit:
                yield commit
            _, number, subject = line.split("\1", 2)
            commit, path = Commit(number, said(subject)), None
        elif line.startswith("+++ "):
            path = line[6:] if line.startswith("+++ b/") else None
        elif path and (found := HUNK.match(line)):
            first, count = int(found[1]), int(found[2] or 1)
            commit.lines.setdefault(path, []).append((first, first + max(count, 1) - 1))
    if commit:
        yield commit


def teaches(commit):
    """Whether the subject says in words what a few places of code are about."""
    changed = {path: lines for path, lines in commit.lines.items() if unpack.wanted(f"root/{path}", 1)}
    is_small = 0 < len(changed) <= MOST_FILES and sum(map(len, changed.values())) <= MOST_HUNKS
    return is_small and len(commit.subject.split()) in WORDS and not CHORE.match(commit.subject)


def place(number):
    """The folder of a commit: letters that are no word, so that its name teaches nothing."""
    return "".join(chr(ord("g") + int(digit, 16)) for digit in number[:12])


class Contents:
    """Files of a clone by commit and path, all from one process; what the clone lacks is empty."""

    def __init__(self, clone):
        self.process = subprocess.Popen(["git", "--git-dir", str(clone), "cat-file", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def of(self, number, path):
        self.process.stdin.write(f"{number}:{path}\n".encode())
        self.process.stdin.flush()
        header = self.process.stdout.readline().split()
        return self.process.stdout.read(int(header[2]) + 1)[:-1] if header[-1] != b"missing" else b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.communicate()


def written_by(commit, contents, keep):
    """Files of moderate size as a commit left them."""
    for path in sorted(commit.lines):
        content = contents.of(commit.number, path)
        if len(content) <= LARGEST_FILE and unpack.wanted(f"root/{path}", len(content)) and keep(content):
            yield path, content


def write(clone, head, folder, keep):
    """The rows of all files that were written for a repository."""
    with Contents(clone) as contents:
        return list(rows_of(filter(teaches, history(clone, head)), contents, folder, keep))


def rows_of(commits, contents, folder, keep):
    """Writes commits until a repository has had its share; gives for each file its place, that of the subject and the lines."""
    total = 0
    for commit in commits:
        at = place(commit.number)
        files = list(written_by(commit, contents, keep))
        for path, content in files:
            target = folder / at / PurePosixPath(path)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
            yield f"{at}/{path}", f"{at}/{SUBJECT_FILE}", commit.lines[path]
            total += len(content)
        if files:
            (folder / at / SUBJECT_FILE).write_text(f"# {commit.subject}\n")
        if total > MOST_OF_A_REPOSITORY:
            return


def clone_of(package, clones):
    """A clone that has the commit of the manifest with its history: one at hand, or a new one."""
    found = [clones / package.file / "repo", clones / package.file]
    clone = next((path for path in found if (path / "HEAD").exists()), found[1])
    if not clone.exists():
        subprocess.run(["git", "clone", "--quiet", "--bare", f"https://github.com/{package.name}", str(clone)], check=True)
    if checksum(clone, package.version) != package.sha256:
        raise SystemExit(f"{package.name} {package.version}: not what the manifest says")
    return clone


def checksum(clone, head):
    """SHA-256 over the names of the commits that are looked at: each stands for all of its content."""
    names = git(clone, "rev-list", "--no-merges", f"-n{COMMITS_LOOKED_AT}", head)
    return hashlib.sha256("\n".join(names).encode()).hexdigest()


def licence(clone, head):
    """The licence that the text beside the sources is known to be."""
    names = [name for name in git(clone, "ls-tree", "--name-only", head) if re.match(r"(LICEN[CS]E|COPYING|copyright)", name, re.IGNORECASE)]
    texts = [" ".join(git(clone, "cat-file", "blob", f"{head}:{name}")) for name in names if git(clone, "cat-file", "-t", f"{head}:{name}") == ["blob"]]
    places = [[(text.lower().find(phrase.lower()), short) for phrase, short in LICENCES if phrase.lower() in text.lower()] for text in texts]
    return "; ".join(sorted({min(found)[1] for found in places if found})) or "not stated in the metadata"


def main(clones):
    for folder in sorted(path for path in clones.iterdir() if path.is_dir()):
        name, clone = folder.name.replace("+", "/", 1), next(path for path in (folder / "repo", folder) if (path / "HEAD").exists())
        if not excluded.is_excluded(name):
            head = git(clone, "rev-parse", "HEAD")[0]
            print("\t".join((REGISTRY, name, head, checksum(clone, head), folder.name, licence(clone, head))))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
