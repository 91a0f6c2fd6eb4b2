"""What the comparison counts, on rankings small enough to count by hand."""

import unittest
from types import SimpleNamespace

import numpy as np

from training import choose, compare, peers, questions
from training.questions import Question


def asked(language, *answers):
    """A question about one repository."""
    return Question("owner/harbour", "", "where do ships moor", language, answers)


class Gains(unittest.TestCase):
    def test_an_answer_counts_where_it_is_first_found(self):
        self.assertEqual(questions.gain(["a.rs", "b.rs"], ("a.rs",)), 1)
        self.assertAlmostEqual(questions.gain(["b.rs", "src/a.rs", "src/a.rs"], ("a.rs",)), 1 / np.log2(3))
        self.assertEqual(questions.gain(["b.rs"] * 10 + ["a.rs"], ("a.rs",)), 0)

    def test_the_ending_of_a_name_is_no_path(self):
        self.assertEqual(questions.gain(["src/sea.rs"], ("a.rs",)), 0)

    def test_every_answer_is_wanted(self):
        self.assertAlmostEqual(questions.gain(["a.rs"], ("a.rs", "b.rs")), 1 / (1 + 1 / np.log2(3)))


class Means(unittest.TestCase):
    def test_languages_weigh_the_same(self):
        few = [asked("go")] * 3 + [asked("lua")]
        self.assertEqual(questions.mean(few, np.array([1.0, 1.0, 1.0, 0.0])), 0.5)

    def test_an_interval_holds_its_mean(self):
        few = [asked("go")] * 20 + [asked("lua")] * 20
        mean, low, high = questions.interval(few, np.tile([0.0, 0.2], 20))
        self.assertTrue(0 < low < mean < high < 0.2, (low, mean, high))
        self.assertEqual((mean, low, high), questions.interval(few, np.tile([0.0, 0.2], 20)))


class Ranking(unittest.TestCase):
    def test_a_file_is_shown_three_times(self):
        paths = ["a.rs"] * 5 + ["b.rs"]
        held = SimpleNamespace(found_at=lambda place: paths[place])
        self.assertEqual(compare.best(held, np.arange(6), np.array([6, 5, 4, 3, 2, 1])), ["a.rs"] * 3 + ["b.rs"])

    def test_each_question_is_asked_of_its_own_repository(self):
        held = SimpleNamespace(
            places=[("owner/harbour", ""), ("owner/other", "")], repository=np.array([0, 0, 1]), found_at=lambda place: f"{place}.rs"
        )
        units = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 0.0]])
        found = compare.gains(held, [asked("rust", "1.rs"), asked("rust", "2.rs")], units, np.array([[0.0, 1.0], [1.0, 0.0]]))
        np.testing.assert_array_equal(found, [1, 0])


class Choosing(unittest.TestCase):
    def test_a_repository_has_no_say_in_its_own_shares(self):
        few = [Question(name, "", "where do ships moor", "go", ()) for name in ("a", "b", "c")]
        rows = [np.array([1.0, 0.0, 0.1]), np.array([0.0, 0.5, 0.2])]
        np.testing.assert_array_equal(choose.choose(few, rows), [0.0, 0.0, 0.1])


class Rows(unittest.TestCase):
    def test_a_unit_takes_shares_of_its_title_and_path(self):
        one, two, three, four = np.eye(4)[:, None, :]
        found = compare.Vectors(one, two, three, four, one).units(0.5, 0.4, 0.3)
        np.testing.assert_allclose(found, peers.unit_length(np.array([[1, 0.5, 0.4, 0.3]])))

    def test_bytes_keep_the_direction(self):
        rows = np.random.default_rng(1).standard_normal((4, 16))
        self.assertGreater((compare.as_bytes(rows) * peers.unit_length(rows)).sum(axis=1).min(), 0.999)
        np.testing.assert_array_equal(compare.as_bytes(np.zeros((1, 4))), np.zeros((1, 4)))

    def test_batches_hold_every_text_once(self):
        lengths = np.random.default_rng(2).integers(1, 257, 300).tolist()
        places = np.concatenate(list(peers.batches(lengths)))
        self.assertEqual(sorted(places.tolist()), list(range(300)))


if __name__ == "__main__":
    unittest.main()
