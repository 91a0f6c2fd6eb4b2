//! A model of a few thousand invented numbers, written as a folder.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};

pub const WIDTH: usize = 8;
pub const WIDE: usize = 16;
pub const HEADS: usize = 2;
pub const LAYERS: usize = 2;
pub const EPSILON: f64 = 1e-12;
const PLACES: usize = 10;
const WORDS: [&str; 9] = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "alpha", "be", "##ta", "gamma", ","];

pub struct Tiny {
    folder: tempfile::TempDir,
    pub arrays: BTreeMap<String, (Vec<usize>, Vec<f32>)>,
}

impl Tiny {
    pub fn write(pooling: &str) -> Tiny {
        let tiny = Tiny { folder: tempfile::tempdir().unwrap(), arrays: arrays() };
        tiny.put("config.json", configuration().to_string().as_bytes());
        tiny.put("tokenizer.json", tokenizer().to_string().as_bytes());
        let choice = json!({"pooling_mode_mean_tokens": pooling == "mean", "pooling_mode_cls_token": pooling == "cls"});
        tiny.put("1_Pooling/config.json", choice.to_string().as_bytes());
        tiny.put("model.safetensors", &tiny.safetensors());
        tiny
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn put(&self, name: &str, bytes: &[u8]) {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }

    pub fn safetensors(&self) -> Vec<u8> {
        let (mut header, mut data) = (serde_json::Map::new(), Vec::new());
        for (name, (shape, numbers)) in &self.arrays {
            let start = data.len();
            data.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
            let entry = json!({"dtype": "F32", "shape": shape, "data_offsets": [start, data.len()]});
            header.insert(name.clone(), entry);
        }
        let header = Value::Object(header).to_string().into_bytes();
        [&(header.len() as u64).to_le_bytes()[..], &header, &data].concat()
    }
}

pub fn configuration() -> Value {
    json!({
        "model_type": "bert", "hidden_act": "gelu", "hidden_size": WIDTH, "intermediate_size": WIDE,
        "layer_norm_eps": EPSILON, "max_position_embeddings": PLACES, "num_attention_heads": HEADS,
        "num_hidden_layers": LAYERS, "type_vocab_size": 2, "vocab_size": WORDS.len(),
    })
}

pub fn tokenizer() -> Value {
    let around = |word: &str, id: u32| json!({"id": word, "ids": [id], "tokens": [word]});
    let vocabulary: serde_json::Map<String, Value> =
        WORDS.iter().enumerate().map(|(id, word)| ((*word).to_owned(), json!(id))).collect();
    json!({
        "version": "1.0",
        "truncation": {"max_length": 5, "strategy": "LongestFirst", "stride": 0},
        "padding": {"strategy": {"Fixed": 7}, "direction": "Right", "pad_to_multiple_of": null, "pad_id": 0, "pad_type_id": 0, "pad_token": "[PAD]"},
        "added_tokens": [],
        "normalizer": {"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true, "strip_accents": null, "lowercase": true},
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": "[SEP]", "type_id": 0}}],
            "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}],
            "special_tokens": {"[CLS]": around("[CLS]", 2), "[SEP]": around("[SEP]", 3)},
        },
        "decoder": null,
        "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100, "vocab": vocabulary},
    })
}

fn arrays() -> BTreeMap<String, (Vec<usize>, Vec<f32>)> {
    let mut shapes = vec![
        ("embeddings.word_embeddings.weight".to_owned(), vec![WORDS.len(), WIDTH]),
        ("embeddings.position_embeddings.weight".to_owned(), vec![PLACES, WIDTH]),
        ("embeddings.token_type_embeddings.weight".to_owned(), vec![2, WIDTH]),
    ];
    shapes.extend(both("embeddings.LayerNorm", vec![WIDTH]));
    for layer in 0..LAYERS {
        let name = |part: &str| format!("encoder.layer.{layer}.{part}");
        for part in
            ["attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"]
        {
            shapes.extend(both(&name(part), vec![WIDTH, WIDTH]));
        }
        shapes.extend(both(&name("attention.output.LayerNorm"), vec![WIDTH]));
        shapes.extend(both(&name("intermediate.dense"), vec![WIDE, WIDTH]));
        shapes.extend(both(&name("output.dense"), vec![WIDTH, WIDE]));
        shapes.extend(both(&name("output.LayerNorm"), vec![WIDTH]));
    }
    let mut state = 7u32;
    shapes
        .into_iter()
        .map(|(name, shape)| {
            let count = shape.iter().product();
            (name, (shape, (0..count).map(|_| number(&mut state)).collect()))
        })
        .collect()
}

fn both(name: &str, shape: Vec<usize>) -> [(String, Vec<usize>); 2] {
    [(format!("{name}.bias"), shape[..1].to_vec()), (format!("{name}.weight"), shape)]
}

/// Between -1 and 1, always the same ones.
fn number(state: &mut u32) -> f32 {
    *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    (*state >> 8) as f32 / (1 << 23) as f32 - 1.0
}
