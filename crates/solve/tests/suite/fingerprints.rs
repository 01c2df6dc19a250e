//! Rules that change rarely matter, and still change the deep fingerprint.

use hindsight_core::{
    Extras, Indexed, Occupant, OrbitSlot, Orbits, Presentation, Rules, Tier, Turn, Value,
};
use hindsight_games::chess::Chess;
use hindsight_games::fivefieldkono::Kono;
use hindsight_games::morris::Morris;
use hindsight_games::othello::Othello;
use hindsight_games::quixo::Quixo;
use hindsight_solve::{deep_fingerprint, deep_fingerprint_of_rules, fingerprint};
use hindsight_store::Fingerprint;

/// A game without some of its moves, by the texts of the positions before and after.
struct Without<G> {
    game: G,
    is_missing: fn(&str, &str) -> bool,
}

impl<G: Presentation> Without<G> {
    fn is_left(&self, position: G::Position, child: G::Position) -> bool {
        let [before, after] = [position, child].map(|position| self.game.write_position(position));
        !(self.is_missing)(&before, &after)
    }
}

impl<G: Presentation> Rules for Without<G> {
    type Position = G::Position;
    type Move = G::Move;

    fn start(&self) -> G::Position {
        self.game.start()
    }

    fn primitive(&self, position: G::Position) -> Option<Value> {
        self.game.primitive(position)
    }

    fn moves(&self, position: G::Position, mut visit: impl FnMut(G::Move)) {
        self.game.moves(position, |chosen| {
            if self.is_left(position, self.game.play(position, chosen)) {
                visit(chosen);
            }
        });
    }

    fn play(&self, position: G::Position, chosen: G::Move) -> G::Position {
        self.game.play(position, chosen)
    }

    fn turn(&self, position: G::Position) -> Turn {
        self.game.turn(position)
    }

    fn extras(&self) -> Extras<'_, G::Position> {
        self.game.extras()
    }
}

impl<G: Indexed + Presentation> Indexed for Without<G> {
    fn tier_of(&self, position: G::Position) -> Tier {
        self.game.tier_of(position)
    }

    fn roots(&self) -> Vec<Tier> {
        self.game.roots()
    }

    fn child_tiers(&self, tier: Tier) -> Vec<Tier> {
        self.game.child_tiers(tier)
    }

    fn tier_name(&self, tier: Tier) -> String {
        self.game.tier_name(tier)
    }

    fn slots(&self, tier: Tier) -> u64 {
        Indexed::slots(&self.game, tier)
    }

    fn locate_in(&self, tier: Tier, position: G::Position) -> OrbitSlot {
        self.game.locate_in(tier, position)
    }

    fn occupant(&self, tier: Tier, slot: u64) -> Option<Occupant<G::Position>> {
        Indexed::occupant(&self.game, tier, slot)
    }

    fn symmetries(&self) -> u32 {
        Indexed::symmetries(&self.game)
    }

    fn orbits(&self) -> Orbits {
        Indexed::orbits(&self.game)
    }
}

fn of<G: Indexed + Presentation>(game: G, is_missing: fn(&str, &str) -> bool) -> Fingerprint {
    let game = Without { game, is_missing };
    deep_fingerprint(&game, &game)
}

/// Taking a move away changes the fingerprint, and taking none away does not.
#[track_caller]
fn assert_shows<G: Indexed + Presentation>(
    game: impl Fn() -> G,
    is_missing: fn(&str, &str) -> bool,
) {
    let made = game();
    let whole = deep_fingerprint(&made, &made);
    assert_eq!(of(game(), |_, _| false), whole);
    assert_ne!(of(game(), is_missing), whole);
}

fn count(text: &str, letter: char) -> usize {
    text.split(':').next().unwrap().matches(letter).count()
}

/// Whether White, who moves, takes a pawn and leaves the king where it is.
fn takes_without_king(before: &str, after: &str) -> bool {
    let pawns = |text: &str| count(text, 'p') + count(text, 'e');
    pawns(after) < pawns(before) && before.find('K') == after.find('K')
}

#[test]
fn a_bishop_that_takes_no_pawn_shows() {
    assert_shows(|| Chess::variant("KB-KP").unwrap(), takes_without_king);
}

#[test]
fn a_pawn_that_is_not_taken_in_passing_shows() {
    let passes =
        |before: &str, after: &str| count(before, 'e') == 1 && takes_without_king(before, after);
    assert_shows(|| Chess::variant("KP-KP").unwrap(), passes);
}

#[test]
fn stones_that_do_not_fly_show() {
    let [flying, not_flying] = ["nine:4,4", "nine-nofly:4,4"].map(|variant| {
        let game = Morris::variant(variant).unwrap();
        deep_fingerprint(&game, &game)
    });
    assert_ne!(flying, not_flying);
    // One point that nobody flies to, with three stones left.
    let flies = |before: &str, after: &str| {
        before.starts_with('-') && after.starts_with('W') && count(before, 'W') == 3
    };
    assert_shows(|| Morris::variant("nine:3,4").unwrap(), flies);
}

#[test]
fn one_missing_move_of_one_tier_shows() {
    // With eight of nine marked, a row of the left side pushed down.
    let pushes = |before: &str, _: &str| before.starts_with("XOX") && count(before, '-') == 1;
    assert_shows(|| Quixo::variant("3x3").unwrap(), pushes);
}

#[test]
fn a_rare_move_of_a_game_without_an_index_shows() {
    let whole = Othello::variant("4x4").unwrap();
    let unchanged = Without { game: Othello::variant("4x4").unwrap(), is_missing: |_, _| false };
    let is_missing = |before: &str, after: &str| before == after;
    let never_passes = Without { game: Othello::variant("4x4").unwrap(), is_missing };
    let fingerprint = deep_fingerprint_of_rules(&whole);
    assert_eq!(deep_fingerprint_of_rules(&unchanged), fingerprint);
    // No move leaves everything as it was, so that nothing is missing here either.
    assert_eq!(deep_fingerprint_of_rules(&never_passes), fingerprint);
    let corners = Without {
        game: Othello::variant("4x4").unwrap(),
        is_missing: |before, after| before.starts_with('-') && !after.starts_with('-'),
    };
    assert_ne!(deep_fingerprint_of_rules(&corners), fingerprint);
}

/// What happens to who is stuck, which games at random hardly ever show: to the other fingerprint these
/// three are one.
#[test]
fn variants_that_differ_in_a_rare_end_are_told_apart() {
    let games = ["regular", "delta", "omega"].map(|variant| Kono::variant(variant).unwrap());
    let [a, b, c] = games.each_ref().map(|game| deep_fingerprint(game, game));
    assert!(a != b && b != c && a != c);
    let [a, b, c] = games.each_ref().map(|game| fingerprint(game, game));
    assert!(a == b && b == c, "then this test shows nothing");
}
