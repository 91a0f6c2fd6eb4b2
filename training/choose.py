"""Shares of title, path and documentation for models that were not made for any: each takes those that serve it best elsewhere.

Shares are not neutral between models. A repository's questions are asked with the shares that are best for the questions of all others, so
that no model profits from having looked at its own answers. Nothing here knows what a model is.
"""

import numpy as np

from training import questions

SHARES = [(title, path, doc) for title in (0, 0.5, 1, 1.5) for path in (0.4, 0.6, 0.8, 1) for doc in (0, 0.35, 0.7)]


def choose(asked, rows):
    """Gains of every question, by the row of `rows` that is best for the questions of the other repositories."""
    repositories = np.array([question.repository for question in asked])
    found = np.zeros(len(asked))
    for name in sorted(set(repositories)):
        own = repositories == name
        others = [question for question, is_own in zip(asked, own) if not is_own]
        best = max(range(len(rows)), key=lambda at: questions.mean(others, rows[at][~own]))
        found[own] = rows[best][own]
    return found


def report(asked, found, first):
    """A line a model, and what the first is ahead of each other."""
    lines = ["", "| each with shares of its own | |", "|---|---|"]
    lines += [f"| {name} | {questions.mean(asked, gains):.3f} |" for name, gains in found.items()]
    lines.append("")
    for name, gains in found.items():
        if name != first:
            ends = questions.interval(asked, found[first] - gains)
            lines.append("- {} minus {}: {:+.3f} [{:+.3f}, {:+.3f}]".format(first, name, *ends))
    return "\n".join(lines)
