"""Learns one table of vectors, a row a term, from pairs of words and code by contrast.

A text's vector is the weighted sum of its terms' rows, scaled to length one; how much a term matters is the length of its row. Every pair is
told apart from the other pairs of its batch, in both directions; some batches see the first dimensions alone. The last pass takes similar
code of one package together, so that the negatives are hard ones.
"""

import time

import numpy as np
from scipy import sparse

from training.order import blocks, similar_blocks

TEMPERATURE = 0.05
BLOCKS_OF_A_BATCH = 4
RATE = 5e-3
LAST_RATE = 0.1
DECAY = (0.9, 0.999)
TURNS = 4


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


def softmax(scores):
    """Over the last axis, in place."""
    scores -= scores.max(axis=1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=1, keepdims=True)
    return scores


def contrast(words, code, forbidden):
    """Loss and gradients of both sides for one batch of raw vectors; `forbidden` are the pairs that are no negatives."""
    (words, word_lengths), (code, code_lengths) = unit_length(words), unit_length(code)
    scores = (words @ code.T) / np.float32(TEMPERATURE)
    scores[forbidden] = -1e4
    there, back = softmax(scores.copy()), softmax(np.ascontiguousarray(scores.T))
    size = len(words)
    loss = -np.log(np.maximum(there.diagonal(), 1e-12)).mean() / 2 - np.log(np.maximum(back.diagonal(), 1e-12)).mean() / 2
    pull = there + back.T
    pull[np.arange(size), np.arange(size)] -= 2
    pull *= np.float32(1 / (2 * size * TEMPERATURE))
    return loss, through(pull @ code, words, word_lengths), through(pull.T @ words, code, code_lengths)


def through(gradient, unit, lengths):
    """The gradient before the scaling to length one."""
    return (gradient - unit * (gradient * unit).sum(axis=1, keepdims=True)) / lengths


def not_negatives(about, words):
    """Places of a batch's score matrix where words would be told apart from their own code: the same unit, or the same words."""
    same = about[:, None] == about[None, :]
    said = np.array([hash(words.indices[a:b].tobytes()) for a, b in zip(words.indptr, words.indptr[1:])])
    same |= said[:, None] == said[None, :]
    np.fill_diagonal(same, False)
    return same


class Adam:
    """Adam over the rows that a batch touches."""

    def __init__(self, table):
        self.table = table
        self.mean = np.zeros_like(table)
        self.square = np.zeros_like(table)
        self.step = 0

    def update(self, rows, gradient, rate):
        self.step += 1
        wide = slice(gradient.shape[1])
        mean = self.mean[rows, wide] * np.float32(DECAY[0]) + gradient * np.float32(1 - DECAY[0])
        square = self.square[rows, wide] * np.float32(DECAY[1]) + gradient * gradient * np.float32(1 - DECAY[1])
        self.mean[rows, wide], self.square[rows, wide] = mean, square
        rate *= np.sqrt(1 - DECAY[1] ** self.step) / (1 - DECAY[0] ** self.step)
        self.table[rows, wide] -= np.float32(rate) * mean / (np.sqrt(square) + np.float32(1e-8))


def compact(words, code):
    """Both matrices over only the rows of the table that they touch, and which rows these are."""
    rows, places = np.unique(np.concatenate([words.indices, code.indices]), return_inverse=True)
    parts = np.split(places, [len(words.indices)])
    made = [
        sparse.csr_matrix((matrix.data, part, matrix.indptr), shape=(matrix.shape[0], len(rows)))
        for matrix, part in zip((words, code), parts)
    ]
    return rows, *made


def step(adam, words, code, forbidden, prefix, rate):
    """One batch, on the first dimensions; returns the loss."""
    rows, words, code = compact(words, code)
    known = adam.table[rows, :prefix]
    loss, to_words, to_code = contrast(words @ known, code @ known, forbidden)
    adam.update(rows, words.T @ to_words + code.T @ to_code, rate)
    return loss


def prefix_of(number, prefixes):
    """How many dimensions a step learns: all of them but for one step of four, which takes the shorter ones in turn."""
    shorter = prefixes[:-1]
    return shorter[number // TURNS % len(shorter)] if shorter and number % TURNS == TURNS - 1 else prefixes[-1]


def run_pass(adam, corpus, order, prefixes, rate_at, say):
    """Every block once, in batches of several."""
    losses, began = [], time.process_time()
    for at in range(0, len(order) - BLOCKS_OF_A_BATCH + 1, BLOCKS_OF_A_BATCH):
        chosen = np.concatenate(order[at:at + BLOCKS_OF_A_BATCH])
        words, code = corpus.words[chosen], corpus.code[chosen]
        forbidden = not_negatives(corpus.about[chosen], words)
        losses.append(step(adam, words, code, forbidden, prefix_of(len(losses), prefixes), rate_at(at / len(order))))
        if at % (100 * BLOCKS_OF_A_BATCH) == 0:
            say(f"{at}/{len(order)} blocks, loss {np.mean(losses[-100:]):.3f}, {time.process_time() - began:.0f} s")


def train(corpus, dimensions, prefixes, passes, seed, say=print):
    """The table after some passes over shuffled pairs and a last one over pairs that resemble each other."""
    generator = np.random.default_rng(seed)
    adam = Adam(initial(corpus.code, dimensions, generator))
    for number in range(passes):
        is_last = passes > 1 and number == passes - 1
        order = similar_blocks(corpus, adam.table, generator) if is_last else blocks(corpus, generator)
        rate_at = lambda part, number=number: RATE * (1 - (1 - LAST_RATE) * (number + part) / passes)
        run_pass(adam, corpus, order, prefixes, rate_at, say)
    return adam.table
