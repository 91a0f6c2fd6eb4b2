"""Times the lexical half of semble for `cargo xtask bench search`.

arguments: TREE QUESTIONS.jsonl RUNS KEPT-INDEX. Prints one JSON object: `milliseconds` and `hits`, in the order of the questions.
Its embedding model is no part of this: the semantic half returns nothing and weighs nothing.
"""

import json
import pickle
import statistics
import sys
import time
from pathlib import Path

import numpy
import semble.search
from semble.index.create import create_index_from_path

# Questions that are asked once before the clock starts.
WARM_UP = 10


class NoModel:
    dim = 1

    def encode(self, texts, **_):
        return numpy.zeros((len(texts), self.dim), dtype=numpy.float32)


def index(tree, kept):
    if kept.exists():
        return pickle.loads(kept.read_bytes())
    bm25, _, chunks, _ = create_index_from_path(tree, model=NoModel(), display_root=tree)
    kept.write_bytes(pickle.dumps((bm25, chunks)))
    return bm25, chunks


def main():
    tree, questions, runs, kept = sys.argv[1:]
    started = time.perf_counter()
    bm25, chunks = index(Path(tree).resolve(), Path(kept))
    opened = time.perf_counter() - started
    semble.search._search_semantic = lambda *_: []
    queries = [json.loads(line)["query"] for line in Path(questions).read_text().splitlines() if line]

    def ask(query):
        return semble.search.search(query, None, None, bm25, chunks, top_k=10, alpha=0.0)

    def timed(query):
        started = time.perf_counter()
        found = ask(query)
        return (time.perf_counter() - started) * 1e3, len(found)

    for query in queries[:WARM_UP]:
        ask(query)
    rounds = [[timed(query) for query in queries] for _ in range(int(runs))]
    hits = [found for _, found in rounds[0]]
    medians = [statistics.median_low(taken for taken, _ in times) for times in zip(*rounds)]
    print(json.dumps({"opened_milliseconds": opened * 1e3, "milliseconds": medians, "hits": hits}))


main()
