//! The libraries, each behind the same trait.

#[cfg(feature = "peers")]
mod bitboards;
#[cfg(feature = "peers")]
mod fathom;
mod ours;
#[cfg(feature = "peers")]
mod pyrrhic;
#[cfg(feature = "peers")]
mod shakmaty;

use crate::contest::Entrant;

/// Returns the libraries that are compiled, ours first. A library may be opened once in a process.
pub fn entrants() -> Vec<Entrant> {
    vec![
        Entrant::new::<ours::Ours>(),
        #[cfg(feature = "peers")]
        Entrant::new::<shakmaty::Shakmaty>(),
        #[cfg(feature = "peers")]
        Entrant::new::<pyrrhic::Pyrrhic>(),
        #[cfg(feature = "peers")]
        Entrant::new::<fathom::Fathom>(),
    ]
}
