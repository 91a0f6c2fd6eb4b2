//! An answer as bytes and back, to the last bit. What cannot be read back is no answer: nothing here guesses.

use super::{ContextAnswer, PackedItem, SentBodies};
use crate::place::Place;
use crate::search::Hit;
use orienteer_model::UnitKind;
use orienteer_search::{Factor, Form, Params, Part};

/// The bytes of an answer. One that did without something is not kept; what the change is, where it is about one, is known before it is looked up.
pub(super) fn encode(answer: &ContextAnswer) -> Vec<u8> {
    let ContextAnswer { text, tokens, items, bodies, left_out, ranked, diff: _, notes: _ } = answer;
    let mut out = Writer::default();
    out.text(text);
    out.number(*tokens as u64);
    out.list(items, Writer::item);
    out.list(&bodies.hashes().collect::<Vec<_>>(), |out, hash| out.number(*hash));
    out.list(left_out, Writer::place);
    out.list(ranked, Writer::hit);
    out.bytes
}

pub(super) fn decode(bytes: &[u8]) -> Option<ContextAnswer> {
    let mut input = Reader { bytes, names: Names::new() };
    let answer = ContextAnswer {
        text: input.text()?,
        tokens: input.number()? as usize,
        items: input.list(Reader::item)?,
        bodies: SentBodies::of(input.list(Reader::number)?),
        left_out: input.list(Reader::place)?,
        ranked: input.list(Reader::hit)?,
        diff: None,
        notes: Vec::new(),
    };
    input.bytes.is_empty().then_some(answer)
}

#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    fn number(&mut self, number: u64) {
        let mut rest = number;
        while rest >= 0x80 {
            self.bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        self.bytes.push(rest as u8);
    }

    fn real(&mut self, real: f32) {
        self.bytes.extend_from_slice(&real.to_bits().to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.bytes.extend_from_slice(text.as_bytes());
    }

    fn list<T>(&mut self, items: &[T], write: impl Fn(&mut Writer, &T)) {
        self.number(items.len() as u64);
        items.iter().for_each(|item| write(self, item));
    }

    fn item(&mut self, item: &PackedItem) {
        let PackedItem { hit, form, lines, tokens, is_sent } = item;
        self.hit(hit);
        self.number(*form as u64);
        self.list(lines, |out, (first, last)| {
            out.number(u64::from(*first));
            out.number(u64::from(*last));
        });
        self.number(*tokens as u64);
        self.number(u64::from(*is_sent));
    }

    fn place(&mut self, place: &Place) {
        let Place { path, line, end_line, name, module, kind, is_test } = place;
        [path, name, module].into_iter().for_each(|text| self.text(text));
        [u64::from(*line), u64::from(*end_line), *kind as u64, u64::from(*is_test)]
            .into_iter()
            .for_each(|number| self.number(number));
    }

    fn hit(&mut self, hit: &Hit) {
        let Hit { place, start_line, signature, score, relative, distance, channels, parts, factors } = hit;
        self.place(place);
        self.number(u64::from(*start_line));
        self.text(signature);
        self.real(*score);
        self.real(*relative);
        self.list(distance.as_slice(), |out, distance| out.real(*distance));
        self.list(channels, |out, channel| out.text(channel));
        self.list(parts, |out, part| {
            out.text(part.name);
            out.real(part.value);
            out.real(part.weight);
        });
        self.list(factors, |out, factor| {
            out.text(factor.name);
            out.real(factor.value);
        });
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    names: Names,
}

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.bytes.split_at_checked(length)?;
        self.bytes = rest;
        Some(taken)
    }

    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = *self.take(1)?.first()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    fn small(&mut self) -> Option<u32> {
        self.number()?.try_into().ok()
    }

    fn real(&mut self) -> Option<f32> {
        Some(f32::from_bits(u32::from_le_bytes(self.take(4)?.try_into().ok()?)))
    }

    fn str(&mut self) -> Option<&'a str> {
        let length = self.number()?;
        std::str::from_utf8(self.take(usize::try_from(length).ok()?)?).ok()
    }

    fn text(&mut self) -> Option<String> {
        self.str().map(str::to_owned)
    }

    fn name(&mut self) -> Option<&'static str> {
        let name = self.str()?;
        self.names.known(name)
    }

    /// Every item has at least one byte, so that a length cannot promise more than there is.
    fn list<T>(&mut self, read: impl Fn(&mut Reader<'a>) -> Option<T>) -> Option<Vec<T>> {
        let length = usize::try_from(self.number()?).ok().filter(|length| *length <= self.bytes.len())?;
        (0..length).map(|_| read(self)).collect()
    }

    fn item(&mut self) -> Option<PackedItem> {
        let hit = self.hit()?;
        let form = match self.number()? {
            form if form == Form::Pointer as u64 => Form::Pointer,
            form if form == Form::Signature as u64 => Form::Signature,
            form if form == Form::Body as u64 => Form::Body,
            _ => return None,
        };
        let lines = self.list(|input| Some((input.small()?, input.small()?)))?;
        let tokens = self.number()? as usize;
        Some(PackedItem { hit, form, lines, tokens, is_sent: self.number()? == 1 })
    }

    fn place(&mut self) -> Option<Place> {
        let [path, name, module] = [self.text()?, self.text()?, self.text()?];
        let (line, end_line) = (self.small()?, self.small()?);
        let kind = UnitKind::from_u8(self.number()?.try_into().ok()?)?;
        Some(Place { path, line, end_line, name, module, kind, is_test: self.number()? == 1 })
    }

    fn hit(&mut self) -> Option<Hit> {
        Some(Hit {
            place: self.place()?,
            start_line: self.small()?,
            signature: self.text()?,
            score: self.real()?,
            relative: self.real()?,
            distance: self.list(Reader::real)?.pop(),
            channels: self.list(Reader::name)?,
            parts: self.list(Reader::part)?,
            factors: self.list(Reader::factor)?,
        })
    }

    fn part(&mut self) -> Option<Part> {
        Some(Part { name: self.name()?, value: self.real()?, weight: self.real()? })
    }

    fn factor(&mut self) -> Option<Factor> {
        Some(Factor { name: self.name()?, value: self.real()? })
    }
}

/// The names that the program gives to features, factors and channels: those of its parameters, with or without their first
/// word, those of what is near something, and that of a reranker.
struct Names {
    known: Vec<&'static str>,
}

const NEAR: [&str; 8] = ["file", "caller", "user", "changed", "test", "docs", "gone", "rerank"];

impl Names {
    fn new() -> Names {
        let mut known: Vec<&'static str> = NEAR.to_vec();
        for name in Params::default().all().into_iter().map(|parameter| parameter.name) {
            let short = ["factor_", "channel_"].into_iter().find_map(|word| name.strip_prefix(word));
            known.extend(short.into_iter().chain([name]));
        }
        known.sort_unstable();
        Names { known }
    }

    fn known(&self, name: &str) -> Option<&'static str> {
        self.known.binary_search(&name).ok().map(|at| self.known[at])
    }
}
