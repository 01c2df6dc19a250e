//! Answers as JSON text: what serde_json writes, byte for byte, in a quarter of the time.
//!
//! serde_json looks at the bytes of every text, field names included, one by one for what must be
//! escaped. Nearly nothing ever must, so here a text is first looked at as a whole, and copied as a
//! whole. Numbers, and texts that need escapes, are left to serde_json.

use std::cell::RefCell;

use axum::body::Bytes;
use serde::ser::{self, Error as _, Serialize};
use serde_json::Error;

/// A buffer that has grown beyond this is not kept for the next answer.
const MOST_KEPT: usize = 1 << 20;

thread_local! {
    /// Answers of a game have similar lengths: after the first, the buffer need not grow.
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// JSON text, in exactly as many bytes as it takes.
pub fn json(facts: &impl Serialize) -> Result<Bytes, Error> {
    // Taken out, so that facts which are themselves written by this do no harm.
    let mut buffer = BUFFER.take();
    let written = write(facts, &mut buffer).map(|()| Bytes::copy_from_slice(&buffer));
    if buffer.capacity() <= MOST_KEPT {
        buffer.clear();
        BUFFER.set(buffer);
    }
    written
}

fn write(facts: &impl Serialize, out: &mut Vec<u8>) -> Result<(), Error> {
    facts.serialize(Writer { out })
}

fn write_text(text: &str, out: &mut Vec<u8>) -> Result<(), Error> {
    // Without an early end, so that it is done many bytes at a time.
    let is_plain =
        text.bytes().fold(true, |plain, byte| plain & (byte >= 0x20) & (byte != b'"') & (byte != b'\\'));
    if !is_plain {
        return serde_json::to_writer(out, text);
    }
    out.reserve(text.len() + 2);
    out.push(b'"');
    out.extend_from_slice(text.as_bytes());
    out.push(b'"');
    Ok(())
}

/// Writes one value.
struct Writer<'a> {
    out: &'a mut Vec<u8>,
}

impl<'a> Writer<'a> {
    fn word(self, word: &str) -> Result<(), Error> {
        self.out.extend_from_slice(word.as_bytes());
        Ok(())
    }

    fn list(self) -> Items<'a> {
        self.out.push(b'[');
        Items { out: self.out, is_first: true, end: "]" }
    }

    fn fields(self) -> Items<'a> {
        self.out.push(b'{');
        Items { out: self.out, is_first: true, end: "}" }
    }

    /// What a variant with content begins with.
    fn variant(self, name: &str) -> Result<Writer<'a>, Error> {
        self.out.push(b'{');
        write_text(name, self.out)?;
        self.out.push(b':');
        Ok(self)
    }
}

macro_rules! left_to_serde_json {
    ($($method:ident: $type:ty,)*) => {
        $(fn $method(self, value: $type) -> Result<(), Error> {
            serde_json::to_writer(self.out, &value)
        })*
    };
}

impl<'a> ser::Serializer for Writer<'a> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Items<'a>;
    type SerializeTuple = Items<'a>;
    type SerializeTupleStruct = Items<'a>;
    type SerializeTupleVariant = Items<'a>;
    type SerializeMap = Items<'a>;
    type SerializeStruct = Items<'a>;
    type SerializeStructVariant = Items<'a>;

    left_to_serde_json! {
        serialize_i8: i8,
        serialize_i16: i16,
        serialize_i32: i32,
        serialize_i64: i64,
        serialize_i128: i128,
        serialize_u8: u8,
        serialize_u16: u16,
        serialize_u32: u32,
        serialize_u64: u64,
        serialize_u128: u128,
        serialize_f32: f32,
        serialize_f64: f64,
        serialize_char: char,
        serialize_bytes: &[u8],
    }

    fn serialize_bool(self, value: bool) -> Result<(), Error> {
        self.word(if value { "true" } else { "false" })
    }

    fn serialize_str(self, text: &str) -> Result<(), Error> {
        write_text(text, self.out)
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.word("null")
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        self.word("null")
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Error> {
        self.word("null")
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<(), Error> {
        write_text(variant, self.out)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        let Writer { out } = self.variant(variant)?;
        value.serialize(Writer { out: &mut *out })?;
        out.push(b'}');
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Items<'a>, Error> {
        Ok(self.list())
    }

    fn serialize_tuple(self, _: usize) -> Result<Items<'a>, Error> {
        Ok(self.list())
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Items<'a>, Error> {
        Ok(self.list())
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Items<'a>, Error> {
        Ok(Items { end: "]}", ..self.variant(variant)?.list() })
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Items<'a>, Error> {
        Ok(self.fields())
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Items<'a>, Error> {
        Ok(self.fields())
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Items<'a>, Error> {
        Ok(Items { end: "}}", ..self.variant(variant)?.fields() })
    }
}

/// Writes what lies between two brackets.
struct Items<'a> {
    out: &'a mut Vec<u8>,
    is_first: bool,
    end: &'static str,
}

impl Items<'_> {
    fn comma(&mut self) {
        if !self.is_first {
            self.out.push(b',');
        }
        self.is_first = false;
    }

    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.comma();
        value.serialize(Writer { out: self.out })
    }

    fn field<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<(), Error> {
        self.comma();
        write_text(name, self.out)?;
        self.out.push(b':');
        value.serialize(Writer { out: self.out })
    }

    fn close(self) -> Result<(), Error> {
        self.out.extend_from_slice(self.end.as_bytes());
        Ok(())
    }
}

macro_rules! items {
    ($($kind:ident $method:ident,)*) => {
        $(impl ser::$kind for Items<'_> {
            type Ok = ();
            type Error = Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
                self.item(value)
            }

            fn end(self) -> Result<(), Error> {
                self.close()
            }
        })*
    };
}

items! {
    SerializeSeq serialize_element,
    SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field,
}

macro_rules! fields {
    ($($kind:ident,)*) => {
        $(impl ser::$kind for Items<'_> {
            type Ok = ();
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), Error> {
                self.field(name, value)
            }

            fn end(self) -> Result<(), Error> {
                self.close()
            }
        })*
    };
}

fields! {
    SerializeStruct,
    SerializeStructVariant,
}

impl ser::SerializeMap for Items<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.comma();
        let begin = self.out.len();
        key.serialize(Writer { out: self.out })?;
        match self.out[begin..].first() {
            Some(b'"') => {}
            None | Some(b'{' | b'[' | b'n') => return Err(Error::custom("a key is no text")),
            // Numbers and the like are keys as texts.
            Some(_) => {
                self.out.insert(begin, b'"');
                self.out.push(b'"');
            }
        }
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.out.push(b':');
        value.serialize(Writer { out: self.out })
    }

    fn end(self) -> Result<(), Error> {
        self.close()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    fn assert_like_serde_json(facts: &impl Serialize) {
        let (written, wanted) = (json(facts).unwrap(), serde_json::to_vec(facts).unwrap());
        assert_eq!(str::from_utf8(&written), str::from_utf8(&wanted));
    }

    #[derive(Serialize)]
    enum Variant {
        Plain,
        One(i8),
        #[serde(rename = "with \"quotes\"")]
        Two(u64, Option<char>),
        Named {
            half: f32,
            all: Vec<Variant>,
        },
    }

    #[derive(Serialize)]
    struct Plain;

    #[derive(Serialize)]
    struct Wrapped(Box<Everything>);

    #[derive(Serialize)]
    struct Pair(bool, ());

    #[derive(Serialize)]
    #[serde(tag = "kind")]
    enum Tagged {
        Spot { center: usize, piece: Option<char> },
        Nothing {},
    }

    #[derive(Serialize)]
    struct Everything {
        text: &'static str,
        #[serde(flatten)]
        pair: BTreeMap<String, Tagged>,
        numbers: [f64; 3],
        variants: Vec<Variant>,
        keys: BTreeMap<i32, Plain>,
        letters: BTreeMap<char, bool>,
        empty: BTreeMap<String, ()>,
        tuple: (Pair, u8, i128),
        #[serde(skip_serializing_if = "Option::is_none")]
        skipped: Option<u8>,
        deeper: Option<Wrapped>,
    }

    fn everything(deeper: Option<Wrapped>) -> Everything {
        let tagged = [Tagged::Spot { center: 7, piece: Some('"') }, Tagged::Nothing {}];
        let names = ["a", "b\n"].map(str::to_owned);
        Everything {
            text: "\u{1} \u{7f} é \u{2028} \\ / ' \"",
            pair: names.into_iter().zip(tagged).collect(),
            numbers: [0.1, -1e300, f64::NAN],
            variants: vec![
                Variant::Plain,
                Variant::One(-7),
                Variant::Two(u64::MAX, Some('\t')),
                Variant::Two(0, None),
                Variant::Named { half: 0.3, all: vec![Variant::Named { half: 1.0, all: vec![] }] },
            ],
            keys: BTreeMap::from([(-3, Plain), (12, Plain)]),
            letters: BTreeMap::from([('x', true), ('"', false)]),
            empty: BTreeMap::new(),
            tuple: (Pair(true, ()), 9, i128::MIN),
            skipped: None,
            deeper,
        }
    }

    #[test]
    fn every_kind_of_value_is_written_as_serde_json_writes_it() {
        assert_like_serde_json(&everything(Some(Wrapped(Box::new(everything(None))))));
        assert_like_serde_json(&"");
        assert_like_serde_json(&[0u8; 0]);
        assert_like_serde_json(&BTreeMap::from([(true, 1)]));
    }

    #[test]
    fn keys_that_are_no_texts_are_refused_and_the_next_answer_is_whole() {
        for wrong in [BTreeMap::from([(Some(vec![1]), 2)]), BTreeMap::from([(None, 2)])] {
            assert!(json(&wrong).is_err() && serde_json::to_vec(&wrong).is_err());
            assert_like_serde_json(&"next");
        }
    }

    #[test]
    fn a_long_answer_does_not_keep_its_buffer() {
        assert_like_serde_json(&"x".repeat(2 * MOST_KEPT));
        assert!(BUFFER.with_borrow(Vec::capacity) <= MOST_KEPT);
    }

    proptest! {
        #[test]
        fn texts_are_written_as_serde_json_writes_them(text: String, ascii in "[ -~]{0,40}") {
            assert_like_serde_json(&[text, ascii]);
        }
    }
}
