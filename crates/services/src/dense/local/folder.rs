//! The files of a model folder, as they are published for embedding sentences. Computes nothing; trusts no file to be what its name says.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use tokenizers::{Tokenizer, TruncationParams};

use crate::dense::local::bert::{Bert, Configuration, Pooling};
use crate::dense::local::weights::Weights;

/// Vocabularies of many languages have some ten megabytes.
const MOST_JSON_BYTES: u64 = 64 * 1024 * 1024;
/// Models that a processor can compute in sensible time.
const MOST_WEIGHT_BYTES: u64 = 4 * 1024 * 1024 * 1024;
/// Steps from a text to its vector that are computed here.
const KNOWN_STEPS: [&str; 3] = ["Transformer", "Pooling", "Normalize"];

/// All that a folder has to say.
pub(super) struct Folder {
    pub(super) bert: Bert,
    pub(super) tokenizer: Tokenizer,
    pub(super) pooling: Pooling,
    /// Of all that was read: another model, or another way to use it, is another hash.
    pub(super) hash: String,
}

/// How many pieces of a text the model was trained to read.
#[derive(Deserialize)]
struct Reading {
    max_seq_length: Option<usize>,
}

#[derive(Deserialize)]
struct PoolingChoice {
    #[serde(default)]
    pooling_mode_mean_tokens: bool,
    #[serde(default)]
    pooling_mode_cls_token: bool,
    #[serde(default)]
    pooling_mode_max_tokens: bool,
    #[serde(default)]
    pooling_mode_mean_sqrt_len_tokens: bool,
}

#[derive(Deserialize)]
struct Step {
    r#type: String,
}

impl Folder {
    pub(super) fn read(path: &Path) -> Result<Folder, String> {
        let mut files = Files { folder: path.to_owned(), hasher: blake3::Hasher::new() };
        let configuration: Configuration = files.required("config.json")?;
        configuration.check()?;
        check_steps(&files.optional::<Vec<Step>>("modules.json")?.unwrap_or_default())?;
        let pooling = pooling(files.optional("1_Pooling/config.json")?)?;
        let reading: Option<Reading> = files.optional("sentence_bert_config.json")?;
        let longest = reading.and_then(|reading| reading.max_seq_length).unwrap_or(usize::MAX);
        let tokenizer = tokenizer(files.required("tokenizer.json")?, longest.min(configuration.longest()))?;
        let weights = Weights::parse(files.must("model.safetensors", MOST_WEIGHT_BYTES)?)?;
        let bert = Bert::from_weights(&configuration, &weights)?;
        Ok(Folder { bert, tokenizer, pooling, hash: files.hash() })
    }
}

/// The files by name, and the hash of those that were read.
struct Files {
    folder: PathBuf,
    hasher: blake3::Hasher,
}

impl Files {
    /// Nothing if there is no such file.
    fn bytes(&mut self, name: &str, most: u64) -> Result<Option<Vec<u8>>, String> {
        let path = self.folder.join(name);
        let say = |error: std::io::Error| format!("{}: {error}", path.display());
        let found = match std::fs::metadata(&path) {
            Ok(found) => found,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(say(error)),
        };
        // A pipe would be waited for, and a device never ends.
        if !found.is_file() {
            return Err(format!("{} is no file", path.display()));
        }
        let mut bytes = Vec::new();
        File::open(&path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes)).map_err(say)?;
        if bytes.len() as u64 > most {
            return Err(format!("{} is too large", path.display()));
        }
        self.hasher.update(name.as_bytes()).update(&(bytes.len() as u64).to_le_bytes()).update(&bytes);
        Ok(Some(bytes))
    }

    fn must(&mut self, name: &str, most: u64) -> Result<Vec<u8>, String> {
        self.bytes(name, most)?.ok_or_else(|| format!("{} is missing", self.folder.join(name).display()))
    }

    fn optional<T: DeserializeOwned>(&mut self, name: &str) -> Result<Option<T>, String> {
        let Some(bytes) = self.bytes(name, MOST_JSON_BYTES)? else { return Ok(None) };
        let read = serde_json::from_slice(&bytes);
        read.map(Some).map_err(|error| format!("{}: {error}", self.folder.join(name).display()))
    }

    fn required<T: DeserializeOwned>(&mut self, name: &str) -> Result<T, String> {
        self.optional(name)?.ok_or_else(|| format!("{} is missing", self.folder.join(name).display()))
    }

    fn hash(&self) -> String {
        self.hasher.finalize().to_hex()[..32].to_owned()
    }
}

/// A step that was left out would give other vectors than the model's.
fn check_steps(steps: &[Step]) -> Result<(), String> {
    let name = |step: &Step| step.r#type.rsplit('.').next().unwrap_or_default().to_owned();
    match steps.iter().map(name).find(|name| !KNOWN_STEPS.contains(&name.as_str())) {
        Some(unknown) => Err(format!("the model has a step `{unknown}`, which is not computed here")),
        None => Ok(()),
    }
}

/// A folder that says nothing means the mean, as most do.
fn pooling(choice: Option<PoolingChoice>) -> Result<Pooling, String> {
    let Some(choice) = choice else { return Ok(Pooling::Mean) };
    let others = choice.pooling_mode_max_tokens || choice.pooling_mode_mean_sqrt_len_tokens;
    match (choice.pooling_mode_mean_tokens, choice.pooling_mode_cls_token, others) {
        (true, false, false) => Ok(Pooling::Mean),
        (false, true, false) => Ok(Pooling::First),
        _ => Err("the model pools neither by the mean nor by the first piece".to_owned()),
    }
}

/// What the file says about padding and cutting is for batches of its trainer, not for us.
fn tokenizer(mut tokenizer: Tokenizer, longest: usize) -> Result<Tokenizer, String> {
    let say = |error: tokenizers::Error| format!("tokenizer.json: {error}");
    tokenizer.with_padding(None).with_truncation(None).map_err(say)?;
    let around = tokenizer.encode_fast("", true).map_err(say)?.len();
    if longest <= around {
        return Err(format!("{longest} pieces leave no room for a text"));
    }
    let cut = TruncationParams { max_length: longest, ..TruncationParams::default() };
    tokenizer.with_truncation(Some(cut)).map_err(say)?;
    Ok(tokenizer)
}
