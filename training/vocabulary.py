"""Which terms have a row of their own, and into which rows every other term is cut.

A term earns a row by occurring in several packages: what only one project says does not carry over to another. A term without a row is
cut greedily, from the left, into the longest terms that have one.
"""

import numpy as np

from training.tables import spread

SHORTEST_PIECE = 3
FEWEST_PACKAGES = 4


def choose(terms, counts, packages, size):
    """Numbers of the terms that get a row: those that the most units hold, in the order of their text."""
    able = np.array([len(term) >= 2 and not term.isdigit() for term in terms])
    score = np.where(able & (packages >= FEWEST_PACKAGES), counts, 0)
    held = np.flatnonzero(score)
    best = sorted(held.tolist(), key=lambda number: (-score[number], terms[number]))[:size]
    return sorted(best, key=lambda number: terms[number].encode())


def pieces(term, rows):
    """Rows of the pieces that a term without a row is cut into."""
    found, at = [], 0
    while at + SHORTEST_PIECE <= len(term):
        end = next((end for end in range(len(term), at + SHORTEST_PIECE - 1, -1) if term[at:end] in rows), None)
        if end is None:
            at += 1
        else:
            found.append(rows[term[at:end]])
            at = end
    return found


class Encoder:
    """From term numbers to rows, as two flat arrays."""

    def __init__(self, terms, vocabulary):
        rows = {term: row for row, term in enumerate(vocabulary)}
        lists = [[rows[term]] if term in rows else pieces(term, rows) for term in terms]
        self.lengths = np.array([len(found) for found in lists], dtype=np.int64)
        self.starts = np.concatenate(([0], np.cumsum(self.lengths)[:-1]))
        self.rows = np.array([row for found in lists for row in found], dtype=np.int32)

    def __call__(self, owners, tokens):
        """Owners and rows for owners and term numbers."""
        lengths = self.lengths[tokens]
        return np.repeat(owners, lengths), self.rows[spread(self.starts[tokens], lengths)]
