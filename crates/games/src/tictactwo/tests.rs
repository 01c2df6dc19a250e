use std::collections::BTreeSet;

use hindsight_core::{Indexed, Rules, Tier, Value};
use proptest::prelude::*;

use super::*;

fn game(variant: &str) -> TicTacTwo {
    TicTacTwo::variant(variant).unwrap()
}

fn moves(game: &TicTacTwo, text: &str) -> Vec<String> {
    let position = game.parse_position(text).unwrap();
    assert_eq!(game.primitive(position), None);
    let mut moves = Vec::new();
    game.moves(position, |chosen| moves.push(game.write_move(position, chosen)));
    moves.sort();
    moves
}

fn value(text: &str) -> Option<Value> {
    let game = game("5x5");
    game.primitive(game.parse_position(text).unwrap())
}

/// A board read from its text, by coordinates: the slow twin of the rules.
#[derive(Clone)]
struct Slow {
    grid: Vec<Vec<char>>,
    /// The row and the column of the middle of the frame, from the top left.
    frame: (usize, usize),
    mover: char,
}

impl Slow {
    fn read(text: &str) -> Slow {
        let parts: Vec<&str> = text.split(':').collect();
        let grid: Vec<Vec<char>> = parts[0].split('/').map(|row| row.chars().collect()).collect();
        let [column, row] = parts[1].as_bytes()[..] else { panic!("{text}") };
        let frame = (grid.len() - usize::from(row - b'0'), usize::from(column - b'a'));
        Slow { grid, frame, mover: parts[2].to_uppercase().chars().next().unwrap() }
    }

    fn write(&self) -> String {
        let rows: Vec<String> = self.grid.iter().map(|row| row.iter().collect()).collect();
        let column = char::from(b'a' + self.frame.1 as u8);
        let row = self.grid.len() - self.frame.0;
        format!("{}:{column}{row}:{}", rows.join("/"), self.mover.to_ascii_lowercase())
    }

    fn opponent(&self) -> char {
        if self.mover == 'X' { 'O' } else { 'X' }
    }

    fn cells(&self) -> Vec<(usize, usize)> {
        let (rows, columns) = (self.grid.len(), self.grid[0].len());
        (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect()
    }

    fn count(&self, mark: char) -> usize {
        self.grid.iter().flatten().filter(|&&cell| cell == mark).count()
    }

    fn is_inside(&self, (row, column): (usize, usize)) -> bool {
        row.abs_diff(self.frame.0) <= 1 && column.abs_diff(self.frame.1) <= 1
    }

    fn has_three(&self, mark: char) -> bool {
        let directions = [(0, 1), (1, 0), (1, 1), (1, -1)];
        self.cells().into_iter().any(|(row, column)| {
            directions.iter().any(|&(down, right)| {
                (-1..=1).all(|step| {
                    let row = (row as isize + step * down) as usize;
                    let column = (column as isize + step * right) as usize;
                    let cell = self.grid.get(row).and_then(|cells| cells.get(column));
                    cell == Some(&mark) && self.is_inside((row, column))
                })
            })
        })
    }

    fn over(&self) -> Option<Value> {
        match (self.has_three(self.mover), self.has_three(self.opponent())) {
            (true, true) => Some(Value::Tie),
            (true, false) => Some(Value::Win),
            (false, true) => Some(Value::Lose),
            (false, false) => None,
        }
    }

    /// The texts of the positions that moves lead to.
    fn children(&self, marks: usize) -> Vec<String> {
        let mut children = Vec::new();
        let next = Slow { mover: self.opponent(), ..self.clone() };
        let mut reach = |change: &dyn Fn(&mut Slow)| {
            let mut child = next.clone();
            change(&mut child);
            children.push(child.write());
        };
        let free = self.count('X') >= 2 && self.count('O') >= 2;
        let (mut new, mut moved) = (Vec::new(), Vec::new());
        for to in self.cells() {
            if self.grid[to.0][to.1] != '-' || !self.is_inside(to) {
                continue;
            }
            if self.count(self.mover) < marks {
                new.push(to);
            }
            let own = |cell: &(usize, usize)| self.grid[cell.0][cell.1] == self.mover;
            moved.extend(self.cells().into_iter().filter(own).map(|from| (from, to)));
        }
        for to in new {
            reach(&|child| child.grid[to.0][to.1] = self.mover);
        }
        if free {
            for (from, to) in moved {
                reach(&|child| {
                    child.grid[from.0][from.1] = '-';
                    child.grid[to.0][to.1] = self.mover;
                });
            }
            let (rows, columns) = (self.grid.len(), self.grid[0].len());
            for (row, column) in self.cells() {
                let fits = (1..rows - 1).contains(&row) && (1..columns - 1).contains(&column);
                if fits && self.is_inside((row, column)) && (row, column) != self.frame {
                    reach(&|child| child.frame = (row, column));
                }
            }
        }
        children
    }
}

#[test]
fn the_start_is_an_empty_board_with_the_frame_in_the_middle() {
    let game = game("5x5");
    let text = "-----/-----/-----/-----/-----:c3:x";
    assert_eq!(game.write_position(game.start()), text);
    assert_eq!(moves(&game, text), ["b2", "b3", "b4", "c2", "c3", "c4", "d2", "d3", "d4"]);
}

#[test]
fn marks_are_placed_until_both_players_have_two() {
    let game = game("5x5");
    let placing = moves(&game, "-----/-XO--/--X--/-----/-----:c3:o");
    assert_eq!(placing, ["b2", "b3", "c2", "d2", "d3", "d4"]);
    let free = moves(&game, "-----/-XO--/--XO-/-----/-----:c3:x");
    let count = |wanted: &dyn Fn(&str) -> bool| free.iter().filter(|name| wanted(name)).count();
    assert_eq!(count(&|name| name.starts_with("frame-")), 8);
    assert_eq!(count(&|name| name.len() == 2), 5);
    assert_eq!(count(&|name| name.len() == 5), 10);
}

#[test]
fn a_player_without_marks_to_place_moves_one_or_the_frame() {
    let game = game("5x5");
    let moves = moves(&game, "X---X/-----/---O-/-O---/X---X:b4:x");
    let frames = ["frame-b3", "frame-c3", "frame-c4"];
    assert_eq!(moves.iter().filter(|name| name.starts_with("frame")).count(), frames.len());
    assert!(frames.iter().all(|name| moves.contains(&(*name).to_owned())), "{moves:?}");
    // Four marks, eight empty cells inside the frame: one mark stands inside itself.
    assert_eq!(moves.len(), frames.len() + 4 * 8);
    assert!(moves.contains(&"e1-a3".to_owned()) && !moves.contains(&"e1-d3".to_owned()));
}

#[test]
fn three_in_a_row_inside_the_frame_end_the_game() {
    assert_eq!(value("-----/-XXX-/-OO--/-----/-----:c3:o"), Some(Value::Lose));
    // The frame was moved to three of the opponent's.
    assert_eq!(value("-----/-XXX-/-OO--/-----/-----:c3:x"), Some(Value::Win));
    assert_eq!(value("-----/-XXX-/-OOO-/-----/-----:c3:x"), Some(Value::Tie));
    assert_eq!(value("-----/-XXX-/-OOO-/-----/-----:c3:o"), Some(Value::Tie));
    // Outside, or partly outside, three do not count.
    assert_eq!(value("XXX--/-----/-OO--/-----/-----:c3:o"), None);
    assert_eq!(value("XXX--/-----/-OO--/-----/-----:c4:o"), None);
    assert_eq!(value("XXX--/-----/-OO--/-----/-----:b4:o"), Some(Value::Lose));
    assert_eq!(value("X----/-X---/-OX--/---O-/-----:b4:x"), Some(Value::Win));
}

#[test]
fn texts_that_mean_no_position_are_refused_with_a_reason() {
    let game = game("5x5");
    let known = [
        ("", "cells:middle of the frame:turn"),
        ("-----/-----/-----/-----/-----:x", "cells:middle of the frame:turn"),
        ("-----/-----/-----/-----/-----:c3:x:", "cells:middle of the frame:turn"),
        ("-----/-----/-----/-----/-----:c3:y", "the turn is :x or :o"),
        ("-----/-----/-----/-----/-----:a1:x", "one of b4, c4, d4, b3, c3, d3, b2, c2, d2"),
        ("-----/-----/-----/-----:c3:x", "20 cells of 25"),
        ("-----/-----/--W--/-----/-----:c3:x", "'W' is none of"),
        ("XXXXX/-----/-OO--/-----/-----:c3:x", "4 marks, not 5 X, 2 O"),
        ("-----/-XX--/-----/-----/-----:c3:o", "cannot be 2 X and 0 O"),
        ("-----/-X---/-----/-----/-----:c3:x", "cannot be 1 X and 0 O"),
        ("-----/-X---/-OOO-/-----/-----:c3:x", "cannot be 1 X and 3 O"),
    ];
    for (text, reason) in known {
        let error = game.parse_position(text).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
    let capitals = game.parse_position("-----/-xo--/--xO-/-----/-----:C3:X").unwrap();
    assert_eq!(game.write_position(capitals), "-----/-XO--/--XO-/-----/-----:c3:x");
}

#[test]
fn the_board_shows_the_frame_and_the_marks_to_place() {
    let game = game("5x5");
    let position = game.parse_position("X----/-----/-OX--/---O-/-----:b3:o").unwrap();
    let board = " 5  X  -  -  -  -
 4 [-][-][-] -  -
 3 [-][O][X] -  -
 2 [-][-][-] O  -
 1  -  -  -  -  -
    a  b  c  d  e
marks to place: X 2, O 2
";
    assert_eq!(game.board(position), board);
}

#[test]
fn the_index_has_few_holes() {
    let game = game("5x5");
    let slots = |mine, theirs| game.slots(game.tier([mine, theirs]));
    // By an independent count: classes of the frame with one player's marks, times the ways to
    // arrange the other's.
    assert_eq!(slots(0, 0), 3);
    assert_eq!([slots(2, 2), slots(3, 3)], [93_357, 4_125_660]);
    assert_eq!([slots(2, 3), slots(3, 2)], [618_849; 2]);
    assert_eq!([slots(2, 4), slots(4, 2)], [3_037_860; 2]);
    assert_eq!([slots(3, 4), slots(4, 3)], [19_239_780; 2]);
    assert_eq!(slots(4, 4), 86_579_010);
    // Nearly all slots are held by an orbit of all 8 symmetries. Places of the frame times
    // arrangements, over 8, is a lower bound for the orbits.
    let positions = 9 * 12_650 * 5_985;
    assert!(slots(4, 4) * 8 < positions * 102 / 100);
}

#[test]
fn pivots_of_a_tier_and_its_mirror_are_the_same_players() {
    // What makes moves inside a unit local: the bulk functions do not depend on it.
    let game = game("5x5");
    for [mine, theirs] in [[2, 3], [2, 4], [3, 4]] {
        let pivot = |counts| game.orbits.of(game.orbits.tier(counts)).pivot();
        assert_eq!(pivot([mine, theirs]), 1 - pivot([theirs, mine]));
    }
}

/// A position of some slot of some tier, or nothing where the slot is a hole.
fn sampled(game: &TicTacTwo, tier: u64, slot: u64, second: bool) -> Option<Position> {
    let counts = [[0, 0], [0, 1], [1, 1], [1, 2], [2, 2], [2, 3], [3, 2], [3, 3], [2, 4], [4, 4]];
    let counts = counts[tier as usize % counts.len()];
    let tier: Tier = game.tier(counts.map(|count| count.min(game.marks)));
    let occupant = game.occupant(tier, slot % game.slots(tier))?;
    Some(game.seen_by(occupant.position, if second { Turn::Second } else { Turn::First }))
}

proptest! {
    #[test]
    fn moves_and_ends_are_those_of_the_slow_twin(which in 0..4usize, tier: u64, slot: u64, second: bool) {
        let game = game(ABOUT.variants[which].id);
        if let Some(position) = sampled(&game, tier, slot, second) {
            let slow = Slow::read(&game.write_position(position));
            prop_assert_eq!(game.primitive(position), slow.over());
            let mut fast = Vec::new();
            game.moves(position, |chosen| {
                fast.push(game.write_position(game.play(position, chosen)));
            });
            let mut slow = slow.children(game.marks);
            fast.sort();
            slow.sort();
            prop_assert_eq!(fast, slow);
        }
    }

    #[test]
    fn turns_and_reflections_take_marks_and_frame_along(tier: u64, slot: u64) {
        let game = game("5x5");
        if let Some(position) = sampled(&game, tier, slot, false) {
            let place = game.locate(position);
            let mut images = BTreeSet::new();
            let mut slow = Slow::read(&game.write_position(position));
            for image in 0..8 {
                // A quarter turn, and after four of them a reflection.
                let of = |(row, column): (usize, usize)| {
                    if image == 4 { (row, 4 - column) } else { (column, 4 - row) }
                };
                let mut next = slow.clone();
                for (row, column) in slow.cells() {
                    let (to_row, to_column) = of((row, column));
                    next.grid[to_row][to_column] = slow.grid[row][column];
                }
                next.frame = of(slow.frame);
                slow = next;
                let image = game.parse_position(&slow.write()).unwrap();
                prop_assert_eq!(game.locate(image), place);
                images.insert(image);
            }
            // The quarter turns and the reflection pass by all images.
            prop_assert_eq!(images.len() as u32 * place.stabiliser, 8);
        }
    }
}
