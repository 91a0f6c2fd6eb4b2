"""The questions of a suite and how well a ranking of files answers them. Nothing here knows what ranked them."""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

DEPTH = 10
RESAMPLES = 2_000
SEED = 20


@dataclass(frozen=True)
class Question:
    """A question, where it is asked, and the paths that answer it."""

    repository: str
    root: str
    text: str
    language: str
    answers: tuple


def question(case):
    """One line of a suite."""
    answers = tuple(sorted({entry["path"] for entry in case["relevant"] + case["secondary"]}))
    return Question(case["repo"], case["root"], case["query"], case["tags"]["language"], answers)


def read(suite):
    """The questions of a suite, in its order."""
    return [question(json.loads(line)) for line in Path(suite).read_text().splitlines() if line]


def is_path(found, answer):
    """Whether both name one file; either may be relative to the root of the search."""
    return found == answer or found.endswith("/" + answer) or answer.endswith("/" + found)


def gain(paths, answers):
    """NDCG at ten with binary gains: an answer counts where it is first found."""
    firsts = [next((at for at, path in enumerate(paths[:DEPTH]) if is_path(path, answer)), None) for answer in answers]
    found = sum(1 / np.log2(at + 2) for at in firsts if at is not None)
    return found / sum(1 / np.log2(at + 2) for at in range(min(DEPTH, len(answers))))


def groups(questions, values):
    """Values by language: a language with many questions shall not outweigh one with few."""
    languages = sorted({question.language for question in questions})
    held = np.array([languages.index(question.language) for question in questions])
    return [values[held == at] for at in range(len(languages))]


def mean(questions, values):
    """The mean over languages of their means."""
    return float(np.mean([group.mean() for group in groups(questions, values)]))


def interval(questions, differences):
    """The mean and its 95 % interval, every language resampled within itself, as `orient eval` does it."""
    generator = np.random.default_rng(SEED)
    parts = [group[generator.integers(0, len(group), (RESAMPLES, len(group)))].mean(axis=1) for group in groups(questions, differences)]
    low, high = np.percentile(np.mean(parts, axis=0), [2.5, 97.5])
    return mean(questions, differences), float(low), float(high)
