//! The part of an address after the question mark, read strictly: what is no text, is unknown or
//! comes twice is an error that says so, never a guess.

use std::str::FromStr;

use crate::fault::Fault;

/// The parameters of a request.
#[derive(Debug)]
pub struct Parameters {
    pairs: Vec<(String, String)>,
}

impl Parameters {
    /// Reads `name=value` pairs joined by `&`, percent-encoded, of which only the known are taken.
    pub fn parse(query: Option<&str>, known: &[&str]) -> Result<Parameters, Fault> {
        let mut pairs: Vec<(String, String)> = Vec::new();
        for pair in query.unwrap_or("").split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let (name, value) = (decoded(name)?, decoded(value)?);
            if !known.contains(&name.as_str()) {
                let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                return Err(Fault::BadRequest(format!(
                    "there is no parameter '{}'; the parameters are {known}",
                    shown(&name)
                )));
            }
            if pairs.iter().any(|(earlier, _)| *earlier == name) {
                return Err(Fault::BadRequest(format!("the parameter {name} comes twice")));
            }
            pairs.push((name, value));
        }
        Ok(Parameters { pairs })
    }

    /// The text of a parameter.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.pairs.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The number that a parameter is.
    pub fn number<N: FromStr>(&self, name: &str, range: &str) -> Result<Option<N>, Fault> {
        let Some(text) = self.text(name) else { return Ok(None) };
        text.parse().map(Some).map_err(|_| {
            Fault::BadRequest(format!("{name} is '{}', but must be {range}", shown(text)))
        })
    }
}

/// One parameter for those who are not strict: other parameters, and later ones of the same name, do
/// not matter. `None` where it is missing; what is not percent-encoded is taken as it is.
pub fn lenient(query: Option<&str>, name: &str) -> Option<String> {
    let mut pairs = query?.split('&').filter_map(|pair| pair.split_once('='));
    let (_, value) = pairs.find(|(known, _)| *known == name)?;
    Some(decoded(value).unwrap_or_else(|_| value.to_owned()))
}

/// A text as it may stand in a message: one short line.
pub fn shown(text: &str) -> String {
    text.chars().take(60).map(|c| if c.is_control() { '?' } else { c }).collect()
}

/// A percent-encoded text.
pub fn decoded(text: &str) -> Result<String, Fault> {
    let wrong = || {
        let text = shown(text);
        Fault::BadRequest(format!("'{text}' is not percent-encoded UTF-8; a % is written %25"))
    };
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let mut digit = || rest.next().and_then(|digit| char::from(digit).to_digit(16));
                let (high, low) = (digit().ok_or_else(wrong)?, digit().ok_or_else(wrong)?);
                (high * 16 + low) as u8
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn values_are_decoded() {
        let read = Parameters::parse(Some("p=x-o%2F%C3%A9+&&n=7"), &["p", "n"]).unwrap();
        assert_eq!(read.text("p"), Some("x-o/é "));
        assert_eq!(read.number("n", "a number").unwrap(), Some(7));
        assert_eq!(read.number::<u8>("m", "a number").unwrap(), None);
    }

    #[test]
    fn what_is_wrong_is_refused() {
        for query in ["q=1", "p=1&p=2", "p=%", "p=%4", "p=%zz", "p=%ff", "%=1"] {
            assert!(Parameters::parse(Some(query), &["p"]).is_err(), "{query}");
        }
        let read = Parameters::parse(Some("p=-1"), &["p"]).unwrap();
        assert!(read.number::<u16>("p", "0 to 65535").is_err());
    }

    #[test]
    fn who_is_not_strict_takes_what_is_there() {
        assert_eq!(lenient(Some("q=1&p=a%2Fb&p=c"), "p").as_deref(), Some("a/b"));
        assert_eq!(lenient(Some("p=%zz"), "p").as_deref(), Some("%zz"));
        assert_eq!(lenient(Some("q=1"), "p"), None);
        assert_eq!(lenient(None, "p"), None);
    }

    proptest! {
        #[test]
        fn any_text_gets_an_answer(text: String) {
            let _ = Parameters::parse(Some(&text), &["p"]);
            let _ = lenient(Some(&text), "p");
        }

        #[test]
        fn whatever_is_encoded_comes_back(text: String) {
            let encoded: String = text.bytes().map(|byte| format!("%{byte:02x}")).collect();
            let read = Parameters::parse(Some(&format!("p={encoded}")), &["p"]).unwrap();
            prop_assert_eq!(read.text("p"), Some(text.as_str()));
        }
    }
}
