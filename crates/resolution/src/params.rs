//! Every number that may be tuned, with what it means. Confidences are hundredths.

/// A declaration in the same file or scope; a symbol named by an import; a member of a known type.
pub(crate) const CERTAIN: u8 = 95;
/// Visible without an import because of the package or folder it is in.
pub(crate) const PACKAGE: u8 = 90;
/// Through one guess: a written result type, a wildcard import.
pub(crate) const GUESSED: u8 = 85;
/// Called through a variable that was set to it.
pub(crate) const ALIASED: u8 = 75;
/// A function inside the one whose result is the receiver.
pub(crate) const CLOSURE: u8 = 70;
/// The only definition of a name in a language whose names are global.
pub(crate) const GLOBAL: u8 = 70;
/// A declaration without a body where a definition is known as well.
pub(crate) const DECLARATION: u8 = 60;
/// The receiver is called like the type.
pub(crate) const RESEMBLING: u8 = 60;
/// The only member of its name in the repository.
pub(crate) const ONLY_NAME: u8 = 50;
/// One of several members of the name: two or three, and more.
pub(crate) const FEW_NAMES: u8 = 30;
pub(crate) const SEVERAL_NAMES: u8 = 20;
/// More members of a name than this say nothing.
pub(crate) const MOST_NAMES: usize = 5;
/// Most declarations of one name that are looked through.
pub(crate) const MOST_SCANNED: usize = 96;

/// Longest chain of parents that members are looked for in.
pub(crate) const MOST_ANCESTORS: usize = 48;
/// Most methods that one type is said to inherit, nearest parents first.
pub(crate) const MOST_INHERITED: usize = 100;
/// How many times a receiver's type may lead to another expression.
pub(crate) const DEEPEST: u8 = 6;

/// A test that is named after what it calls; that is only named after it; that only calls it.
pub(crate) const TEST_NAMED_AND_CALLED: u8 = 95;
pub(crate) const TEST_NAMED: u8 = 60;
pub(crate) const TEST_CALLED: u8 = 45;
/// A call less sure than this says nothing about what a test is for.
pub(crate) const TEST_CALL_FLOOR: u8 = 50;

/// A document names a symbol by a dotted path; by its only name; by one of two or three.
pub(crate) const MENTION_DOTTED: u8 = 90;
pub(crate) const MENTION_ONLY: u8 = 80;
pub(crate) const MENTION_FEW: u8 = 40;
pub(crate) const MENTION_MOST: usize = 3;
pub(crate) const MENTION_LETTERS: usize = 4;
