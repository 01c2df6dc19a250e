//! Orbit indexes against slow twins that try every symmetry.

use std::collections::HashMap;

use super::*;
use crate::group::{Group, MaskAction};

/// The slow twin: the least image of an arrangement under the whole group.
fn least<const K: usize>(action: &MaskAction, masks: [u32; K]) -> ([u32; K], u32) {
    let images = (0..action.order()).map(|symmetry| masks.map(|mask| action.apply(symmetry, mask)));
    let fixed = images.clone().filter(|image| *image == masks).count() as u32;
    (images.min().expect("the identity is there"), fixed)
}

fn compare_with_twin<const K: usize>(group: &Group, sizes: [usize; K]) {
    let action = MaskAction::new(group, 0..group.points());
    let subsets = SubsetOrbits::new(action.clone());
    let index = OrbitIndex::new(&subsets, sizes);
    let dense = DenseOrbits::new(&action, sizes);
    assert_eq!(index.slots(), OrbitIndex::slots_of(&subsets, sizes));
    let arrangements = Arrangements::new(group.points(), &sizes);
    let mut slots: HashMap<[u32; K], OrbitSlot> = HashMap::new();
    let mut dense_slots: HashMap<[u32; K], OrbitSlot> = HashMap::new();
    for number in 0..arrangements.count() {
        let mut masks = [0; K];
        arrangements.unrank(number, &mut masks);
        let (orbit, stabiliser) = least(&action, masks);
        let place = index.locate(masks);
        assert_eq!(place.stabiliser, stabiliser);
        assert_eq!(*slots.entry(orbit).or_insert(place), place);
        let place = dense.locate(masks);
        assert_eq!(place.stabiliser, stabiliser);
        assert_eq!(*dense_slots.entry(orbit).or_insert(place), place);
    }
    assert_eq!(dense.slots() as usize, slots.len());
    let mut occupied = 0;
    for slot in 0..index.slots() {
        if let Some((masks, stabiliser)) = index.occupant(slot) {
            assert_eq!(index.locate(masks), OrbitSlot { slot, stabiliser });
            occupied += 1;
        }
    }
    assert_eq!(occupied, slots.len());
    for slot in 0..dense.slots() {
        assert_eq!(dense.locate(dense.occupant(slot)).slot, slot);
    }
}

#[test]
fn orbits_equal_those_of_the_slow_twin() {
    let square = Group::of_rectangle(3, 3);
    for mine in 0..=4 {
        for theirs in 0..=5 {
            compare_with_twin(&square, [mine, theirs]);
        }
    }
    compare_with_twin(&square, [2, 1, 3]);
    compare_with_twin(&Group::of_rectangle(3, 4), [3, 4]);
    compare_with_twin(&Group::of_rectangle(4, 4), [3, 2]);
    compare_with_twin(&Group::trivial(6), [2, 2]);
    compare_with_twin(&Group::of_rectangle(1, 5), [5]);
}

/// A square board with a further point for each of its inner cells.
pub(crate) fn with_inner_cells(side: usize) -> Group {
    let is_inner = |at: usize| (1..side - 1).contains(&at);
    let inner = (0..side * side).filter(|cell| is_inner(cell / side) && is_inner(cell % side));
    let tuples: Vec<Vec<usize>> = inner.map(|cell| vec![cell]).collect();
    Group::of_rectangle(side, side).with_tuples(&tuples)
}

#[test]
fn tags_move_along_as_in_the_slow_twin() {
    for (side, sizes) in [(3, [2, 3]), (4, [2, 2]), (4, [1, 2]), (4, [3, 1]), (5, [1, 1])] {
        let group = with_inner_cells(side);
        let (cells, tags) = (0..side * side, side * side..group.points());
        let subsets = SubsetOrbits::tagged(&group, cells.clone(), tags.clone());
        let index = OrbitIndex::new(&subsets, sizes);
        assert_eq!(index.slots(), OrbitIndex::slots_of(&subsets, sizes));
        let action = MaskAction::new(&group, cells.clone());
        let arrangements = Arrangements::new(cells.len(), &sizes);
        // The slow twin: the least image of tag and masks under the whole group.
        let mut slots: HashMap<(usize, [u32; 2]), OrbitSlot> = HashMap::new();
        for (tag, number) in
            tags.clone().flat_map(|l| (0..arrangements.count()).map(move |n| (l, n)))
        {
            let mut masks = [0; 2];
            arrangements.unrank(number, &mut masks);
            let images = (0..group.order()).map(|symmetry| {
                let masks = masks.map(|mask| action.apply(symmetry, mask));
                (group.image(symmetry, tag), masks)
            });
            let stabiliser = images.clone().filter(|image| *image == (tag, masks)).count();
            let place = index.locate_tagged(tag - tags.start, masks);
            assert_eq!(place.stabiliser as usize, stabiliser);
            let orbit = images.min().unwrap();
            assert_eq!(*slots.entry(orbit).or_insert(place), place);
        }
        let occupants: Vec<_> = (0..index.slots())
            .filter_map(|slot| Some((slot, index.tagged_occupant(slot)?)))
            .collect();
        assert_eq!(occupants.len(), slots.len());
        for &(slot, (tag, masks, stabiliser)) in &occupants {
            assert_eq!(index.locate_tagged(tag, masks), OrbitSlot { slot, stabiliser });
            // Neighbours that share a kind of pieces, located one after the other.
            let mut locator = Locator::new(&index);
            for kind in [0, 1] {
                let alone = |other: &u32| {
                    let masks = if kind == 0 { [masks[0], *other] } else { [*other, masks[1]] };
                    index.locate_tagged(tag, masks)
                };
                let others: Vec<u32> = crate::subset::subsets(cells.len(), sizes[1 - kind])
                    .filter(|other| other & masks[kind] == 0)
                    .collect();
                for other in &others {
                    let both = if kind == 0 { [masks[0], *other] } else { [*other, masks[1]] };
                    assert_eq!(locator.locate(tag as u32, both), alone(other));
                }
            }
        }
        let listed: Vec<u64> = occupants.iter().map(|(slot, _)| *slot).collect();
        let mut next = occupants.iter();
        index.runs(&listed, |run| {
            for (&other, &orbit) in run.others.iter().zip(&run.orbits) {
                let mut masks = [run.pivot_cells, other];
                index.pivot_first(&mut masks);
                let stabiliser = group.order() as u32 / orbit;
                assert_eq!(next.next().unwrap().1, (run.tag, masks, stabiliser));
            }
        });
        assert!(next.next().is_none());
    }
}

#[test]
fn classes_are_counted_without_a_table() {
    let action = MaskAction::new(&Group::of_rectangle(4, 4), 0..16);
    let subsets = SubsetOrbits::new(action);
    for size in 0..=16 {
        let listed = subsets.of_size(size).representatives.len() as u64;
        assert_eq!(subsets.classes(size), listed);
    }
}
