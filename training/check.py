"""Looks for copies of evaluated repositories in the corpus by the names that they define: `python -m training.check DATA TREES`.

DATA is the folder of `training.build` after a run; TREES holds the evaluated repositories, checked out, one folder each. Prints every package
that defines suspiciously many names that only one of them has. Packages that are found go to `excluded_packages.txt`.
"""

import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np

from training import contents, manifest
from training.build import units_program
from training.tables import Tables


def defined_names(tables):
    """The names of several words that each folder defines, as terms."""
    chosen = np.flatnonzero(tables.length["name"] >= 3)
    terms = tables.tokens[tables.start["name"][chosen]]
    found = defaultdict(set)
    for folder, term in zip(tables.facts["folder"][chosen].tolist(), terms.tolist()):
        found[folder].add(tables.terms[term])
    return found


def main(data, trees):
    folders = sorted(path for path in trees.iterdir() if path.is_dir())
    out = data / "evaluated"
    if not (out / "languages.txt").exists():
        lines = "".join(f"{folder}\n" for folder in folders)
        subprocess.run([str(units_program()), str(out)], input=lines, text=True, check=True)
    repositories = {folders[at].name: names for at, names in defined_names(Tables(out)).items()}
    packages = manifest.read()
    ours = {packages[at].folder: names for at, names in defined_names(Tables(data / "units")).items()}
    found = contents.copies(ours, repositories)
    for package, repository, count in found:
        print(f"{package}: {count} of {len(ours[package])} names are those of {repository}")
    print(f"{len(found)} of {len(packages)} packages share too many names with {len(repositories)} repositories")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:3]))
