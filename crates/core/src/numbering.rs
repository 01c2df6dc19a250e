//! The numbers that indexes give, pinned: tables on disk hold slots, so a change here makes them wrong.

use std::sync::Arc;

use crate::orbit::tests::with_inner_cells;
use crate::*;

/// FNV-1a over numbers.
fn hash(numbers: impl IntoIterator<Item = u64>) -> u64 {
    let bytes = numbers.into_iter().flat_map(u64::to_le_bytes);
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

/// Two numbers of a slot.
fn numbers(place: OrbitSlot) -> [u64; 2] {
    [place.slot, place.stabiliser.into()]
}

/// All arrangements of some sizes.
fn arranged<const K: usize>(cells: usize, sizes: [usize; K]) -> impl Iterator<Item = [u32; K]> {
    let arrangements = Arrangements::new(cells, &sizes);
    (0..arrangements.count()).map(move |number| {
        let mut masks = [0; K];
        arrangements.unrank(number, &mut masks);
        masks
    })
}

/// The numbers of a two-way map with tags, and the tables behind it.
fn of_orbits<const K: usize>(orbits: &Arc<SubsetOrbits>, sizes: [usize; K]) -> u64 {
    let index = &OrbitIndex::new(orbits, sizes);
    let tables = orbits.tables(sizes[index.pivot()]);
    let words = tables.words.iter().chain(tables.representatives).map(|&word| word.into());
    let tags = tables.tags.iter().map(|&tag| tag.into());
    let tables = words.chain(tags).chain(tables.stabilisers.iter().copied());
    let located = (0..orbits.tags()).flat_map(|tag| {
        let all = arranged(orbits.action().cells(), sizes);
        all.flat_map(move |masks| numbers(index.locate_tagged(tag, masks)))
    });
    let occupants = (0..index.slots()).flat_map(|slot| {
        let (tag, masks, stabiliser) = index.tagged_occupant(slot).unwrap_or((0, [0; K], 0));
        masks.into_iter().chain([tag as u32, stabiliser]).map(u64::from)
    });
    hash(tables.chain(located).chain(occupants))
}

#[test]
fn orbit_indexes_keep_their_numbers() {
    let plain = |group: &Group| SubsetOrbits::new(MaskAction::new(group, 0..group.points()));
    let square = plain(&Group::of_rectangle(3, 3));
    let large = plain(&Group::of_rectangle(4, 4));
    let renumbered = Group::of_rectangle(4, 4);
    let renumbered = plain(&renumbered.renumbered(&renumbered.points_by_orbit()));
    assert_eq!(
        hash([
            of_orbits(&square, [3, 2]),
            of_orbits(&square, [2, 1, 3]),
            of_orbits(&square, [4, 5]),
            of_orbits(&large, [4, 2]),
            of_orbits(&large, [2, 5]),
            of_orbits(&renumbered, [4, 2]),
            of_orbits(&plain(&Group::of_rectangle(3, 4)), [3, 4]),
            of_orbits(&plain(&Group::of_rectangle(5, 5)), [2, 3]),
            of_orbits(&plain(&Group::trivial(6)), [2, 2]),
        ]),
        0x5618_8553_9ce9_d71f
    );
}

#[test]
fn orbit_indexes_with_tags_keep_their_numbers() {
    let tagged = |side: usize| {
        let group = with_inner_cells(side);
        SubsetOrbits::tagged(&group, 0..side * side, side * side..group.points())
    };
    assert_eq!(
        hash([
            of_orbits(&tagged(3), [2, 3]),
            of_orbits(&tagged(4), [2, 3]),
            of_orbits(&tagged(4), [4, 2]),
            of_orbits(&tagged(5), [2, 2]),
        ]),
        0xcc62_008d_957e_ed0d
    );
}

#[test]
fn dense_orbits_keep_their_numbers() {
    fn of<const K: usize>(group: &Group, sizes: [usize; K]) -> u64 {
        let orbits = DenseOrbits::new(&MaskAction::new(group, 0..group.points()), sizes);
        let occupants = (0..orbits.slots()).flat_map(|slot| orbits.occupant(slot));
        hash(orbits.words().chain(occupants).map(u64::from))
    }
    let all_swaps = Group::generated(6, &[vec![1, 2, 3, 4, 5, 0], vec![1, 0, 2, 3, 4, 5]]);
    assert_eq!(
        hash([
            of(&Group::of_rectangle(3, 3), [2, 1, 3]),
            of(&Group::of_rectangle(4, 4), [3, 2]),
            of(&Group::of_rectangle(3, 5), [4, 4]),
            of(&all_swaps, [1, 2]),
        ]),
        0xd8ee_0181_39af_bf4a
    );
}

#[test]
fn orbits_with_tags_keep_their_numbers() {
    /// Nothing or an inner cell is tagged, if it is empty.
    fn of<const K: usize>(side: usize, sizes: [usize; K]) -> u64 {
        let group = with_inner_cells(side).with_tuples(&[vec![]]);
        let (cells, points) = (side * side, group.points());
        let action = Arc::new(TaggedAction::new(&group, 0..cells, cells..points));
        let inner = |tag: usize| (tag / (side - 2) + 1) * side + tag % (side - 2) + 1;
        let nothing = points - cells - 1;
        let allowed = |masks: &[u32]| {
            let taken = masks.iter().fold(0, |all, mask| all | mask);
            let free = (0..nothing).filter(|&tag| taken >> inner(tag) & 1 == 0);
            free.fold(1 << nothing, |set, tag| set | 1 << tag)
        };
        let shape = Arc::new(ShapeOrbits::new(&action, &sizes));
        let orbits = TaggedOrbits::new(&shape, allowed);
        let located = arranged(cells, sizes).flat_map(|masks| {
            let tags = (0..points - cells).filter(move |tag| allowed(&masks) >> tag & 1 == 1);
            let mut all = Vec::new();
            orbits.find(&masks).locate_all(None, |place| all.extend(numbers(place)));
            all.extend(tags.flat_map(|tag| numbers(orbits.locate(&masks, tag))));
            all
        });
        let occupants = (0..orbits.slots()).flat_map(|slot| {
            let orbit = orbits.orbit_of(slot);
            let (tag, stabiliser) = orbits.tag_of(orbit, slot);
            let masks = orbits.representative(orbit).iter().map(|&mask| mask.into());
            masks.chain([tag as u64, stabiliser.into()])
        });
        hash(located.chain(occupants))
    }
    assert_eq!(
        hash([of(3, [2, 1]), of(3, [3, 2, 1]), of(4, [2, 3]), of(4, [1, 1, 2])]),
        0xc37c_5a64_ea71_68d8
    );
}

#[test]
fn region_indexes_keep_their_numbers() {
    const PIECES: usize = 5;
    fn of(group: &Group, pivot: &[Region], others: &[Region]) -> u64 {
        let index = RegionIndex::<PIECES>::new(&RegionPivot::new(group, pivot), others);
        let packed =
            |list: [u8; PIECES]| list.iter().fold(0, |all, &cell| all << 8 | u64::from(cell));
        let occupants: Vec<_> = (0..index.slots()).map(|slot| index.occupant(slot)).collect();
        let located = occupants.iter().flatten().flat_map(|(list, _)| numbers(index.locate(list)));
        let tables = index.tables();
        let words = tables.words.iter().chain(tables.stabilisers).map(|&word| word.into());
        let listed = occupants.iter().map(|occupant| {
            occupant
                .map_or(u64::MAX, |(list, stabiliser)| packed(list) ^ u64::from(stabiliser) << 40)
        });
        let representatives = tables.representatives.iter().map(|&list| packed(list));
        hash(words.chain(representatives).chain(listed).chain(located))
    }
    let region = |cells: &[u8], pieces| Region {
        cells: cells.iter().fold(0, |mask, cell| mask | 1 << cell),
        pieces,
    };
    let anywhere = |cells: u8, pieces| region(&(0..cells).collect::<Vec<_>>(), pieces);
    let mirror = Group::generated(15, &[(0..15).map(|cell| cell / 5 * 5 + 4 - cell % 5).collect()]);
    let square = Group::of_rectangle(4, 4);
    let king = region(&[1, 2, 3, 6, 7, 8], 1);
    assert_eq!(
        hash([
            of(&mirror, &[king], &[anywhere(15, 1)]),
            of(&mirror, &[king, region(&[1, 3, 7], 2)], &[anywhere(15, 1)]),
            of(&mirror, &[king, king], &[region(&[5, 6, 7, 8, 9], 2), anywhere(15, 1)]),
            of(&square, &[region(&[5, 6, 9, 10], 2)], &[anywhere(16, 1)]),
            of(&square, &[anywhere(16, 1), anywhere(16, 2)], &[anywhere(16, 1)]),
            of(&square, &[region(&[0, 3, 12, 15], 1)], &[anywhere(16, 2)]),
        ]),
        0x7795_8482_4a51_7ce3
    );
}
