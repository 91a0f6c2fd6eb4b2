//! Why a unit stands where it stands: the very numbers that were multiplied and added.

/// A feature of a unit. Its product with the weight is what it adds to the evidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    pub name: &'static str,
    pub value: f32,
    pub weight: f32,
}

impl Part {
    pub fn product(&self) -> f32 {
        self.value * self.weight
    }
}

/// What the evidence is multiplied with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Factor {
    pub name: &'static str,
    pub value: f32,
}
