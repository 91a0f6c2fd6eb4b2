"""Which packages may not be trained on: those of repositories that retrieval is evaluated on, under whatever name they are released.

`excluded_packages.txt` holds the names, one a line; a star at the end stands for any ending. A package name is compared in every form that
registries give to one project: with and without the owner, the language's prefix, the library's prefix and suffix.
"""

import re
from functools import cache
from pathlib import Path

LIST = Path(__file__).parent / "excluded_packages.txt"

PREFIXES = re.compile(
    r"^(golang-github-|golang-gopkg-|golang-google-|golang-golang-x-|golang-|libghc-|haskell-|rust-|node-|python3?-|ruby-|php-|lua-|elixir-|"
    r"libjs-|librust-|lib(?=.*-(java|perl|cil))|vim-|neovim-)"
)
SUFFIXES = re.compile(r"(-java|-perl|-cil|-dev|-cpp|-c|-js|-py|-go|-rs|[-.]?v?\d+(\.\d+)*)$")


def normal(name):
    """Lower case, one kind of dash, the scope of a package as its owner."""
    return re.sub(r"[-_./+ ]+", "-", name.lower().lstrip("@")).strip("-")


def normal_beginning(entry):
    """What stands before the star, its last dash kept."""
    return normal(entry[:-1]) + ("-" if entry[-2] in "-/" else "")


def forms(name):
    """Every form in which the list may have this package."""
    found = {normal(name)}
    for pattern in (PREFIXES, SUFFIXES, PREFIXES, SUFFIXES):
        found |= {pattern.sub("", form) for form in found}
    return {form for form in found if form}


def split_list(lines):
    """Whole names and beginnings of names."""
    entries = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    whole = {normal(entry) for entry in entries if not entry.endswith("*")}
    return whole, tuple(normal_beginning(entry) for entry in entries if entry.endswith("*"))


def of_repositories(lines):
    """Entries for a list of `owner/name`: the two together and the name alone."""
    entries = [line.strip() for line in lines if "/" in line and not line.startswith("#")]
    return {normal(entry) for entry in entries} | {normal(entry.split("/")[1]) for entry in entries}


@cache
def committed():
    """The list in the repository."""
    return split_list(LIST.read_text().splitlines())


def is_excluded(name, entries=None):
    """Whether a package of this name may not be used."""
    whole, beginnings = entries or committed()
    return any(form in whole or form.startswith(beginnings) for form in forms(name))
