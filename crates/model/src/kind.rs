//! What a unit is.

/// The kind of a unit. The numbers are stored; append only, and raise the format version when one changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum UnitKind {
    Function = 0,
    Method = 1,
    Class = 2,
    Struct = 3,
    Enum = 4,
    Interface = 5,
    Trait = 6,
    Module = 7,
    TypeAlias = 8,
    Constant = 9,
    Variable = 10,
    Field = 11,
    Macro = 12,
    /// A part of a document under one heading, a table of a configuration file.
    Section = 13,
    /// Text that no declaration covers.
    Fragment = 14,
    /// An HTTP route that some unit handles. Has no source of its own.
    Route = 15,
    /// An environment variable that some unit reads. Has no source of its own.
    Environment = 16,
    /// A program that some unit starts. Has no source of its own.
    Process = 17,
}

impl UnitKind {
    pub const ALL: [UnitKind; 18] = [
        UnitKind::Function,
        UnitKind::Method,
        UnitKind::Class,
        UnitKind::Struct,
        UnitKind::Enum,
        UnitKind::Interface,
        UnitKind::Trait,
        UnitKind::Module,
        UnitKind::TypeAlias,
        UnitKind::Constant,
        UnitKind::Variable,
        UnitKind::Field,
        UnitKind::Macro,
        UnitKind::Section,
        UnitKind::Fragment,
        UnitKind::Route,
        UnitKind::Environment,
        UnitKind::Process,
    ];

    pub fn from_u8(value: u8) -> Option<UnitKind> {
        Self::ALL.get(value as usize).copied()
    }

    pub fn name(self) -> &'static str {
        match self {
            UnitKind::Function => "function",
            UnitKind::Method => "method",
            UnitKind::Class => "class",
            UnitKind::Struct => "struct",
            UnitKind::Enum => "enum",
            UnitKind::Interface => "interface",
            UnitKind::Trait => "trait",
            UnitKind::Module => "module",
            UnitKind::TypeAlias => "type",
            UnitKind::Constant => "constant",
            UnitKind::Variable => "variable",
            UnitKind::Field => "field",
            UnitKind::Macro => "macro",
            UnitKind::Section => "section",
            UnitKind::Fragment => "fragment",
            UnitKind::Route => "route",
            UnitKind::Environment => "environment",
            UnitKind::Process => "process",
        }
    }

    pub fn from_name(name: &str) -> Option<UnitKind> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Can be called.
    pub fn is_callable(self) -> bool {
        matches!(self, UnitKind::Function | UnitKind::Method | UnitKind::Macro)
    }

    /// Names a type that can have members and parents.
    pub fn is_type(self) -> bool {
        matches!(
            self,
            UnitKind::Class
                | UnitKind::Struct
                | UnitKind::Enum
                | UnitKind::Interface
                | UnitKind::Trait
                | UnitKind::TypeAlias
        )
    }

    /// Is shown as header, doc and member list; its members are units of their own.
    pub fn is_container(self) -> bool {
        matches!(
            self,
            UnitKind::Class
                | UnitKind::Struct
                | UnitKind::Enum
                | UnitKind::Interface
                | UnitKind::Trait
                | UnitKind::Module
        )
    }

    /// Stands for something outside the source: no file, no span.
    pub fn is_external(self) -> bool {
        matches!(self, UnitKind::Route | UnitKind::Environment | UnitKind::Process)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_numbers_are_positions() {
        for (position, kind) in UnitKind::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, position);
            assert_eq!(UnitKind::from_name(kind.name()), Some(kind));
        }
        assert_eq!(UnitKind::from_u8(UnitKind::ALL.len() as u8), None);
    }
}
