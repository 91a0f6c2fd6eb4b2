"""Makes aider's map of a repository for `cargo xtask bench peers`.

arguments: TREE QUESTION. Prints one JSON object: `ranked`, the files in the order of their best definition, and `map`, the text
that aider would send. What the question mentions is found by aider's own functions, called on a stand-in for its chat.
Those are taken out of its source: to import the rest of the chat would be most of what is measured.
"""

import ast
import json
import os
import re
import sys
from collections import defaultdict
from importlib.util import find_spec
from pathlib import Path

# A package that aider needs brings the vocabulary along; tiktoken would fetch it.
BROUGHT = Path(find_spec("litellm").origin).parent / "litellm_core_utils" / "tokenizers"
os.environ["TIKTOKEN_CACHE_DIR"] = str(BROUGHT)

import tiktoken
from aider.repomap import RepoMap

# aider's default for a chat without files: 1,024 tokens times 8.
MAP_TOKENS = 8 * 1024


BORROWED = ("get_ident_mentions", "get_file_mentions", "get_ident_filename_matches")


def borrowed():
    source = Path(find_spec("aider").origin).parent / "coders" / "base_coder.py"
    parsed = ast.walk(ast.parse(source.read_text(encoding="utf-8")))
    found = [node for node in parsed if isinstance(node, ast.FunctionDef) and node.name in BORROWED]
    space = {"os": os, "re": re, "Path": Path, "defaultdict": defaultdict}
    exec(compile(ast.Module(body=found, type_ignores=[]), str(source), "exec"), space)
    return [space[name] for name in BORROWED]


class Model:
    """Counts tokens and nothing else."""

    encoding = tiktoken.get_encoding("cl100k_base")

    def token_count(self, text):
        return len(self.encoding.encode(text, disallowed_special=()))


class Quiet:
    """Takes what aider would tell its user."""

    def tool_output(self, *_, **__):
        pass

    tool_warning = tool_error = tool_output

    def read_text(self, name, **_):
        try:
            return Path(name).read_text(encoding="utf-8", errors="replace")
        except OSError:
            return None


class Chat:
    """What aider's functions ask of a chat."""

    abs_read_only_fnames = ()

    def __init__(self, files):
        self.files = files

    def get_all_relative_files(self):
        return self.files

    get_addable_relative_files = get_all_relative_files

    def get_inchat_relative_files(self):
        return []


class Map(RepoMap):
    """Keeps the order of definitions that the text was made from."""

    ranked = ()

    def get_ranked_tags(self, *arguments, **named):
        self.ranked = super().get_ranked_tags(*arguments, **named)
        return self.ranked


def mentioned(question, files):
    chat = Chat(files)
    identifiers_in, files_in, files_named_as = borrowed()
    identifiers = identifiers_in(chat, question)
    names = set(files_in(chat, question))
    names.update(files_named_as(chat, identifiers))
    return names, identifiers


def main():
    tree, question = Path(sys.argv[1]).resolve(), sys.argv[2]
    hidden = (".git/", ".aider")
    paths = sorted(path.relative_to(tree).as_posix() for path in tree.rglob("*") if path.is_file())
    files = [path for path in paths if not path.startswith(hidden)]
    names, identifiers = mentioned(question, files)
    repository = Map(map_tokens=MAP_TOKENS, root=str(tree), main_model=Model(), io=Quiet())
    whole = [str(tree / path) for path in files]
    text = repository.get_ranked_tags_map([], whole, MAP_TOKENS, names, identifiers) or ""
    print(json.dumps({"ranked": list(dict.fromkeys(tag[0] for tag in repository.ranked)), "map": text}))


main()
