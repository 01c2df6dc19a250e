//! Orbit indexes on the machine: tables by the size of subsets, uploaded when first needed.

use std::collections::HashMap;
use std::sync::Arc;

use hindsight_core::{OrbitIndex, SubsetOrbits, subsets};

use crate::error::GpuError;
use crate::launch::Index;
use crate::machine::{Buffer, Machine};

/// The index tables that were needed so far.
#[derive(Debug)]
pub(crate) struct Indexes<M: Machine> {
    machine: Arc<M>,
    classes: HashMap<usize, Classes<M>>,
    /// By the number of free cells and of pieces on them.
    listings: HashMap<(usize, usize), Buffer<M>>,
}

/// The classes of the subsets of one size.
#[derive(Debug)]
struct Classes<M: Machine> {
    words: Buffer<M>,
    representatives: Buffer<M>,
    labels: Buffer<M>,
    stabilisers: Buffer<M>,
    /// Subsets for each label.
    subsets: u32,
}

impl<M: Machine> Indexes<M> {
    pub(crate) fn new(machine: &Arc<M>) -> Indexes<M> {
        let machine = Arc::clone(machine);
        Indexes { machine, classes: HashMap::new(), listings: HashMap::new() }
    }

    /// The index of the arrangements with so many pieces of each kind.
    pub(crate) fn of(
        &mut self,
        orbits: &SubsetOrbits,
        sizes: [usize; 2],
    ) -> Result<Index, GpuError> {
        let pivot = OrbitIndex::<2>::pivot_of(orbits, sizes);
        let (pieces, others) = (sizes[pivot], sizes[1 - pivot]);
        let free = orbits.action().cells() - pieces;
        if !self.classes.contains_key(&pieces) {
            let classes = Classes::new(&self.machine, orbits, pieces)?;
            self.classes.insert(pieces, classes);
        }
        if !self.listings.contains_key(&(free, others)) {
            let listing: Vec<u32> = subsets(free, others).collect();
            let listing = Buffer::of(&self.machine, &bytes_of_words(&listing))?;
            self.listings.insert((free, others), listing);
        }
        let classes = &self.classes[&pieces];
        let listing = &self.listings[&(free, others)];
        Ok(Index {
            words: classes.words.address(),
            representatives: classes.representatives.address(),
            stabilisers: classes.stabilisers.address(),
            labels: classes.labels.address(),
            listing: listing.address(),
            width: hindsight_core::binomial(free, others) as u32,
            subsets: classes.subsets,
            pivot: pivot as u32,
            unused: 0,
        })
    }
}

impl<M: Machine> Classes<M> {
    fn new(machine: &Arc<M>, orbits: &SubsetOrbits, size: usize) -> Result<Self, GpuError> {
        let tables = orbits.tables(size);
        let stabilisers: Vec<u8> =
            tables.stabilisers.iter().flat_map(|set| set.to_ne_bytes()).collect();
        Ok(Classes {
            words: Buffer::of(machine, &bytes_of_words(tables.words))?,
            representatives: Buffer::of(machine, &bytes_of_words(tables.representatives))?,
            labels: Buffer::of(machine, tables.labels)?,
            stabilisers: Buffer::of(machine, &stabilisers)?,
            subsets: hindsight_core::binomial(orbits.action().cells(), size) as u32,
        })
    }
}

/// Words as the machine reads them.
pub(crate) fn bytes_of_words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_ne_bytes()).collect()
}
