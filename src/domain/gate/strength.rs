//! Strength: a claim that says `must` where its evidence says `may`, `all` where it says `some`.

use crate::domain::text::{Script, Token};

/// What a text says about how sure and how general it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(clippy::struct_excessive_bools, reason = "a text can say any of the four")]
pub(super) struct Strength {
    pub possible: bool,
    pub obliged: bool,
    pub some: bool,
    pub all: bool,
}

/// The modality and quantifiers of the words of a normalised text.
pub(super) fn strength(words: &[Token<'_>]) -> Strength {
    let mut found = Strength::default();
    for token in words {
        let word = token.text;
        if token.script == Script::Latin {
            match word {
                "may" | "might" | "could" | "can" | "possibly" | "perhaps" | "optional" | "likely"
                | "probably" => found.possible = true,
                "must" | "shall" | "required" | "mandatory" | "obliged" | "obligatory" => {
                    found.obliged = true;
                }
                "some" | "several" | "partly" | "sometimes" | "certain" | "many" | "most" | "often"
                | "usually" => found.some = true,
                "all" | "every" | "always" | "entire" | "entirely" | "everyone" | "each" => found.all = true,
                _ => {}
            }
        } else if token.script == Script::Hangul {
            match word {
                "수" | "가능" => found.possible = true,
                _ if word.starts_with("가능") || word.starts_with("아마") => found.possible = true,
                _ if word.ends_with("해야")
                    || word.ends_with("하여야")
                    || word.starts_with("의무")
                    || word.starts_with("반드시") =>
                {
                    found.obliged = true;
                }
                _ if word.starts_with("일부")
                    || word.starts_with("대부분")
                    || word.starts_with("때때로")
                    || word.starts_with("몇") =>
                {
                    found.some = true;
                }
                _ if word.starts_with("모든")
                    || word.starts_with("모두")
                    || word.starts_with("전부")
                    || word.starts_with("항상")
                    || word.starts_with("전원")
                    || word.starts_with("언제나") =>
                {
                    found.all = true;
                }
                _ => {}
            }
        }
    }
    found
}

impl Strength {
    /// The claim obliges where the source permits.
    pub(super) fn obliges_more_than(self, source: Self) -> bool {
        self.obliged && !self.possible && source.possible && !source.obliged
    }

    /// The claim generalises what the source says of some.
    pub(super) fn generalises(self, source: Self) -> bool {
        self.all && !self.some && source.some && !source.all
    }
}
