"""Gets packages from the registries by name, with each registry's own client. Knows nothing of what is inside a package.

No address is written here: the clients know where their registries are.
"""

import json
import os
import re
import subprocess
import tempfile
from pathlib import Path


class Unavailable(Exception):
    """The registry has no such package, or no source of it."""


def run(command, folder, **more):
    """The output of a command, or `Unavailable` with the end of what it said."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, **more)
    if done.returncode != 0:
        raise Unavailable(f"{command[0]}: {done.stderr.strip()[-300:]}")
    return done.stdout


def crates_all(wanted, folder):
    """`.crate` files and versions by name: `cargo info` leaves them in cargo's own cache."""
    home = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo"))
    found = {}
    for name, version in sorted(wanted.items()):
        with tempfile.TemporaryDirectory() as outside:
            answer = run(["cargo", "info", "--quiet", "--color=never", f"{name}@{version}" if version else name], outside)
        version = version or re.search(r"^version: (\S+)", answer, re.MULTILINE).group(1)
        for cached in sorted((home / "registry" / "cache").glob(f"*/{name}-{version}.crate"))[:1]:
            (folder / cached.name).write_bytes(cached.read_bytes())
            found[name] = folder / cached.name, version
    return found


def pypi_all(wanted, folder):
    """Wheels and versions by name: a wheel holds the source and, unlike the source archive, needs no build to be had."""
    names = [f"{name}=={version}" if version else name for name, version in sorted(wanted.items())]
    command = ["pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", "--dest", str(folder), *names]
    run(command, folder)
    wheels = {normal(wheel.name.split("-")[0]): wheel for wheel in sorted(folder.glob("*.whl"))}
    found = {name: wheels[normal(name)] for name in wanted if normal(name) in wheels}
    return {name: (wheel, wheel.name.split("-")[1]) for name, wheel in found.items()}


def npm_all(wanted, folder):
    """Tarballs and versions by name."""
    names = [f"{name}@{version}" if version else name for name, version in sorted(wanted.items())]
    answer = json.loads(run(["npm", "pack", "--json", "--silent", "--pack-destination", str(folder), *names], folder))
    rows = answer.values() if isinstance(answer, dict) else answer
    return {row["name"]: (folder / row["filename"], row["version"]) for row in rows}


def normal(name):
    """The one spelling that PyPI takes all others for."""
    return re.sub(r"[-_.]+", "-", name).lower()


def debian_all(wanted, folder):
    """Upstream archives and versions of many source packages by name: one call of the client, which is slow to start.

    `wanted` maps names to versions or `None`. What the mirror does not have is left out; packaging files stay beside the archives.
    """
    environment = {**os.environ, "APT_CONFIG": str(source_lists(folder.parent / "apt"))}
    listing = ["apt-cache", "showsrc", "--only-source", *sorted(wanted)]
    answer = subprocess.run(listing, capture_output=True, text=True, env=environment, check=False).stdout
    known = set(re.findall(r"^Package: (\S+)", answer, re.MULTILINE))
    names = [f"{name}={wanted[name]}" if wanted[name] else name for name in sorted(known)]
    command = ["apt-get", "source", "--download-only", "--only-source", *names]
    subprocess.run(command, cwd=folder, capture_output=True, env=environment, check=False)
    found = {}
    for entry in answer.split("\n\n"):
        archive = debian_archive(entry, folder)
        name, version = (re.search(rf"^{key}: (\S+)", entry, re.MULTILINE) for key in ("Package", "Version"))
        if archive and wanted.get(name.group(1)) in (None, version.group(1)):
            found[name.group(1)] = archive, version.group(1)
    return found


def debian_archive(entry, folder):
    """The upstream archive of one entry of a source listing, if it was downloaded."""
    names = re.findall(r"^ [0-9a-f]{64} \d+ (\S+)$", entry, re.MULTILINE)
    native = re.compile(r"_[^_]+(?<!\.debian)(?<!\.orig)\.tar\.\w+$")
    upstream = [name for name in names if name.count(".orig.tar.") and not name.endswith(".asc")]
    upstream += [name for name in names if native.search(name) and ".orig-" not in name]
    return next((folder / name for name in upstream if (folder / name).exists()), None)


def source_lists(folder):
    """Settings of apt that see source packages too, without a change to the machine's own."""
    settings = folder / "apt.conf"
    if settings.exists():
        return settings
    for part in ["lists/partial", "cache/archives/partial", "sources"]:
        (folder / part).mkdir(parents=True, exist_ok=True)
    listed = Path("/etc/apt/sources.list.d/debian.sources").read_text()
    (folder / "sources" / "debian.sources").write_text(re.sub(r"^Types: deb$", "Types: deb deb-src", listed, flags=re.MULTILINE))
    lines = [("Etc::sourcelist", "-"), ("Etc::sourceparts", folder / "sources"), ("State::lists", folder / "lists"), ("Cache", folder / "cache")]
    settings.write_text("".join(f'Dir::{key} "{value}";\n' for key, value in lines))
    run(["apt-get", "update"], folder, env={**os.environ, "APT_CONFIG": str(settings)})
    return settings


FETCHERS = {"crates": (crates_all, 1), "pypi": (pypi_all, 12), "npm": (npm_all, 12), "debian": (debian_all, 10_000)}


def fetch(registry, wanted, folder, say=print):
    """Archives and versions by name. Names go to the client many at a time; where that fails they go one by one."""
    fetcher, at_once = FETCHERS[registry]
    names, found = sorted(wanted), {}
    for at in range(0, len(names), at_once):
        some = {name: wanted[name] for name in names[at:at + at_once]}
        try:
            found |= fetcher(some, folder)
        except (Unavailable, AttributeError, ValueError) as error:
            if len(some) == 1:
                say(f"{registry} {next(iter(some))}: {error}"[:200])
            for name in some if len(some) > 1 else ():
                found |= fetch_alone(fetcher, registry, name, wanted[name], folder, say)
    return found


def fetch_alone(fetcher, registry, name, version, folder, say):
    """One package, or nothing and a word about it."""
    try:
        return fetcher({name: version}, folder)
    except (Unavailable, AttributeError, ValueError) as error:
        say(f"{registry} {name}: {error}"[:200])
        return {}
