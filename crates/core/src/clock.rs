//! What time it is. In a browser std has no clock and panics: there none goes, and whoever bounds work by time
//! bounds it by something else too.

pub use moment::{Instant, unix_seconds};

#[cfg(not(target_family = "wasm"))]
mod moment {
    pub use std::time::Instant;
    use std::time::SystemTime;

    /// Seconds since the beginning of 1970.
    pub fn unix_seconds() -> u64 {
        SystemTime::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_secs())
    }
}

#[cfg(target_family = "wasm")]
mod moment {
    use std::time::Duration;

    /// A moment like any other.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant;

    impl Instant {
        /// The moment.
        pub fn now() -> Instant {
            Instant
        }

        /// No time.
        pub fn elapsed(&self) -> Duration {
            Duration::ZERO
        }
    }

    /// The beginning of 1970.
    pub fn unix_seconds() -> u64 {
        0
    }
}
