"""The list of packages that the model is trained on: read it, or make it anew from `candidates.txt`.

`python -m training.manifest DATA` resolves the newest version of every candidate, downloads it and writes `manifest.tsv`. Training itself
never resolves a version: it takes the manifest as it is committed.
"""

import hashlib
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple, dataclass
from pathlib import Path

from training import excluded, licences, registries

HERE = Path(__file__).parent
MANIFEST = HERE / "manifest.tsv"
LARGEST_ARCHIVE = 120_000_000
COLUMNS = ("registry", "name", "version", "sha256", "file", "licence")


@dataclass(frozen=True)
class Package:
    """One row of the manifest."""

    registry: str
    name: str
    version: str
    sha256: str
    file: str
    licence: str

    @property
    def folder(self):
        """Where its files are unpacked, relative to the folder of all of them."""
        return f"{self.registry}/{self.name.replace('/', '+')}"


def read(path=MANIFEST):
    """The packages of the manifest, in its order."""
    lines = Path(path).read_text().splitlines()
    return [Package(*line.split("\t")) for line in lines[1:] if line]


def checksum(archive):
    """SHA-256 of a file."""
    with open(archive, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def candidates(text):
    """Pairs of registry and name."""
    lines = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    return sorted({(line[0], name) for line in lines for name in line[1:]})


def row(registry, name, archive, version):
    """The row of one package, or `None` if it is too large to be worth it."""
    if archive.stat().st_size > LARGEST_ARCHIVE:
        return print(f"{registry} {name}: {archive.stat().st_size >> 20} MB is too large")
    return Package(registry, name, version, checksum(archive), archive.name, licences.licence(registry, archive))


def resolve(registry, names, data):
    """The rows of the candidates of one registry."""
    allowed = [name for name in names if not excluded.is_excluded(name)]
    print(f"{registry}: excluded by name: {sorted(set(names) - set(allowed))}", flush=True)
    found = registries.fetch(registry, dict.fromkeys(allowed), data / "archives", lambda text: print(text, flush=True))
    rows = [row(registry, name, *found[name]) for name in sorted(found)]
    return [package for package in rows if package]


def main(data):
    wanted = candidates((HERE / "candidates.txt").read_text())
    (data / "archives").mkdir(parents=True, exist_ok=True)
    by_registry = {registry: [name for other, name in wanted if other == registry] for registry, _ in wanted}
    with ThreadPoolExecutor(4) as pool:
        rows = list(pool.map(lambda registry: resolve(registry, by_registry[registry], data), by_registry))
    lines = ["\t".join(COLUMNS)] + ["\t".join(astuple(package)) for part in rows for package in part]
    MANIFEST.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
