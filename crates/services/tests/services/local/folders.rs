//! Folders that hold no model, and those that hold a part of one: each is refused with its kind and hint, none is a panic.

use orienteer_services::{Hint, Kind, Phase, open_dense};
use serde_json::{Value, json};

use super::settings;
use super::tiny::{Tiny, configuration, tokenizer};

fn assert_refused(tiny: &Tiny, what: &str) {
    let failure = open_dense(&settings(tiny.path())).err().unwrap_or_else(|| panic!("{what} was taken"));
    assert_eq!((failure.phase, failure.kind), (Phase::Configure, Kind::BadModel), "{what}: {failure}");
    assert_eq!(failure.hint(), Hint::CheckModelFolder);
}

#[test]
fn a_file_that_is_missing_or_garbage_is_refused() {
    for name in ["config.json", "tokenizer.json", "model.safetensors"] {
        let tiny = Tiny::write("mean");
        for garbage in [&b""[..], b"{}", b"[]", b"\xff\xff\xff\xff\xff\xff\xff\xff\xff", &[b'['; 100_000]] {
            tiny.put(name, garbage);
            assert_refused(&tiny, name);
        }
        std::fs::remove_file(tiny.path().join(name)).unwrap();
        assert_refused(&tiny, name);
        std::fs::create_dir(tiny.path().join(name)).unwrap();
        assert_refused(&tiny, name);
    }
    let nowhere = settings(std::path::Path::new("no/such/folder"));
    assert_eq!(open_dense(&nowhere).err().map(|failure| failure.kind), Some(Kind::BadModel));
}

#[test]
fn a_configuration_that_does_not_fit_is_refused() {
    for (key, value) in [
        ("model_type", json!("gpt2")),
        ("hidden_act", json!("relu")),
        ("position_embedding_type", json!("relative_key")),
        ("hidden_size", json!(16)),
        ("hidden_size", json!(0)),
        ("hidden_size", json!(u64::MAX - 1)),
        ("num_attention_heads", json!(0)),
        ("num_attention_heads", json!(3)),
        ("num_hidden_layers", json!(u64::MAX)),
        ("max_position_embeddings", json!(0)),
        ("max_position_embeddings", json!(11)),
        ("type_vocab_size", json!(0)),
        ("vocab_size", json!(-1)),
        ("vocab_size", json!(1u64 << 62)),
    ] {
        let tiny = Tiny::write("mean");
        let mut changed = configuration();
        changed[key] = value.clone();
        tiny.put("config.json", changed.to_string().as_bytes());
        assert_refused(&tiny, &format!("{key} {value}"));
    }
}

#[test]
fn another_way_to_use_a_model_is_refused() {
    let cases: [(&str, Value); 5] = [
        ("1_Pooling/config.json", json!({"pooling_mode_max_tokens": true})),
        ("1_Pooling/config.json", json!({"pooling_mode_mean_tokens": true, "pooling_mode_cls_token": true})),
        ("modules.json", json!([{"type": "models.Dense"}])),
        ("sentence_bert_config.json", json!({"max_seq_length": 2})),
        ("sentence_bert_config.json", json!({"max_seq_length": "many"})),
    ];
    for (name, value) in cases {
        let tiny = Tiny::write("mean");
        tiny.put(name, value.to_string().as_bytes());
        assert_refused(&tiny, &format!("{name} {value}"));
    }
}

#[test]
fn weights_that_are_cut_off_are_refused() {
    let tiny = Tiny::write("mean");
    let whole = tiny.safetensors();
    for length in (0..whole.len()).step_by(97) {
        tiny.put("model.safetensors", &whole[..length]);
        assert_refused(&tiny, &format!("{length} bytes"));
    }
    let huge = std::fs::File::create(tiny.path().join("config.json")).unwrap();
    huge.set_len(1 << 40).unwrap();
    assert_refused(&tiny, "a terabyte");
}

#[test]
fn a_piece_that_the_model_does_not_have_is_a_failure_too() {
    let tiny = Tiny::write("mean");
    let mut changed = tokenizer();
    changed["model"]["vocab"]["delta"] = json!(4_000_000_000u32);
    tiny.put("tokenizer.json", changed.to_string().as_bytes());
    let model = open_dense(&settings(tiny.path())).unwrap();
    let failure = model.embed_batch(&["delta"], orienteer_services::Role::Query, &|| false).unwrap_err();
    assert_eq!((failure.phase, failure.kind), (Phase::Request, Kind::BadModel));
}

#[test]
fn a_dimension_that_was_not_expected_has_its_own_kind() {
    let tiny = Tiny::write("mean");
    let wrong = orienteer_services::DenseSettings { dimension: Some(100), ..settings(tiny.path()) };
    let kind = open_dense(&wrong).err().map(|failure| failure.kind);
    assert_eq!(kind, Some(Kind::WrongDimension { expected: 100, found: 8 }));
}
