//! How the names of variants are made, for those who would rather fill in a form.

use serde::Serialize;

/// A kind of names of a game's variants.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Form {
    /// What variants it makes.
    pub label: &'static str,
    /// The name, with the fields' ids in braces: `{rows}x{columns}`.
    pub template: &'static str,
    /// What there is to fill in.
    pub fields: &'static [Field],
}

/// A field of a form.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Field {
    /// What stands in the template.
    pub id: &'static str,
    /// What it means.
    pub label: &'static str,
    /// What can be filled in.
    #[serde(flatten)]
    pub content: FieldContent,
}

/// What can be filled in.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(untagged)]
pub enum FieldContent {
    /// A number. Not all numbers of all fields go together; the game says which do not.
    Number {
        /// The least.
        min: u32,
        /// The most.
        max: u32,
        /// The usual one.
        default: u32,
    },
    /// One of some texts.
    Choice {
        /// The texts.
        options: &'static [&'static str],
        /// The usual one.
        default: &'static str,
    },
    /// A text.
    Text {
        /// A regular expression that it matches.
        pattern: &'static str,
        /// The usual one.
        default: &'static str,
    },
}

impl Form {
    /// The name in which every field has what `fill` says.
    pub fn name(&self, fill: impl Fn(&Field) -> String) -> String {
        let fields = self.fields.iter();
        fields.fold(self.template.to_owned(), |name, field| {
            name.replace(&format!("{{{}}}", field.id), &fill(field))
        })
    }
}
