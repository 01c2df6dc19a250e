//! The rules against a slow twin on a grid of letters, and what is known of the game.

use std::collections::BTreeSet;

use hindsight_core::{Indexed, Presentation, Rules, Tier, Turn};

use super::*;

/// A board of letters, `.` for free points, ranks from Red's end; capitals are Red's.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Grid(Vec<Vec<char>>);

impl Grid {
    fn of(text: &str) -> (Grid, bool) {
        let (board, turn) = text.split_once(':').unwrap();
        let expand = |c: char| match c.to_digit(10) {
            Some(free) => vec!['.'; free as usize],
            None => vec![c],
        };
        let rows = board.split('/').rev().map(|row| row.chars().flat_map(expand).collect());
        (Grid(rows.collect()), turn == "r")
    }

    fn at(&self, rank: i32, file: i32) -> Option<char> {
        let row = self.0.get(usize::try_from(rank).ok()?)?;
        row.get(usize::try_from(file).ok()?).copied()
    }

    fn is_free(&self, rank: i32, file: i32) -> bool {
        self.at(rank, file) == Some('.')
    }

    fn after(&self, (from, to): ((i32, i32), (i32, i32))) -> Grid {
        let mut grid = self.clone();
        let piece = grid.0[from.0 as usize][from.1 as usize];
        grid.0[from.0 as usize][from.1 as usize] = '.';
        grid.0[to.0 as usize][to.1 as usize] = piece;
        grid
    }

    /// All moves of a side by the letter of the rules, kings' safety aside.
    fn pseudo_moves(&self, red: bool) -> Vec<((i32, i32), (i32, i32))> {
        let mut moves = Vec::new();
        for (rank, file) in (0..10).flat_map(|rank| (0..9).map(move |file| (rank, file))) {
            let piece = self.at(rank, file).unwrap();
            if piece == '.' || piece.is_ascii_uppercase() != red {
                continue;
            }
            // Ranks as the piece's owner counts them.
            let own = |rank: i32| if red { rank } else { 9 - rank };
            for (to_rank, to_file) in (0..10).flat_map(|r| (0..9).map(move |f| (r, f))) {
                let target = self.at(to_rank, to_file).unwrap();
                if target != '.' && target.is_ascii_uppercase() == red
                    || (rank, file) == (to_rank, to_file)
                {
                    continue;
                }
                let (up, across) = (to_rank - rank, to_file - file);
                let (far_up, far_across) = (up.abs(), across.abs());
                let in_palace = (3..=5).contains(&to_file) && own(to_rank) <= 2;
                let between = || {
                    let steps = far_up.max(far_across);
                    let on_way = |i: i32| (rank + up.signum() * i, file + across.signum() * i);
                    (1..steps).filter(|&i| !self.is_free(on_way(i).0, on_way(i).1)).count()
                };
                let on_line = up == 0 || across == 0;
                let ok = match piece.to_ascii_uppercase() {
                    'K' => in_palace && far_up + far_across == 1,
                    'A' => in_palace && far_up == 1 && far_across == 1,
                    'B' => {
                        own(to_rank) <= 4
                            && far_up == 2
                            && far_across == 2
                            && self.is_free(rank + up / 2, file + across / 2)
                    }
                    'N' => {
                        far_up == 2 && far_across == 1 && self.is_free(rank + up / 2, file)
                            || far_up == 1
                                && far_across == 2
                                && self.is_free(rank, file + across / 2)
                    }
                    'R' => on_line && between() == 0,
                    'C' => on_line && between() == usize::from(target != '.'),
                    'P' => {
                        let forward = across == 0 && own(to_rank) - own(rank) == 1;
                        forward || up == 0 && far_across == 1 && own(rank) >= 5
                    }
                    other => panic!("{other}"),
                };
                if ok {
                    moves.push(((rank, file), (to_rank, to_file)));
                }
            }
        }
        moves
    }

    fn kings_face(&self) -> bool {
        (0..9).any(|file| {
            let column = (0..10).filter_map(|rank| self.at(rank, file)).filter(|&c| c != '.');
            let column: String = column.collect();
            column.contains("Kk") || column.contains("kK")
        })
    }

    /// Whether a side's king could be taken now, or the kings face each other.
    fn in_danger(&self, red: bool) -> bool {
        let king = if red { 'K' } else { 'k' };
        let takes = |&(_, (rank, file)): &(_, (i32, i32))| self.at(rank, file) == Some(king);
        self.kings_face() || self.pseudo_moves(!red).iter().any(takes)
    }

    fn children(&self, red: bool) -> BTreeSet<Grid> {
        let children = self.pseudo_moves(red).into_iter().map(|chosen| self.after(chosen));
        children.filter(|child| !child.in_danger(red)).collect()
    }
}

fn game(variant: &str) -> Xiangqi {
    Xiangqi::variant(variant).unwrap()
}

/// Some slots of every tier, spread over it, and what stands there.
fn sample(game: &Xiangqi, per_tier: u64) -> impl Iterator<Item = Position> {
    let tiers = game.index.tier_numbers().into_iter();
    tiers.flat_map(move |tier| {
        let slots = game.slots(tier);
        let step = (slots / per_tier).max(1) | 1;
        (0..slots)
            .step_by(step as usize)
            .filter_map(move |slot| game.occupant(tier, slot))
            .flat_map(|occupant| {
                [Turn::First, Turn::Second].map(|turn| game.seen_by(occupant.position, turn))
            })
    })
}

fn compare_with_the_twin(game: &Xiangqi, per_tier: u64) -> usize {
    let mut compared = 0;
    for position in sample(game, per_tier) {
        let (grid, red) = Grid::of(&game.write_position(position));
        assert!(!grid.in_danger(!red));
        let mut children = BTreeSet::new();
        let mut count = 0;
        game.moves(position, |chosen| {
            let child = game.play(position, chosen);
            let (grid, next_red) = Grid::of(&game.write_position(child));
            assert_eq!(next_red, !red);
            children.insert(grid);
            count += 1;
        });
        assert_eq!(children, grid.children(red), "{}", game.write_position(position));
        assert_eq!(children.len(), count);
        assert_eq!(game.primitive(position).is_some(), count == 0);
        compared += 1;
    }
    compared
}

#[test]
fn moves_are_those_of_a_slow_twin() {
    assert!(compare_with_the_twin(&game("3"), 60) > 1_000);
    assert!(compare_with_the_twin(&game("4"), 12) > 2_000);
    // Both colours of everything, with all roles on the board.
    assert!(compare_with_the_twin(&game("KRNB-KCPA"), 8) > 1_000);
    assert!(compare_with_the_twin(&game("KCCN-KBBA"), 30) > 1_000);
}

/// Counts what looks legal among all placements of a set's pieces on all points, for Red to move.
fn count_placements(letters: &str) -> u64 {
    fn place(letters: &[char], least: usize, grid: &mut Grid, count: &mut u64) {
        let Some((&letter, rest)) = letters.split_first() else {
            *count += u64::from(!grid.in_danger(false));
            return;
        };
        let red = letter.is_ascii_uppercase();
        for point in least..90 {
            let (rank, file) = (point / 9, point % 9);
            let own = if red { rank } else { 9 - rank };
            let allowed = match letter.to_ascii_uppercase() {
                'K' => own <= 2 && (3..=5).contains(&file),
                'A' => own <= 2 && (3..=5).contains(&file) && (own + file) % 2 == 1,
                'B' => {
                    [(0, 2), (0, 6), (2, 0), (2, 4), (2, 8), (4, 2), (4, 6)].contains(&(own, file))
                }
                'P' => own >= 5 || own >= 3 && file % 2 == 0,
                _ => true,
            };
            if allowed && grid.0[rank][file] == '.' {
                grid.0[rank][file] = letter;
                let alike = rest.first() == Some(&letter);
                place(rest, if alike { point + 1 } else { 0 }, grid, count);
                grid.0[rank][file] = '.';
            }
        }
    }
    let mut count = 0;
    let letters: Vec<char> = letters.chars().collect();
    place(&letters, 0, &mut Grid(vec![vec!['.'; 9]; 10]), &mut count);
    count
}

/// The positions, mirror images apart, that the tiers with some pieces have slots for.
fn count_slots(game: &Xiangqi, mine: &str, theirs: &str) -> u64 {
    let tiers = game.index.tier_numbers().into_iter().filter(|&tier| {
        Material::of(tier).armies.map(|army| army.letters()) == [mine, theirs].map(str::to_owned)
    });
    let orbits =
        |tier: Tier| (0..game.slots(tier)).filter_map(move |slot| game.occupant(tier, slot));
    tiers.flat_map(orbits).map(|occupant| u64::from(2 / occupant.stabiliser)).sum()
}

#[test]
fn slots_hold_what_looks_legal_and_nothing_else() {
    let three = game("3");
    for role in Role::ALL.into_iter().skip(1) {
        let (upper, lower) = (role.letter(), role.letter().to_ascii_lowercase());
        let strong = format!("K{upper}");
        assert_eq!(count_slots(&three, &strong, "K"), count_placements(&format!("Kk{upper}")));
        assert_eq!(count_slots(&three, "K", &strong), count_placements(&format!("Kk{lower}")));
    }
    for (variant, mine, theirs, letters) in [
        ("KP-KB", "KP", "KB", "KkPb"),
        ("KAA-KA", "KAA", "KA", "KkAAa"),
        ("KBB-KP", "KP", "KBB", "KkPbb"),
        ("KP-KP", "KP", "KP", "KkPp"),
        ("KPP-K", "KPP", "K", "KkPP"),
    ] {
        assert_eq!(count_slots(&game(variant), mine, theirs), count_placements(letters));
    }
}

#[test]
fn the_start_of_every_small_set_is_legal_and_quiet() {
    for material in Material::of_pieces(6) {
        let [red, black] = material.armies.map(|army| army.letters());
        let start = Xiangqi {
            scope: Scope::Set(material),
            name: String::new(),
            index: Arc::new(Index::new(&[])),
        }
        .start();
        let text = notation::write(start.men, Turn::First);
        let (grid, _) = Grid::of(&text);
        assert!(!grid.in_danger(true) && !grid.in_danger(false), "{red}-{black}: {text}");
        assert_eq!(start.men.count(), 6);
    }
}

#[test]
fn whole_texts_are_read_and_others_refused() {
    let game = game("4");
    for text in [
        "3k5/9/9/9/9/9/9/9/9/4K3R:r",
        "3k5/9/9/9/9/9/9/9/9/4K3R:b",
        "4k4/9/9/4p4/9/9/4P4/9/9/4K4:r",
        "9/4k4/9/9/9/9/9/9/4r4/3K5:r",
    ] {
        let position = game.parse_position(text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(game.write_position(position), text);
    }
    for (text, reason) in [
        ("", ":r or :b"),
        ("3k5/9/9/9/9/9/9/9/9/4K3R", ":r or :b"),
        ("3k5/9/9/9/9/9/9/9/9/4K3R:w", ":r or :b"),
        ("3k5/9/9/9/9/9/9/9/4K3R:r", "9 ranks of 10"),
        ("3k5/9/9/9/9/9/9/9/9/4K4R:r", "10 points of 9"),
        ("3k5/9/9/9/9/9/9/9/9/4K3:r", "8 points of 9"),
        ("3k5/9/9/9/9/9/9/9/9/4K3X:r", "'X' is none of"),
        ("9/9/9/9/9/9/9/9/9/4K3R:r", "one k"),
        ("3k5/9/9/9/9/9/9/9/9/2KK4R:r", "one K"),
        ("3k5/9/9/9/9/9/9/9/9/2K5R:r", "no K can stand on c0"),
        ("3k5/9/9/9/9/9/9/9/9/A3K4:r", "no A can stand on a0"),
        ("3k5/9/9/9/9/9/9/9/P8/4K4:r", "no P can stand on a1"),
        ("4k4/9/9/9/9/9/9/9/9/4K3R:r", "face each other"),
        ("3k4R/9/9/9/9/9/9/9/9/4K4:r", "just moved"),
        ("3kr4/9/9/9/9/9/9/9/9/N3KN3:r", "KNN against KR does not occur in variant 4"),
        ("3krrr2/9/9/9/9/9/9/9/9/N3KN3:r", "at most 2 r"),
        ("3krr3/9/9/9/9/9/9/9/9/NRCCKN1R1:r", "more than 8"),
    ] {
        let error = game.parse_position(text).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

#[test]
fn moves_are_named_as_red_sees_the_board() {
    let game = game("KR-KA");
    for (text, wanted) in
        [("3k5/9/9/9/9/9/9/9/9/4K3R:r", "i0i9"), ("3k5/9/9/9/9/9/9/9/9/4K3R:b", "d9d8")]
    {
        let position = game.parse_position(text).unwrap();
        let mut names = Vec::new();
        game.moves(position, |chosen| names.push(game.write_move(position, chosen)));
        assert!(names.contains(&wanted.to_owned()), "{names:?}");
    }
}

#[test]
fn the_board_shows_palaces_and_river() {
    let game = game("3");
    let expected = "\
9  . . . k * * . . .
8  . . . * * * . . .
7  . . . * * * . . .
6  . . . . . . . . .
5  . . . . . . . . .
   ~ ~ ~ ~ ~ ~ ~ ~ ~
4  . . . . . . . . .
3  . . . . . . . . .
2  . . . * * * . . .
1  . . . * * * . . .
0  R . . * K * . . .
   a b c d e f g h i
";
    assert_eq!(game.board(game.start()), expected);
}

#[test]
fn six_pieces_have_about_as_many_slots_as_published_positions() {
    let game = game("6");
    let slots: u64 = game.roots().into_iter().map(|tier| game.slots(tier)).sum();
    // 715,160,403,432 positions with at most six pieces, four to a slot but for those that are their
    // own mirror images.
    let positions = 715_160_403_432_f64 / 4.0;
    let ratio = slots as f64 / positions;
    assert!((1.0..1.9).contains(&ratio), "{ratio}");
}

#[test]
fn positions_are_written_and_read_as_other_programs_do() {
    let game = Xiangqi::variant("KRN-KAB").unwrap();
    let fen = "3k1a3/9/4b4/9/9/9/9/9/9/1N2K3R b - - 0 1";
    for text in [fen, "3k1a3/9/4e4/9/9/9/9/9/9/1H2K3R b"] {
        let position = game
            .parse_position(
                &hindsight_core::StandardNotation::translate_position(&game, text).unwrap(),
            )
            .unwrap();
        assert_eq!(hindsight_core::StandardNotation::write_position(&game, position), fen);
    }
    let start = game.start();
    let text = hindsight_core::StandardNotation::write_position(&game, start);
    assert!(text.ends_with(" w - - 0 1"), "{text}");
    assert_eq!(
        hindsight_core::StandardNotation::translate_position(&game, &text),
        Some(Presentation::write_position(&game, start))
    );
    for text in ["", "3k5/9/9/9/9/9/9/9/9/4K3R:r", "3k5 x"] {
        assert_eq!(
            hindsight_core::StandardNotation::translate_position(&game, text),
            None,
            "{text}"
        );
    }
}
