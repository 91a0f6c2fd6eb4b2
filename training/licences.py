"""Reads what a package says about its licence. Gives a short text for the manifest, never a legal opinion."""

import json
import re
import tarfile
import zipfile
from pathlib import Path


def member(archive, pattern):
    """Text of the first file of an archive whose name matches, or an empty one."""
    if Path(archive).suffix in (".whl", ".zip"):
        with zipfile.ZipFile(archive) as packed:
            names = [name for name in packed.namelist() if re.search(pattern, name)]
            return packed.read(names[0]).decode(errors="replace") if names else ""
    with tarfile.open(archive) as tar:
        for entry in tar:
            if entry.isfile() and re.search(pattern, entry.name):
                return tar.extractfile(entry).read().decode(errors="replace")
    return ""


def of_crate(archive):
    found = re.search(r'^license = "([^"]+)"', member(archive, r"^[^/]+/Cargo\.toml$"), re.MULTILINE)
    return found.group(1) if found else ""


def of_wheel(archive):
    text = member(archive, r"\.dist-info/METADATA$").split("\n\n")[0]
    for pattern in [r"^License-Expression: (.+)", r"^Classifier: License :: (?:OSI Approved :: )?(.+)", r"^License: (.+)"]:
        found = re.search(pattern, text, re.MULTILINE)
        if found and found.group(1).strip() != "UNKNOWN":
            return found.group(1)
    return ""


def of_npm(archive):
    said = json.loads(member(archive, r"^[^/]+/package\.json$") or "{}").get("license", "")
    return said if isinstance(said, str) else str(said.get("type", ""))


def of_debian(archive):
    """Every short name in the packaging's copyright file, most frequent first."""
    base = re.sub(r"(\.orig)?\.tar\.\w+$", "", Path(archive).name)
    packaging = sorted(Path(archive).parent.glob(f"{base}*.debian.tar.*")) or [archive]
    text = member(packaging[0], r"(^|/)debian/copyright$")
    names = [name.strip() for name in re.findall(r"^License: *(\S.*)", text, re.MULTILINE)]
    unique = sorted(set(names), key=lambda name: (-names.count(name), name))
    return "; ".join(unique[:6]) or "see debian/copyright"


READERS = {"crates": of_crate, "pypi": of_wheel, "npm": of_npm, "debian": of_debian}


def licence(registry, archive):
    """One line about the licence of a downloaded package."""
    said = READERS[registry](archive) or "not stated in the metadata"
    return re.sub(r"\s+", " ", said)[:160]
