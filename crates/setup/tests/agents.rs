//! Every agent, with files as people keep them: the exact differences, both ways.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use expect_test::{Expect, expect};
use orienteer_setup::{Agent, FileChange, Places, Scope, SetupError, Wish, install, remove};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

struct Ground {
    folder: TempDir,
}

impl Ground {
    fn new(files: &[(&str, &str)]) -> Ground {
        let ground = Ground { folder: tempfile::tempdir().unwrap() };
        for (path, text) in files {
            ground.write(path, text);
        }
        ground
    }

    fn root(&self) -> &Path {
        self.folder.path()
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn read(&self, path: &str) -> Option<String> {
        fs::read_to_string(self.root().join(path)).ok()
    }

    fn places(&self) -> Places {
        let home = self.root().join("home");
        Places {
            config: home.join(".config"),
            applications: home.join(".config"),
            claude: None,
            codex: None,
            project: self.root().join("project"),
            home,
        }
    }

    fn install(&self, wish: &Wish) -> Result<Vec<FileChange>, SetupError> {
        install(wish, &self.places())
    }

    fn remove(&self, wish: &Wish) -> Result<Vec<FileChange>, SetupError> {
        remove(wish.agent, wish.scope, &self.places())
    }

    fn shown(&self, changes: &[FileChange]) -> String {
        let name = |change: &FileChange| change.path.strip_prefix(self.root()).unwrap().display().to_string();
        let changed = changes.iter().filter(|change| !change.is_empty());
        changed.map(|change| change.diff(&name(change))).collect()
    }
}

fn wish(agent: Agent) -> Wish {
    Wish { agent, scope: None, program: "orient".to_owned(), hooks: false }
}

/// Shows what setting up changes, writes it, and checks that nothing is left to do and that all of it can be undone.
fn check(wish: &Wish, files: &[(&str, &str)], expected: Expect) {
    let ground = Ground::new(files);
    let changes = ground.install(wish).unwrap();
    expected.assert_eq(&ground.shown(&changes));
    changes.iter().for_each(|change| change.write().unwrap());
    assert_eq!(ground.shown(&ground.install(wish).unwrap()), "", "a second time changes nothing");
    ground.remove(wish).unwrap().iter().for_each(|change| change.write().unwrap());
    for (path, text) in files {
        assert_eq!(ground.read(path).as_deref(), Some(*text), "{path} is as it was");
    }
    for change in changes.iter().filter(|change| change.before.is_none()) {
        assert!(!change.path.exists(), "{} was not there", change.path.display());
    }
    assert_eq!(ground.shown(&ground.remove(wish).unwrap()), "", "nothing is left to remove");
}

#[test]
fn claude_code() {
    check(
        &wish(Agent::ClaudeCode),
        &[],
        expect![[r#"
        --- /dev/null
        +++ project/.mcp.json
        @@ -0,0 +1,8 @@
        +{
        +  "mcpServers": {
        +    "orient": {
        +      "command": "orient",
        +      "args": ["mcp"]
        +    }
        +  }
        +}
    "#]],
    );
    let files = [(
        "project/.mcp.json",
        "{\n    \"mcpServers\": {\n        \"other\": { \"command\": \"other\", \"args\": [] }\n    }\n}\n",
    )];
    check(
        &wish(Agent::ClaudeCode),
        &files,
        expect![[r#"
        --- project/.mcp.json
        +++ project/.mcp.json
        @@ -1,5 +1,9 @@
         {
             "mcpServers": {
        -        "other": { "command": "other", "args": [] }
        +        "other": { "command": "other", "args": [] },
        +        "orient": {
        +            "command": "orient",
        +            "args": ["mcp"]
        +        }
             }
         }
    "#]],
    );
    let wish = Wish { scope: Some(Scope::User), hooks: true, ..wish(Agent::ClaudeCode) };
    let files = [
        ("home/.claude.json", "{\n  \"numStartups\": 4,\n  \"projects\": {}\n}"),
        (
            "home/.claude/settings.json",
            "{\n  \"hooks\": {\n    \"PostToolUse\": [\n      {\n        \"matcher\": \"Bash\",\n        \"hooks\": []\n      }\n    ]\n  }\n}\n",
        ),
    ];
    check(
        &wish,
        &files,
        expect![[r#"
        --- home/.claude.json
        +++ home/.claude.json
        @@ -1,4 +1,10 @@
         {
           "numStartups": 4,
        -  "projects": {}
        +  "projects": {},
        +  "mcpServers": {
        +    "orient": {
        +      "command": "orient",
        +      "args": ["mcp"]
        +    }
        +  }
         }
        \ No newline at end of file
        --- home/.claude/settings.json
        +++ home/.claude/settings.json
        @@ -4,6 +4,15 @@
               {
                 "matcher": "Bash",
                 "hooks": []
        +      },
        +      {
        +        "matcher": "Read|Edit|MultiEdit|Write",
        +        "hooks": [
        +          {
        +            "type": "command",
        +            "command": "orient observe"
        +          }
        +        ]
               }
             ]
           }
    "#]],
    );
}

#[test]
fn cursor() {
    check(
        &Wish { hooks: true, ..wish(Agent::Cursor) },
        &[],
        expect![[r#"
        --- /dev/null
        +++ project/.cursor/mcp.json
        @@ -0,0 +1,8 @@
        +{
        +  "mcpServers": {
        +    "orient": {
        +      "command": "orient",
        +      "args": ["mcp"]
        +    }
        +  }
        +}
        --- /dev/null
        +++ project/.cursor/hooks.json
        @@ -0,0 +1,15 @@
        +{
        +  "version": 1,
        +  "hooks": {
        +    "afterFileEdit": [
        +      {
        +        "command": "orient observe"
        +      }
        +    ],
        +    "beforeReadFile": [
        +      {
        +        "command": "orient observe"
        +      }
        +    ]
        +  }
        +}
    "#]],
    );
    let files =
        [("project/.cursor/hooks.json", "{\"version\": 1, \"hooks\": {\"stop\": [{\"command\": \"x\"}]}}")];
    check(
        &Wish { hooks: true, ..wish(Agent::Cursor) },
        &files,
        expect![[r#"
        --- /dev/null
        +++ project/.cursor/mcp.json
        @@ -0,0 +1,8 @@
        +{
        +  "mcpServers": {
        +    "orient": {
        +      "command": "orient",
        +      "args": ["mcp"]
        +    }
        +  }
        +}
        --- project/.cursor/hooks.json
        +++ project/.cursor/hooks.json
        @@ -1 +1 @@
        -{"version": 1, "hooks": {"stop": [{"command": "x"}]}}
        \ No newline at end of file
        +{"version": 1, "hooks": {"stop": [{"command": "x"}], "afterFileEdit": [{"command": "orient observe"}], "beforeReadFile": [{"command": "orient observe"}]}}
        \ No newline at end of file
    "#]],
    );
}

#[test]
fn vscode() {
    let text = "{\r\n\t// Ours.\r\n\t\"inputs\": [],\r\n\t\"servers\": {\r\n\t\t\"a\": {\r\n\t\t\t\"url\": \"http://localhost\",\r\n\t\t}, // kept\r\n\t},\r\n}\r\n";
    check(
        &wish(Agent::VsCode),
        &[("project/.vscode/mcp.json", text)],
        expect![[r#"
        --- project/.vscode/mcp.json
        +++ project/.vscode/mcp.json
        @@ -5,5 +5,10 @@
         		"a": {
         			"url": "http://localhost",
         		}, // kept
        +		"orient": {
        +			"type": "stdio",
        +			"command": "orient",
        +			"args": ["mcp"]
        +		},
         	},
         }
    "#]],
    );
    let user = Wish { scope: Some(Scope::User), ..wish(Agent::VsCode) };
    check(
        &user,
        &[],
        expect![[r#"
        --- /dev/null
        +++ home/.config/Code/User/mcp.json
        @@ -0,0 +1,9 @@
        +{
        +  "servers": {
        +    "orient": {
        +      "type": "stdio",
        +      "command": "orient",
        +      "args": ["mcp"]
        +    }
        +  }
        +}
    "#]],
    );
}

#[test]
fn windsurf() {
    check(
        &wish(Agent::Windsurf),
        &[],
        expect![[r#"
        --- /dev/null
        +++ home/.codeium/windsurf/mcp_config.json
        @@ -0,0 +1,8 @@
        +{
        +  "mcpServers": {
        +    "orient": {
        +      "command": "orient",
        +      "args": ["mcp"]
        +    }
        +  }
        +}
    "#]],
    );
    let ground = Ground::new(&[]);
    let error = ground.install(&Wish { scope: Some(Scope::Project), ..wish(Agent::Windsurf) }).unwrap_err();
    assert_eq!(error.to_string(), "windsurf has no configuration per project");
}

#[test]
fn zed() {
    let text = "// Zed settings\n//\n// For information, see the documentation.\n{\n  \"theme\": \"One Dark\", // dark\n  /* size */\n  \"ui_font_size\": 16\n  // the end\n}\n";
    let user = Wish { scope: Some(Scope::User), ..wish(Agent::Zed) };
    check(
        &user,
        &[("home/.config/zed/settings.json", text)],
        expect![[r#"
        --- home/.config/zed/settings.json
        +++ home/.config/zed/settings.json
        @@ -4,6 +4,12 @@
         {
           "theme": "One Dark", // dark
           /* size */
        -  "ui_font_size": 16
        +  "ui_font_size": 16,
           // the end
        +  "context_servers": {
        +    "orient": {
        +      "command": "orient",
        +      "args": ["mcp"]
        +    }
        +  }
         }
    "#]],
    );
}

#[test]
fn codex() {
    check(
        &wish(Agent::Codex),
        &[],
        expect![[r#"
        --- /dev/null
        +++ project/.codex/config.toml
        @@ -0,0 +1,3 @@
        +[mcp_servers.orient]
        +command = "orient"
        +args = ["mcp"]
    "#]],
    );
    let text = "# Mine.\nmodel = \"o\"   # the small one\n\n[mcp_servers.other]\ncommand = 'other'\n\n[tui]\nnotifications = true\n";
    let user = Wish { scope: Some(Scope::User), ..wish(Agent::Codex) };
    check(
        &user,
        &[("home/.codex/config.toml", text)],
        expect![[r#"
            --- home/.codex/config.toml
            +++ home/.codex/config.toml
            @@ -4,5 +4,9 @@
             [mcp_servers.other]
             command = 'other'
             
            +[mcp_servers.orient]
            +command = "orient"
            +args = ["mcp"]
            +
             [tui]
             notifications = true
        "#]],
    );
    let inline = "mcp_servers = { other = { command = \"other\" } }\n";
    check(
        &user,
        &[("home/.codex/config.toml", inline)],
        expect![[r#"
        --- home/.codex/config.toml
        +++ home/.codex/config.toml
        @@ -1 +1 @@
        -mcp_servers = { other = { command = "other" } }
        +mcp_servers = { other = { command = "other" } , orient = { command = "orient", args = ["mcp"] } }
    "#]],
    );
}

#[test]
fn gemini_cli() {
    let text = "{\n  \"theme\": \"Default\",\n  \"mcpServers\": { \"git\": { \"command\": \"uvx\" } }\n}\n";
    check(
        &wish(Agent::GeminiCli),
        &[("project/.gemini/settings.json", text)],
        expect![[r#"
        --- project/.gemini/settings.json
        +++ project/.gemini/settings.json
        @@ -1,4 +1,4 @@
         {
           "theme": "Default",
        -  "mcpServers": { "git": { "command": "uvx" } }
        +  "mcpServers": { "git": { "command": "uvx" }, "orient": {"command": "orient", "args": ["mcp"]} }
         }
    "#]],
    );
}

#[test]
fn opencode() {
    let text =
        "{\n  \"$schema\": \"https://opencode.ai/config.json\",\n  // models\n  \"model\": \"m\",\n}\n";
    check(
        &wish(Agent::OpenCode),
        &[("project/opencode.jsonc", text)],
        expect![[r#"
        --- project/opencode.jsonc
        +++ project/opencode.jsonc
        @@ -2,4 +2,11 @@
           "$schema": "https://opencode.ai/config.json",
           // models
           "model": "m",
        +  "mcp": {
        +    "orient": {
        +      "type": "local",
        +      "command": ["orient", "mcp"],
        +      "enabled": true
        +    }
        +  },
         }
    "#]],
    );
    let deeper = "{\n  \"mcp\": {\n    \"servers\": {\n      \"a\": { \"type\": \"local\" }\n    }\n  }\n}\n";
    check(
        &wish(Agent::OpenCode),
        &[("project/opencode.json", deeper)],
        expect![[r#"
        --- project/opencode.json
        +++ project/opencode.json
        @@ -1,7 +1,12 @@
         {
           "mcp": {
             "servers": {
        -      "a": { "type": "local" }
        +      "a": { "type": "local" },
        +      "orient": {
        +        "type": "local",
        +        "command": ["orient", "mcp"],
        +        "enabled": true
        +      }
             }
           }
         }
    "#]],
    );
}

#[test]
fn an_entry_that_differs_keeps_what_is_not_ours() {
    let text = "{\n  \"mcpServers\": {\n    \"orient\": {\n      \"command\": \"/old/orient\", // where it was\n      \"args\": [\"mcp\"],\n      \"env\": { \"A\": \"b\" }\n    }\n  }\n}\n";
    let ground = Ground::new(&[("project/.mcp.json", text)]);
    let changes = ground.install(&wish(Agent::ClaudeCode)).unwrap();
    expect![[r#"
        --- project/.mcp.json
        +++ project/.mcp.json
        @@ -1,7 +1,7 @@
         {
           "mcpServers": {
             "orient": {
        -      "command": "/old/orient", // where it was
        +      "command": "orient", // where it was
               "args": ["mcp"],
               "env": { "A": "b" }
             }
    "#]]
    .assert_eq(&ground.shown(&changes));
}

#[test]
fn a_hook_beside_others_goes_alone() {
    let text = "{\"hooks\": {\"PostToolUse\": [{\"matcher\": \"Edit\", \"hooks\": [{\"type\": \"command\", \"command\": \"fmt\"}, {\"type\": \"command\", \"command\": \"/usr/bin/orient observe\"}]}]}}";
    let ground = Ground::new(&[("project/.claude/settings.json", text)]);
    let hooks = Wish { hooks: true, ..wish(Agent::ClaudeCode) };
    let added = ground.install(&hooks).unwrap();
    assert!(added[1].is_empty(), "it is there, under another path");
    let changes = ground.remove(&hooks).unwrap();
    let without = text.replace(", {\"type\": \"command\", \"command\": \"/usr/bin/orient observe\"}", "");
    assert_eq!(changes[1].after.as_deref(), Some(without.as_str()));
}

#[test]
fn what_cannot_be_understood_is_left_alone() {
    let refused = |agent: Agent, path: &str, text: &str| {
        let ground = Ground::new(&[(path, text)]);
        let errors = [ground.install(&wish(agent)).unwrap_err(), ground.remove(&wish(agent)).unwrap_err()];
        assert_eq!(ground.read(path).as_deref(), Some(text));
        let root = ground.root().display().to_string();
        errors.map(|error| error.to_string().replace(&root, "[folder]")).join("\n") + "\n"
    };
    let json =
        refused(Agent::ClaudeCode, "project/.mcp.json", "{\n  \"mcpServers\": {\n    \"a\" \"b\"\n  }\n}\n");
    let table = refused(Agent::Codex, "project/.codex/config.toml", "model = \n[a\n");
    let list = refused(Agent::Cursor, "project/.cursor/mcp.json", "[]");
    expect![[r#"
        [folder]/project/.mcp.json:3:9: a colon was expected; the file was left as it is
        [folder]/project/.mcp.json:3:9: a colon was expected; the file was left as it is
        [folder]/project/.codex/config.toml:2:3: unclosed table, expected `]`; the file was left as it is
        [folder]/project/.codex/config.toml:2:3: unclosed table, expected `]`; the file was left as it is
        [folder]/project/.cursor/mcp.json: the whole file is not an object; the file was left as it is
        [folder]/project/.cursor/mcp.json: the whole file is not an object; the file was left as it is
    "#]]
    .assert_eq(&format!("{json}{table}{list}"));

    let ground = Ground::new(&[("project/.mcp.json", "{\"mcpServers\": [1]}")]);
    let error = ground.install(&wish(Agent::ClaudeCode)).unwrap_err();
    assert!(error.to_string().contains("`mcpServers` is not an object"), "{error}");
    fs::write(ground.root().join("project/.mcp.json"), b"{\xff}").unwrap();
    assert!(matches!(ground.install(&wish(Agent::ClaudeCode)), Err(SetupError::NotText { .. })));
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_rights_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let ground = Ground::new(&[("dotfiles/mcp.json", "{}\n"), ("project/x", "")]);
    let (link, file) = (ground.root().join("project/.mcp.json"), ground.root().join("dotfiles/mcp.json"));
    symlink("../dotfiles/mcp.json", &link).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    let wish = wish(Agent::ClaudeCode);
    ground.install(&wish).unwrap()[0].write().unwrap();
    assert!(link.is_symlink());
    assert!(fs::read_to_string(&file).unwrap().contains("orient"));
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    ground.remove(&wish).unwrap()[0].write().unwrap();
    assert!(link.is_symlink());
    assert_eq!(fs::read_to_string(&file).unwrap(), "{}\n");
    let beside: Vec<_> = fs::read_dir(ground.root().join("dotfiles")).unwrap().collect();
    assert_eq!(beside.len(), 1, "nothing is left behind");
}

/// Files as they may be: any layout, comments, commas at the end, members before and after.
mod any {
    use super::*;
    use proptest::prelude::*;

    fn layout() -> impl Strategy<Value = String> {
        let member = prop_oneof![
            Just("\"a\": 1".to_owned()),
            Just("\"b\": [1, {\"orient\": 2}]".to_owned()),
            Just("\"c\": {\"x\": \"// no comment }\"}".to_owned()),
            Just("\"mcpServers\": {\"git\": {\"command\": \"git\"}}".to_owned()),
            Just("\"mcpServers\": {\n    \"git\": {} // last\n  }".to_owned()),
        ];
        let separator = prop_oneof![Just("\n  "), Just(" "), Just("\n  // note\n  "), Just(" /* note */ ")];
        let members = proptest::collection::vec((separator, member), 1..4);
        (members, any::<bool>(), prop_oneof![Just("\n"), Just(" "), Just("\n  // end\n")]).prop_map(
            |(members, comma, end)| {
                let mut seen = Vec::new();
                let mut parts: Vec<String> = Vec::new();
                for (separator, member) in members {
                    let key = member[..4].to_owned();
                    if !seen.contains(&key) {
                        parts.push(format!("{separator}{member}"));
                        seen.push(key);
                    }
                }
                format!("{{{}{}{end}}}\n", parts.join(","), if comma { "," } else { "" })
            },
        )
    }

    proptest! {
        #[test]
        fn what_was_added_can_be_taken_away(text in layout()) {
            let ground = Ground::new(&[("project/.mcp.json", &text)]);
            let wish = wish(Agent::ClaudeCode);
            let changes = ground.install(&wish).unwrap();
            prop_assert!(!changes[0].is_empty());
            changes[0].write().unwrap();
            prop_assert!(ground.install(&wish).unwrap()[0].is_empty());
            ground.remove(&wish).unwrap()[0].write().unwrap();
            prop_assert_eq!(ground.read("project/.mcp.json"), Some(text));
        }
    }
}
