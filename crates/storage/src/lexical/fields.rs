//! The fields of a document.

/// A field of a document. The numbers are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Field {
    Name = 0,
    /// What stands before the name: containers and namespaces inside the file.
    Qualified = 1,
    /// Names of the file and its folders, without the extension.
    Path = 2,
    Doc = 3,
    Signature = 4,
    /// Source after the signature, without the members of a container.
    Body = 5,
    /// Names of a container's members.
    Members = 6,
}

/// Number of fields.
pub const FIELDS: usize = 7;

impl Field {
    pub const ALL: [Field; FIELDS] = [
        Field::Name,
        Field::Qualified,
        Field::Path,
        Field::Doc,
        Field::Signature,
        Field::Body,
        Field::Members,
    ];
}
