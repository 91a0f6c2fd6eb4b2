"""Shows by content that nothing of an evaluated repository is in the corpus: files by their hash, whole packages by the names they define.

The repositories are git folders on the machine that runs the check; nothing of them is written anywhere.
"""

import hashlib
import subprocess
from collections import Counter, defaultdict
from pathlib import Path

SMALLEST_FILE = 64
DISTINCTIVE_LENGTH = 12
MOST_SHARED_NAMES = 60
MOST_SHARED_PART = 0.05


def blob_id(content):
    """The id that git gives to a file's content."""
    return hashlib.sha1(b"blob %d\0" % len(content) + content).digest()


def git_folders(repositories):
    """Git folders at any place below a folder that holds clones."""
    return sorted({head.parent for head in Path(repositories).glob("*/**/HEAD") if (head.parent / "objects").is_dir()})


def blobs_of(folder):
    """Ids of every file in every stored commit of a repository."""
    command = ["git", "--git-dir", str(folder), "cat-file", "--batch-all-objects", "--batch-check=%(objecttype) %(objectname) %(objectsize)"]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    rows = [line.split() for line in lines if line.startswith("blob ")]
    return {bytes.fromhex(row[1]) for row in rows if int(row[2]) >= SMALLEST_FILE}


def known_blobs(repositories):
    """Ids of every file of every repository that may not be used; empty where there are no clones."""
    found = set()
    for folder in git_folders(repositories) if repositories else []:
        found |= blobs_of(folder)
    return found


def refusal(repositories):
    """A test of content: whether no repository that may not be used has it."""
    known = known_blobs(repositories)
    return lambda content: blob_id(content) not in known


def distinctive(names_by_repository):
    """Long names that exactly one repository defines, and which."""
    owners = defaultdict(set)
    for repository, names in names_by_repository.items():
        for name in names:
            if len(name) >= DISTINCTIVE_LENGTH:
                owners[name].add(repository)
    return {name: next(iter(found)) for name, found in owners.items() if len(found) == 1}


def copies(names_by_package, names_by_repository):
    """Packages that define so many of one repository's own names that they must be copies of a part of it."""
    owner, spread = distinctive(names_by_repository), Counter()
    for names in names_by_package.values():
        spread.update(name for name in names if name in owner)
    found = []
    for package, names in names_by_package.items():
        shared = Counter(owner[name] for name in names if spread[name] <= 3 and name in owner)
        for repository, count in shared.most_common(1):
            if count >= MOST_SHARED_NAMES or count >= 12 and count > MOST_SHARED_PART * len(names):
                found.append((package, repository, count))
    return found
