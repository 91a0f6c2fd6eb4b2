"""The manifest holds nothing that retrieval is evaluated on. `EVALUATED_LIST` may name a file of `owner/name` lines that is checked too."""

import os
import unittest
from pathlib import Path

from training import contents, excluded, manifest

LIST = Path(os.environ.get("EVALUATED_LIST", Path(__file__).parents[2] / "shared" / "bench" / "exclude.txt"))


class Excluded(unittest.TestCase):
    def test_no_package_of_the_manifest_is_on_the_committed_list(self):
        self.assertEqual([package.name for package in manifest.read() if excluded.is_excluded(package.name)], [])

    def test_no_package_of_the_manifest_is_an_evaluated_repository(self):
        if not LIST.exists():
            self.skipTest(f"{LIST.name} is absent")
        entries = excluded.of_repositories(LIST.read_text().splitlines()), ("\0",)
        self.assertEqual([package.name for package in manifest.read() if excluded.is_excluded(package.name, entries)], [])

    def test_one_project_under_many_names(self):
        entries = excluded.split_list(["someone/quagmire", "quagmire", "@bog/*"])
        for name in ["quagmire", "Quagmire", "golang-github-someone-quagmire", "libquagmire-java", "python-quagmire", "quagmire3", "@bog/deep"]:
            self.assertTrue(excluded.is_excluded(name, entries), name)
        for name in ["quagmires", "bogus", "quag"]:
            self.assertFalse(excluded.is_excluded(name, entries), name)

    def test_every_row_is_whole(self):
        packages = manifest.read()
        self.assertGreater(len(packages), 100)
        for package in packages:
            self.assertRegex(package.sha256, r"^[0-9a-f]{64}$")
            self.assertTrue(package.licence and package.version and package.file, package.name)


class Contents(unittest.TestCase):
    def test_git_and_we_name_content_alike(self):
        self.assertEqual(contents.blob_id(b"hello\n").hex(), "ce013625030ba8dba906f756967f9e9ca394464a")

    def test_a_copy_is_told_by_the_names_it_defines(self):
        ours = {f"lighthousekeeper{number}" for number in range(80)}
        packages = {"copy": ours | {"main"}, "other": {"harbourmasteroffice", "main"}}
        self.assertEqual([found[0] for found in contents.copies(packages, {"repository": ours, "second": {"gatekeeperstable"}})], ["copy"])


if __name__ == "__main__":
    unittest.main()
