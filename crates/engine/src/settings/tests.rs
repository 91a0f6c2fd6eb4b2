//! What files and variables are read as, and what is refused.

use super::*;
use std::collections::BTreeMap;

const GOOD: &str = "# What the shop calls things.\n[[concept]]\nid = \"price\"\nphrases = [\"price list\"]\ntargets = [\"Tariff\", \"Tariff.of*\"]\n";

fn parsed(text: &str) -> Result<Settings, SettingsError> {
    with(text, "", &[])
}

/// A repository's file, the user's, and variables.
fn with(own: &str, user: &str, variables: &[(&str, &str)]) -> Result<Settings, SettingsError> {
    let variables = variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    let personal = UserSettings { variables: variables.collect::<BTreeMap<_, _>>(), file: None };
    let (own, user) = (SettingsFile::of(SETTINGS_FILE, own), SettingsFile::of("user.toml", user));
    Settings::of(&own, &user, &personal)
}

fn refused(text: &str) -> String {
    parsed(text).expect_err(text).to_string()
}

#[test]
fn a_class_is_read_with_its_defaults() {
    let settings = parsed(GOOD).expect("settings");
    let concept = &settings.concepts[0];
    assert_eq!((concept.id.as_str(), concept.weight, concept.endings.len()), ("price", 1.0, 0));
    assert_eq!(concept.targets, ["Tariff", "Tariff.of*"]);
    let python = parsed(&format!("{GOOD}language = \"Python\"\nweight = 1\n")).expect("settings");
    assert!(python.concepts[0].endings.contains(&"py".to_owned()));
    assert_eq!(parsed("").expect("nothing"), Settings::default());
}

#[test]
fn a_mistake_names_its_line() {
    let cases = [
        (format!("{GOOD}colour = 1\n"), "orient.toml:6: unknown field `colour`"),
        ("embedder = 1\n".to_owned(), "orient.toml:1: unknown field `embedder`"),
        (GOOD.replace("[\"price list\"]", "\"price list\""), "orient.toml:4: invalid type"),
        (GOOD.replace("\"price list\"", ""), "orient.toml:4: a concept without phrases"),
        (GOOD.replace("price list", "!!"), "orient.toml:4: `!!` has no word in it"),
        (GOOD.replace("price list", &"x".repeat(101)), "orient.toml:4: a text of more than 100 letters"),
        (GOOD.replace("id = \"price\"\n", ""), "orient.toml:2: missing field `id`"),
        (format!("{GOOD}weight = 1.5\n"), "orient.toml:6: a weight is between 0 and 1"),
        (format!("{GOOD}language = \"Elvish\"\n"), "orient.toml:6: there is no language `Elvish`"),
        (GOOD.repeat(2), "orient.toml:8: a second concept with the id `price`"),
        ("[[concept]\n".to_owned(), "orient.toml:1: "),
    ];
    for (text, expected) in cases {
        let message = refused(&text);
        assert!(message.starts_with(expected), "{message:?} for {text:?}");
    }
}

#[test]
fn too_much_is_refused() {
    let folder = tempfile::tempdir().expect("folder");
    let write = |bytes: &[u8]| std::fs::write(folder.path().join(SETTINGS_FILE), bytes).expect("written");
    assert_eq!(
        Settings::read(folder.path(), &UserSettings::default()).expect("no file"),
        Settings::default()
    );
    write(&vec![b'#'; MOST_BYTES as usize + 1]);
    assert!(matches!(
        Settings::read(folder.path(), &UserSettings::default()),
        Err(SettingsError::TooLarge { .. })
    ));
    write(b"# fine\n# \xff\n");
    assert!(matches!(
        Settings::read(folder.path(), &UserSettings::default()),
        Err(SettingsError::NotText { line: 2, .. })
    ));
    let many: String = (0..=1_000).map(|at| GOOD.replace("\"price\"", &format!("\"p{at}\""))).collect();
    assert!(refused(&many).ends_with("more than 1000 concepts"));
}

#[test]
fn the_fingerprint_tells_settings_apart() {
    let print = |text: &str| parsed(text).expect("settings").fingerprint();
    assert_eq!(print(GOOD), print(&format!("\n{GOOD}")));
    let others = ["weight = 0.5\n", "language = \"python\"\n"].map(|more| print(&format!("{GOOD}{more}")));
    let moved = print(&GOOD.replace("price list\"]", "price\", \"list\"]"));
    for other in others.into_iter().chain([moved, Settings::default().fingerprint()]) {
        assert_ne!(print(GOOD), other);
    }
}

const DENSE: &str = "[services.dense]\nurl = \"http://localhost:1\"\nmodel = \"small\"\n";

fn url_of(settings: &Settings) -> Option<&str> {
    settings.services.dense.as_ref().map(|dense| dense.endpoint.url.as_str())
}

#[test]
fn services_come_from_both_files_and_the_environment() {
    let user = "[services.dense]\nurl = \"https://models.example\"\nmodel = \"large\"\n[services.rerank]\nurl = \"https://models.example\"\n";
    let settings = with("[services.dense]\nmodel = \"small\"\n", user, &[]).expect("settings");
    assert_eq!(url_of(&settings), Some("https://models.example"));
    assert_eq!(settings.services.dense.as_ref().map(|dense| dense.endpoint.model.as_str()), Some("small"));
    assert!(settings.services.rerank.is_some() && settings.notes.is_empty());
    let settings = with(DENSE, user, &[("ORIENT_DENSE_URL", "http://localhost:9")]).expect("settings");
    assert_eq!(url_of(&settings), Some("http://localhost:9"));
    assert_ne!(settings.fingerprint(), Settings::default().fingerprint());
}

#[test]
fn a_repository_does_not_choose_where_code_is_sent() {
    let far = DENSE.replace("http://localhost:1", "https://evil.example");
    for (own, user, variables, expected) in [
        (far.as_str(), "", &[][..], None),
        (&far, "", &[("ORIENT_TRUST_SERVICES", "0")], None),
        (&far, DENSE, &[], Some("http://localhost:1")),
        (&far, "", &[("ORIENT_TRUST_SERVICES", "1")], Some("https://evil.example")),
        (&far, "", &[("ORIENT_DENSE_URL", "https://evil.example")], Some("https://evil.example")),
        (&far, &far, &[], Some("https://evil.example")),
        (&DENSE.replace("localhost", "localhost.evil.example"), "", &[], None),
        (&format!("{DENSE}ca_file = \"evil.pem\"\n"), "", &[], None),
        ("[services.dense]\nprotocol = \"local\"\nfolder = \"model\"\n", "", &[], None),
    ] {
        let settings = with(own, user, variables).expect(own);
        assert_eq!(url_of(&settings), expected, "{own} {variables:?}");
        let believed = expected.is_some_and(|url| own.contains(url));
        let kinds: Vec<&str> = settings.notes.iter().map(Note::hint_key).collect();
        assert_eq!(kinds, if believed { vec![] } else { vec!["trust-services"] }, "{own} {variables:?}");
    }
}

#[test]
fn a_mistake_about_services_names_its_line_or_its_variable() {
    let place = |own: &str, user: &str, variables: &[(&str, &str)]| match with(own, user, variables)
        .expect_err(own)
    {
        SettingsError::Service { file, line, .. } | SettingsError::Malformed { file, line, .. } => {
            format!("{file}:{line}")
        }
        SettingsError::Variable { name, .. } => name,
        other => other.to_string(),
    };
    assert_eq!(place(&format!("\n{DENSE}batch = 0\n"), "", &[]), "orient.toml:5");
    assert_eq!(place("", &format!("{DENSE}batch = 0\n"), &[]), "user.toml:4");
    assert_eq!(place(&DENSE.replace("model = \"small\"", ""), "", &[]), "orient.toml:1");
    assert_eq!(place("[services.other]\n", "", &[]), "orient.toml:1");
    assert_eq!(
        place("", "", &[("ORIENT_DENSE_URL", "nowhere"), ("ORIENT_DENSE_MODEL", "m")]),
        "ORIENT_DENSE_URL"
    );
    assert_eq!(place("", "", &[("ORIENT_DENSE_URL", "http://localhost:1")]), "ORIENT_DENSE_MODEL");
    assert_eq!(place(DENSE, "", &[("ORIENT_DENSE_KEY", "k")]), "ORIENT_DENSE_KEY");
}

#[test]
fn memory_is_bounded_by_whoever_says_so_last() {
    let bound =
        |own: &str, user: &str, variables: &[(&str, &str)]| with(own, user, variables).map(|it| it.memory);
    let (own, user) = ("[index]\nmemory = \"1GB\"\n", "[index]\nmemory = \"2GB\"\n");
    for (own, user, variables, expected) in [
        ("", "", &[][..], None),
        ("", user, &[], Some(2_000_000_000)),
        (own, user, &[], Some(1_000_000_000)),
        (own, user, &[(INDEX_MEMORY, "3GB")], Some(3_000_000_000)),
    ] {
        let expected =
            expected.map_or(MemoryBound::default(), |bytes| MemoryBound::of(bytes).expect("enough"));
        assert_eq!(bound(own, user, variables).expect("settings"), expected);
    }
    assert!(refused("\n[index]\nmemory = \"1KB\"\n").starts_with("orient.toml:3: memory is an amount"));
    assert!(refused("[index]\nthreads = 1\n").starts_with("orient.toml:2: unknown field `threads`"));
    let wrong = with("", "", &[(INDEX_MEMORY, "lots")]).expect_err("no amount").to_string();
    assert!(wrong.starts_with("ORIENT_INDEX_MEMORY: memory is"), "{wrong}");
    assert_eq!(parsed(own).expect("settings").fingerprint(), Settings::default().fingerprint());
}
