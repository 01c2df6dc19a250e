//! Answers about positions as JSON text: what serde_json writes, byte for byte, in a fraction of the
//! time.
//!
//! These are the answers that are asked for most, with dozens of moves and pictures. serde_json looks
//! at the bytes of every text, field names included, one by one for what must be escaped, and grows
//! its buffer as it goes. Here the names are part of what lies between the values, and a text is looked
//! at as a whole, and copied as a whole, since nearly nothing ever must be escaped. What is rare is left
//! to serde_json.

use std::cell::RefCell;

use bytes::Bytes;
use hindsight_core::{Button, Picture, Turn};
use hindsight_oracle::{Answer, ButtonAnswer, GameName, MoveAnswer, StageAnswer, Verdict};
use serde::Serialize;

/// A buffer that has grown beyond this is not kept for the next answer.
const MOST_KEPT: usize = 1 << 20;

thread_local! {
    /// Answers of a game have similar lengths: after the first, the buffer need not grow.
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// An answer and the lines of its board, in exactly as many bytes as it takes.
pub fn position(answer: &Answer) -> Bytes {
    let mut buffer = BUFFER.take();
    buffer.clear();
    Writer { out: &mut buffer }.answer(answer);
    let written = Bytes::copy_from_slice(&buffer);
    if buffer.capacity() <= MOST_KEPT {
        BUFFER.set(buffer);
    }
    written
}

struct Writer<'a> {
    out: &'a mut Vec<u8>,
}

impl Writer<'_> {
    /// Writes what lies between values.
    fn raw(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    fn left_to_serde_json(&mut self, value: &(impl Serialize + ?Sized)) {
        // Writing to memory does not fail, and nothing that comes here is a map with odd keys.
        let _ = serde_json::to_writer(&mut *self.out, value);
    }

    fn text(&mut self, text: &str) {
        // Without an early end, so that it is done many bytes at a time.
        let is_plain = text
            .bytes()
            .fold(true, |plain, byte| plain & (byte >= 0x20) & (byte != b'"') & (byte != b'\\'));
        if !is_plain {
            return self.left_to_serde_json(text);
        }
        self.out.reserve(text.len() + 2);
        self.out.push(b'"');
        self.raw(text);
        self.out.push(b'"');
    }

    fn number(&mut self, number: usize) {
        match u8::try_from(number) {
            Ok(digit @ 0..=9) => self.out.push(b'0' + digit),
            Ok(two @ 10..=99) => self.out.extend([b'0' + two / 10, b'0' + two % 10]),
            _ => self.left_to_serde_json(&number),
        }
    }

    fn flag(&mut self, flag: bool) {
        self.raw(if flag { "true" } else { "false" });
    }

    /// Writes a list between brackets.
    fn list<T>(&mut self, items: impl IntoIterator<Item = T>, mut each: impl FnMut(&mut Self, T)) {
        self.raw("[");
        for (number, item) in items.into_iter().enumerate() {
            if number > 0 {
                self.raw(",");
            }
            each(self, item);
        }
        self.raw("]");
    }

    /// Writes a field with what comes before, where there is one.
    fn optional(&mut self, before: &str, value: Option<impl Serialize>) {
        if let Some(value) = value {
            self.raw(before);
            self.left_to_serde_json(&value);
        }
    }

    /// Writes a value with its remoteness, as fields.
    fn worth(&mut self, value: Option<hindsight_core::Value>, remoteness: Option<u16>) {
        self.raw("\"value\":");
        match value {
            Some(value) => self.text(value.name()),
            None => self.raw("null"),
        }
        self.raw(",\"remoteness\":");
        match remoteness {
            Some(remoteness) => self.number(remoteness.into()),
            None => self.raw("null"),
        }
    }

    fn picture(&mut self, Picture { entities, counters }: &Picture) {
        self.raw("{\"entities\":");
        self.text(entities);
        self.raw(",\"counters\":");
        self.list(counters, |writer, &counter| writer.number(counter as usize));
        self.raw("}");
    }

    fn answer(&mut self, answer: &Answer) {
        // Named one by one, so that a new field is not forgotten.
        let Answer {
            name,
            position,
            turn,
            board,
            tier,
            over,
            kind,
            verdict,
            grundy,
            margin,
            draw,
            decided_by,
            picture,
            moves,
            stages,
            found_by,
        } = answer;
        let GameName { game, variant } = name;
        let Verdict { value, remoteness } = *verdict;
        self.raw("{\"game\":");
        self.text(game);
        self.raw(",\"variant\":");
        self.text(variant);
        self.raw(",\"position\":");
        self.text(position);
        self.raw(match turn {
            Turn::First => ",\"turn\":\"first\",\"board\":",
            Turn::Second => ",\"turn\":\"second\",\"board\":",
        });
        self.text(board);
        self.raw(",\"tier\":");
        self.text(tier);
        self.raw(",\"over\":");
        self.flag(*over);
        self.raw(",\"kind\":");
        self.text(kind.name());
        self.raw(",");
        self.worth(Some(value), remoteness);
        self.optional(",\"grundy\":", *grundy);
        self.optional(",\"margin\":", *margin);
        self.optional(",\"draw\":", draw.as_ref());
        self.optional(",\"decided_by\":", (!decided_by.is_empty()).then_some(decided_by));
        self.raw(",\"picture\":");
        self.picture(picture);
        self.raw(",\"moves\":");
        self.list(moves, Self::move_answer);
        self.raw(",\"stages\":");
        self.list(stages, Self::stage);
        self.optional(",\"found_by\":", *found_by);
        self.raw(",\"rows\":");
        self.list(board.lines(), Self::text);
        self.raw("}");
    }

    fn move_answer(&mut self, answer: &MoveAnswer) {
        let MoveAnswer { chosen, position, verdict, best, grundy, margin, draw, picture } = answer;
        let Verdict { value, remoteness } = *verdict;
        self.raw("{\"move\":");
        self.text(chosen);
        self.raw(",\"position\":");
        self.text(position);
        self.raw(",");
        self.worth(Some(value), remoteness);
        self.raw(",\"best\":");
        self.flag(*best);
        self.optional(",\"grundy\":", *grundy);
        self.optional(",\"margin\":", *margin);
        self.optional(",\"draw\":", draw.as_ref());
        self.raw(",\"picture\":");
        self.picture(picture);
        self.raw("}");
    }

    fn stage(&mut self, StageAnswer { picture, value, remoteness, buttons }: &StageAnswer) {
        self.raw("{\"picture\":");
        self.picture(picture);
        self.raw(",");
        self.worth(*value, *remoteness);
        self.raw(",\"buttons\":");
        self.list(buttons, Self::button);
        self.raw("}");
    }

    fn button(&mut self, ButtonAnswer { name, button, chosen, stage }: &ButtonAnswer) {
        self.raw("{\"name\":");
        self.text(name);
        self.raw(",\"button\":");
        match *button {
            Button::Spot { center, piece: None } => {
                self.raw("{\"kind\":\"spot\",\"center\":");
                self.number(center);
                self.raw(",\"piece\":null}");
            }
            Button::Arrow { from, to } => {
                self.raw("{\"kind\":\"arrow\",\"from\":");
                self.number(from);
                self.raw(",\"to\":");
                self.number(to);
                self.raw("}");
            }
            _ => self.left_to_serde_json(button),
        }
        for (before, number) in [(",\"move\":", chosen), (",\"stage\":", stage)] {
            if let Some(number) = number {
                self.raw(before);
                self.number(*number);
            }
        }
        self.raw("}");
    }
}

#[cfg(test)]
mod tests {
    use hindsight_core::{Kind, Value};
    use hindsight_oracle::{DrawAnswer, LevelAnswer, RankAnswer};
    use hindsight_solve::DrawRank;
    use proptest::prelude::*;

    use super::*;

    /// The slow twin.
    #[derive(Serialize)]
    struct Position<'a> {
        #[serde(flatten)]
        answer: &'a Answer,
        rows: Vec<&'a str>,
    }

    fn assert_like_serde_json(answer: &Answer) {
        let slow = Position { answer, rows: answer.board.lines().collect() };
        let (written, wanted) = (position(answer), serde_json::to_vec(&slow).unwrap());
        assert_eq!(str::from_utf8(&written), str::from_utf8(&wanted));
    }

    fn text() -> impl Strategy<Value = String> {
        prop_oneof![
            "[a-zX:/-]{0,40}",
            any::<String>(),
            Just("\u{1} \u{7f} é \u{2028} \\ / ' \"\n\t\r\u{8}\u{c}\u{1f}\u{20}".to_owned()),
        ]
    }

    fn picture() -> impl Strategy<Value = Picture> {
        let counters = prop::collection::vec(any::<u32>(), 0..3);
        (text(), counters).prop_map(|(entities, counters)| Picture { entities, counters })
    }

    fn verdict() -> impl Strategy<Value = Verdict> {
        let value = prop::sample::select(vec![Value::Win, Value::Tie, Value::Draw, Value::Lose]);
        let remoteness = prop::option::of(prop_oneof![0u16..120, any::<u16>()]);
        (value, remoteness).prop_map(|(value, remoteness)| Verdict { value, remoteness })
    }

    fn draw() -> impl Strategy<Value = Option<DrawAnswer>> {
        let level =
            prop::option::of((any::<Option<u16>>(), any::<bool>()).prop_map(|(level, pure)| {
                LevelAnswer { class: "draw-win", level, remoteness: level, pure }
            }));
        let rank =
            (any::<i32>(), prop::collection::vec(text(), 0..2)).prop_map(|(class, heading)| {
                RankAnswer {
                    by: "ratio",
                    class,
                    heading,
                    key: class,
                    depth: class,
                    worth: DrawRank::STABLE,
                }
            });
        let ranks = prop::collection::vec(rank, 0..2);
        let beats = prop::option::of(0..100usize);
        prop::option::of((level, ranks, beats).prop_map(|(level, ranks, beats)| DrawAnswer {
            level,
            ranks,
            beats,
        }))
    }

    fn move_answer() -> impl Strategy<Value = MoveAnswer> {
        let odd = (any::<Option<u32>>(), any::<Option<i32>>(), draw());
        (text(), text(), verdict(), any::<bool>(), odd, picture()).prop_map(
            |(chosen, position, verdict, best, (grundy, margin, draw), picture)| MoveAnswer {
                chosen,
                position,
                verdict,
                best,
                grundy,
                margin,
                draw,
                picture,
            },
        )
    }

    fn button() -> impl Strategy<Value = Button> {
        let center = || 0usize..300;
        prop_oneof![
            (center(), any::<Option<char>>())
                .prop_map(|(center, piece)| Button::Spot { center, piece }),
            (center(), center()).prop_map(|(from, to)| Button::Arrow { from, to }),
            (center(), center()).prop_map(|(from, to)| Button::Line { from, to }),
            prop::collection::vec(any::<[f32; 2]>(), 0..3)
                .prop_map(|points| Button::Curve { points }),
            (center(), any::<char>()).prop_map(|(center, text)| Button::Text { center, text }),
            Just(Button::Listed {}),
        ]
    }

    fn stage() -> impl Strategy<Value = StageAnswer> {
        let then = (prop::option::of(0usize..2000), prop::option::of(0usize..2000));
        let button = (text(), button(), then).prop_map(|(name, button, (chosen, stage))| {
            ButtonAnswer { name, button, chosen, stage }
        });
        let buttons = prop::collection::vec(button, 0..4);
        (picture(), prop::option::of(verdict()), buttons).prop_map(|(picture, verdict, buttons)| {
            let value = verdict.map(|verdict| verdict.value);
            let remoteness = verdict.and_then(|verdict| verdict.remoteness);
            StageAnswer { picture, value, remoteness, buttons }
        })
    }

    fn answer() -> impl Strategy<Value = Answer> {
        let name = (text(), text()).prop_map(|(game, variant)| GameName { game, variant });
        let kinds = vec![Kind::Partisan, Kind::Impartial, Kind::Scored, Kind::Puzzle];
        let lines = prop::collection::vec(prop::collection::vec(0..70usize, 0..4), 0..3);
        let odd = (any::<Option<u32>>(), any::<Option<i32>>(), any::<bool>(), draw(), lines);
        (
            name,
            [text(), text(), text()],
            (any::<bool>(), any::<bool>(), prop::sample::select(kinds)),
            verdict(),
            odd,
            picture(),
            prop::collection::vec(move_answer(), 0..4),
            prop::collection::vec(stage(), 0..4),
        )
            .prop_map(|(name, texts, flags, verdict, odd, picture, moves, stages)| {
                let [position, board, tier] = texts;
                let (is_first, over, kind) = flags;
                let (grundy, margin, is_found, draw, decided_by) = odd;
                Answer {
                    name,
                    position,
                    turn: if is_first { Turn::First } else { Turn::Second },
                    board,
                    tier,
                    over,
                    kind,
                    verdict,
                    grundy,
                    margin,
                    draw,
                    decided_by,
                    picture,
                    moves,
                    stages,
                    found_by: is_found.then_some("search"),
                }
            })
    }

    proptest! {
        #[test]
        fn every_answer_is_written_as_serde_json_writes_it(answer in answer()) {
            assert_like_serde_json(&answer);
        }

        #[test]
        fn a_long_answer_does_not_keep_its_buffer(mut answer in answer()) {
            answer.board = "x".repeat(2 * MOST_KEPT);
            position(&answer);
            prop_assert!(BUFFER.with_borrow(Vec::capacity) <= MOST_KEPT);
            answer.board.clear();
            assert_like_serde_json(&answer);
        }
    }
}
