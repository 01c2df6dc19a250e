//! Win-by: by how much the player to move wins when both play for the margin and not for speed.
//!
//! The order is by margin alone: any win by more is better than one by less, however long it takes.
//! What never ends has margin 0, as a tie has.
//!
//! One pass in order of falling size of the margin does for graphs with and without loops. When all
//! larger margins are settled, a position with a child at which the opponent loses by m wins by m, since
//! a child with more would have settled it before. A position all of whose children are wins for the
//! opponent loses by the smallest of them, which is the one that is settled last. What no margin settles
//! is 0.

use hindsight_core::MoveGraph;

/// The margin of every position of a [scored](hindsight_core::Kind::Scored) game, by number, for the
/// player to move there, given the margin of those at which the game is over.
pub fn margins(graph: &MoveGraph, end: impl FnMut(u32) -> Option<i32>) -> Vec<i32> {
    settle(&(0..graph.len()).map(end).collect::<Vec<_>>(), |position| graph.children_of(position))
}

/// As [`margins`], given the margin where the game is over, and the children where it goes on.
fn settle<'a>(ends: &[Option<i32>], children: impl Fn(u32) -> &'a [u32]) -> Vec<i32> {
    let positions = 0..ends.len() as u32;
    let mut parents = vec![Vec::new(); ends.len()];
    let mut open: Vec<usize> = vec![0; ends.len()];
    let largest = ends.iter().flatten().map(|margin| margin.unsigned_abs()).max().unwrap_or(0);
    // By size: positions whose margin is settled but whose parents do not know yet.
    let mut news: Vec<Vec<u32>> = vec![Vec::new(); largest as usize + 1];
    let mut margins: Vec<Option<i32>> = ends.to_vec();
    for position in positions {
        match ends[position as usize] {
            Some(margin) => news[margin.unsigned_abs() as usize].push(position),
            None => {
                let children = children(position);
                open[position as usize] = children.len();
                children.iter().for_each(|&child| parents[child as usize].push(position));
            }
        }
    }
    for size in (1..=largest).rev() {
        while let Some(child) = news[size as usize].pop() {
            let wins = margins[child as usize] > Some(0);
            for &parent in &parents[child as usize] {
                open[parent as usize] -= 1;
                if margins[parent as usize].is_some() || wins && open[parent as usize] > 0 {
                    continue;
                }
                let margin = if wins { -(size as i32) } else { size as i32 };
                margins[parent as usize] = Some(margin);
                news[size as usize].push(parent);
            }
        }
    }
    margins.into_iter().map(|margin| margin.unwrap_or(0)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The slow twin: by thresholds. The player to move wins by at least m where the game is over
    /// like that or where a child loses by at least m; loses by at least m where all children win by
    /// at least m; gone over until nothing changes, for every m by itself.
    fn by_thresholds(ends: &[Option<i32>], children: &[Vec<u32>]) -> Vec<i32> {
        let mut margins = vec![0; ends.len()];
        for least in 1..=9 {
            let mut wins: Vec<bool> = ends.iter().map(|end| *end >= Some(least)).collect();
            let mut loses: Vec<bool> =
                ends.iter().map(|end| end.is_some_and(|margin| margin <= -least)).collect();
            loop {
                let before = (wins.clone(), loses.clone());
                for position in (0..ends.len()).filter(|&position| ends[position].is_none()) {
                    let mut of = children[position].iter().map(|&child| child as usize);
                    wins[position] = of.clone().any(|child| before.1[child]);
                    loses[position] = of.all(|child| before.0[child]);
                }
                if before == (wins.clone(), loses.clone()) {
                    break;
                }
            }
            for (position, margin) in margins.iter_mut().enumerate() {
                match (wins[position], loses[position]) {
                    (true, _) => *margin = least,
                    (_, true) => *margin = -least,
                    _ => {}
                }
            }
        }
        margins
    }

    /// The plain twin of loop-free graphs: the best child, in order of the positions.
    fn minimax(ends: &[Option<i32>], children: &[Vec<u32>]) -> Vec<i32> {
        let mut margins = vec![0; ends.len()];
        for position in (0..ends.len()).rev() {
            let best = children[position].iter().map(|&child| -margins[child as usize]).max();
            margins[position] = ends[position].or(best).unwrap_or(0);
        }
        margins
    }

    /// For each position an end, if it is one, and numbers to choose children by.
    fn sketch() -> impl Strategy<Value = Vec<(Option<i32>, Vec<u32>)>> {
        let end = proptest::option::weighted(0.25, -9..=9);
        let children = proptest::collection::vec(any::<u32>(), 1..4);
        proptest::collection::vec((end, children), 1..30)
    }

    proptest! {
        #[test]
        fn loopy_graphs_by_thresholds(sketch in sketch()) {
            let count = sketch.len() as u32;
            let (ends, children): (Vec<_>, Vec<_>) = sketch.into_iter().unzip();
            let children: Vec<Vec<u32>> = children
                .into_iter()
                .map(|of: Vec<u32>| of.into_iter().map(|child| child % count).collect())
                .collect();
            let settled = settle(&ends, |position| &children[position as usize]);
            prop_assert_eq!(settled, by_thresholds(&ends, &children));
        }

        #[test]
        fn loop_free_graphs_by_minimax(sketch in sketch()) {
            let count = sketch.len() as u32;
            let (mut ends, children): (Vec<_>, Vec<_>) = sketch.into_iter().unzip();
            let last = ends.len() - 1;
            ends[last] = ends[last].or(Some(3));
            // Children come later than their parents.
            let later = |parent: u32, child: u32| parent + 1 + child % (count - parent - 1);
            let children: Vec<Vec<u32>> = (0..count)
                .zip(children)
                .map(|(parent, of): (u32, Vec<u32>)| {
                    of.into_iter().filter(|_| parent + 1 < count).map(|c| later(parent, c)).collect()
                })
                .collect();
            let settled = settle(&ends, |position| &children[position as usize]);
            prop_assert_eq!(&settled, &by_thresholds(&ends, &children));
            prop_assert_eq!(settled, minimax(&ends, &children));
        }
    }
}
