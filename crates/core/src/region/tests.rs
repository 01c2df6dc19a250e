//! Region indexes against the list of all arrangements and their images.

use std::collections::{BTreeMap, BTreeSet};

use super::*;

const PIECES: usize = 6;

/// Every arrangement, found by trying all cells for every piece.
fn all(regions: &[Region]) -> Vec<[u8; PIECES]> {
    let mut lists: Vec<Vec<u8>> = vec![vec![]];
    for region in regions {
        for piece in 0..region.pieces {
            let longer = |list: &Vec<u8>| {
                let list = list.clone();
                let fits = move |cell: &u8| {
                    let rising = piece == 0 || list.last() < Some(cell);
                    region.cells >> *cell & 1 == 1 && rising && !list.contains(cell)
                };
                (0..MAX_REGION_CELLS as u8).filter(fits).collect::<Vec<_>>()
            };
            lists = lists
                .iter()
                .flat_map(|list| longer(list).into_iter().map(|cell| [&list[..], &[cell]].concat()))
                .collect();
        }
    }
    let fixed = |list: Vec<u8>| {
        let mut fixed = [NO_CELL; PIECES];
        fixed[..list.len()].copy_from_slice(&list);
        fixed
    };
    lists.into_iter().map(fixed).collect()
}

fn image(group: &Group, symmetry: usize, regions: &[Region], list: [u8; PIECES]) -> [u8; PIECES] {
    let mut image = list;
    let mut first = 0;
    for region in regions {
        let cells = &mut image[first..first + region.pieces];
        cells.iter_mut().for_each(|cell| *cell = group.image(symmetry, *cell as usize) as u8);
        cells.sort_unstable();
        first += region.pieces;
    }
    image
}

/// Compares an index with the list of all arrangements and their images.
fn compare(group: &Group, pivot: &[Region], others: &[Region]) {
    let regions = [pivot, others].concat();
    let table = RegionPivot::<PIECES>::new(group, pivot);
    let index = RegionIndex::new(&table, others);
    assert_eq!(index.slots(), RegionIndex::slots_of(&table, others));
    let mut by_slot: BTreeMap<u64, BTreeSet<[u8; PIECES]>> = BTreeMap::new();
    for list in all(&regions) {
        let OrbitSlot { slot, stabiliser } = index.locate(&list);
        by_slot.entry(slot).or_default().insert(list);
        let images: Vec<_> =
            (0..group.order()).map(|symmetry| image(group, symmetry, &regions, list)).collect();
        let fixed = images.iter().filter(|&&image| image == list).count();
        assert_eq!(stabiliser as usize, fixed);
        assert!(images.iter().all(|image| index.locate(image).slot == slot));
    }
    let mut holes = 0;
    for slot in 0..index.slots() {
        let Some((list, stabiliser)) = index.occupant(slot) else {
            assert!(!by_slot.contains_key(&slot));
            holes += 1;
            continue;
        };
        let orbit = &by_slot[&slot];
        assert!(orbit.contains(&list));
        assert_eq!(orbit.len() * stabiliser as usize, group.order());
    }
    assert_eq!(by_slot.len() as u64 + holes, index.slots());
}

fn region(cells: &[u8], pieces: usize) -> Region {
    Region { cells: cells.iter().fold(0, |mask, cell| mask | 1 << cell), pieces }
}

#[test]
fn slots_are_orbits_of_arrangements() {
    // Three rows of five; kings and guards in the middle, runners on a row, one piece anywhere.
    let mirror: Vec<usize> = (0..15).map(|cell| cell / 5 * 5 + 4 - cell % 5).collect();
    let group = Group::generated(15, &[mirror]);
    let king = region(&[1, 2, 3, 6, 7, 8], 1);
    let guards = |pieces| region(&[1, 3, 7], pieces);
    let runners = |pieces| region(&[5, 6, 7, 8, 9], pieces);
    let anywhere = |pieces| region(&(0..15).collect::<Vec<_>>(), pieces);
    compare(&group, &[king], &[]);
    compare(&group, &[king], &[anywhere(1)]);
    compare(&group, &[king, guards(2)], &[runners(1), anywhere(1)]);
    compare(&group, &[king, king], &[runners(2), anywhere(2)]);
    compare(&group, &[king, guards(1)], &[guards(1), runners(2), anywhere(1)]);
}

#[test]
fn larger_groups_fold_as_well() {
    let group = Group::of_rectangle(4, 4);
    let corners = region(&[0, 3, 12, 15], 1);
    let inner = region(&[5, 6, 9, 10], 2);
    let anywhere = |pieces| region(&(0..16).collect::<Vec<_>>(), pieces);
    compare(&group, &[inner], &[anywhere(1)]);
    compare(&group, &[corners], &[inner, anywhere(2)]);
    compare(&Group::trivial(16), &[corners], &[anywhere(2), anywhere(1)]);
}

#[test]
#[should_panic(expected = "a symmetry takes a region elsewhere")]
fn regions_must_be_symmetric() {
    let group = Group::generated(3, &[vec![2, 1, 0]]);
    RegionPivot::<PIECES>::new(&group, &[region(&[0], 1)]);
}
