"""Makes aider's map of a repository for `cargo xtask bench peers`.

arguments: TREE QUESTION. Prints one JSON object: `ranked`, the files in the order of their best definition, and `map`, the text
that aider would send. What the question mentions is found by aider's own functions, called on a stand-in for its chat.
"""

import json
import os
import sys
from importlib.util import find_spec
from pathlib import Path

# A package that aider needs brings the vocabulary along; tiktoken would fetch it.
BROUGHT = Path(find_spec("litellm").origin).parent / "litellm_core_utils" / "tokenizers"
os.environ["TIKTOKEN_CACHE_DIR"] = str(BROUGHT)

import tiktoken
from aider.coders.base_coder import Coder
from aider.repomap import RepoMap

# aider's default for a chat without files: 1,024 tokens times 8.
MAP_TOKENS = 8 * 1024


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
    identifiers = Coder.get_ident_mentions(chat, question)
    names = set(Coder.get_file_mentions(chat, question))
    names.update(Coder.get_ident_filename_matches(chat, identifiers))
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
