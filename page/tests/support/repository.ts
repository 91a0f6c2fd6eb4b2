/** A small repository in several languages, made for the tests: a harbour, its ships and what they pay. And what no page must fall for. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A name that is markup; run as markup it opens a dialog. */
export const IMAGE_FILE = "<img src=x onerror=alert(1)>.py";
export const ESCAPE = "\u001b[31mred\u001b[0m";

const HUBS = 11;
const CALLERS = 50;

const FILES: Record<string, string> = {
  "harbour/berth.py": `"""Where ships lie."""

from harbour.tariff import Tariff


class Berth:
    """A place at the quay."""

    def __init__(self, length, tariff: Tariff):
        self.length = length
        self.tariff = tariff
        self.ship = None

    def assign(self, ship):
        """Give the berth to a ship, if the ship is not too long for it."""
        if ship.length > self.length:
            raise ValueError("the ship is too long for this berth")
        self.ship = ship
        return self.tariff.fee(ship.length, 1)

    def release(self):
        """The ship leaves and the berth is free again."""
        ship, self.ship = self.ship, None
        return ship


def free_berths(berths):
    """All berths that no ship was assigned to."""
    return [berth for berth in berths if berth.ship is None]
`,
  "harbour/tariff.py": `"""What it costs to lie at the quay."""


class Tariff:
    """Fees by length and by day."""

    def __init__(self, per_metre, per_day):
        self.per_metre = per_metre
        self.per_day = per_day

    def fee(self, length, days):
        """The mooring fee of a ship."""
        return length * self.per_metre + days * self.per_day


class WinterTariff(Tariff):
    """Half of it while the harbour freezes."""

    def fee(self, length, days):
        return super().fee(length, days) / 2
`,
  "tests/test_berth.py": `from harbour.berth import Berth, free_berths
from harbour.tariff import Tariff


class Ship:
    def __init__(self, length):
        self.length = length


def test_a_ship_is_assigned():
    berth = Berth(100, Tariff(2, 30))
    assert berth.assign(Ship(80)) == 190


def test_a_released_berth_is_free():
    berth = Berth(100, Tariff(2, 30))
    berth.assign(Ship(80))
    berth.release()
    assert free_berths([berth]) == [berth]
`,
  "radio/src/lib.rs": `//! Messages between the harbour master and ships.

/// A call on one channel.
pub struct Hail {
    pub channel: u8,
    pub text: String,
}

/// Sends a hail to every ship in reach.
pub fn broadcast(hail: &Hail, reach: &[&str]) -> usize {
    reach.iter().filter(|ship| deliver(hail, ship)).count()
}

fn deliver(hail: &Hail, ship: &str) -> bool {
    !ship.is_empty() && hail.channel < 89
}
`,
  "board/src/departures.ts": `export interface Departure {
  ship: string;
  hour: number;
}

/** The departures of one day, the earliest first. */
export function timetable(departures: Departure[]): Departure[] {
  return [...departures].sort((a, b) => a.hour - b.hour);
}
`,
  "crane/lift.go": `package crane

// Lift raises a container and reports whether the crane holds it.
func Lift(tonnes int) bool {
	return tonnes <= Capacity()
}

// Capacity is what one crane can carry.
func Capacity() int {
	return 40
}
`,
  "docs/guide.md": `# The harbour

Ships are given a place with \`Berth.assign\`, which asks \`Tariff.fee\` for the mooring fee.

## Winter

\`WinterTariff\` halves the fee.
`,
  "harbour.toml": `[quay]\nberths = 12\n`,
};

const HOSTILE: Record<string, string> = {
  [`hostile/${IMAGE_FILE}`]: `def dangerous_image():\n    """</script><script>alert(2)</script>"""\n    return "<img src=x onerror=alert(3)>"\n`,
  "hostile/closing.js": `// dangerous </script><script>alert(4)</script>\nfunction dangerousScript() {\n  return "</script><svg onload=alert(5)>";\n}\n`,
  "hostile/dangerous.md": `# Dangerous <script>alert(6)</script>\n\n<script>alert(7)</script> dangerous [link](javascript:alert(8)) <iframe src="http://example.invalid/"></iframe>\n`,
  [`hostile/dangerous ${ESCAPE}.py`]: `def dangerous_escape():\n    return "\u001b]0;title\u0007 \u202egnp.exe"\n`,
};

/** Calls of one function by many, several times over: enough for a graph of 500 nodes. */
function fleet(): Record<string, string> {
  const files: Record<string, string> = {};
  const hubs = Array.from({ length: HUBS }, (_, hub) => hub);
  for (const hub of hubs) {
    const callers = Array.from({ length: CALLERS }, (_, caller) => `def sail_${hub}_${caller}():\n    return steer_${hub}()\n`);
    files[`fleet/convoy_${hub}.py`] = `def steer_${hub}():\n    return ${hub}\n\n\n${callers.join("\n\n")}`;
  }
  const imports = hubs.map((hub) => `from fleet.convoy_${hub} import steer_${hub}`).join("\n");
  files["fleet/admiral.py"] = `${imports}\n\n\ndef command_the_fleet():\n${hubs.map((hub) => `    steer_${hub}()`).join("\n")}\n`;
  return files;
}

export function makeRepository(): string {
  const root = mkdtempSync(join(tmpdir(), "orienteer-harbour-"));
  for (const [path, text] of Object.entries({ ...FILES, ...HOSTILE, ...fleet() })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const git = (...words: string[]) => execFileSync("git", ["-c", "user.name=T", "-c", "user.email=t@example.invalid", ...words], { cwd: root });
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message", "a harbour");
  return root;
}
