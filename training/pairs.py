"""Pairs of people's words and code, mined from the tables of units and from commits.

Every miner gives triples of arrays: the unit that the words come from, the fields they are in, the unit that they are about, its fields.
No miner looks at a word's meaning, a language or a package by name.
"""

from dataclasses import dataclass

import numpy as np

from training.tables import CALLABLE, FRAGMENT, REMARK, SECTION, TEST

CODE = ("name", "qualified", "signature", "body", "members")
MOST_OF_A_PACKAGE = 40_000
UNITS_OF_A_FILE = 4


@dataclass
class Pairs:
    """Words of `asking` units in `words` fields, about `about` units in `code` fields."""

    kind: str
    asking: np.ndarray
    words: tuple
    about: np.ndarray
    code: tuple

    def take(self, chosen):
        """The pairs at some places."""
        return Pairs(self.kind, self.asking[chosen], self.words, self.about[chosen], self.code)


def is_declaration(tables):
    """Units that declare something."""
    return ~np.isin(tables.facts["kind"], [REMARK, SECTION, FRAGMENT])


def documented(tables, generator):
    """The first sentence of a doc comment and the code below it; for every second one the rest of the comment stays with the code."""
    length = tables.length
    units = np.flatnonzero(is_declaration(tables) & (length["summary"] >= 3) & (length["signature"] + length["body"] >= 6))
    side = generator.random(len(units)) < 0.5
    bare, rich = units[side], units[~side]
    yield Pairs("summary", bare, ("summary",), bare, CODE)
    yield Pairs("summary", rich, ("summary",), rich, ("doc", *CODE))
    long = units[length["doc"][units] >= 8]
    yield Pairs("doc", long, ("doc",), long, CODE)


def named(tables, generator):
    """The name of a declaration of several words and its body."""
    units = np.flatnonzero(is_declaration(tables) & (tables.length["name"] >= 3) & (tables.length["body"] >= 10))
    yield Pairs("name", units, ("name",), units, ("doc", "summary", "body", "members"))


def remarked(tables, generator):
    """A comment inside a body and the lines below it."""
    units = np.flatnonzero((tables.facts["kind"] == REMARK) & (tables.length["body"] >= 5))
    yield Pairs("remark", units, ("summary",), units, ("body",))


def sections(tables, generator):
    """Prose of a document and the examples in it; a heading and its prose."""
    units = np.flatnonzero(tables.facts["kind"] == SECTION)
    length = tables.length
    examples = units[(length["doc"][units] >= 6) & (length["body"][units] >= 6)]
    yield Pairs("example", examples, ("name", "summary"), examples, ("body",))
    headed = units[(length["name"][units] >= 2) & (length["doc"][units] >= 12)]
    yield Pairs("heading", headed, ("name",), headed, ("doc", "body"))


def paths(tables, generator):
    """The words of a path and some of the units in that file."""
    long = tables.length["signature"] + tables.length["body"] + tables.length["doc"] >= 15
    units = np.flatnonzero(long & (tables.facts["kind"] != REMARK) & (tables.length["path"] >= 2))
    units = units[generator.permutation(len(units))]
    units = units[np.argsort(tables.facts["file"][units], kind="stable")]
    files = tables.facts["file"][units]
    first = np.flatnonzero(np.r_[True, files[1:] != files[:-1]])
    rank = np.arange(len(units)) - np.repeat(first, np.diff(np.r_[first, len(units)]))
    units = units[rank < UNITS_OF_A_FILE]
    yield Pairs("path", units, ("path",), units, ("summary", "doc", *CODE))


def subjects(tables, asking, about, field):
    """Pairs of units of one package where `field` of the first holds the whole name of the second, a name that is declared once."""
    folder = tables.facts["folder"].astype(np.int64)
    names = folder[about] << 32 | tables.tokens[tables.start["name"][about]].astype(np.int64)
    unique, first, counts = np.unique(names, return_index=True, return_counts=True)
    unique, first = unique[counts == 1], first[counts == 1]
    rows, tokens = tables.gather(asking, (field,), 400)
    keys = folder[asking][rows] << 32 | tokens.astype(np.int64)
    place = np.clip(np.searchsorted(unique, keys), 0, len(unique) - 1)
    hit = unique[place] == keys
    pairs = np.unique(rows[hit].astype(np.int64) << 32 | first[place[hit]])
    return asking[pairs >> 32], about[pairs & 0xFFFFFFFF]


def bridges(tables, generator):
    """The name of a test and what it calls; a section of a document and the declarations that it names."""
    whole = is_declaration(tables) & (tables.length["name"] >= 3) & (tables.length["body"] >= 10)
    is_test = (tables.facts["flags"] & TEST) > 0
    about = np.flatnonzero(whole & ~is_test)
    tests = np.flatnonzero(whole & is_test & np.isin(tables.facts["kind"], CALLABLE))
    documents = np.flatnonzero((tables.facts["kind"] == SECTION) & (tables.length["doc"] >= 10))
    if len(about) == 0:
        return
    for kind, asking, words, field in [("test", tests, ("name",), "body"), ("section", documents, ("name", "summary"), "doc")]:
        pairs = subjects(tables, asking, about, field)
        yield Pairs(kind, pairs[0], words, pairs[1], ("summary", "doc", *CODE))


MINERS = (documented, named, remarked, sections, paths, bridges)
UNITS_OF_A_COMMIT = 4
LARGEST_TOUCHED = 250


def touched(units, first, last, ranges):
    """Of some units those that enclose the middle of each range most closely."""
    for start, end in ranges:
        around = units[(first[units] <= (start + end) // 2) & (last[units] >= (start + end) // 2)]
        if len(around):
            yield around[np.argmin(last[around] - first[around])]


def committed(tables, commits):
    """The subject of a commit and the declarations that it touched; `commits` are rows of `training.commits`."""
    first, last = tables.facts["first_line"], tables.facts["last_line"]
    is_code = is_declaration(tables) & (last - first <= LARGEST_TOUCHED) & ((tables.facts["flags"] & TEST) == 0)
    units = np.flatnonzero(is_code & (tables.length["body"] >= 5))
    spoken = np.flatnonzero(tables.facts["kind"] == SECTION)
    of_file, places = by_file(tables, units), {path: file for file, path in enumerate(tables.files)}
    subject_of = {int(tables.facts["file"][unit]): int(unit) for unit in spoken[::-1]}
    asking, about, counts = [], [], {}
    for path, subject, ranges in commits:
        said = subject_of.get(places.get(subject))
        for unit in sorted(set(touched(of_file.get(places.get(path), units[:0]), first, last, ranges))) if said is not None else ():
            counts[said] = counts.get(said, 0) + 1
            if counts[said] <= UNITS_OF_A_COMMIT:
                asking.append(said)
                about.append(int(unit))
    return Pairs("commit", np.array(asking, dtype=np.int64), ("name",), np.array(about, dtype=np.int64), ("summary", "doc", *CODE))


def by_file(tables, units):
    """Units by the number of their file."""
    files = tables.facts["file"][units]
    starts = np.flatnonzero(np.r_[True, files[1:] != files[:-1]]) if len(units) else []
    return {int(files[start]): part for start, part in zip(starts, np.split(units, starts[1:]))}


def cap(totals, most):
    """The most pairs of one package, so that all packages together have at most `most`: large ones give way to small ones."""
    low, high = 0, MOST_OF_A_PACKAGE
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if np.minimum(totals, middle).sum() <= most else (low, middle - 1)
    return low


def mine(tables, seed, most, commits=(), historic=()):
    """About `most` pairs; the kinds of a package are cut in proportion. Folders of commits, `historic`, hold one file in many versions: only
    what their subjects say is learnt from them."""
    generator = np.random.default_rng(seed)
    folders = tables.facts["folder"]
    mined = [pairs for miner in MINERS for pairs in miner(tables, generator)]
    found = [pairs.take(~np.isin(folders[pairs.about], historic)) for pairs in mined] + [committed(tables, commits)]
    totals = sum(np.bincount(folders[pairs.about], minlength=folders.max() + 1) for pairs in found)
    share = np.minimum(1.0, cap(totals, most) / np.maximum(totals, 1))
    return [pairs.take(generator.random(len(pairs.about)) < share[folders[pairs.about]]) for pairs in found]
