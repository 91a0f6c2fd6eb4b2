"""Unpacks archives into plain folders: text of moderate size only, no links, nothing vendored, nothing outside the folder."""

import hashlib
import re
import tarfile
import zipfile
from pathlib import Path, PurePosixPath

LARGEST_FILE = 300_000
MOST_OF_A_PACKAGE = 3_000_000

VENDORED = re.compile(
    r"(^|/)(vendor|vendored|_vendor|_vendored|third[-_]?party|3rdparty|thirdparty|node_modules|external|externals|extern|extlib|deps|bundled|"
    r"contrib/vendor|site-packages|Pods|Carthage|Godeps|_workspace|\.git|po|locale|locales|translations|test[-_]?data|testdata|fixtures|dist|min)(/|$)",
    re.IGNORECASE,
)

ENDINGS = frozenset(
    ".rs .py .pyi .ts .tsx .mts .js .jsx .mjs .cjs .go .java .cs .rb .c .h .cc .cpp .cxx .hpp .hh .hxx .php .kt .kts .swift .scala .sh .bash "
    ".zsh .lua .ex .exs .hs .md .markdown .rst".split()
)


def wanted(name, size):
    """Whether a member of an archive is source or documentation of the package itself."""
    path = PurePosixPath(name)
    inner = "/".join(path.parts[1:])
    if path.is_absolute() or ".." in path.parts or not 0 < size <= LARGEST_FILE:
        return False
    return path.suffix.lower() in ENDINGS and not VENDORED.search(inner) and ".min." not in path.name


def members_of_tar(archive):
    """Pairs of name and content."""
    with tarfile.open(archive) as tar:
        for member in tar:
            if member.isfile() and wanted(member.name.removeprefix("./"), member.size):
                yield member.name.removeprefix("./"), tar.extractfile(member).read()


def members_of_zip(archive):
    """Pairs of name and content, below a folder with the archive's name as tarballs have it."""
    with zipfile.ZipFile(archive) as packed:
        for member in packed.infolist():
            name = f"{Path(archive).stem}/{member.filename}"
            if not member.is_dir() and wanted(name, member.file_size):
                yield name, packed.read(member)


def members(archive):
    """Pairs of name and content of the files that are wanted."""
    archive = Path(archive)
    return members_of_zip(archive) if archive.suffix in (".whl", ".zip") else members_of_tar(archive)


def sampled(files):
    """Whole files up to a total size, chosen by the hash of their name: no folder is preferred."""
    chosen, total = [], 0
    for name, content in sorted(files, key=lambda file: hashlib.sha1(file[0].encode()).digest()):
        if total + len(content) <= MOST_OF_A_PACKAGE:
            chosen.append((name, content))
            total += len(content)
    return sorted(chosen)


def unpack(archive, folder, keep):
    """Writes the wanted files that `keep(content)` accepts; returns how many were written and how many were refused."""
    files = sampled(members(archive))
    kept = [(name, content) for name, content in files if keep(content)]
    for name, content in kept:
        target = Path(folder, *PurePosixPath(name).parts[1:])
        if not target.exists() and not any(parent.is_file() for parent in target.parents):
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
    return len(kept), len(files) - len(kept)
