//! Finding the orbits of a finite set under a group: how every table of classes is made.
//!
//! The elements are numbered from 0 on. Going up, an element that belongs to no orbit yet begins one:
//! it is the orbit's **representative**, its least element, and orbits are numbered in the order of
//! their representatives. Tables keep one word for each element, which tells the orbit and a symmetry
//! that takes the element to the representative; what else they keep, they keep for each orbit.

/// The word of a number that stands for no element.
pub const NO_ORBIT: u32 = u32::MAX;

/// An orbit that [`classify`] has found.
#[derive(Debug)]
pub struct NewOrbit<'a, E> {
    /// How many orbits were found before it.
    pub class: usize,
    /// The number of its representative.
    pub number: usize,
    /// Its representative.
    pub representative: E,
    /// The numbers of the representative's images, by symmetry.
    images: &'a [usize],
}

impl<E> NewOrbit<'_, E> {
    /// The symmetries that leave the representative as it is, in order: first the identity.
    pub fn stabiliser(&self) -> impl Iterator<Item = usize> {
        let fixed = |(symmetry, &image)| (image == self.number).then_some(symmetry);
        self.images.iter().enumerate().filter_map(fixed)
    }

    /// The same symmetries as a set. There must be no more than 64 symmetries.
    pub fn stabiliser_set(&self) -> u64 {
        let numbered = self.images.iter().enumerate();
        numbered
            .fold(0, |set, (symmetry, &image)| set | u64::from(image == self.number) << symmetry)
    }
}

/// Finds the orbits of the elements numbered `0..elements` under a group, and gives the table of their
/// words.
///
/// `inverses` has for each symmetry the one that undoes it. `element` makes an element from its number,
/// `None` where a number stands for none, and `image` tells the number of an element's image. `enter`
/// is told of each orbit, and what it answers makes the words of the orbit's members, each from the
/// first of the symmetries that take it to the representative.
///
/// ```
/// use hindsight_core::{Group, classify};
/// let mirror = Group::generated(3, &[vec![2, 1, 0]]);
/// let mut representatives = Vec::new();
/// let words = classify(
///     3,
///     mirror.inverses(),
///     Some,
///     |symmetry, &cell| mirror.image(symmetry, cell),
///     |orbit| {
///         representatives.push(orbit.representative);
///         move |symmetry| (10 * orbit.class + symmetry) as u32
///     },
/// );
/// assert_eq!((words, representatives), (vec![0, 10, 1], vec![0, 1]));
/// ```
///
/// # Panics
/// When a word is [`NO_ORBIT`].
pub fn classify<E, W: Fn(usize) -> u32>(
    elements: usize,
    inverses: &[u32],
    element: impl Fn(usize) -> Option<E>,
    mut image: impl FnMut(usize, &E) -> usize,
    mut enter: impl FnMut(NewOrbit<'_, E>) -> W,
) -> Vec<u32> {
    let mut words = vec![NO_ORBIT; elements];
    let mut images = vec![0; inverses.len()];
    let mut class = 0;
    for number in 0..elements {
        if words[number] != NO_ORBIT {
            continue;
        }
        let Some(representative) = element(number) else { continue };
        for (symmetry, at) in images.iter_mut().enumerate() {
            *at = image(symmetry, &representative);
        }
        let word = enter(NewOrbit { class, number, representative, images: &images });
        for (back, &there) in inverses.iter().enumerate() {
            let member = &mut words[images[there as usize]];
            if *member == NO_ORBIT {
                *member = word(back);
                assert_ne!(*member, NO_ORBIT, "a word that says there is no orbit");
            }
        }
        class += 1;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::group::Group;

    /// The slow twin tries every symmetry on every element. The elements are pairs of points, which
    /// can be the same point where `twice` says so.
    fn compare_with_twin(group: &Group, twice: bool) {
        let points = group.points();
        let element = |number: usize| {
            let pair = [number / points, number % points];
            (twice || pair[0] != pair[1]).then_some(pair)
        };
        let image = |symmetry: usize, pair: &[usize; 2]| {
            let [a, b] = pair.map(|point| group.image(symmetry, point));
            a * points + b
        };
        let images = |number: usize| {
            element(number).map(|pair| (0..group.order()).map(move |s| image(s, &pair)))
        };
        let mut found = Vec::new();
        let words = classify(points * points, group.inverses(), element, image, |orbit| {
            assert_eq!(element(orbit.number), Some(orbit.representative));
            assert_eq!(orbit.class, found.len());
            let stabiliser: Vec<usize> = orbit.stabiliser().collect();
            assert_eq!(stabiliser.iter().fold(0, |set, s| set | 1 << s), orbit.stabiliser_set());
            found.push((orbit.number, stabiliser));
            move |symmetry| (orbit.class << 8 | symmetry) as u32
        });

        let is_least = |number: &usize| {
            images(*number).is_some_and(|mut images| images.all(|image| image >= *number))
        };
        let representatives: Vec<usize> = (0..points * points).filter(is_least).collect();
        assert!(representatives.iter().eq(found.iter().map(|(number, _)| number)));
        for (number, &word) in words.iter().enumerate() {
            let Some(mut images) = images(number) else {
                assert_eq!(word, NO_ORBIT);
                continue;
            };
            let least = images.clone().min().unwrap();
            let class = representatives.binary_search(&least).unwrap();
            let symmetry = images.position(|image| image == least).unwrap();
            assert_eq!(word as usize, class << 8 | symmetry);
        }
        for (number, stabiliser) in found {
            let fixed = images(number).unwrap().enumerate();
            let fixed = fixed.filter(|&(_, image)| image == number);
            assert!(fixed.map(|(symmetry, _)| symmetry).eq(stabiliser));
        }
    }

    #[test]
    fn orbits_equal_those_of_the_slow_twin() {
        // Some of them with elements that are not their own inverses.
        let turns = Group::generated(6, &[vec![1, 2, 3, 4, 5, 0]]);
        let all = Group::generated(4, &[vec![1, 2, 3, 0], vec![1, 0, 2, 3]]);
        for group in [turns, all, Group::of_rectangle(3, 3), Group::trivial(3)] {
            compare_with_twin(&group, true);
            compare_with_twin(&group, false);
        }
    }

    #[test]
    #[should_panic(expected = "no orbit")]
    fn a_word_is_not_mistaken_for_none() {
        classify(1, &[0], Some, |_, &element| element, |_| |_| NO_ORBIT);
    }
}
