//! What tells the rules of one text from those of another.

use crate::machine::Machine;

/// A hash of what a text was compiled to, without names, letters and lines: the rules themselves. Unlike a
/// fingerprint, which looks at games played at random, no two rules share it.
pub(crate) fn identity(machine: &Machine) -> String {
    let mut plain = machine.clone();
    plain.players = Default::default();
    plain.board_line = 0;
    plain.board.names.clear();
    plain.board.places.clear();
    for piece in &mut plain.pieces {
        (piece.name, piece.letter) = (String::new(), ' ');
    }
    let choices = plain.programs.iter_mut().flat_map(|program| &mut program.options);
    choices.flat_map(|choice| &mut choice.deeds).for_each(|deed| deed.line = 0);
    let hash = blake3::hash(format!("{plain:?}").as_bytes());
    hash.to_hex()[..32].to_owned()
}

#[cfg(test)]
mod tests {
    use crate::Rulebook;

    #[test]
    fn names_do_not_matter_and_rules_do() {
        let text =
            "game \"A\"\nboard grid 3x3\npiece stone x o\nturn place a stone on an empty point\n";
        let of = |text: &str| Rulebook::read(text, None).unwrap().identity();
        let renamed = text.replace("stone x o", "pebble p q").replace("stone", "pebble");
        let renamed = format!("# Another.\n\n{}", renamed.replace("\"A\"", "\"B\""));
        assert_eq!(of(text), of(&renamed));
        assert_eq!(of(text).len(), 32);
        for (old, new) in [
            ("3x3", "3x4"),
            ("empty point\n", "empty point\nstuck win\n"),
            ("on an empty point", "on empty on corners"),
        ] {
            assert_ne!(of(text), of(&text.replace(old, new)), "{new}");
        }
    }
}
