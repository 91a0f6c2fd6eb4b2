//! What a number of the read pipeline is, and which of them hold for which kind of question. The numbers themselves stand in
//! `numbers`.

use std::borrow::Cow;

/// One number, for people and for fitting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    pub name: &'static str,
    pub value: f32,
    pub least: f32,
    pub most: f32,
    pub doc: &'static str,
}

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ParamsError {
    #[error("there is no parameter `{name}`")]
    Unknown { name: String },
    #[error("{name} is between {least} and {most}")]
    OutOfRange { name: &'static str, least: f32, most: f32 },
}

macro_rules! parameters {
    ($( $(#[doc = $doc:literal])+ $name:ident : $value:literal in $least:literal ..= $most:literal , )+) => {
        /// The numbers of the read pipeline.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Params {
            $( $(#[doc = $doc])+ pub $name: f32, )+
            /// Whether they are those of a context.
            pub is_context: bool,
        }

        impl Default for Params {
            fn default() -> Params {
                Params { $( $name: $value, )+ is_context: false }
            }
        }

        impl Params {
            /// All of them, in the order of this file.
            pub fn all(&self) -> Vec<Parameter> {
                vec![ $( Parameter {
                    name: stringify!($name),
                    value: self.$name,
                    least: $least,
                    most: $most,
                    doc: concat!($( $doc ),+).trim_ascii(),
                }, )+ ]
            }

            pub(super) fn slot(&mut self, name: &str) -> Option<&mut f32> {
                match name {
                    $( stringify!($name) => Some(&mut self.$name), )+
                    _ => None,
                }
            }
        }
    };
}

mod numbers;

pub use numbers::Params;

impl Params {
    pub fn get(&self, name: &str) -> Option<f32> {
        self.all().into_iter().find(|parameter| parameter.name == name).map(|parameter| parameter.value)
    }

    pub fn set(&mut self, name: &str, value: f32) -> Result<(), ParamsError> {
        let known = self.all().into_iter().find(|parameter| parameter.name == name);
        let known = known.ok_or_else(|| ParamsError::Unknown { name: name.to_owned() })?;
        if !(known.least..=known.most).contains(&value) {
            let Parameter { name, least, most, .. } = known;
            return Err(ParamsError::OutOfRange { name, least, most });
        }
        if let Some(slot) = self.slot(name) {
            *slot = value;
        }
        Ok(())
    }

    /// Whether a parameter weighs candidates or is used later still: what [`crate::measure`] gives depends on it at most by where a walk
    /// begins.
    pub fn is_weight(name: &str) -> bool {
        crate::rank::is_weight(name) || Params::is_packing(name)
    }

    /// Whether a parameter is used after candidates were weighed.
    pub fn is_packing(name: &str) -> bool {
        let name = name.strip_prefix("report_").unwrap_or(name);
        name.starts_with("pack_") || name == "context_per_file"
    }

    /// The same numbers for a context, which walks, and which is a list of symbols rather than of files: what has a number of
    /// its own there, `context_x` beside `x`, gets it.
    pub fn for_context(&self) -> Params {
        Params { is_context: true, ..self.with("context_", |_| true) }
    }

    /// The same numbers for a question once it is known what it is: for the context of a report, which quotes what it is about, what
    /// has a number of its own there, `report_x` beside `x`, gets it.
    pub(crate) fn for_question(&self, is_report: bool) -> Cow<'_, Params> {
        if self.is_context && is_report {
            Cow::Owned(self.with("report_", |_| true))
        } else {
            Cow::Borrowed(self)
        }
    }

    /// The same numbers where a whole report is packed, or what files touch: what has a number of its own there, `report_pack_x`
    /// beside `pack_x`, gets it.
    pub fn for_packed_report(&self) -> Params {
        self.with("report_", Params::is_packing)
    }

    /// The same numbers for a context that begins with units instead of words.
    pub fn for_surroundings(&self) -> Params {
        let params = self.for_context().with("report_", |_| true);
        Params {
            pack_body_least: self.around_body_least,
            pack_signature_least: self.around_signature_least,
            pack_pointer_least: self.around_pointer_least,
            pack_body_share: self.around_body_share,
            ..params
        }
    }

    /// Each number that is meant and has another one beside it, whose name begins so, replaced by that.
    fn with(&self, beginning: &str, is_meant: fn(&str) -> bool) -> Params {
        let mut params = self.clone();
        for parameter in self.all() {
            let name = parameter.name.strip_prefix(beginning).filter(|name| is_meant(name));
            let slot = name.and_then(|name| params.slot(name));
            if let Some(slot) = slot {
                *slot = parameter.value;
            }
        }
        params
    }

    /// Equal for equal numbers, in every process.
    pub fn fingerprint(&self) -> u64 {
        let mut bytes = Vec::new();
        for parameter in self.all() {
            bytes.extend_from_slice(parameter.name.as_bytes());
            bytes.extend_from_slice(&parameter.value.to_bits().to_le_bytes());
        }
        xxhash_rust::xxh3::xxh3_64(&bytes)
    }
}

#[cfg(test)]
mod tests;
