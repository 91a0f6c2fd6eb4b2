"""Learns one table of vectors, a row a term, from pairs of words and code by contrast.

A text's vector is the weighted sum of its terms' rows, scaled to length one; how much a term matters is the length of its row. Code is learnt
as the product uses it: the vector of its texts with shares of those of its title and its path, each left out now and then, so that none
leans on the others. Every pair is told apart from the other pairs of its batch, in both directions; some batches see the first dimensions alone. The last pass takes similar
code of one package together, so that the negatives are hard ones, and what is kept is the mean of the table over its steps: where a row
stands at one moment is chance.
"""

import time

import numpy as np
from scipy import sparse

from training.order import blocks, similar_blocks

TEMPERATURE = 0.05
BLOCKS_OF_A_BATCH = 2
RATE = 5e-3
LAST_RATE = 0.05
DECAY = (0.9, 0.999)
TURNS = 4
TITLE_SHARE = 1.0
PATH_SHARE = 0.8
LEFT_OUT = 0.3


def initial(code, dimensions, generator):
    """Random directions, as long as a term is rare."""
    held = np.bincount(code.indices, minlength=code.shape[1])
    rarity = np.log((1 + code.shape[0]) / (1 + held)).astype(np.float32)
    table = generator.standard_normal((code.shape[1], dimensions), dtype=np.float32) / np.sqrt(dimensions)
    return table * (rarity / rarity.mean())[:, None]


def unit_length(vectors):
    """Vectors of length one, and the lengths they had."""
    lengths = np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-6)
    return vectors / lengths, lengths


def contrast(words, code, forbidden):
    """Loss and gradients of both sides for one batch of raw vectors; `forbidden` are the places of pairs that are no negatives.

    A cosine is at most 1, so that one exponential, taken below 1, serves both directions without overflow.
    """
    (words, word_lengths), (code, code_lengths) = unit_length(words), unit_length(code)
    shares = words @ code.T
    shares -= 1
    shares *= 1 / TEMPERATURE
    own = shares.diagonal().copy()
    np.exp(shares, out=shares)
    shares[forbidden] = 0
    there, back = shares.sum(axis=1, keepdims=True), shares.sum(axis=0, keepdims=True)
    loss = (np.log(there).mean() + np.log(back).mean()) / 2 - own.mean()
    shares *= 1 / there + 1 / back
    shares[np.diag_indices_from(shares)] -= 2
    shares *= 1 / (2 * len(words) * TEMPERATURE)
    return loss, through(shares @ code, words, word_lengths), through(shares.T @ words, code, code_lengths)


def through(gradient, unit, lengths):
    """The gradient before the scaling to length one."""
    return (gradient - unit * (gradient * unit).sum(axis=1, keepdims=True)) / lengths


def not_negatives(about, words):
    """Places of a batch's score matrix where words would be told apart from their own code: the same unit, or the same words."""
    said = [words.indices[start:end].tobytes() for start, end in zip(words.indptr, words.indptr[1:])]
    found = [pair for keys in (about.tolist(), said) for pair in repeated(keys)]
    return tuple(np.array(found, dtype=np.int64).reshape(-1, 2).T)


def repeated(keys):
    """Pairs of different places that have the same key."""
    places = {}
    for place, key in enumerate(keys):
        places.setdefault(key, []).append(place)
    return [(one, other) for same in places.values() for one in same for other in same if one != other]


class Adam:
    """Adam over the rows that a batch touches."""

    def __init__(self, table):
        self.table = table
        self.mean = np.zeros_like(table)
        self.square = np.zeros_like(table)
        self.step = 0
        self.mean_of_steps = None

    def update(self, rows, gradient, rate):
        if self.mean_of_steps:
            self.mean_of_steps.before(rows)
        self.step += 1
        wide = slice(gradient.shape[1])
        mean = self.mean[rows, wide] * np.float32(DECAY[0]) + gradient * np.float32(1 - DECAY[0])
        square = self.square[rows, wide] * np.float32(DECAY[1]) + gradient * gradient * np.float32(1 - DECAY[1])
        self.mean[rows, wide], self.square[rows, wide] = mean, square
        rate *= np.sqrt(1 - DECAY[1] ** self.step) / (1 - DECAY[0] ** self.step)
        self.table[rows, wide] -= np.float32(rate) * mean / (np.sqrt(square) + np.float32(1e-8))


class Mean:
    """The mean of a table over the steps of an optimiser; a row costs something only when it changes."""

    def __init__(self, adam):
        self.adam, self.first = adam, adam.step
        self.sum = np.zeros_like(adam.table)
        self.seen = np.full(len(adam.table), adam.step)

    def before(self, rows):
        """Counts rows as they have been, before they change."""
        self.sum[rows] += self.adam.table[rows] * (self.adam.step + 1 - self.seen[rows]).astype(np.float32)[:, None]
        self.seen[rows] = self.adam.step + 1

    def table(self):
        """The mean from the first step until now."""
        self.before(np.arange(len(self.seen)))
        return self.sum / np.float32(self.adam.step + 1 - self.first)


def compact(matrices):
    """Matrices over only the rows of the table that they touch together, and which rows these are."""
    rows, places = np.unique(np.concatenate([matrix.indices for matrix in matrices]), return_inverse=True)
    parts = np.split(places, np.cumsum([len(matrix.indices) for matrix in matrices])[:-1])
    made = [
        sparse.csr_matrix((matrix.data, part, matrix.indptr), shape=(matrix.shape[0], len(rows)))
        for matrix, part in zip(matrices, parts)
    ]
    return rows, made


def step(adam, words, parts, shares, forbidden, prefix, rate):
    """One batch, on the first dimensions; returns the loss. `parts` are the texts, titles and paths of code, `shares` how much of each."""
    rows, (words, *parts) = compact([words, *parts])
    known = adam.table[rows, :prefix]
    scaled = [unit_length(part @ known) for part in parts]
    code = sum(share[:, None] * unit for share, (unit, _) in zip(shares, scaled))
    loss, to_words, to_code = contrast(words @ known, code, forbidden)
    gradient = words.T @ to_words
    for part, share, (unit, lengths) in zip(parts, shares, scaled):
        gradient += part.T @ through(to_code * share[:, None], unit, lengths)
    adam.update(rows, gradient, rate)
    return loss


def some_shares(pairs, generator):
    """Shares of texts, titles and paths for a batch; texts are always there."""
    kept = (generator.random((2, pairs)) >= LEFT_OUT).astype(np.float32)
    return np.ones(pairs, dtype=np.float32), TITLE_SHARE * kept[0], PATH_SHARE * kept[1]


def prefix_of(number, prefixes):
    """How many dimensions a step learns: all of them but for one step of four, which takes the shorter ones in turn."""
    shorter = prefixes[:-1]
    return shorter[number // TURNS % len(shorter)] if shorter and number % TURNS == TURNS - 1 else prefixes[-1]


def rate(done):
    """The rate of learning when a part of all passes is done."""
    return RATE * (1 - (1 - LAST_RATE) * done)


def run_pass(adam, corpus, order, prefixes, share, generator, say):
    """Every block once, in batches of several. `share` is the part of the whole training that this pass is, from and to."""
    losses, began = [], time.process_time()
    for at in range(0, len(order) - BLOCKS_OF_A_BATCH + 1, BLOCKS_OF_A_BATCH):
        chosen = np.concatenate(order[at:at + BLOCKS_OF_A_BATCH])
        words, parts = corpus.words[chosen], [matrix[chosen] for matrix in (corpus.code, corpus.title, corpus.path)]
        forbidden = not_negatives(corpus.about[chosen], words)
        now = rate(share[0] + (share[1] - share[0]) * at / len(order))
        shares = some_shares(len(chosen), generator)
        losses.append(step(adam, words, parts, shares, forbidden, prefix_of(len(losses), prefixes), now))
        if at % (100 * BLOCKS_OF_A_BATCH) == 0:
            say(f"{at}/{len(order)} blocks, loss {np.mean(losses[-100:]):.3f}, {time.process_time() - began:.0f} s")


def train(corpus, dimensions, prefixes, passes, seed, say=print):
    """The table after some passes over shuffled pairs, as it is in the mean during a last one over pairs that resemble each other."""
    generator, leaving = np.random.default_rng(seed), np.random.default_rng(seed + 1)
    adam = Adam(initial(corpus.code, dimensions, generator))
    for number in range(passes):
        is_last = passes > 1 and number == passes - 1
        order = similar_blocks(corpus, adam.table, generator) if is_last else blocks(corpus, generator)
        adam.mean_of_steps = Mean(adam) if is_last else None
        run_pass(adam, corpus, order, prefixes, (number / passes, (number + 1) / passes), leaving, say)
    return adam.mean_of_steps.table() if adam.mean_of_steps else adam.table
