"""Makes the model from the manifest: `python -m training.build DATA [EVALUATED]`.

DATA is a folder for downloads and intermediate tables; clones that are at hand may lie in `DATA/clones/OWNER+NAME`, others are made. EVALUATED, if
given, holds clones of the repositories that may not be used, and files that they share are left out. Every stage leaves its result in DATA and is not run again while that is there. Stages are named by verbs, in order.
"""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np

from training import commits, contents, encode, manifest, model_file, pairs, reference, registries, train, unpack
from training.tables import Tables

ROOT = Path(__file__).parent.parent
MODEL = Path(__file__).parent / "model"
SEED = 20
TERMS = 32_000
DIMENSIONS = 128
PREFIXES = (64, 128)
PASSES = 3
MOST_PAIRS = 1_400_000
PATH_WEIGHT = train.PATH_SHARE


def say(text):
    """A line for the person who waits."""
    print(text, flush=True)


def download(packages, data):
    """Every archive of the manifest, checked."""
    folder = data / "archives"
    folder.mkdir(parents=True, exist_ok=True)
    missing = [package for package in packages if not (folder / package.file).exists()]
    for registry in sorted({package.registry for package in missing}):
        wanted = {package.name: package.version for package in missing if package.registry == registry}
        registries.fetch(registry, wanted, folder, say)
    for package in packages:
        if not (folder / package.file).exists() or manifest.checksum(folder / package.file) != package.sha256:
            raise SystemExit(f"{package.registry} {package.name} {package.version}: not what the manifest says")


def unpack_all(packages, data, evaluated):
    """Every archive as a folder; returns nothing, leaves a report of what was refused."""
    report = data / "unpacked.json"
    if report.exists():
        return
    keep, counts = contents.refusal(evaluated), {}
    for package in released(packages):
        target = data / "sources" / package.folder
        counts[package.folder] = unpack.unpack(data / "archives" / package.file, target, keep)
        target.mkdir(parents=True, exist_ok=True)
    report.write_text(json.dumps(counts, indent=0))


def write_commits(packages, data, evaluated):
    """The commits of every repository as folders; leaves what they touched in a report."""
    report = data / "commits.json"
    if report.exists():
        return
    keep, rows = contents.refusal(evaluated), {}
    for package in packages:
        if package.registry == commits.REGISTRY:
            clone, target = commits.clone_of(package, data / "clones"), data / "sources" / package.folder
            target.mkdir(parents=True, exist_ok=True)
            rows[package.folder] = commits.write(clone, package.version, target, keep)
    report.write_text(json.dumps(rows))


def released(packages):
    """Those that a registry has as an archive."""
    return [package for package in packages if package.registry != commits.REGISTRY]


def units_program():
    """The program that reads units with the product's own extraction; cargo says where it put it, for the folder may be set from outside."""
    command = ["cargo", "build", "--release", "--quiet", "--package", "orienteer-training-units", "--message-format", "json-render-diagnostics"]
    lines = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
    return next(found for found in (json.loads(line).get("executable") for line in lines) if found)


def read_units(packages, data):
    """Tables of all units of all packages."""
    out = data / "units"
    if not (out / "languages.txt").exists():
        folders = "".join(f"{data / 'sources' / package.folder}\n" for package in packages)
        subprocess.run([str(units_program()), str(out)], input=folders, text=True, check=True)
    return Tables(out)


def learn(packages, tables, data):
    """Vocabulary and table."""
    touched = json.loads((data / "commits.json").read_text())
    historic = [number for number, package in enumerate(packages) if package.folder in touched]
    found = pairs.mine(tables, SEED, MOST_PAIRS, [row for rows in touched.values() for row in rows], historic)
    sights = np.bincount(tables.tokens, minlength=len(tables.terms))
    vocabulary = encode.vocabulary_of(tables, sights, TERMS)
    corpus = encode.corpus(tables, found, vocabulary, sights)
    counts = np.bincount(corpus.kind, minlength=len(found))
    say(f"{len(vocabulary)} terms; {len(corpus.kind)} pairs: " + ", ".join(f"{part.kind} {count}" for part, count in zip(found, counts)))
    languages = np.bincount(corpus.language, minlength=len(tables.languages))
    say("by language: " + ", ".join(f"{name} {count}" for name, count in zip(tables.languages, languages) if count))
    return vocabulary, train.train(corpus, DIMENSIONS, PREFIXES, PASSES, SEED, say)


def write(vocabulary, table, data):
    """The model file, and the table as it was learnt for comparison."""
    np.save(data / "table.npy", table)
    (data / "vocabulary.txt").write_text("\n".join(vocabulary) + "\n")
    MODEL.mkdir(exist_ok=True)
    model = model_file.encode(vocabulary, table, PREFIXES, PATH_WEIGHT)
    (MODEL / "static.bin").write_bytes(model)
    (MODEL / "reference.jsonl").write_text(reference.lines(units_program(), model))


def main(data, evaluated=None):
    packages = manifest.read()
    download(released(packages), data)
    unpack_all(packages, data, evaluated)
    write_commits(packages, data, evaluated)
    tables = read_units(packages, data)
    write(*learn(packages, tables, data), data)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:3]))
