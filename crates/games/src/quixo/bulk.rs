//! Moving many positions at once, slide by slide.
//!
//! The slots that the engine asks about stand side by side, so most of them share the cells of one
//! mark. A slide takes these to the same cells in all of them: half of the index arithmetic is done
//! once for a run of positions.

use hindsight_core::{Neighbour, Run, Tier};

use super::{End, Quixo, Slide};

const MINE: usize = 0;
const THEIRS: usize = 1;

/// Which slides, in which direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// The slides that take a blank cube.
    Blank,
    /// The slides that take a cube of the player to move.
    Own,
    /// The slides of an own cube that the opponent has just made, undone.
    Back,
}

impl Way {
    /// Whether a cell allows the slides of an end, given who is on it.
    #[inline(always)]
    fn allowed(self, mine: bool, theirs: bool) -> bool {
        match self {
            Way::Blank => !mine && !theirs,
            Way::Own => mine,
            Way::Back => theirs,
        }
    }

    /// What a slide, or its undoing, does to the cells of a mark. The players change roles.
    fn shift(self, slide: Slide, mark: usize) -> Shift {
        let Slide { from, to, line, step } = slide;
        match (self, mark) {
            (Way::Back, THEIRS) => Shift { line, end: to, step: (32 - step) % 32, added: from },
            (Way::Back, _) => Shift { line, end: to, step: (32 - step) % 32, added: 0 },
            (_, MINE) => Shift { line, end: from, step, added: to },
            (_, _) => Shift { line, end: from, step, added: 0 },
        }
    }
}

/// A slide of one mark's cells in either direction.
#[derive(Clone, Copy, Debug)]
struct Shift {
    line: u32,
    end: u32,
    step: u32,
    added: u32,
}

impl Shift {
    #[inline(always)]
    fn apply(self, cells: u32) -> u32 {
        cells & !self.line | (cells & self.line & !self.end).rotate_right(self.step) | self.added
    }
}

/// Slides from one tier to another.
pub(super) struct Bulk<'a> {
    pub(super) game: &'a Quixo,
    pub(super) from: Tier,
    pub(super) to: Tier,
    pub(super) way: Way,
}

impl Bulk<'_> {
    fn ends(&self) -> &[End] {
        if self.way == Way::Back { &self.game.putting } else { &self.game.taking }
    }

    /// Adds the number of slides of each slot to `counts`.
    pub(super) fn count(&self, slots: &[u64], counts: &mut [u32]) {
        let mut done = 0;
        self.game.index(self.from).runs(slots, |run| {
            for end in self.ends() {
                let allowed = Allowed::new(self.way, run, end.cell);
                for (count, &other) in counts[done..].iter_mut().zip(&run.others) {
                    *count += u32::from(allowed.holds(other)) * end.slides.len() as u32;
                }
            }
            done += run.others.len();
        });
    }

    /// Visits where the slides lead to, all those of one slide together.
    #[inline(always)]
    pub(super) fn visit(&self, slots: &[u64], mut visit: impl FnMut(&[Neighbour])) {
        let mut target = None;
        let mut selected: Vec<Selected> = Vec::with_capacity(slots.len());
        let mut neighbours: Vec<Neighbour> = Vec::with_capacity(slots.len());
        let mut done = 0;
        self.game.index(self.from).runs(slots, |run| {
            for end in self.ends() {
                Allowed::new(self.way, run, end.cell).select(run, done, &mut selected);
                if selected.is_empty() {
                    continue;
                }
                let target = *target.get_or_insert_with(|| self.game.index(self.to));
                for &slide in &end.slides {
                    let pivot = self.way.shift(slide, run.pivot);
                    let other = self.way.shift(slide, 1 - run.pivot);
                    neighbours.clear();
                    target.locate_run(
                        1 - run.pivot,
                        pivot.apply(run.pivot_cells),
                        &selected,
                        |position| other.apply(position.other),
                        |position, place| Neighbour {
                            number: position.number,
                            weight: position.orbit * place.stabiliser,
                            slot: place.slot,
                        },
                        &mut neighbours,
                    );
                    visit(&neighbours);
                }
            }
            done += run.others.len() as u32;
        });
    }
}

/// A position of a run: its number among all slots, the cells of the mark that is not the pivot,
/// and the size of its orbit.
#[derive(Clone, Copy, Debug, Default)]
struct Selected {
    number: u32,
    other: u32,
    orbit: u32,
}

/// Which positions of a run an end's slides are allowed in. The pivot's mark answers for all of
/// them at once, the other mark for each.
struct Allowed {
    cell: u32,
    when_other: bool,
    when_not: bool,
}

impl Allowed {
    fn new(way: Way, run: &Run, cell: u32) -> Allowed {
        let pivot = run.pivot_cells & cell != 0;
        let when = |other: bool| match run.pivot {
            MINE => way.allowed(pivot, other),
            _ => way.allowed(other, pivot),
        };
        // The marks cannot both stand on a cell.
        Allowed { cell, when_other: !pivot && when(true), when_not: when(false) }
    }

    #[inline(always)]
    fn holds(&self, other: u32) -> bool {
        if other & self.cell != 0 { self.when_other } else { self.when_not }
    }

    /// Lists the positions it holds for.
    #[inline(always)]
    fn select(&self, run: &Run, first: u32, selected: &mut Vec<Selected>) {
        selected.clear();
        if !self.when_other && !self.when_not {
            return;
        }
        // Whether the other mark stands there is a coin toss: no branch.
        selected.resize(run.others.len(), Selected::default());
        let mut length = 0;
        for (number, (&other, &orbit)) in (first..).zip(run.others.iter().zip(&run.orbits)) {
            selected[length] = Selected { number, other, orbit };
            length += usize::from(self.holds(other));
        }
        selected.truncate(length);
    }
}
