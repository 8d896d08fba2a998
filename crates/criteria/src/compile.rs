//! From rules to matchers, with every mistake of a pack named.
//!
//! Patterns run on an engine whose time is linear in the text and whose size is
//! limited, so that no pack can stop the service.

use regex::{Regex, RegexBuilder};
use rustc_hash::FxHashMap;

use stet_text::Language;

use super::{Casing, Check, Kind, Pack, Rule, Scope};

/// Bytes a compiled pattern may take.
pub const SIZE_LIMIT: usize = 1 << 20;
/// Characters a written pattern may have.
pub const PATTERN_LIMIT: usize = 20_000;
/// Rules a pack may have.
pub const RULE_LIMIT: usize = 5_000;

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

/// What is wrong with a pack or one of its rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mistake {
    /// The pack has another shape; what the reader says of it.
    Shape(String),
    /// There is nothing in the file.
    Empty,
    /// More rules than [`RULE_LIMIT`].
    Rules(usize),
    NoId,
    SameId(String),
    NoText,
    NoTokens,
    NoBounds,
    /// A check of Vale that Stet does not have.
    Check(String),
    /// More characters than [`PATTERN_LIMIT`].
    Long,
    /// A pattern, the first characters of it, that takes more than [`SIZE_LIMIT`].
    Large(String),
    /// The first characters of a pattern, and what the engine says of it.
    Pattern(String, String),
}

impl Mistake {
    fn english(&self) -> String {
        match self {
            Self::Shape(why) => why.clone(),
            Self::Empty => "the file is empty".to_owned(),
            Self::Rules(count) => format!("a pack may have {RULE_LIMIT} rules, this one has {count}"),
            Self::NoId => "a rule needs an id".to_owned(),
            Self::SameId(id) => format!("two rules have the id `{id}`"),
            Self::NoText => "a rule needs a text or a pattern".to_owned(),
            Self::NoTokens => "an existence check needs tokens".to_owned(),
            Self::NoBounds => "an occurrence check needs max or min".to_owned(),
            Self::Check(name) => format!("the check `{name}` is not supported"),
            Self::Long => format!("a pattern may have {PATTERN_LIMIT} characters"),
            Self::Large(pattern) => {
                format!("bad pattern `{pattern}`: it takes more than {SIZE_LIMIT} bytes when compiled")
            }
            Self::Pattern(pattern, why) => format!("bad pattern `{pattern}`: {why}"),
        }
    }

    fn korean(&self) -> String {
        match self {
            Self::Shape(why) => format!("모양이 맞지 않습니다: {why}"),
            Self::Empty => "파일이 비어 있습니다".to_owned(),
            Self::Rules(count) => {
                format!("묶음에는 규칙을 {RULE_LIMIT}개까지 둘 수 있는데 {count}개가 있습니다")
            }
            Self::NoId => "규칙에 id가 없습니다".to_owned(),
            Self::SameId(id) => format!("id가 `{id}`인 규칙이 둘입니다"),
            Self::NoText => "규칙에 글(text)이나 패턴(pattern)이 있어야 합니다".to_owned(),
            Self::NoTokens => "existence 검사에는 tokens가 있어야 합니다".to_owned(),
            Self::NoBounds => "occurrence 검사에는 max나 min이 있어야 합니다".to_owned(),
            Self::Check(name) => format!("`{name}` 검사는 지원하지 않습니다"),
            Self::Long => format!("패턴은 {PATTERN_LIMIT}자까지 쓸 수 있습니다"),
            Self::Large(pattern) => {
                format!("패턴 `{pattern}`이(가) 너무 큽니다. 번역하면 {SIZE_LIMIT}바이트를 넘습니다")
            }
            Self::Pattern(pattern, why) => format!("패턴 `{pattern}`이(가) 잘못되었습니다: {why}"),
        }
    }
}

/// The field that a mistake is in, and the mistake.
pub(super) type Misplaced = (&'static str, Mistake);

/// A rule ready to run.
#[derive(Debug, Clone)]
pub struct Compiled {
    pub rule: Rule,
    pub matcher: Matcher,
}

impl Compiled {
    /// Whether only a model can judge the rule: it has words and no pattern.
    #[must_use]
    pub fn is_worded(&self) -> bool {
        matches!(self.matcher, Matcher::Words) && !self.rule.text.trim().is_empty()
    }

    /// Whether one sentence can break the rule by itself; other rules are about a whole text.
    #[must_use]
    pub const fn is_local(&self) -> bool {
        match &self.matcher {
            Matcher::Words | Matcher::Banned(..) | Matcher::Repetition(_) => true,
            Matcher::Occurrence { scope, .. } | Matcher::Capitalization { scope, .. } => {
                matches!(scope, Scope::Sentence)
            }
            Matcher::Needed(_) | Matcher::Consistency(_) | Matcher::Conditional { .. } => false,
        }
    }
}

/// Words and patterns that may not stand in a text.
#[derive(Debug, Clone, Default)]
pub struct Banned {
    /// Each with the text that takes its place.
    pub patterns: Vec<(Regex, Option<String>)>,
    /// Plain words, which styles list by the thousand.
    pub words: Dictionary,
    /// Matches that are allowed all the same.
    pub exceptions: Vec<Regex>,
}

/// Plain words, looked up one by one instead of searched for one after another.
#[derive(Debug, Clone, Default)]
pub struct Dictionary {
    /// Each with the text that takes its place.
    words: FxHashMap<String, Option<String>>,
    ignorecase: bool,
}

impl Dictionary {
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// What takes the place of a listed word; `None` when it is not listed.
    #[must_use]
    pub fn get(&self, word: &str) -> Option<Option<&str>> {
        let found = if self.ignorecase { self.words.get(&word.to_lowercase()) } else { self.words.get(word) };
        found.map(Option::as_deref)
    }
}

impl Banned {
    /// `written` pieces, each with the text that takes its place: those that are plain words go to the dictionary.
    fn new(
        written: impl Iterator<Item = (String, Option<String>)>,
        (ignorecase, nonword): (bool, bool),
        field: &'static str,
    ) -> Result<Self, Misplaced> {
        let mut out = Self { words: Dictionary { ignorecase, ..Dictionary::default() }, ..Self::default() };
        for (piece, to) in written {
            let template = to.as_ref().is_some_and(|to| to.contains('$'));
            if !nonword && !template && !piece.is_empty() && piece.chars().all(char::is_alphanumeric) {
                let word = if ignorecase { piece.to_lowercase() } else { piece };
                out.words.words.entry(word).or_insert(to);
            } else {
                out.patterns.push((regex(&bounded(&piece, nonword), ignorecase, field)?, to));
            }
        }
        Ok(out)
    }
}

/// What finds breaches of a rule.
#[derive(Debug, Clone)]
pub enum Matcher {
    /// For the model only.
    Words,
    /// Every match breaks the rule.
    Banned(Banned),
    /// A text without a match breaks the rule.
    Needed(Regex),
    Occurrence {
        token: Regex,
        max: Option<usize>,
        min: Option<usize>,
        scope: Scope,
    },
    Repetition(Regex),
    Consistency(Vec<(Regex, Regex)>),
    Capitalization {
        style: Casing,
        whole: Option<Regex>,
        exceptions: Vec<String>,
        scope: Scope,
    },
    Conditional {
        first: Regex,
        second: Regex,
        exceptions: Vec<String>,
    },
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
        match matcher(rule) {
            Ok(matcher) => out.push(Compiled { rule: rule.clone(), matcher }),
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

fn matcher(rule: &Rule) -> Result<Matcher, Misplaced> {
    if let Some(check) = &rule.check {
        return check_matcher(check);
    }
    match &rule.pattern {
        Some(pattern) => {
            let regex = regex(pattern, false, "pattern")?;
            Ok(match rule.kind {
                Kind::Must => Matcher::Needed(regex),
                Kind::MustNot | Kind::Prefer => Matcher::Banned(Banned {
                    patterns: vec![(regex, rule.replacement.clone())],
                    ..Banned::default()
                }),
            })
        }
        None if rule.text.trim().is_empty() => Err(("text", Mistake::NoText)),
        None => Ok(Matcher::Words),
    }
}

fn check_matcher(check: &Check) -> Result<Matcher, Misplaced> {
    Ok(match check {
        Check::Existence { tokens, ignorecase, nonword, exceptions } => {
            if tokens.is_empty() {
                return Err(("tokens", Mistake::NoTokens));
            }
            let all = tokens.iter().map(|token| (token.clone(), None));
            let mut banned = Banned::new(all, (*ignorecase, *nonword), "tokens")?;
            let except = exceptions.iter().map(|token| regex(&format!("^(?:{token})$"), true, "exceptions"));
            banned.exceptions = except.collect::<Result<_, _>>()?;
            Matcher::Banned(banned)
        }
        Check::Substitution { swap, ignorecase, nonword } => {
            let all = swap.iter().map(|(from, to)| {
                // Several right sides are a choice that only the writer can make.
                let to = (!to.contains('|')).then(|| to.clone());
                (from.clone(), to)
            });
            Matcher::Banned(Banned::new(all, (*ignorecase, *nonword), "swap")?)
        }
        Check::Occurrence { token, max, min, scope, ignorecase } => {
            if max.is_none() && min.is_none() {
                return Err(("max", Mistake::NoBounds));
            }
            Matcher::Occurrence {
                token: regex(token, *ignorecase, "token")?,
                max: *max,
                min: *min,
                scope: *scope,
            }
        }
        Check::Repetition { tokens, ignorecase } => Matcher::Repetition(regex(
            &tokens.iter().map(|token| format!("(?:{token})")).collect::<Vec<_>>().join("|"),
            *ignorecase,
            "tokens",
        )?),
        Check::Consistency { either, ignorecase } => {
            let pairs = either.iter().map(|(one, two)| {
                Ok((
                    regex(&bounded(one, false), *ignorecase, "either")?,
                    regex(&bounded(two, false), *ignorecase, "either")?,
                ))
            });
            Matcher::Consistency(pairs.collect::<Result<_, Misplaced>>()?)
        }
        Check::Capitalization { style, exceptions, scope } => Matcher::Capitalization {
            whole: match style {
                Casing::Pattern(pattern) => Some(regex(pattern, false, "match")?),
                _ => None,
            },
            style: style.clone(),
            exceptions: exceptions.clone(),
            scope: *scope,
        },
        Check::Conditional { first, second, exceptions, ignorecase } => Matcher::Conditional {
            first: regex(first, *ignorecase, "first")?,
            second: regex(second, *ignorecase, "second")?,
            exceptions: exceptions.clone(),
        },
    })
}

/// A token of words stands between word boundaries, unless it brings its own.
fn bounded(token: &str, nonword: bool) -> String {
    if nonword || token.contains("\\b") { token.to_owned() } else { format!(r"\b(?:{token})\b") }
}

fn regex(pattern: &str, ignorecase: bool, field: &'static str) -> Result<Regex, Misplaced> {
    if pattern.chars().count() > PATTERN_LIMIT {
        return Err((field, Mistake::Long));
    }
    RegexBuilder::new(pattern).case_insensitive(ignorecase).size_limit(SIZE_LIMIT).build().map_err(|error| {
        let shown = pattern.chars().take(60).collect();
        if matches!(error, regex::Error::CompiledTooBig(_)) {
            return (field, Mistake::Large(shown));
        }
        let why = error.to_string();
        let why = why.lines().last().unwrap_or_default().trim_start_matches("error: ");
        (field, Mistake::Pattern(shown, why.to_owned()))
    })
}
