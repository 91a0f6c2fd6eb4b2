"""The order in which pairs are learnt: blocks of one package each, shuffled or of similar code."""

import numpy as np

BLOCK = 512
CHUNK = 50_000


def cut(places):
    """Whole blocks, and what is left."""
    whole = len(places) // BLOCK * BLOCK
    return [places[at:at + BLOCK] for at in range(0, whole, BLOCK)], places[whole:]


def blocks(corpus, generator):
    """Blocks of single packages; what is left of packages is taken together by language."""
    places = generator.permutation(len(corpus.package))
    places = places[np.argsort(corpus.package[places], kind="stable")]
    found, rest = [], []
    for part in np.split(places, np.flatnonzero(np.diff(corpus.package[places])) + 1):
        whole, left = cut(part)
        found += whole
        rest.append(left)
    rest = np.concatenate(rest)
    found += cut(rest[np.argsort(corpus.language[rest], kind="stable")])[0]
    return [found[at] for at in generator.permutation(len(found))]


def vectors(matrix, table):
    """Vectors of length one for all rows of a sparse matrix, in half precision."""
    parts = []
    for at in range(0, matrix.shape[0], CHUNK):
        part = matrix[at:at + CHUNK] @ table
        parts.append((part / np.maximum(np.linalg.norm(part, axis=1, keepdims=True), 1e-6)).astype(np.float16))
    return np.concatenate(parts)


def halves(places, points, generator):
    """Splits places along a random direction between two of them until a block is left."""
    if len(places) <= BLOCK:
        return [places]
    pair = points[generator.choice(places, 2, replace=False)].astype(np.float32)
    along = points[places].astype(np.float32) @ (pair[0] - pair[1])
    middle = max(BLOCK, round(len(places) / 2 / BLOCK) * BLOCK)
    ordered = places[np.argpartition(along, middle - 1)]
    return halves(ordered[:middle], points, generator) + halves(ordered[middle:], points, generator)


def similar_blocks(corpus, table, generator):
    """As `blocks`, but the pairs of a block are close to each other in code."""
    points = vectors(corpus.code, table)
    places = np.argsort(corpus.package, kind="stable")
    found, rest = [], []
    for part in np.split(places, np.flatnonzero(np.diff(corpus.package[places])) + 1):
        for block in halves(part, points, generator):
            (found if len(block) == BLOCK else rest).append(block)
    rest = np.concatenate(rest) if rest else places[:0]
    found += cut(rest[np.argsort(corpus.language[rest], kind="stable")])[0]
    return [found[at] for at in generator.permutation(len(found))]
