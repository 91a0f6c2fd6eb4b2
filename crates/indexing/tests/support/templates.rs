//! Small sources in several languages that import, call, extend, test and describe one another.

/// The languages in which [`file`] can write.
pub const LANGUAGES: usize = 10;

/// File `number` of a language: its path and its text. It speaks of the one before it.
pub fn file(language: usize, number: usize) -> (String, String) {
    let before = number.saturating_sub(1);
    match language % LANGUAGES {
        0 => (format!("harbour/dock_{number}.py"), python(number, before)),
        1 => (format!("tests/test_dock_{number}.py"), python_test(number)),
        2 => (format!("web/crane{number}.ts"), typescript(number, before)),
        3 => (format!("src/winch_{number}.rs"), rust(number, before)),
        4 => (format!("pier{number}/pier.go"), go(number, before)),
        5 => (format!("java/org/quay/Berth{number}.java"), java(number, before)),
        6 => (format!("native/anchor_{number}.c"), c(number, before)),
        7 => (format!("docs/guide-{number}.md"), markdown(number)),
        8 => (
            format!("settings/tide_{number}.json"),
            format!("{{\n  \"name\": \"tide_{number}\",\n  \"dock\": {{ \"depth\": {number}7 }}\n}}\n"),
        ),
        _ => (
            format!("settings/buoy_{number}.toml"),
            format!("[buoy]\nname = \"Dock{number}\"\n\n[buoy.light]\nperiod = {number}3\n"),
        ),
    }
}

/// A declaration that can stand at the end of a file with this extension.
pub fn addition(extension: &str, number: usize) -> String {
    match extension {
        "py" => format!(
            "\ndef haul_{number}(load: int) -> int:\n    \"\"\"Hauls one load.\"\"\"\n    return lift_{number}(load)\n"
        ),
        "ts" => format!(
            "\n/** Turns once. */\nexport function turn{number}(angle: number): number {{ return swing{number}(angle); }}\n"
        ),
        "rs" => format!("\n/// Pulls.\npub fn pull_{number}(rope: u32) -> u32 {{ wind_{number}(rope) }}\n"),
        "go" => format!(
            "\n// Moor{number} moors.\nfunc Moor{number}(length int) int {{ return Tie{number}(length) }}\n"
        ),
        "java" => format!(
            "\nclass Keeper{number} {{ int watch(Berth{number} berth) {{ return berth.depth(); }} }}\n"
        ),
        "c" => format!("\n/* Drops. */\nint drop_{number}(int chain) {{ return weigh_{number}(chain); }}\n"),
        "md" => format!("\n## Loading {number}\n\nCall `lift_{number}` and then `Dock{number}.moor`.\n"),
        "json" => String::from(" "),
        "toml" => format!("\n[extra{number}]\nvalue = {number}\n"),
        _ => format!("\nline {number} of plain text\n"),
    }
}

fn python(number: usize, before: usize) -> String {
    format!(
        "\"\"\"Docks of the harbour, part {number}.\"\"\"\nimport os\nfrom harbour.dock_{before} import Dock{before}, lift_{before}\n\n\
         LIMIT = {number}5\n\n\nclass Dock{number}(Dock{before}):\n    \"\"\"Holds ships.\"\"\"\n\n    def __init__(self, depth: int):\n        self.depth = depth\n\n\
         \x20   def moor(self, ship):\n        # A comment between.\n        self.tie(ship)\n        return lift_{before}(self.depth + {number})\n\n\
         \x20   def tie(self, ship):\n        return os.environ[\"ROPE_{number}\"]\n\n\ndef lift_{number}(load):\n    dock = Dock{number}(load)\n    return dock.moor(load)\n"
    )
}

fn python_test(number: usize) -> String {
    format!(
        "from harbour.dock_{number} import Dock{number}, lift_{number}\n\n\ndef test_lift_{number}():\n    assert lift_{number}(3) == 3\n\n\n\
         class TestDock{number}:\n    def test_moor(self):\n        assert Dock{number}(2).moor(1)\n"
    )
}

fn typescript(number: usize, before: usize) -> String {
    format!(
        "import {{ Crane{before}, swing{before} }} from \"./crane{before}\";\n\nexport interface Hook{number} {{ hang(weight: number): void; }}\n\n\
         /** Lifts boxes. */\nexport class Crane{number} extends Crane{before} implements Hook{number} {{\n  private reach: number = {number};\n\n\
         \x20 hang(weight: number): void {{\n    this.lower(swing{before}(weight));\n  }}\n\n  lower(by: number) {{ return this.reach - by; }}\n}}\n\n\
         export function swing{number}(angle: number): number {{\n  const crane = new Crane{number}();\n  crane.hang(angle);\n  return angle * {number};\n}}\n"
    )
}

fn rust(number: usize, before: usize) -> String {
    format!(
        "//! Winches.\nuse crate::winch_{before}::{{Winch{before}, wind_{before}}};\n\n/// Has a drum.\npub struct Winch{number} {{\n    drum: u32,\n    inner: Winch{before},\n}}\n\n\
         pub trait Wind{number} {{\n    fn wind(&self) -> u32;\n}}\n\nimpl Wind{number} for Winch{number} {{\n    fn wind(&self) -> u32 {{\n        wind_{before}(self.drum) + {number}\n    }}\n}}\n\n\
         pub fn wind_{number}(rope: u32) -> u32 {{\n    rope + {number}\n}}\n\n#[cfg(test)]\nmod tests {{\n    #[test]\n    fn winds() {{\n        assert_eq!(super::wind_{number}(1), 1);\n    }}\n}}\n"
    )
}

fn go(number: usize, before: usize) -> String {
    format!(
        "package pier{number}\n\nimport \"example.org/port/pier{before}\"\n\n// Pier{number} is long.\ntype Pier{number} struct {{\n\tlength int\n}}\n\n\
         // Land lands a boat.\nfunc (p *Pier{number}) Land(boat string) int {{\n\treturn pier{before}.Tie{before}(p.length)\n}}\n\n\
         func Tie{number}(length int) int {{\n\tp := &Pier{number}{{length: length}}\n\treturn p.Land(\"boat\") + {number}\n}}\n"
    )
}

fn java(number: usize, before: usize) -> String {
    format!(
        "package org.quay;\n\nimport java.util.List;\n\n/** A place for one ship. */\npublic class Berth{number} extends Berth{before} {{\n    private int depth = {number};\n\n\
         \x20   public int depth() {{ return depth; }}\n\n    public void enter(List<String> ships) {{\n        Berth{before} other = new Berth{before}();\n        other.depth();\n        leave(ships.size());\n    }}\n\n\
         \x20   void leave(int count) {{ depth = count * {number}; }}\n}}\n"
    )
}

fn c(number: usize, before: usize) -> String {
    format!(
        "#include \"anchor_{before}.h\"\n#define CHAIN_{number} {number}0\n\n/* An anchor. */\nstruct anchor_{number} {{\n    int weight;\n}};\n\n\
         static int hold_{number}(struct anchor_{number} *anchor) {{\n    return anchor->weight * CHAIN_{number};\n}}\n\n\
         int weigh_{number}(int chain) {{\n    struct anchor_{number} anchor = {{ chain }};\n    return hold_{number}(&anchor) + weigh_{before}(chain);\n}}\n"
    )
}

fn markdown(number: usize) -> String {
    format!(
        "# Guide {number}\n\nThe class `Dock{number}` moors ships; see `harbour/dock_{number}.py`.\n\n## Cranes\n\n`Crane{number}.hang` lifts, `swing{number}()` turns.\n\n\
         ```python\ndock = Dock{number}(3)\n```\n"
    )
}
