//! Rules: what may speak against a claim, each with an id that the verdict shows and a switch.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident = $id:literal),* $(,)?) => {
        /// A reason against a claim.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Rule { $($(#[$doc])* $name),* }

        impl Rule {
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The name that the verdict, the settings and `stet eval rules` know it by.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self { $(Self::$name => $id),* }
            }
        }
    };
}

rules! {
    /// No source states the value.
    ValueMissing = "value.missing",
    /// The source has the month or the day, but of another year.
    ValueYear = "value.year",
    /// A nearly equal sentence has another value in its place.
    ValueReplaced = "value.replaced",
    /// The source sets another bound.
    ValueBound = "value.bound",
    /// The source states the value in the place of another one.
    ValueExchanged = "value.exchanged",
    /// A table has the value in another row or column.
    ValueCell = "value.cell",
    /// No source has the quotation.
    Quotation = "quotation",
    /// What both speak of is denied in one and stated in the other.
    Denied = "polarity.denied",
    /// The same sentence with an odd number of denials more.
    Parity = "polarity.parity",
    /// The source excepts it.
    Excepted = "polarity.excepted",
    /// The opposite direction or bound.
    Direction = "direction",
    /// An opposite stands in the place of a word.
    Exchanged = "exchanged",
    /// Who does what to whom is turned round.
    Roles = "roles",
    /// What is said of two things is crossed.
    Crossed = "crossed",
    /// The evidence names another noun in that place.
    Stranger = "stranger",
    /// The evidence says it of another subject.
    Subject = "subject",
    /// A name that the evidence lacks.
    Name = "name",
    /// An obligation for a possibility, or the reverse.
    Modality = "modality",
    /// All for some.
    Quantifier = "quantifier",
    /// Only one thing, where the evidence limits nothing.
    Only = "only",
    /// `and` for `or`, or the reverse.
    Joined = "joined",
    /// A condition is left out.
    Condition = "condition",
    /// The source asks, supposes or reports it, and does not assert it.
    Asserted = "asserted",
    /// Told as done, where it is planned.
    Done = "done",
    /// A restriction of the subject is left out.
    Limit = "limit",
}

/// Some of the rules; written as the list of their ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RuleSet(u32);

impl RuleSet {
    pub const NONE: Self = Self(0);

    #[must_use]
    pub const fn has(self, rule: Rule) -> bool {
        self.0 & (1 << rule as u32) != 0
    }

    pub const fn add(&mut self, rule: Rule) {
        self.0 |= 1 << rule as u32;
    }

    /// The ids, in the order of [`Rule::ALL`].
    pub fn ids(self) -> impl Iterator<Item = &'static str> {
        Rule::ALL.iter().filter(move |rule| self.has(**rule)).map(|rule| rule.id())
    }
}

impl FromIterator<Rule> for RuleSet {
    fn from_iter<I: IntoIterator<Item = Rule>>(rules: I) -> Self {
        let mut set = Self::default();
        rules.into_iter().for_each(|rule| set.add(rule));
        set
    }
}

impl Serialize for RuleSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.ids())
    }
}

impl<'de> Deserialize<'de> for RuleSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let ids = Vec::<String>::deserialize(deserializer)?;
        let known = |id: &String| Rule::ALL.iter().copied().find(|rule| rule.id() == id);
        let unknown = |id: &String| serde::de::Error::custom(format!("no rule has the id {id:?}"));
        ids.iter().map(|id| known(id).ok_or_else(|| unknown(id))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_written_as_its_ids() {
        let set: RuleSet = [Rule::Subject, Rule::ValueMissing].into_iter().collect();
        let written = serde_json::to_string(&set).unwrap();
        assert_eq!(written, r#"["value.missing","subject"]"#);
        assert_eq!(serde_json::from_str::<RuleSet>(&written).unwrap(), set);
        assert!(serde_json::from_str::<RuleSet>(r#"["valu"]"#).is_err());
        assert!(Rule::ALL.len() <= 32);
    }
}
