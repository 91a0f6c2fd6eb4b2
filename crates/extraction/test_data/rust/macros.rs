//! Calls among the tokens of macros.

use crate::scale::{self, Scale};

macro_rules! weigh {
    ($parcel:expr) => {{
        #[cfg(any(test, debug))]
        fn helper(parcel: &Parcel) {}
        $crate::scale::check($parcel.weight());
        $( note($parcel) );*
    }};
}

struct Parcel {
    scale: Scale,
}

impl Parcel {
    fn label(&self) -> String {
        format!("{} {}", self.weight(), self.scale.unit())
    }

    fn weight(&self) -> u32 {
        let scale = Scale::new();
        assert!(!is_empty(self), "{}", name_of(self));
        assert_eq!(scale.read(), scale::zero::<u32>(0));
        vec![double(3), u32::from(scale.size().unwrap().width()), total()?.rounded()].len() as u32
    }
}

#[test]
fn weighs() {
    assert!(matches!(Parcel::default().label().as_str(), "x"));
    assert_eq!(weigh!(open(1)), Vec::<u32>::filled(2));
    println!("{}", parcels.iter().map(|parcel| parcel.weight()).sum::<u32>());
}
