//! Indexes on the machine, uploaded when first needed: of orbit indexes the tables by the size of
//! subsets, of others the arrays that the game has.

use std::collections::HashMap;
use std::sync::Arc;

use hindsight_core::{
    DeviceIndex, DeviceIndexing, DeviceSide, MAX_DEVICE_ARRAYS, MAX_DEVICE_NUMBERS, OrbitIndex,
    SubsetOrbits, Tier, subsets,
};

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
    /// Arrays of indexes of the games' own, by what is in them.
    arrays: HashMap<Vec<u32>, Buffer<M>>,
    /// The indexes of the games' own that were needed so far.
    own: HashMap<Tier, Index>,
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
        Indexes {
            machine,
            classes: HashMap::new(),
            listings: HashMap::new(),
            arrays: HashMap::new(),
            own: HashMap::new(),
        }
    }

    /// The index of a tier.
    pub(crate) fn of(&mut self, side: &dyn DeviceSide, tier: Tier) -> Result<Index, GpuError> {
        if let Some(&index) = self.own.get(&tier) {
            return Ok(index);
        }
        match (side.indexing(), side.index_of(tier)) {
            (DeviceIndexing::Orbits(orbits), DeviceIndex::Orbits(sizes)) => {
                self.of_orbits(orbits, sizes)
            }
            (_, DeviceIndex::Own { width, numbers, arrays }) => {
                let mut index = Index::default();
                for (number, array) in arrays.into_iter().enumerate() {
                    index.arrays[number] = self.array(array)?;
                }
                index.numbers[0] = width;
                index.numbers[1..=numbers.len()].copy_from_slice(&numbers);
                self.own.insert(tier, index);
                Ok(index)
            }
            (DeviceIndexing::Own { .. }, DeviceIndex::Orbits(_)) => Err(GpuError::NotOffered),
        }
    }

    fn array(&mut self, array: Vec<u32>) -> Result<u64, GpuError> {
        if let Some(known) = self.arrays.get(&array) {
            return Ok(known.address());
        }
        let buffer = Buffer::of(&self.machine, &bytes_of_words(&array))?;
        let address = buffer.address();
        self.arrays.insert(array, buffer);
        Ok(address)
    }

    /// The index of the arrangements with so many pieces of each kind.
    fn of_orbits(&mut self, orbits: &SubsetOrbits, sizes: [usize; 2]) -> Result<Index, GpuError> {
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
        let arrays: [u64; MAX_DEVICE_ARRAYS] = [
            classes.words.address(),
            classes.representatives.address(),
            classes.stabilisers.address(),
            classes.labels.address(),
            listing.address(),
        ];
        let width = hindsight_core::binomial(free, others) as u32;
        let numbers: [u32; MAX_DEVICE_NUMBERS] = [width, classes.subsets, pivot as u32, 0];
        Ok(Index { arrays, numbers })
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
            labels: Buffer::of(machine, tables.tags)?,
            stabilisers: Buffer::of(machine, &stabilisers)?,
            subsets: hindsight_core::binomial(orbits.action().cells(), size) as u32,
        })
    }
}

/// Words as the machine reads them.
pub(crate) fn bytes_of_words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_ne_bytes()).collect()
}
