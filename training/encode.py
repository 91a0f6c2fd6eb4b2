"""From pairs of units to the sparse matrices that training reads: rows of words, and of the texts, titles and paths of code, weight 1 + ln tf."""

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from training.vocabulary import Encoder, choose

CHUNK = 100_000
MOST_TERMS = 160
FEWEST_SIGHTS = 5
TITLE = ("name", "signature")
PATH = ("path",)


@dataclass
class Corpus:
    """Pairs as matrices. `package` and `about` tell which pairs may not be each other's negatives."""

    words: sparse.csr_matrix
    code: sparse.csr_matrix
    title: sparse.csr_matrix
    path: sparse.csr_matrix
    package: np.ndarray
    about: np.ndarray
    kind: np.ndarray
    language: np.ndarray


def weighted(owners, rows, shape):
    """A sparse matrix of 1 + ln of how often each owner has each row."""
    matrix = sparse.csr_matrix((np.ones(len(rows), dtype=np.float32), (owners, rows)), shape=shape)
    matrix.data = 1 + np.log(matrix.data)
    return matrix


def bag(tables, encoder, size, units, fields, most=MOST_TERMS):
    """One matrix row for each unit, over some of its fields."""
    parts = []
    for start in range(0, len(units), CHUNK):
        chunk = units[start:start + CHUNK]
        parts.append(weighted(*encoder(*tables.gather(chunk, fields, most)), (len(chunk), size)))
    return sparse.vstack(parts, format="csr") if parts else sparse.csr_matrix((0, size), dtype=np.float32)


def vocabulary_of(tables, counts, size):
    """The terms that get a row, by how often they occur and in how many packages."""
    ends = np.append(np.flatnonzero(np.diff(tables.facts["folder"])) + 1, len(tables.facts["folder"]))
    packages, first = np.zeros(len(tables.terms), dtype=np.int32), 0
    for end in ends:
        last = tables.start["members"][end - 1] + tables.length["members"][end - 1]
        held = np.zeros(len(tables.terms), dtype=bool)
        held[tables.tokens[first:last]] = True
        packages += held
        first = last
    return [tables.terms[number] for number in choose(tables.terms, counts, packages, size)]


def told(tables, encoder, size, part, fields):
    """What some fields say of the code of pairs; nothing where the words of the same unit come from one of them."""
    if set(part.words) & set(fields) and np.array_equal(part.asking, part.about):
        return sparse.csr_matrix((len(part.about), size), dtype=np.float32)
    return bag(tables, encoder, size, part.about, fields)


def corpus(tables, pairs, vocabulary, counts):
    """All pairs, encoded; pairs of which one side has no known term are left out. Terms that hardly occur teach nothing."""
    terms = [term if count >= FEWEST_SIGHTS else "" for term, count in zip(tables.terms, counts.tolist())]
    encoder, size = Encoder(terms, vocabulary), len(vocabulary)
    words = sparse.vstack([bag(tables, encoder, size, part.asking, part.words, 60) for part in pairs], format="csr")
    code = sparse.vstack([bag(tables, encoder, size, part.about, part.code) for part in pairs], format="csr")
    title, path = (
        sparse.vstack([told(tables, encoder, size, part, fields) for part in pairs], format="csr") for fields in (TITLE, PATH)
    )
    about = np.concatenate([part.about for part in pairs])
    kind = np.concatenate([np.full(len(part.about), at, dtype=np.int8) for at, part in enumerate(pairs)])
    kept = np.flatnonzero((np.diff(words.indptr) > 0) & (np.diff(code.indptr) > 2))
    facts = {name: tables.facts[name][about[kept]] for name in ("folder", "language")}
    matrices = (matrix[kept] for matrix in (words, code, title, path))
    return Corpus(*matrices, facts["folder"], about[kept], kind[kept], facts["language"])
