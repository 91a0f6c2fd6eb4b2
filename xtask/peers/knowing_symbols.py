"""Says which file each symbol of a database of knowing is in, for `cargo xtask bench peers`.

arguments: DATABASE. Prints a symbol, a tab and a path a line. Its answers name symbols, in some languages by package and not by file;
an agent would ask it for the place.
"""

import sqlite3
import sys

QUERY = "select nodes.qualified_name, files.path from nodes join files on files.file_hash = nodes.file_hash"

for name, path in sqlite3.connect(sys.argv[1]).execute(QUERY):
    print(name.replace("\t", " ").replace("\n", " "), path, sep="\t")
