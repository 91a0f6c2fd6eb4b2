//! A safetensors file: named arrays of numbers behind a JSON header. Trusts no length that it reads.

use std::collections::HashMap;

use ndarray::{Array1, Array2};
use serde::Deserialize;

/// Names, types and places of thousands of arrays are some hundred kilobytes.
const MOST_HEADER_BYTES: u64 = 16 * 1024 * 1024;
/// What a model is called within a larger one that it was trained as part of.
const INNER: &str = "bert.";

#[derive(Deserialize)]
struct Entry {
    dtype: String,
    shape: Vec<usize>,
    data_offsets: (usize, usize),
}

pub(super) struct Weights {
    bytes: Vec<u8>,
    data: usize,
    entries: HashMap<String, Entry>,
    prefix: &'static str,
}

impl Weights {
    pub(super) fn parse(bytes: Vec<u8>) -> Result<Weights, String> {
        let (data, entries) = header(&bytes).ok_or("model.safetensors is no such file")?;
        let is_inner = entries.contains_key("bert.embeddings.word_embeddings.weight");
        Ok(Weights { bytes, data, entries, prefix: if is_inner { INNER } else { "" } })
    }

    fn numbers(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>, String> {
        let full = format!("{}{name}", self.prefix);
        let entry = self.entries.get(&full).ok_or_else(|| format!("the model has no `{full}`"))?;
        let wrong = || format!("`{full}` is {} {:?}, not numbers {shape:?}", entry.dtype, entry.shape);
        let (width, number) = number_of(&entry.dtype).filter(|_| entry.shape == shape).ok_or_else(wrong)?;
        let length = shape.iter().try_fold(width, |product, &side| product.checked_mul(side));
        let (start, end) = entry.data_offsets;
        let place = self.data.checked_add(start).zip(self.data.checked_add(end));
        let bytes = place.and_then(|(start, end)| self.bytes.get(start..end));
        let bytes = bytes.filter(|bytes| Some(bytes.len()) == length);
        let bytes = bytes.ok_or_else(|| format!("`{full}` does not fit into its file"))?;
        Ok(bytes.chunks_exact(width).map(number).collect())
    }

    pub(super) fn vector(&self, name: &str, length: usize) -> Result<Array1<f32>, String> {
        Ok(Array1::from_vec(self.numbers(name, &[length])?))
    }

    pub(super) fn matrix(&self, name: &str, rows: usize, columns: usize) -> Result<Array2<f32>, String> {
        let numbers = self.numbers(name, &[rows, columns])?;
        Array2::from_shape_vec((rows, columns), numbers).map_err(|error| error.to_string())
    }
}

/// Where the numbers begin, and which there are.
fn header(bytes: &[u8]) -> Option<(usize, HashMap<String, Entry>)> {
    let length = u64::from_le_bytes(bytes.get(..8)?.try_into().ok()?);
    if length > MOST_HEADER_BYTES {
        return None;
    }
    let data = 8 + length as usize;
    let header: HashMap<String, serde_json::Value> = serde_json::from_slice(bytes.get(8..data)?).ok()?;
    let arrays = header.into_iter().filter(|(name, _)| name != "__metadata__");
    let entries = arrays.map(|(name, value)| Some((name, serde_json::from_value(value).ok()?)));
    Some((data, entries.collect::<Option<_>>()?))
}

/// Bytes of a number, and how it is read.
type Number = (usize, fn(&[u8]) -> f32);

fn number_of(dtype: &str) -> Option<Number> {
    match dtype {
        "F32" => Some((4, |bytes| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))),
        "BF16" => Some((2, |bytes| f32::from_le_bytes([0, 0, bytes[0], bytes[1]]))),
        "F16" => Some((2, |bytes| half(u16::from_le_bytes([bytes[0], bytes[1]])))),
        _ => None,
    }
}

/// A number of one sign, five exponent and ten fraction bits.
fn half(bits: u16) -> f32 {
    let (exponent, fraction) = (i32::from(bits >> 10 & 0x1f), f32::from(bits & 0x3ff));
    let size = match exponent {
        0 => fraction * 2f32.powi(-24),
        31 if fraction == 0.0 => f32::INFINITY,
        31 => f32::NAN,
        _ => (1.0 + fraction / 1024.0) * 2f32.powi(exponent - 15),
    };
    if bits >> 15 == 1 { -size } else { size }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(header: &str, data: &[u8]) -> Vec<u8> {
        let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
        bytes.extend_from_slice(header.as_bytes());
        bytes.extend_from_slice(data);
        bytes
    }

    fn first_two(bytes: Vec<u8>) -> Result<Array1<f32>, String> {
        Weights::parse(bytes)?.vector("a", 2)
    }

    #[test]
    fn numbers_come_out_as_they_went_in() {
        let header =
            r#"{"__metadata__":{"format":"pt"},"a":{"dtype":"F32","shape":[1,2],"data_offsets":[0,8]}}"#;
        let data: Vec<u8> = [1.5f32, -2.0].iter().flat_map(|number| number.to_le_bytes()).collect();
        let weights = Weights::parse(file(header, &data)).unwrap();
        assert_eq!(weights.matrix("a", 1, 2).unwrap(), ndarray::array![[1.5, -2.0]]);
        assert!(weights.matrix("a", 2, 1).is_err());
        assert!(weights.vector("b", 2).is_err());
    }

    #[test]
    fn short_numbers_are_read_too() {
        for (dtype, bytes) in [("BF16", [0xc0, 0x3f, 0x00, 0xc0]), ("F16", [0x00, 0x3e, 0x00, 0xc0])] {
            let header = format!(r#"{{"a":{{"dtype":"{dtype}","shape":[2],"data_offsets":[0,4]}}}}"#);
            let weights = Weights::parse(file(&header, &bytes)).unwrap();
            assert_eq!(weights.vector("a", 2).unwrap(), ndarray::array![1.5, -2.0]);
        }
        assert_eq!((half(0x0001), half(0x7bff), half(0xfc00)), (2f32.powi(-24), 65_504.0, f32::NEG_INFINITY));
        assert!(half(0x7e00).is_nan());
    }

    #[test]
    fn a_broken_file_is_refused_at_every_length() {
        let header = r#"{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}"#;
        let whole = file(header, &[0; 8]);
        assert!(first_two(whole.clone()).is_ok());
        for length in 0..whole.len() {
            assert!(first_two(whole[..length].to_vec()).is_err(), "{length}");
        }
        let huge =
            r#"{"a":{"dtype":"F32","shape":[2],"data_offsets":[18446744073709551608,18446744073709551615]}}"#;
        assert!(first_two(file(huge, &[0; 8])).is_err());
        assert!(Weights::parse([0xff; 64].to_vec()).is_err());
    }

    #[test]
    fn a_shape_beyond_all_memory_is_refused() {
        let side = usize::MAX / 2;
        let header = format!(r#"{{"a":{{"dtype":"F32","shape":[{side},{side}],"data_offsets":[0,8]}}}}"#);
        assert!(Weights::parse(file(&header, &[0; 8])).unwrap().matrix("a", side, side).is_err());
    }
}
