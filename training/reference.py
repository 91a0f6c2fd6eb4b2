"""Vectors of a few texts as the written model gives them, so that every other reader of the model can be checked against this one."""

import json
import subprocess

import numpy as np

from training import encode, model_file
from training.vocabulary import Encoder

TEXTS = (
    "how are connections to the lighthouse retried after a timeout",
    "open a file and read its lines",
    "parse the command line arguments",
    "where is the user's password checked",
    "fn open_gate(lock: &Lock) -> Result<Gate, GateError> { lock.acquire()?; Gate::new(lock) }",
    "def read_tide_table(path):\n    with open(path) as file:\n        return [line.split() for line in file]",
    "class HarbourMaster extends Officer { assignBerth(ship) { return this.berths.pop(); } }",
    "func (q *Queue) Push(item Item) error { q.mutex.Lock(); defer q.mutex.Unlock(); return nil }",
    "SELECT berth, ship FROM harbour WHERE tide > 3",
    "HTTPServer2 getUserNames __init__ MAX_SIZE",
    "lighthousekeeperassistant",
    "retry retry retry retry",
    "größe naïve ключ 検索",
    "json",
    "serialize a struct to JSON and write it to the socket",
    "escape html in templates",
    "thread pool that runs tasks in parallel",
    "cache with least recently used eviction",
    "xqzvkwjy",
    "",
)


def terms_of(texts, program):
    """The terms of each text, by the product's tokenizer."""
    lines = "".join(text.replace("\n", " ") + "\n" for text in texts)
    answer = subprocess.run([str(program)], input=lines, text=True, capture_output=True, check=True).stdout
    return [line.split() for line in answer.split("\n")[:len(texts)]]


def bag(lists, vocabulary):
    """One matrix row for each list of terms."""
    terms = [term for found in lists for term in found]
    owners = np.repeat(np.arange(len(lists)), [len(found) for found in lists])
    return encode.weighted(*Encoder(terms, vocabulary)(owners, np.arange(len(terms))), (len(lists), len(vocabulary)))


def vectors(lists, model):
    """A vector of length one for each list of terms; zeros where no term is known."""
    vocabulary, table, _, _ = model_file.decode(model)
    sums = bag(lists, vocabulary) @ table
    return sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-12)


def lines(program, model):
    """The reference file: one JSON object a line with text, terms and vector."""
    lists = terms_of(TEXTS, program)
    rows = zip(TEXTS, lists, vectors(lists, model))
    objects = [{"text": text, "terms": found, "vector": [round(float(number), 5) for number in vector]} for text, found, vector in rows]
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in objects)
