//! How the names of variants are made, for the games that make variants from their names.

use hindsight_core::{Field, FieldContent, Form};

const fn number(id: &'static str, label: &'static str, [min, max, default]: [u32; 3]) -> Field {
    Field { id, label, content: FieldContent::Number { min, max, default } }
}

const fn choice(
    id: &'static str,
    label: &'static str,
    options: &'static [&'static str],
    default: &'static str,
) -> Field {
    Field { id, label, content: FieldContent::Choice { options, default } }
}

const fn text(
    id: &'static str,
    label: &'static str,
    pattern: &'static str,
    default: &'static str,
) -> Field {
    Field { id, label, content: FieldContent::Text { pattern, default } }
}

const MORRIS_RULES: &[&str] = &[
    "nine",
    "nine-nofly",
    "nine-takeany",
    "lasker",
    "morabaraba",
    "morabaraba-fulldraw",
    "morabaraba-pass",
    "six",
    "three",
];

const MORRIS: &[Form] = &[Form {
    label: "Other numbers of men",
    template: "{rules}:{white},{black}",
    fields: &[
        choice("rules", "Rules", MORRIS_RULES, "nine"),
        number("white", "White's men", [3, 12, 7]),
        number("black", "Black's men", [3, 12, 6]),
    ],
}];

const BAGHCHAL: &[Form] = &[
    Form {
        label: "Other numbers of goats",
        template: "{goats}-{captures}",
        fields: &[
            number("goats", "Goats", [1, 20, 5]),
            number("captures", "Captures to win", [1, 20, 2]),
        ],
    },
    Form {
        label: "On a board of 3x3",
        template: "3x3-{goats}-{captures}",
        fields: &[
            number("goats", "Goats", [1, 7, 4]),
            number("captures", "Captures to win", [1, 7, 2]),
        ],
    },
];

const CHOMP: &[Form] = &[Form {
    label: "Another bar",
    template: "{rows}x{columns}",
    fields: &[number("rows", "Rows", [1, 10, 3]), number("columns", "Columns", [2, 10, 6])],
}];

const LIGHTSOUT: &[Form] = &[Form {
    label: "Another board",
    template: "{side}x{side}",
    fields: &[number("side", "Side", [2, 5, 3])],
}];

const KAYLES: &[Form] = &[Form {
    label: "Another row",
    template: "{pins}",
    fields: &[number("pins", "Pins", [1, 200, 10])],
}];

const DAWSONSCHESS: &[Form] = &[Form {
    label: "Another row",
    template: "{columns}",
    fields: &[number("columns", "Columns", [1, 200, 10])],
}];

const FIRST: Field = number("first", "First pile", [1, 20, 3]);
const SECOND: Field = number("second", "Second pile", [1, 20, 4]);
const THIRD: Field = number("third", "Third pile", [1, 20, 5]);
const FOURTH: Field = number("fourth", "Fourth pile", [1, 20, 6]);

const NIM: &[Form] = &[
    Form { label: "Two piles", template: "{first}-{second}", fields: &[FIRST, SECOND] },
    Form {
        label: "Three piles",
        template: "{first}-{second}-{third}",
        fields: &[FIRST, SECOND, THIRD],
    },
    Form {
        label: "Four piles",
        template: "{first}-{second}-{third}-{fourth}",
        fields: &[FIRST, SECOND, THIRD, FOURTH],
    },
];

const DROPPED: &[Form] = &[Form {
    label: "Another board",
    template: "{columns}x{rows}",
    fields: &[number("columns", "Columns", [1, 8, 4]), number("rows", "Rows", [1, 8, 4])],
}];

const MNK: &[Form] = &[Form {
    label: "Another board",
    template: "{columns}x{rows}-{line}{rules}",
    fields: &[
        number("columns", "Columns", [1, 5, 4]),
        number("rows", "Rows", [1, 5, 3]),
        number("line", "In a row", [1, 5, 3]),
        choice("rules", "Rules", &["", "-misere", "-wild", "-wild-misere", "-notakto"], ""),
    ],
}];

const QUICKCROSS: &[Form] = &[Form {
    label: "Another board",
    template: "{columns}x{rows}",
    fields: &[number("columns", "Columns", [2, 5, 3]), number("rows", "Rows", [2, 5, 3])],
}];

const OTHELLO: &[Form] = &[Form {
    label: "Another board",
    template: "{board}",
    fields: &[choice("board", "Board", &["4x4", "6x6"], "4x4")],
}];

const CHESS: &[Form] = &[Form {
    label: "Other men",
    template: "{white}-{black}",
    fields: &[
        text("white", "White's men", "K[QRBNP]{0,3}", "KQ"),
        text("black", "Black's men", "K[QRBNP]{0,3}", "KR"),
    ],
}];

const XIANGQI: &[Form] = &[Form {
    label: "Other men",
    template: "{red}-{black}",
    fields: &[
        text("red", "Red's men", "K[A-Z]{0,5}", "KR"),
        text("black", "Black's men", "K[A-Z]{0,5}", "KAA"),
    ],
}];

/// How the names of a game's variants are made; nothing for a game that has those of the catalogue only.
pub(crate) fn of(game: &str) -> &'static [Form] {
    match game {
        "morris" => MORRIS,
        "baghchal" => BAGHCHAL,
        "chomp" => CHOMP,
        "lightsout" => LIGHTSOUT,
        "kayles" => KAYLES,
        "dawsonschess" => DAWSONSCHESS,
        "nim" => NIM,
        "connect4" | "tootandotto" => DROPPED,
        "mnk" => MNK,
        "quickcross" => QUICKCROSS,
        "othello" => OTHELLO,
        "chess" => CHESS,
        "xiangqi" => XIANGQI,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{catalogue, game};

    #[test]
    fn forms_make_names_of_variants() {
        let mut forms = 0;
        for about in catalogue() {
            for form in of(about.id) {
                forms += 1;
                let usual = form.name(|field| match field.content {
                    FieldContent::Number { default, .. } => default.to_string(),
                    FieldContent::Choice { default, .. } | FieldContent::Text { default, .. } => {
                        default.to_owned()
                    }
                });
                let made = game(about.id, Some(&usual)).map(drop);
                assert_eq!(made, Ok(()), "{} {usual}", about.id);
                let least = form.name(|field| match field.content {
                    FieldContent::Number { min, .. } => min.to_string(),
                    FieldContent::Choice { options, .. } => options[0].to_owned(),
                    FieldContent::Text { default, .. } => default.to_owned(),
                });
                let made = game(about.id, Some(&least)).map(drop);
                assert_eq!(made, Ok(()), "{} {least}", about.id);
            }
        }
        assert!(forms > 10);
    }

    /// A field goes as far as some variant does, and no farther.
    #[test]
    fn fields_end_where_the_games_do() {
        for (id, name, wrong) in [
            ("chomp", "10x10", "10x11"),
            ("kayles", "200", "201"),
            ("dawsonschess", "200", "201"),
            ("nim", "20-20", "20-21"),
            ("lightsout", "5x5", "6x6"),
            ("quickcross", "5x4", "6x4"),
            ("morris", "nine:12,12", "nine:12,13"),
            ("baghchal", "20-20", "21-5"),
        ] {
            assert!(game(id, Some(name)).is_ok(), "{id} {name}");
            assert!(game(id, Some(wrong)).is_err(), "{id} {wrong}");
        }
    }
}
