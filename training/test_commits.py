"""What is learnt from commits: subjects that speak, the lines that they are about, and nothing else of a history."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import numpy as np

from training import commits, pairs
from training.tables import SECTION

IDENTITY = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.org"}


def repository(folder, versions):
    """A repository with one commit for each subject and text of a file."""
    run = lambda *arguments: subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True, env={**os.environ, **IDENTITY})
    run("init", "--quiet")
    for subject, text in versions:
        Path(folder, "lock.py").write_text(text)
        run("add", ".")
        run("commit", "--quiet", "-m", subject)
    return Path(folder, ".git")


class History(unittest.TestCase):
    def test_a_subject_comes_with_the_files_that_the_commit_left(self):
        versions = [("Bump version to 2", "a = 1\n"), ("fix: open the sluice before the gate (#12)", "a = 1\nb = 2\n"), ("typo", "a = 1\nb = 3\n")]
        with tempfile.TemporaryDirectory() as source, tempfile.TemporaryDirectory() as target:
            rows = commits.write(repository(source, versions), "HEAD", Path(target), lambda content: True)
            self.assertEqual([lines for _, _, lines in rows], [[(2, 2)]])
            self.assertEqual(Path(target, rows[0][1]).read_text(), "# open the sluice before the gate\n")
            self.assertEqual(Path(target, rows[0][0]).read_text(), "a = 1\nb = 2\n")

    def test_a_file_that_may_not_be_used_is_not_written(self):
        with tempfile.TemporaryDirectory() as source, tempfile.TemporaryDirectory() as target:
            clone = repository(source, [("open the sluice first", "a = 1\n")])
            self.assertEqual(commits.write(clone, "HEAD", Path(target), lambda content: False), [])

    def test_the_folder_of_a_commit_says_nothing(self):
        self.assertEqual(commits.place("0123456789abcdef"), "ghijklmnopqr")


class Units:
    """Tables of one file with a type, two methods in it, and the document of a subject."""

    def __init__(self):
        kinds = np.array([3, 1, 1, SECTION])
        self.files = ["place/lock.py", "place/subject.md"]
        self.facts = {"kind": kinds, "flags": np.zeros(4, int), "folder": np.zeros(4, int), "file": np.array([0, 0, 0, 1]),
                      "first_line": np.array([1, 2, 6, 1]), "last_line": np.array([9, 4, 8, 1])}
        self.length = {"body": np.array([20, 20, 20, 0])}


class Touched(unittest.TestCase):
    def test_a_subject_is_about_the_innermost_declaration(self):
        found = pairs.committed(Units(), [("place/lock.py", "place/subject.md", [(7, 7), (8, 8)])])
        self.assertEqual((found.asking.tolist(), found.about.tolist()), ([3], [2]))

    def test_lines_outside_of_all_declarations_and_unknown_files_teach_nothing(self):
        rows = [("place/lock.py", "place/subject.md", [(30, 30)]), ("place/gone.py", "place/subject.md", [(1, 9)])]
        self.assertEqual(len(pairs.committed(Units(), rows).about), 0)


if __name__ == "__main__":
    unittest.main()
