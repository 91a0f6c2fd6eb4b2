"""The tables that `training/units` writes, mapped into memory, and ragged arrays over them."""

from functools import cached_property
from pathlib import Path

import numpy as np

FACTS = ("folder", "file", "language", "kind", "flags", "first_line", "last_line", "first_byte", "last_byte", "parent")
FIELDS = ("name", "qualified", "path", "summary", "doc", "signature", "body", "members")
REMARK = 100
SECTION = 13
FRAGMENT = 14
CALLABLE = (0, 1, 12)
TEST = 1


class Tables:
    """Units of many folders. A field of a unit is a slice of one long list of term numbers."""

    def __init__(self, folder):
        self.folder = folder = Path(folder)
        self.tokens = np.memmap(folder / "tokens.u32", dtype=np.uint32, mode="r")
        rows = np.memmap(folder / "units.u32", dtype=np.uint32, mode="r").reshape(-1, len(FACTS) + len(FIELDS) + 1)
        self.facts = {name: np.asarray(rows[:, at]) for at, name in enumerate(FACTS)}
        places = rows[:, len(FACTS):].astype(np.int64)
        self.start = {name: places[:, at] for at, name in enumerate(FIELDS)}
        self.length = {name: places[:, at + 1] - places[:, at] for at, name in enumerate(FIELDS)}
        self.terms = (folder / "terms.txt").read_text().splitlines()
        self.languages = (folder / "languages.txt").read_text().splitlines()
        self.files = (folder / "files.txt").read_text().splitlines()

    @cached_property
    def titles(self):
        """Name and signature of every unit as they are written, for models that do not read terms."""
        return (self.folder / "titles.txt").read_text().split("\n")

    @cached_property
    def docs(self):
        """The documentation of every unit as it is written, on one line."""
        return (self.folder / "docs.txt").read_text().split("\n")

    def field(self, unit, name):
        """Term numbers of one field of one unit."""
        start = self.start[name][unit]
        return self.tokens[start:start + self.length[name][unit]]

    def gather(self, units, fields, most=None):
        """Term numbers of some fields of many units, and for each the place of its unit in `units`; the first `most` of every field."""
        rows, tokens = [], []
        for name in fields:
            lengths = self.length[name][units]
            lengths = np.minimum(lengths, most) if most else lengths
            rows.append(np.repeat(np.arange(len(units)), lengths))
            tokens.append(self.tokens[spread(self.start[name][units], lengths)])
        return np.concatenate(rows), np.concatenate(tokens)


def spread(starts, lengths):
    """Every place of many slices, one after the other."""
    total = int(lengths.sum())
    offsets = np.repeat(starts - np.concatenate(([0], np.cumsum(lengths)[:-1])), lengths)
    return offsets + np.arange(total)
