"""Sessions and the store that keeps them."""
import os
import subprocess as sp
from typing import Optional
from .clock import Clock, now as current
from . import codec

LIMIT = 20  # how many sessions may be open
DEFAULT: "Store" = None


class Base:
    name = "base"

    def close(self):
        raise NotImplementedError


# Keeps sessions by key.
class Store(Base, codec.Mixin):
    """A store.

    Uses :class:`Clock` and `Base.close`.
    """

    timeout: int = 3

    def __init__(self, clock: Optional[Clock] = None):
        self.clock = clock
        self.codec = codec.Codec()
        super().__init__()

    @property
    def size(self) -> int:
        return len(self.items)

    @staticmethod
    def open(path: str) -> "Store":
        store = Store(Clock())
        store.load(path)
        return store

    async def load(self, path):
        home = os.environ["HOME"]
        key = os.getenv("STORE_KEY")
        with open(path) as stream:
            data = self.codec.decode(stream)
        await self.clock.tick(home, key)

        def inner(row):
            return parse(row, LIMIT)

        return list(map(inner, data))


@app.route("/sessions")
def list_sessions(request):
    sp.run(["git", "status"])
    return [session for session in Store.open("x").items]


def parse(row, limit):
    if limit:
        raise ValueError("x")
    return current(row)


class TestStore:
    def test_open(self):
        assert Store.open("x").size


if __name__ == "__main__":
    print(parse("x", LIMIT))
