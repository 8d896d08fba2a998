//! From rules to matchers, with every mistake of a pack named.
//!
//! One form serves every check: items that are searched, or a way to count and compare them, in the blocks that the
//! rule's selectors name.

use stet_text::Language;

use super::casing::Casing;
use super::check::Check;
use super::finder::{Finder, Writing};
use super::inflect;
use super::message;
use super::message::braced;
use super::mistake::{Misplaced, RULE_LIMIT};
use super::pattern::{Pattern, Pool, bounded_any};
use super::readability::Grade;
use super::sequence::Sequence;
use super::speller::Speller;
use super::{Kind, Pack, Rule};

pub use super::mistake::Mistake;

/// A mistake in a pack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The rule it is in; empty when it is the pack's.
    pub rule_id: String,
    /// The field, as in `pattern`.
    pub field: &'static str,
    pub mistake: Mistake,
}

impl Problem {
    /// What is wrong, for the writer of the pack.
    #[must_use]
    pub fn words(&self, language: Language) -> String {
        match language {
            Language::Ko => self.mistake.korean(),
            Language::En => self.mistake.english(),
        }
    }
}

/// A rule ready to run.
#[derive(Debug, Clone)]
pub struct Compiled {
    pub rule: Rule,
    pub matcher: Matcher,
    /// The blocks that it looks at, any of these; empty is the prose of the whole text, as it is written.
    pub scope: Vec<Selector>,
}

impl Compiled {
    /// Whether only a model can judge the rule: it has words and no pattern.
    #[must_use]
    pub fn is_worded(&self) -> bool {
        matches!(self.matcher, Matcher::Words) && !self.rule.text.trim().is_empty()
    }

    /// Whether one sentence can break the rule by itself; other rules are about a whole text.
    #[must_use]
    pub fn is_local(&self) -> bool {
        let sentence = self.scope.iter().all(|selector| selector.names("sentence"));
        let words = self.scope.iter().all(|selector| selector.names("text") || selector.names("sentence"));
        match &self.matcher {
            Matcher::Words => true,
            Matcher::Found { .. } | Matcher::Repetition { .. } | Matcher::Spelling(_) | Matcher::Slips => {
                words
            }
            Matcher::Occurrence { .. } | Matcher::Casing(_) | Matcher::Sequence(_) => sentence,
            Matcher::Needed(_)
            | Matcher::Reading(_)
            | Matcher::Consistency(_)
            | Matcher::Conditional { .. } => false,
        }
    }
}

/// Which blocks a rule looks at: all names must be the block's, those behind `~` must not.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selector(Vec<(bool, Vec<String>)>);

/// The names that blocks have.
const SCOPES: &str = "text heading table figure list paragraph sentence alt title blockquote summary raw";

impl Selector {
    /// Reads `a.b & ~c`.
    ///
    /// # Errors
    /// A name that no block has.
    pub fn new(written: &str) -> Result<Self, Mistake> {
        let mut parts = Vec::new();
        for part in written.split('&').map(str::trim) {
            let (negated, part) = part.strip_prefix('~').map_or((false, part), |part| (true, part));
            let first = part.split('.').next().unwrap_or_default();
            if !SCOPES.split(' ').any(|known| known == first) {
                return Err(Mistake::Scope(written.to_owned()));
            }
            // Every text here is Markdown.
            let names = part.split('.').filter(|name| *name != "md");
            parts.push((negated, names.map(|name| name.trim().to_owned()).collect()));
        }
        Ok(Self(parts))
    }

    fn names(&self, name: &str) -> bool {
        self.0
            .iter()
            .any(|(negated, names)| !negated && names.len() == 1 && names.iter().any(|one| one == name))
    }

    /// Whether a block with these names is looked at.
    #[must_use]
    pub fn takes(&self, scope: &[&str]) -> bool {
        self.0.iter().all(|(negated, names)| {
            let has = names.iter().all(|name| scope.contains(&name.as_str()));
            // What is not named is looked at once, in the blocks and not in what they are put together to.
            if *negated { !has && (scope.contains(&"text") || self.0.len() > 1) } else { has }
        })
    }
}

/// What finds breaches of a rule.
#[derive(Debug, Clone)]
pub enum Matcher {
    /// For the model only.
    Words,
    /// Every hit breaks the rule.
    Found {
        finder: Finder,
        /// What takes the place of each item, with the pattern that fills its places.
        to: Vec<(String, Option<Pattern>)>,
        exceptions: Option<Pattern>,
    },
    /// A text without a match breaks the rule.
    Needed(Pattern),
    Occurrence {
        token: Pattern,
        max: usize,
        min: usize,
    },
    Repetition {
        pattern: Pattern,
        exceptions: Option<Pattern>,
    },
    Consistency(Vec<Finder>),
    Casing(Box<Casing>),
    Conditional {
        first: Pattern,
        second: Pattern,
        exceptions: Option<Pattern>,
    },
    /// Words that are in no dictionary.
    Spelling(Box<Speller>),
    /// A text that is too hard to read.
    Reading(Grade),
    /// Korean words that are misspelt for sure.
    Slips,
    /// Words in a row by their parts of speech.
    Sequence(Sequence),
}

/// Compiles every rule of a pack. Rules with mistakes are left out and named.
#[must_use]
pub fn compile(pack: &Pack) -> (Vec<Compiled>, Vec<Problem>) {
    let mut out = Vec::new();
    let mut problems = Vec::new();
    let rules = &pack.criteria_definition.rules;
    if rules.len() > RULE_LIMIT {
        problems.push(Problem {
            rule_id: String::new(),
            field: "rules",
            mistake: Mistake::Rules(rules.len()),
        });
    }
    let mut pool = Pool::default();
    let mut seen = rustc_hash::FxHashSet::default();
    for rule in rules.iter().take(RULE_LIMIT) {
        let mut problem =
            |field, mistake| problems.push(Problem { rule_id: rule.id.clone(), field, mistake });
        if rule.id.trim().is_empty() {
            problem("id", Mistake::NoId);
            continue;
        }
        if !seen.insert(rule.id.as_str()) {
            problem("id", Mistake::SameId(rule.id.clone()));
            continue;
        }
        // Two kinds have the scope that Vale gives them, whatever is written.
        let fixed = match rule.check.as_ref().map(|check| check.extends.as_str()) {
            Some("readability") => vec!["summary".to_owned()],
            Some("sequence") => vec!["sentence".to_owned()],
            _ => Vec::new(),
        };
        let written = rule.check.as_ref().map(|check| check.scope.as_slice()).unwrap_or_default();
        let written = if fixed.is_empty() { written } else { &fixed };
        let mut scope = written.iter().map(|scope| Selector::new(scope)).collect::<Result<Vec<_>, _>>();
        if rule.check.is_some() && written.is_empty() {
            scope = Selector::new("text").map(|text| vec![text]);
        }
        let made = scope
            .map_err(|mistake| ("scope", mistake))
            .and_then(|scope| Ok((scope, matcher(rule, &mut pool)?)));
        match made {
            Ok((scope, (matcher, left_out))) => {
                let action = rule.check.as_ref().and_then(|check| check.action.as_ref());
                if let Some(name) = action.and_then(message::unacted) {
                    problem("action", Mistake::Action(name));
                }
                for (field, mistake) in left_out {
                    problem(field, mistake);
                }
                out.push(Compiled { rule: rule.clone(), matcher, scope });
            }
            Err((field, mistake)) => problem(field, mistake),
        }
    }
    (out, problems)
}

/// The mistakes of a pack; empty when every rule can run.
#[must_use]
pub fn problems(pack: &Pack) -> Vec<Problem> {
    compile(pack).1
}

/// A matcher and the parts of the rule that it leaves out.
type Made = (Matcher, Vec<Misplaced>);

fn matcher(rule: &Rule, pool: &mut Pool) -> Result<Made, Misplaced> {
    if let Some(check) = &rule.check {
        return check_matcher(check, pool);
    }
    let Some(pattern) = &rule.pattern else {
        let is_empty = rule.text.trim().is_empty();
        return if is_empty { Err(("text", Mistake::NoText)) } else { Ok((Matcher::Words, Vec::new())) };
    };
    let made = Pattern::new(pattern, pool).map_err(|mistake| ("pattern", mistake))?;
    let matcher = if rule.kind == Kind::Must {
        Matcher::Needed(made)
    } else {
        let to = rule.replacement.iter().map(|to| (to.clone(), Some(made.clone()))).collect();
        Matcher::Found { finder: Finder::of(made), to, exceptions: None }
    };
    Ok((matcher, Vec::new()))
}

fn check_matcher(check: &Check, pool: &mut Pool) -> Result<Made, Misplaced> {
    let exceptions = bounded_any(&check.exceptions, pool).map_err(|mistake| ("exceptions", mistake))?;
    let case = if check.ignorecase { "(?i)" } else { "" };
    let raw = check.raw.concat();
    let writing = Writing { ignorecase: check.ignorecase, nonword: check.nonword, ..Writing::default() };
    let mut one =
        |field: &'static str, pattern: &str| Pattern::new(pattern, pool).map_err(|mistake| (field, mistake));
    let matcher = match check.extends.as_str() {
        "existence" => {
            let (before, behind) = if check.append { ("", raw.as_str()) } else { (raw.as_str(), "") };
            let nonword = check.nonword || check.tokens.is_empty();
            let forms =
                |token: &String| if check.inflect { inflect::all(token) } else { vec![token.clone()] };
            let tokens: Vec<String> = check.tokens.iter().flat_map(forms).collect();
            let items = tokens.iter().map(String::as_str).collect::<Vec<_>>();
            if items.is_empty() && raw.is_empty() {
                return Err(("tokens", Mistake::NoTokens));
            }
            let items = if items.is_empty() { vec![""] } else { items };
            let (finder, faults) = Finder::new(&items, Writing { nonword, before, behind, ..writing }, pool);
            return found(finder, Vec::new(), exceptions, faults, "tokens");
        }
        "substitution" => {
            let forms = |(from, to): &(String, String)| {
                if check.inflect { inflect::pairs(from, to) } else { vec![(from.clone(), to.clone())] }
            };
            let mut swap: Vec<(String, String)> = check.swap.iter().flat_map(forms).collect();
            swap.sort_by_key(|(from, _)| std::cmp::Reverse(from.len()));
            let items: Vec<&str> = swap.iter().map(|(from, _)| from.as_str()).collect();
            let (finder, faults) = Finder::new(&items, writing, pool);
            let to = swap.iter().map(|(from, to)| {
                let places = to.contains('$').then(|| Pattern::new(&format!("{case}{from}"), pool).ok());
                (if places.is_some() { braced(to) } else { to.clone() }, places.flatten())
            });
            return found(finder, to.collect(), exceptions, faults, "swap");
        }
        "occurrence" if check.max == 0 && check.min == 0 => return Err(("max", Mistake::NoBounds)),
        "occurrence" => {
            let token = one("token", &format!("{case}(?:{})", check.token))?;
            Matcher::Occurrence { token, max: check.max, min: check.min }
        }
        "repetition" => {
            let pattern = one("tokens", &format!("{case}({})", check.tokens.join("|")))?;
            Matcher::Repetition { pattern, exceptions }
        }
        "consistency" => {
            let mut finders = Vec::new();
            for (left, right) in &check.either {
                let (finder, faults) = Finder::new(&[left, right], writing, pool);
                if let Some((_, mistake)) = faults.into_iter().next() {
                    return Err(("either", mistake));
                }
                finders.push(finder);
            }
            Matcher::Consistency(finders)
        }
        "capitalization" => Matcher::Casing(Box::new(Casing::new(check, pool)?)),
        "conditional" => Matcher::Conditional {
            first: one("first", &check.first)?,
            second: one("second", &check.second)?,
            exceptions,
        },
        "spelling" => Matcher::Spelling(Box::new(Speller::new(check, pool)?)),
        "korean-spelling" => Matcher::Slips,
        "readability" => Matcher::Reading(Grade::new(check)?),
        "sequence" => Matcher::Sequence(Sequence::new(check, pool)?),
        other => return Err(("extends", Mistake::Check(other.to_owned()))),
    };
    Ok((matcher, Vec::new()))
}

fn found(
    finder: Finder,
    to: Vec<(String, Option<Pattern>)>,
    exceptions: Option<Pattern>,
    faults: Vec<(usize, Mistake)>,
    field: &'static str,
) -> Result<Made, Misplaced> {
    let mut faults: Vec<Misplaced> = faults.into_iter().map(|(_, mistake)| (field, mistake)).collect();
    if finder.is_empty() {
        return Err(faults.pop().unwrap_or((field, Mistake::NoTokens)));
    }
    Ok((Matcher::Found { finder, to, exceptions }, faults))
}
