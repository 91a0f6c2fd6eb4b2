"""The units of evaluated repositories that a question may be answered with, as terms for the model of this project and as texts for others.

One rule chooses them for all models: declarations, sections and fragments with a few terms of content. Values and fields are left out, which
stand in the units around them.
"""

import json
import subprocess
from functools import cached_property
from pathlib import Path, PurePosixPath

import numpy as np

from training.tables import Tables

KINDS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 13, 14)
FEWEST_TERMS = 4
LONGEST_TEXT = 2_000


def folder_of(trees, repository, root):
    """Where the files that may be found stand."""
    return Path(trees, repository.replace("/", "+"), root)


def read(questions, trees, data, program):
    """The collection of all repositories that are asked about; its tables stay in `data`."""
    places = sorted({(question.repository, question.root) for question in questions})
    folders = [folder_of(trees, *place) for place in places]
    missing = [str(folder) for folder in folders if not folder.is_dir()]
    if missing:
        raise SystemExit(f"not checked out: {', '.join(missing)}")
    if not (data / "units" / "languages.txt").exists():
        subprocess.run([str(program), str(data / "units")], input="".join(f"{folder}\n" for folder in folders), text=True, check=True)
        (data / "places.json").write_text(json.dumps(places))
    if [tuple(place) for place in json.loads((data / "places.json").read_text())] != places:
        raise SystemExit(f"{data}: tables of other repositories")
    return Collection(Tables(data / "units"), places, folders)


class Collection:
    """Units by number in the tables, and which repository each is of."""

    def __init__(self, tables, places, folders):
        self.tables, self.places, self.folders = tables, places, folders
        content = sum(tables.length[field] for field in ("body", "signature", "doc", "summary"))
        self.units = np.flatnonzero(np.isin(tables.facts["kind"], KINDS) & (content >= FEWEST_TERMS))
        self.repository = tables.facts["folder"][self.units]

    def small(self, most):
        """Numbers of the repositories that have at most so many units."""
        return np.flatnonzero(np.bincount(self.repository, minlength=len(self.places)) <= most)

    def of(self, repositories):
        """The same collection of some repositories only."""
        part = Collection(self.tables, self.places, self.folders)
        kept = np.isin(self.repository, repositories)
        part.units, part.repository = self.units[kept], self.repository[kept]
        return part

    def kept(self):
        """Repository and root of what is in the collection."""
        return {self.places[at] for at in set(self.repository.tolist())}

    @cached_property
    def paths(self):
        """The path of each unit's file, relative to the root of the search."""
        return [self.tables.files[file] for file in self.tables.facts["file"][self.units]]

    def found_at(self, unit):
        """The path of a unit's file, relative to the repository."""
        root = self.places[self.repository[unit]][1]
        return str(PurePosixPath(root, self.paths[unit]))

    def texts(self):
        """The source of each unit with its documentation, as it stands in the file."""
        facts, contents = self.tables.facts, {}
        for unit, path, repository in zip(self.units, self.paths, self.repository):
            place = (repository, path)
            if place not in contents:
                contents = {place: Path(self.folders[repository], path).read_bytes()}
            source = contents[place][facts["first_byte"][unit]:facts["last_byte"][unit]]
            yield source.decode(errors="replace")[:LONGEST_TEXT]

    def titles(self):
        """Name and signature of each unit as they are written."""
        return [self.tables.titles[unit][:LONGEST_TEXT] for unit in self.units]

    def docs(self):
        """The documentation of each unit as it is written."""
        return [self.tables.docs[unit][:LONGEST_TEXT] for unit in self.units]

    def path_words(self):
        """Paths without their ending, as words."""
        return [str(PurePosixPath(path).with_suffix("")).replace("/", " ").replace("_", " ") for path in self.paths]
