"""The model as a file. All numbers are little-endian; nothing is aligned.

| part | type | what |
|---|---|---|
| magic | 8 bytes | `ORNTEMBD` |
| version | u32 | 1 |
| rows | u32 | number of terms |
| dimensions | u32 | numbers of a row |
| prefixes | u32 | how many lengths a vector may be cut to, then that many u32, ascending |
| path weight | f32 | how much of the path's vector is added to a unit's |
| ends | u32 x rows | where each term's text ends |
| texts | bytes | the terms one after the other in UTF-8, in ascending order of their bytes |
| scales | f32 x rows | what a row's numbers are multiplied by |
| numbers | i8 x rows x dimensions | row after row |

A text's vector: for every distinct term with a row, and every piece of a term without one, add `(1 + ln tf) * scale * numbers`, where tf counts
the row over the whole text; then scale to length one. A term without a row is cut from the left into the longest terms that have one, pieces
of three characters or more; where none fits, one character is skipped.
"""

import struct

import numpy as np

MAGIC = b"ORNTEMBD"
VERSION = 1


def quantized(table):
    """Rows as small integers and their scales."""
    scales = np.maximum(np.abs(table).max(axis=1), 1e-12).astype(np.float32) / np.float32(127)
    return np.rint(table / scales[:, None]).astype(np.int8), scales


def encode(vocabulary, table, prefixes, path_weight):
    """The bytes of the file."""
    numbers, scales = quantized(table)
    texts = [term.encode() for term in vocabulary]
    ends = np.cumsum([len(text) for text in texts]).astype("<u4")
    head = struct.pack("<8s4I", MAGIC, VERSION, len(texts), table.shape[1], len(prefixes))
    head += struct.pack(f"<{len(prefixes)}If", *prefixes, path_weight)
    return b"".join([head, ends.tobytes(), *texts, scales.astype("<f4").tobytes(), numbers.tobytes()])


def decode(data):
    """Vocabulary, table, prefixes and path weight."""
    magic, version, rows, dimensions, count = struct.unpack_from("<8s4I", data)
    if magic != MAGIC or version != VERSION:
        raise ValueError("not a model of this version")
    at = 24
    *prefixes, path_weight = struct.unpack_from(f"<{count}If", data, at)
    at += 4 * count + 4
    ends = np.frombuffer(data, "<u4", rows, at)
    at += 4 * rows
    starts = np.concatenate(([0], ends[:-1]))
    vocabulary = [data[at + start:at + end].decode() for start, end in zip(starts, ends)]
    at += int(ends[-1]) if rows else 0
    scales = np.frombuffer(data, "<f4", rows, at)
    numbers = np.frombuffer(data, np.int8, rows * dimensions, at + 4 * rows).reshape(rows, dimensions)
    return vocabulary, numbers * scales[:, None], prefixes, path_weight
