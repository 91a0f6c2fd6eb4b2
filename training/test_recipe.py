"""The recipe on data small enough to know the answer."""

import unittest
from types import SimpleNamespace

import numpy as np
from scipy import sparse

from training import encode, model_file, train, unpack, vocabulary
from training.encode import Corpus, weighted
from training.order import blocks, similar_blocks
from training.pairs import Pairs


def toy(pairs=1024, topics=32, seed=1):
    """Words and code of one topic have different terms: only learning brings them together."""
    generator = np.random.default_rng(seed)
    topic = generator.integers(0, topics, pairs)
    owners = np.repeat(np.arange(pairs), 2)
    words = weighted(owners, np.repeat(topic, 2) * 2 + np.tile([0, 1], pairs), (pairs, topics * 4))
    code = weighted(owners, topics * 2 + np.repeat(topic, 2) * 2 + np.tile([0, 1], pairs), (pairs, topics * 4))
    nothing = sparse.csr_matrix(words.shape, dtype=np.float32)
    return topic, Corpus(words, code, code, nothing, topic % 2, topic, np.zeros(pairs, np.int8), np.zeros(pairs, np.int8))


class Learning(unittest.TestCase):
    def test_words_find_their_code(self):
        topic, corpus = toy(4096)
        table = train.train(corpus, 16, (8, 16), 20, 3, say=lambda text: None)
        for prefix in (8, 16):
            words = train.unit_length(corpus.words[:64] @ table[:, :prefix])[0]
            code = train.unit_length(corpus.code @ table[:, :prefix])[0]
            self.assertGreater((topic[(words @ code.T).argmax(axis=1)] == topic[:64]).mean(), 0.9)

    def test_the_gradient_is_the_slope_of_the_loss(self):
        generator = np.random.default_rng(5)
        words, code = generator.standard_normal((6, 4)), generator.standard_normal((6, 4))
        forbidden = (np.array([0]), np.array([1]))
        _, to_words, _ = train.contrast(words, code, forbidden)
        moved = words.copy()
        moved[2, 1] += 1e-5
        slope = (train.contrast(moved, code, forbidden)[0] - train.contrast(words, code, forbidden)[0]) / 1e-5
        self.assertAlmostEqual(slope, to_words[2, 1], places=3)

    def test_every_part_of_code_learns_its_share(self):
        words, *parts = (sparse.csr_matrix(np.eye(8, dtype=np.float32)[[at, at + 1]]) for at in (0, 2, 4, 6))
        shares = [np.array([1.0, 1.0]), np.array([1.0, 0.0]), np.array([0.5, 0.5])]
        forbidden = (np.array([], dtype=np.int64),) * 2
        table = np.random.default_rng(4).standard_normal((8, 3))

        def loss(table):
            code = sum(share[:, None] * train.unit_length(part @ table)[0] for share, part in zip(shares, parts))
            return train.contrast(words @ table, code, forbidden)[0]

        class Kept(train.Adam):
            def update(self, rows, gradient, rate):
                self.gradient = gradient

        adam = Kept(table)
        train.step(adam, words, parts, shares, forbidden, 3, 1)
        for row in (1, 2, 4, 6):
            moved = table.copy()
            moved[row, 1] += 1e-6
            self.assertAlmostEqual((loss(moved) - loss(table)) / 1e-6, adam.gradient[row, 1], places=3)
        np.testing.assert_array_equal(adam.gradient[5], np.zeros(3))

    def test_the_mean_is_that_of_the_table_at_every_step(self):
        generator = np.random.default_rng(4)
        adam = train.Adam(generator.standard_normal((5, 3)).astype(np.float32))
        adam.update(np.array([0, 4]), np.ones((2, 3), np.float32), 0.1)
        adam.mean_of_steps, tables = train.Mean(adam), [adam.table.copy()]
        for rows in ([0, 1], [1, 3], [3], [0, 1, 2]):
            adam.update(np.array(rows), generator.standard_normal((len(rows), 3)).astype(np.float32), 0.1)
            tables.append(adam.table.copy())
        np.testing.assert_allclose(adam.mean_of_steps.table(), np.mean(tables, axis=0), rtol=1e-5)

    def test_the_same_seed_gives_the_same_table(self):
        corpus = toy(1024)[1]
        first, second = (train.train(corpus, 8, (8,), 2, 7, say=lambda text: None) for _ in range(2))
        np.testing.assert_array_equal(first, second)

    def test_blocks_hold_every_pair_at_most_once(self):
        corpus = toy(2048)[1]
        generator = np.random.default_rng(2)
        table = generator.standard_normal((corpus.code.shape[1], 8)).astype(np.float32)
        for order in (blocks(corpus, generator), similar_blocks(corpus, table, generator)):
            places = np.concatenate(order)
            self.assertEqual(len(places), len(set(places.tolist())))
            self.assertGreater(len(places), 1024)


class Files(unittest.TestCase):
    def test_a_model_survives_the_file(self):
        table = np.random.default_rng(1).standard_normal((3, 4)).astype(np.float32)
        terms, read, prefixes, weight = model_file.decode(model_file.encode(["alpha", "beta", "größe"], table, (2, 4), 0.5))
        self.assertEqual((terms, prefixes, weight), (["alpha", "beta", "größe"], [2, 4], 0.5))
        np.testing.assert_allclose(read, table, atol=0.02)

    def test_unknown_terms_are_cut(self):
        rows = {"light": 0, "house": 1, "keep": 2}
        self.assertEqual(vocabulary.pieces("lighthousxkeeper", rows), [0, 2])
        self.assertEqual(vocabulary.pieces("zz", rows), [])

    def test_only_a_packages_own_text_is_unpacked(self):
        wanted = ["p/src/a.rs", "p/docs/a.md"]
        refused = ["p/vendor/x/a.go", "p/node_modules/a.js", "../a.py", "p/a.min.js", "p/a.png", "p/third_party/b.c"]
        self.assertEqual([name for name in wanted + refused if unpack.wanted(name, 10)], wanted)


class Telling(unittest.TestCase):
    def test_words_are_not_told_again(self):
        tables = SimpleNamespace(gather=lambda units, fields, most: (np.arange(len(units)), np.asarray(units)))
        own, other = np.array([0, 1]), np.array([1, 0])

        def encoder(owners, tokens):
            return owners, tokens

        for words, asking, held in [(("name",), own, 0), (("name",), other, 2), (("summary",), own, 2)]:
            part = Pairs("kind", asking, words, own, ("body",))
            self.assertEqual(encode.told(tables, encoder, 2, part, encode.TITLE).nnz, held)


class Weights(unittest.TestCase):
    def test_one_plus_logarithm(self):
        matrix = weighted(np.array([0, 0, 0, 1]), np.array([1, 1, 2, 0]), (2, 3)).toarray()
        np.testing.assert_allclose(matrix, [[0, 1 + np.log(2), 1], [1, 0, 0]], rtol=1e-6)
        self.assertTrue(sparse.issparse(weighted(np.array([0]), np.array([0]), (1, 1))))


if __name__ == "__main__":
    unittest.main()
