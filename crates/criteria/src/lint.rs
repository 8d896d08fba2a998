//! Looking for breaches of compiled rules in a text.
//!
//! Rules of Vale look at the blocks of the text; a rule with a pattern of its own looks at the text as it is written, and
//! what lies in code or addresses is no breach of it. A match that takes the backticks with it is. Comments are no text, and
//! switch rules off ([`super::comments`]).

use std::sync::LazyLock;

use serde::Serialize;

use super::Severity;
use super::blocks::{Block, Form, Page};
use super::check::Action;
use super::comments::Comments;
use super::compile::{Compiled, Matcher};
use super::finder::Finder;
use super::message;
use super::pattern::{Pattern, Work};
use super::slips::slips;
use stet_patch::{Around, Patch};
use stet_text::particle;
use stet_text::span::Span;
use stet_text::stop::look;

/// A breach of a rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Breach {
    pub rule_id: String,
    pub severity: Severity,
    /// Bytes of the text; empty at its start when something is missing from all of it.
    pub span: Span,
    pub message: String,
    /// What the rule itself would write there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replacement: Option<String>,
}

/// Breaches of `rules` in `text`, in text order. Rules for the model alone find nothing here.
#[must_use]
pub fn lint(rules: &[Compiled], text: &str) -> Vec<Breach> {
    check(rules, text, Form::Markdown, &[]).breaches
}

/// What was found, and the rules that were not searched to their end because it took too long.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Linted {
    pub breaches: Vec<Breach>,
    pub unfinished: Vec<String>,
}

/// Checks a text in one form; what is matched by `ignored` is no text.
#[must_use]
pub fn check(rules: &[Compiled], text: &str, form: Form, ignored: &[Pattern]) -> Linted {
    let mut work = Work::on(text.len());
    let mut ignored_in = |pattern: &Pattern| {
        work.next_rule();
        pattern.spans(text, &mut work)
    };
    let ignored: Vec<Span> = ignored.iter().flat_map(&mut ignored_in).collect();
    let page = Page::parse(text, form, &ignored);
    // How far what is hidden reaches, up to each of its beginnings.
    let ends: Vec<usize> = page
        .hidden
        .iter()
        .scan(0, |far, hidden| {
            *far = hidden.end.max(*far);
            Some(*far)
        })
        .collect();
    let comments = Comments::of(text);
    let mut blocks = vec![Page::raw(&comments.blanked(text))];
    for (name, make) in [
        ("summary", &(|| vec![page.summary()]) as &dyn Fn() -> Vec<Block>),
        ("sentence", &|| page.sentences()),
        ("paragraph", &|| page.paragraphs()),
    ] {
        if rules.iter().flat_map(|rule| &rule.scope).any(|selector| selector.takes(&[name])) {
            blocks.extend(make());
        }
    }
    blocks.extend(page.blocks.iter().cloned());
    let mut out = Linted::default();
    for compiled in rules {
        work.next_rule();
        let mut run =
            Run { compiled, text, work: &mut work, found: Vec::new(), known: Vec::new(), seen: Vec::new() };
        for block in &blocks {
            let is_raw = block.scope == ["raw"];
            let takes = compiled.scope.iter().any(|selector| selector.takes(&block.scope));
            if takes || compiled.scope.is_empty() && is_raw {
                look();
                run.block(block);
            }
            if run.work.stopped {
                break;
            }
        }
        let Run { mut found, .. } = run;
        if work.stopped {
            out.unfinished.push(compiled.rule.id.clone());
        }
        let hides = compiled.scope.is_empty();
        let is_hidden = |span: Span| {
            let before = page.hidden.partition_point(|hidden| hidden.start <= span.start);
            !span.is_empty() && ends.get(before.wrapping_sub(1)).is_some_and(|end| span.end <= *end)
        };
        found.retain(|breach| {
            let is_off = comments.hide(&breach.rule_id, breach.span, breach.span.of(text));
            !(is_off || hides && is_hidden(breach.span))
        });
        found.sort_by_key(|breach| (breach.span.start, breach.span.end));
        found.dedup_by_key(|breach| breach.span.start);
        let limit = compiled.rule.check.as_ref().map_or(0, |check| check.limit);
        found.truncate(if limit == 0 { usize::MAX } else { limit });
        out.breaches.append(&mut found);
    }
    out.breaches.sort_by_key(|breach| (breach.span.start, breach.span.end));
    out
}

/// One rule over the blocks of a text.
struct Run<'a> {
    compiled: &'a Compiled,
    text: &'a str,
    work: &'a mut Work,
    found: Vec<Breach>,
    /// What was introduced so far.
    known: Vec<String>,
    /// Which of each pair occurred so far.
    seen: Vec<[bool; 2]>,
}

impl Run<'_> {
    fn block(&mut self, block: &Block) {
        let words = block.text.as_str();
        match &self.compiled.matcher {
            Matcher::Words => {}
            Matcher::Found { finder, to, exceptions } => self.banned(block, finder, to, exceptions.as_ref()),
            Matcher::Needed(pattern) => {
                if !words.trim().is_empty() && !pattern.is_match(words, self.work) && !self.work.stopped {
                    self.report(block, Span::default(), &[], None);
                }
            }
            Matcher::Occurrence { token, max, min } => {
                let hits = token.spans(words, self.work);
                let count = hits.len();
                if *max > 0 && count > *max || *min > 0 && count < *min {
                    let prose = |hit: &&Span| hit.of(words).trim().chars().any(|ch| ch != '*');
                    match hits.iter().find(prose) {
                        Some(hit) => self.report(block, *hit, &[&count.to_string()], None),
                        None if count == 0 => self.report(block, Span::default(), &["0"], None),
                        None => {}
                    }
                }
            }
            Matcher::Repetition { pattern, exceptions } => self.repeated(block, pattern, exceptions.as_ref()),
            Matcher::Consistency(pairs) => {
                self.seen.resize(pairs.len(), [false; 2]);
                for (at, finder) in pairs.iter().enumerate() {
                    let hits = self.hits(block, finder);
                    let Some(seen) = self.seen.get_mut(at) else { continue };
                    for (_, item) in &hits {
                        seen[usize::from(*item > 0)] = true;
                    }
                    if *seen == [true; 2]
                        && let Some((hit, _)) = hits.last()
                    {
                        self.report(block, *hit, &[hit.of(words)], None);
                    }
                }
            }
            Matcher::Spelling(speller) => {
                for hit in speller.unknown(words, self.work) {
                    self.report(block, hit, &[hit.of(words)], None);
                }
            }
            Matcher::Slips => {
                for (hit, right) in slips(words) {
                    self.report(block, hit, &[hit.of(words)], Some(right));
                }
            }
            Matcher::Reading(grade) => {
                if let Some(grade) = grade.too_high(words) {
                    self.report(&Block::default(), Span::default(), &[&format!("{grade:.2}")], None);
                }
            }
            Matcher::Sequence(sequence) => {
                for (hit, row) in sequence.find(words, self.work) {
                    let to = self.action().and_then(|action| message::acted(action, hit.of(words)));
                    self.report(block, hit, &row, to);
                }
            }
            Matcher::Casing(casing) => {
                let whole = Span::new(0, words.len()).trimmed(words);
                if let Err(wanted) = casing.check(whole.of(words), self.work) {
                    let shown = wanted.as_deref().unwrap_or_default();
                    let is_replaced = self.action().is_some_and(|action| action.name == "replace");
                    let to = wanted.clone().filter(|_| is_replaced);
                    self.report(block, whole, &[whole.of(words), shown], to);
                }
            }
            Matcher::Conditional { first, second, exceptions } => {
                for groups in second.matches(words, self.work) {
                    let groups = groups.iter().skip(1).flatten();
                    self.known.extend(groups.map(|group| group.of(words).to_owned()));
                }
                for hit in first.spans(words, self.work) {
                    let found = hit.of(words);
                    let is_free = exceptions.as_ref().is_some_and(|except| except.is_match(found, self.work));
                    if !is_free && !self.known.iter().any(|known| known == found) {
                        self.report(block, hit, &[found], None);
                    }
                }
            }
        }
    }

    fn action(&self) -> Option<&Action> {
        self.compiled.rule.check.as_ref()?.action.as_ref()
    }

    /// Notes a hit. A replacement takes along the particle behind it, where its last sound asks for the other form.
    fn report(&mut self, block: &Block, mut hit: Span, words: &[&str], mut replacement: Option<String>) {
        let rule = &self.compiled.rule;
        // What is found at the beginning of a line is told there, not at the end of the line before.
        let told = hit.of(&block.text).trim_start_matches('\n').len();
        if told > 0 && rule.check.is_some() && !replacement.as_ref().is_some_and(|to| to.starts_with('\n')) {
            hit.start = hit.end - told;
        }
        let found = hit.of(&block.text);
        let message = message::message(rule, words, found, replacement.as_deref(), self.text);
        if let Some(to) = &mut replacement {
            let behind = block.text.get(hit.end..).unwrap_or_default();
            let end = behind.find(|ch: char| !ch.is_alphanumeric()).unwrap_or(behind.len());
            if let Some((len, form)) = particle(found, to, behind.get(..end).unwrap_or_default()) {
                to.push_str(form);
                hit.end += len;
            }
        }
        let (rule_id, severity, span) = (rule.id.clone(), rule.severity, block.source(hit));
        self.found.push(Breach { rule_id, severity, span, message, replacement });
    }

    /// The hits of a finder, also those that a Korean particle or a change of script bounds.
    fn hits(&mut self, block: &Block, finder: &Finder) -> Vec<(Span, usize)> {
        let mut hits = finder.find(&block.text, self.work);
        if let Some(split) = block.split().filter(|_| finder.bounded) {
            let more = finder.find(&split.text, self.work);
            let more = more.into_iter().map(|(hit, item)| (split.whole(hit), item));
            let free = |hit: Span| !hits.iter().any(|(known, _)| known.overlaps(hit));
            let more: Vec<_> = more.filter(|(hit, _)| free(*hit)).collect();
            hits.extend(more);
            hits.sort_unstable();
        }
        hits
    }

    fn banned(
        &mut self,
        block: &Block,
        finder: &Finder,
        to: &[(String, Option<Pattern>)],
        exceptions: Option<&Pattern>,
    ) {
        let words = block.text.as_str();
        let hits = self.hits(block, finder);
        for (hit, item) in hits {
            let found = hit.of(words).trim();
            if exceptions.is_some_and(|except| except.is_match(found, self.work)) {
                continue;
            }
            if let Some((to, places)) = to.get(item) {
                self.swapped(block, hit, to, places.as_ref());
                continue;
            }
            let to = self.action().and_then(|action| message::acted(action, hit.of(words)));
            let second = to.clone().unwrap_or_default();
            self.report(block, hit, &[hit.of(words), &second], to);
        }
    }

    fn swapped(&mut self, block: &Block, hit: Span, to: &str, places: Option<&Pattern>) {
        let found = hit.of(&block.text).trim();
        let is_own = self.compiled.rule.check.is_none();
        let to = places.map_or_else(|| Some(to.to_owned()), |pattern| pattern.expanded(found, to));
        let Some(to) = to else { return };
        let choices: Vec<&str> = if is_own { vec![&to] } else { to.split('|').collect() };
        // A swap whose right side is what stands there already has nothing to say.
        if choices.contains(&found) {
            return;
        }
        let inflected = self.compiled.rule.check.as_ref().is_some_and(|check| check.inflect);
        let loud = inflected && found.chars().nth(1).is_some() && found == found.to_uppercase();
        let loud = loud && found != found.to_lowercase();
        let cased = choices.iter().map(|choice| {
            if loud { choice.to_uppercase() } else { message::capitalised(found, (*choice).to_owned()) }
        });
        let cased: Vec<String> = cased.collect();
        let shown: Vec<&str> = cased.iter().map(String::as_str).collect();
        let mut expected = shown.join("|");
        let only = shown.len() == 1;
        if !only && self.compiled.rule.text.contains("%s") {
            expected = message::choice(&shown);
            let mut rule = self.compiled.rule.clone();
            rule.text = message::unquoted(&rule.text);
            let message = message::message(&rule, &[&expected, found], found, None, self.text);
            let (rule_id, severity, span) = (rule.id, rule.severity, block.source(hit));
            self.found.push(Breach { rule_id, severity, span, message, replacement: None });
            return;
        }
        if cased.first().is_some_and(|to| only && to == found) {
            return;
        }
        let replacement = cased.first().cloned().filter(|_| only);
        let words: [&str; 2] = [&expected, found];
        let one: &[&str] =
            if is_own && self.compiled.rule.text.matches("%s").count() == 1 { &words[1..] } else { &words };
        self.report(block, hit, one, replacement);
    }

    fn repeated(&mut self, block: &Block, pattern: &Pattern, exceptions: Option<&Pattern>) {
        let Some(check) = self.compiled.rule.check.as_ref() else { return };
        let words = block.text.as_str();
        let mut last: Option<Span> = None;
        let mut count = 0;
        for hit in pattern.spans(words, self.work) {
            let now = hit.of(words).trim();
            let before = last.map_or("", |last| last.of(words).trim());
            let same =
                if check.ignorecase { now.to_lowercase() == before.to_lowercase() } else { now == before };
            if same && !now.is_empty() && (!check.alpha || now.chars().all(char::is_alphabetic)) {
                count += 1;
                let whole = Span::new(last.map_or(hit.start, |last| last.start), hit.end);
                let free = exceptions.is_some_and(|except| except.is_match(whole.of(words), self.work));
                if count > check.max && !whole.of(words).contains('\n') && !free {
                    count = 0;
                    let to = last.map(|last| last.of(words).to_owned());
                    self.report(block, whole, &[now], to);
                }
            }
            last = Some(hit);
        }
    }
}

/// Particles behind a vowel and behind a consonant, where they differ.
static PARTICLES: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
    let rows = stet_data::rows("words/ko/particles");
    let pairs = rows.filter_map(|row| Some((*row.first()?, *row.get(1)?)));
    pairs.filter(|(open, closed)| open != closed).collect()
});

/// The particle that stands behind `found` in the form that `to` asks for: also the forms of 이다, which are all of the word.
fn particle(found: &str, to: &str, tail: &str) -> Option<(usize, &'static str)> {
    particle::changed(found, to, tail).or_else(|| {
        let (open, closed) = PARTICLES.iter().find(|(open, closed)| tail == *open || tail == *closed)?;
        let takes = |noun: &str| particle::takes_closed(noun.chars().next_back()?, (closed, open));
        let (old, new) = (takes(found)?, takes(to)?);
        let form = if new { *closed } else { *open };
        (old == (tail == *closed) && form != tail).then_some((tail.len(), form))
    })
}

/// Patches that the rules with a replacement make by themselves; where two want the same words,
/// the first stays.
#[must_use]
pub fn patches(rules: &[Compiled], text: &str) -> Vec<Patch> {
    replaced(&lint(rules, text), text, &Around::default())
}

/// Patches that the replacements of breaches make, which stand in text order; where two want the same words, the
/// first stays. Each patch says why.
#[must_use]
pub fn replaced(breaches: &[Breach], text: &str, around: &Around<'_>) -> Vec<Patch> {
    let mut after = String::with_capacity(text.len());
    let mut at = 0;
    let mut used: Vec<(Span, Span, &Breach)> = Vec::new();
    for breach in breaches {
        let Some(replacement) = &breach.replacement else { continue };
        if breach.span.start < at || breach.span.is_empty() {
            continue;
        }
        after.push_str(text.get(at..breach.span.start).unwrap_or_default());
        let start = after.len();
        after.push_str(replacement);
        used.push((breach.span, Span::new(start, after.len()), breach));
        at = breach.span.end;
    }
    after.push_str(text.get(at..).unwrap_or_default());
    let mut patches = stet_patch::patches_in(around, text, &after);
    for patch in &mut patches {
        let touches = |one: Span, two: Span| one.start <= two.end && two.start <= one.end;
        // In text order, like the patches.
        let from = used.partition_point(|(old, ..)| old.end < patch.range.start);
        let near = used.iter().skip(from).take_while(|(old, ..)| old.start <= patch.range.end);
        for (_, _, breach) in near.filter(|(old, new, _)| {
            // A change next to another one becomes one patch with it, which then follows both rules.
            old.overlaps(patch.range) || touches(*old, patch.range) && touches(*new, patch.after_range)
        }) {
            if !patch.rule_ids.contains(&breach.rule_id) {
                patch.rule_ids.push(breach.rule_id.clone());
            }
            if !patch.reasons.contains(&breach.message) {
                patch.reasons.push(breach.message.clone());
            }
        }
    }
    patches
}

/// Says on each patch which rules the words it brings in break: `breaches` are those of the rewritten text.
pub fn mark(breaches: &[Breach], patches: &mut [Patch]) {
    for breach in breaches.iter().filter(|breach| !breach.span.is_empty()) {
        for patch in patches.iter_mut().filter(|patch| patch.after_range.overlaps(breach.span)) {
            if !patch.rule_ids.contains(&breach.rule_id) {
                patch.rule_ids.push(breach.rule_id.clone());
            }
            if !patch.reasons.contains(&breach.message) {
                patch.reasons.push(breach.message.clone());
            }
        }
    }
}
