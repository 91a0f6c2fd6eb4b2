//! What is held against a unit whatever its evidence: tests, examples, other people's code, text without a declaration.

use super::files::Files;
use crate::explain::Factor;
use crate::params::Params;
use crate::understand::Intent;
use orienteer_model::{UnitFlags, UnitKind};
use orienteer_storage::{FileFlags, UnitRecord};

macro_rules! held {
    ($( $name:ident : $factor:ident ),+ $(,)?) => {
        /// Which factors apply to a unit.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub(super) struct Held { $( $name: bool, )+ }

        impl Held {
            /// Those that apply, in order.
            pub(super) fn factors(&self, params: &Params) -> impl Iterator<Item = Factor> + use<> {
                let all = [ $( (self.$name, Factor { name: stringify!($name), value: params.$factor }), )+ ];
                all.into_iter().filter(|(applies, _)| *applies).map(|(_, factor)| factor)
            }
        }
    };
}

held! {
    test: factor_test,
    example: factor_example,
    generated: factor_generated,
    vendored: factor_vendored,
    compatibility: factor_compatibility,
    superseded: factor_superseded,
    documentation: factor_documentation,
    fragment: factor_fragment,
    value: factor_value,
    module: factor_module,
    declaration: factor_declaration,
}

impl Held {
    pub(super) fn is_test(&self) -> bool {
        self.test
    }

    pub(super) fn forgive_test(&mut self) {
        self.test = false;
    }

    /// What the question speaks of is not held against anything.
    pub(super) fn of(unit: &UnitRecord<'_>, intent: &Intent, files: &Files) -> Held {
        let flags = unit.file().map(|file| file.flags()).unwrap_or_default();
        let about = unit.file().map(|file| files.known(file.id())).unwrap_or_default();
        let wanted = intent.wanted;
        let is_test = unit.flags().has(UnitFlags::TEST) || flags.has(FileFlags::TEST);
        let is_document = flags.has(FileFlags::DOCUMENTATION) || unit.kind() == UnitKind::Section;
        Held {
            test: is_test && !wanted.tests,
            example: about.is_example && !wanted.examples,
            generated: flags.has(FileFlags::GENERATED)
                || unit.flags().has(UnitFlags::GENERATED)
                || about.is_built,
            vendored: flags.has(FileFlags::VENDORED),
            compatibility: about.is_compatibility && !wanted.compatibility,
            superseded: about.is_superseded && !wanted.compatibility,
            documentation: is_document && !wanted.documentation,
            fragment: unit.kind() == UnitKind::Fragment && !is_document,
            value: matches!(unit.kind(), UnitKind::Constant | UnitKind::Variable | UnitKind::Field),
            module: unit.kind() == UnitKind::Module,
            declaration: unit.flags().has(UnitFlags::DECLARATION),
        }
    }
}
