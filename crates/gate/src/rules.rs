//! Rules: what may speak against a claim, each with an id that the verdict shows and a switch. What each says, with examples of
//! both languages, stands in `data/gate/rules.toml`.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

macro_rules! rules {
    ($($name:ident = $id:literal),* $(,)?) => {
        /// A reason against a claim.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Rule { $($name),* }

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
    ValueMissing = "value.missing",
    ValueYear = "value.year",
    ValueDay = "value.day",
    ValueReplaced = "value.replaced",
    ValueBound = "value.bound",
    ValueExchanged = "value.exchanged",
    ValueCell = "value.cell",
    Quotation = "quotation",
    Denied = "polarity.denied",
    Parity = "polarity.parity",
    Excepted = "polarity.excepted",
    Direction = "direction",
    Exchanged = "exchanged",
    Roles = "roles",
    Crossed = "crossed",
    Stranger = "stranger",
    Subject = "subject",
    Name = "name",
    Modality = "modality",
    Quantifier = "quantifier",
    Only = "only",
    Joined = "joined",
    Condition = "condition",
    Asserted = "asserted",
    Done = "done",
    Limit = "limit",
    Former = "former",
    Listed = "polarity.listed",
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
    use std::collections::BTreeMap;
    use std::fmt::Write as _;

    use super::*;
    use crate::{GatePolicy, PreparedSources, Status, Verdict, judge};

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Entry {
        en: String,
        ko: String,
        examples: Vec<Example>,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Example {
        source: String,
        wrong: String,
        right: String,
    }

    fn entries() -> BTreeMap<String, Entry> {
        toml::from_str(stet_data::text("gate/rules.toml")).unwrap()
    }

    #[test]
    fn every_rule_is_said_and_speaks_against_its_wrong_examples_alone() {
        let entries = entries();
        let known: Vec<&str> = entries.keys().map(String::as_str).collect();
        let mut ids: Vec<&str> = Rule::ALL.iter().map(|rule| rule.id()).collect();
        ids.sort_unstable();
        assert_eq!(known, ids);
        let mut wrong = Vec::new();
        for rule in Rule::ALL {
            let entry = &entries[rule.id()];
            assert!(!entry.examples.is_empty(), "{}", rule.id());
            for Example { source, wrong: broken, right } in &entry.examples {
                let told = |claim: &str| -> Verdict {
                    judge(claim, &PreparedSources::new(&[source]), &[0], &GatePolicy::default())
                };
                let (against, fine) = (told(broken), told(right));
                if !against.rules.has(*rule) || against.status == Status::Supported {
                    wrong.push(format!("{} does not speak against {broken}: {against:?}", rule.id()));
                }
                if fine.rules.has(*rule) {
                    wrong.push(format!("{} speaks against {right}: {fine:?}", rule.id()));
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    /// `docs/RULES.md` out of the same.
    #[test]
    fn rules_stand_in_the_document() {
        let entries = entries();
        let mut page = String::from(
            "# What speaks against a claim · 문장에 맞서는 규칙\n\nMade of `data/gate/rules.toml`. A verdict names its rules, and `gate.off` in `stet.toml` switches some off.\n\n판정은 어떤 규칙에 걸렸는지 말하며, `stet.toml`의 `gate.off`로 끌 수 있습니다.\n",
        );
        for rule in Rule::ALL {
            let Entry { en, ko, examples } = &entries[rule.id()];
            let _ = write!(page, "\n## {}\n\n{en} {ko}\n", rule.id());
            for Example { source, wrong, right } in examples {
                let source = source.replace('\n', " ⏎ ");
                let _ = write!(page, "\n> {source}\n>\n> ✗ {wrong}<br>✓ {right}\n");
            }
        }
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/RULES.md");
        #[expect(clippy::disallowed_methods, reason = "how the document is written again")]
        if std::env::var("STET_WRITE").is_ok() {
            std::fs::write(path, &page).unwrap();
        }
        let written = std::fs::read_to_string(path).unwrap_or_default();
        assert!(written == page, "{path} is not current; data/gate/rules.toml says how it is written again");
    }

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
