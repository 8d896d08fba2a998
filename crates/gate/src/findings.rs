//! Findings: everything that speaks against a claim apart from its similarity.
//!
//! Owns asking each aspect, and which of them count beside one another. What they cost is decided in
//! [`score`](crate::score).

mod denied;
mod evidence;
mod values;

use std::cell::LazyCell;

use crate::asserted::{drops_if, is_only_asked, is_unasserted};
use crate::credits::Credit;
use crate::former::tells_as_present;
use crate::frame::{drops_condition, joins_otherwise, limits, states_of_the_excepted, tells_as_done};
use crate::korean::lack::lack;
use crate::parts::crossed::is_crossed;
use crate::parts::english::exchanged_sides;
use crate::parts::listed::lists_the_denied;
use crate::parts::names::{Name, may_name, names};
use crate::parts::quotation::{is_in, quotations};
use crate::parts::roles::exchanged_parts;
use crate::parts::stranger::stranger;
use crate::rules::{Rule, RuleSet};
use crate::search::align::Alignment;
use crate::search::windows::Window;
use crate::sides::backing::{astray, rivals};
use crate::sides::converse::Converse;
use crate::sides::exchange::{exchanged_value, exchanged_word};
use crate::subject::is_named;
use crate::table::takes_another_cell;
use crate::text::claim::{Claim, as_written};
use crate::text::prepare::PreparedSources;
use crate::values::bounds::{agreement, unequal};
use crate::values::reckoned::Reckoned;
use crate::{Penalty, Veto};
use stet_reading::emphasis::{Added, Emphasis, adds_only, all_on_condition, emphasis};
use stet_reading::opposites::Named;
use stet_reading::polarity::{Conflict, conflict};
use stet_reading::reading::Reading;
use stet_reading::strength::{is_surer, strength, takes_one_for_all};
use stet_text::Language;

use denied::{denied_in, drops_limit};
use evidence::{Passage, Whole};
use values::{Compared, replaced, unstated};

/// What speaks against a claim apart from its similarity.
#[derive(Debug, Clone, Default)]
#[expect(clippy::struct_excessive_bools, reason = "findings are independent of one another")]
pub(super) struct Findings {
    /// The rules that are switched off, and those that found something.
    pub off: RuleSet,
    pub fired: RuleSet,
    /// The claim's value that no evidence states, as written.
    pub number: Option<String>,
    /// The evidence does state it, but as a bound, or without the bound that the claim makes of it.
    pub bound: bool,
    pub quotation: Option<String>,
    pub negation: bool,
    pub direction: bool,
    /// No passage has anything of the claim.
    pub nothing: bool,
    /// Values no evidence states.
    pub values_missing: u32,
    /// How a value comes of two of the evidence.
    pub reckoned: Option<Reckoned>,
    /// Names the evidence lacks, as written.
    pub names: Vec<String>,
    pub modality: bool,
    pub quantifier: bool,
    /// The claim says it of one thing only, its evidence does not.
    pub exclusive: bool,
    /// Two nouns have each other's parts.
    pub parts: bool,
    /// Two words are joined otherwise.
    pub joined: bool,
    /// The source says it of another member of a list or a pair.
    pub crossed: bool,
    /// Planned in the evidence, done in the claim.
    pub done: bool,
    /// A condition of the evidence is left out.
    pub condition: bool,
    /// The evidence only asks, supposes or reports it.
    pub unasserted: bool,
    /// The evidence tells it of a time that is over.
    pub former: bool,
    /// The claim's noun that no source has and in whose place the evidence names another.
    pub stranger: Option<String>,
    /// Share of the claim's names that the evidence lacks.
    pub names_missing: f32,
    /// The claim denies something, its evidence nothing.
    pub denial: bool,
    /// The claim denies a word that its evidence does not deny.
    pub unconfirmed: bool,
    /// Emphasis that the evidence lacks.
    pub added: Added,
    /// Words in whose place the evidence has another of the same kind.
    pub rivals: u32,
    /// Content words of a Korean claim that the evidence lacks.
    pub lack: f32,
    /// How little the evidence bears out words of a direction.
    pub astray: f32,
}

impl Findings {
    /// The first veto, the most certain first.
    pub(super) fn veto(&self) -> Option<Veto> {
        if self.number.is_some() {
            Some(Veto::Number)
        } else if self.quotation.is_some() {
            Some(Veto::Quotation)
        } else if self.negation {
            Some(Veto::Negation)
        } else if self.direction {
            Some(Veto::Direction)
        } else {
            None
        }
    }

    /// Asks a rule that is not switched off; notes what it finds.
    pub(super) fn asks<T: Found>(&mut self, rule: Rule, test: impl FnOnce() -> T) -> T {
        if self.off.has(rule) {
            return T::default();
        }
        let found = test();
        if found.is_found() {
            self.fired.add(rule);
        }
        found
    }

    /// Asks a rule for a value that speaks against the claim, where none does yet.
    fn asks_value(&mut self, rule: Rule, test: impl FnOnce() -> Option<String>) {
        if self.number.is_none() {
            self.number = self.asks(rule, test);
        }
    }

    /// What speaks against a claim that stands in a window as it is.
    fn of_verbatim(&mut self, claim: &Claim<'_>, sources: &PreparedSources, windows: &[Window]) {
        if let Some(window) = windows.first() {
            let best = window.best.first;
            let passage = match sources.source(window.source) {
                Some(source) => source.reading(best),
                None => Reading::new(window.best_text().1),
            };
            self.negation = self.asks(Rule::Denied, || conflict(&claim.reading, &passage).denied);
            self.quantifier = self.asks(Rule::Limit, || drops_limit(&claim.reading, &passage));
            self.find_frame(claim, &passage, sources, window);
        }
    }

    /// Everything that the best passage tells against the claim; `reworded` are the words that the windows say in other words.
    fn of_passage(
        &mut self,
        claim: &Claim<'_>,
        passage: &Passage<'_, '_>,
        sources: &PreparedSources,
        alignment: &Alignment,
        values: &Compared<'_>,
        reworded: &[usize],
    ) {
        let (texts, window, reading) = (passage.texts, passage.window, passage.reading());
        // Equal bounds that are said in opposite ways (`이내`, `초과할 수 없다`) are no conflict.
        let of_part =
            passage.part.as_ref().map(|part| agreement(&claim.reading, &claim.values, claim.bounds(), part));
        let bounds = of_part.as_ref().unwrap_or(&alignment.bounds);
        let close = alignment.window_words >= Credit::Close.value();
        let nearly_equal =
            alignment.best_cover >= Credit::NearlyEqual.value() && alignment.jaccard >= Credit::Close.value();
        let whole_named = claim.named();
        let theirs: Vec<Named> = texts.iter().map(|text| whole_named.among(text)).collect();
        let same = matches!(alignment.converse, Some(Converse::Same(_)));
        let said = &alignment.by_denial;
        let named = whole_named.without(if same { &alignment.reworded } else { said });
        if !named.0.is_empty() {
            let skip = |at| reworded.contains(&at) || bounds.mine.contains(&at);
            let elsewhere = |at| alignment.is_elsewhere(claim, claim.reading.key(at));
            self.astray = astray(&claim.reading, &named, texts, &theirs, skip, elsewhere);
            if let Some(list) = theirs.first() {
                let mut mine = named.rivals(&bounds.mine);
                mine.retain(|&side| !list.speaks_for(|own| own == side));
                self.rivals = rivals(&mine, &named.among(reading).rivals(&bounds.theirs));
            }
        }
        let (mine, spoken) = (claim.reading.without(&bounds.mine), reading.without(&bounds.theirs));
        // What is beyond a bound may be said by denying it, as an opposite may.
        let complement = bounds.complement || claim.bounds().is_empty() && !said.is_empty();
        let conflict = if complement { Conflict::default() } else { denied_in(&mine, &spoken) };
        (self.denial, self.unconfirmed) = (conflict.added, conflict.unconfirmed);
        self.negation = close && self.asks(Rule::Denied, || conflict.denied)
            || nearly_equal && self.asks(Rule::Parity, || conflict.parity && !bounds.reversed);
        // A number word is a veto where the passage says the same with another number in its place.
        let word_gone = values.missing.iter().any(|value| value.spelled);
        if nearly_equal || (close && word_gone) {
            self.asks_value(Rule::ValueReplaced, || {
                let value = replaced(&claim.values, passage.stated)?;
                values.exact.contains(value).then(|| value.span.of(claim.norm).to_owned())
            });
        }
        self.direction = close && self.asks(Rule::Direction, || bounds.reversed);
        if close {
            let near = if claim.values.is_empty() || bounds.reversed { &[][..] } else { window.values() };
            self.find_bound(claim, reading);
            self.negation |= self.asks(Rule::Excepted, || states_of_the_excepted(&claim.reading, reading));
            self.negation |=
                !self.direction && self.asks(Rule::Listed, || lists_the_denied(&claim.reading, texts));
            let opposite = alignment.converse == Some(Converse::Opposite);
            self.direction |= opposite && self.asks(Rule::Exchanged, || true);
            // What is told from the other side has the two in each other's places.
            let value = exchanged_value(&claim.reading, &values.exact, window, near).filter(|_| !same);
            // `14세 이상은`, `14세 미만은 … 수 없다`
            let unbound = if bounds.complement { named.without(&bounds.mine) } else { named.clone() };
            let word = exchanged_word(&claim.reading, &unbound, texts, &theirs).filter(|_| !same);
            for exchange in value.into_iter().chain(word) {
                if exchange.number {
                    self.asks_value(Rule::ValueExchanged, || Some(exchange.mine.to_owned()));
                } else {
                    self.direction |= self.asks(Rule::Exchanged, || true);
                }
            }
            if !same {
                self.find_parts(&claim.reading, reading, texts);
            }
            // What is told in other words may tell the condition in others, too.
            let korean = claim.language == Language::Ko;
            let alike = alignment.best_cover >= Credit::NearlyEqual.value() || korean;
            self.condition = alike && self.asks(Rule::Condition, || drops_condition(&claim.reading, reading));
            if alike {
                self.find_frame(claim, reading, sources, passage.top);
            }
            self.done = self.asks(Rule::Done, || tells_as_done(&claim.reading, reading));
        }
        let binds = alignment.required.is_empty();
        if binds {
            self.find_strength(&mine, &spoken);
        }
        self.exclusive =
            close && self.asks(Rule::Only, || adds_only(&claim.reading, texts) && !texts.iter().any(limits));
        let similar = nearly_equal || close && claim.language == Language::Ko;
        self.modality |= self.done;
        self.modality |= binds && similar && self.asks(Rule::Modality, || is_surer(&claim.reading, &spoken));
    }

    /// Who does what to whom, and what is joined, otherwise than the best passage has it.
    fn find_parts(&mut self, claim: &Reading<'_>, reading: &Reading<'_>, texts: &[Reading<'_>]) {
        // A sentence that, by the same rule, says otherwise than itself is read wrongly.
        let otherwise =
            |rule: fn(&Reading<'_>, &[Reading<'_>]) -> bool| rule(claim, texts) && !rule(reading, texts);
        self.parts = self.asks(Rule::Roles, || otherwise(exchanged_parts) || otherwise(exchanged_sides));
        self.joined = self.asks(Rule::Joined, || joins_otherwise(claim, texts));
        self.crossed = self.asks(Rule::Crossed, || otherwise(is_crossed));
        self.direction |= self.joined || self.parts || self.crossed;
    }

    /// Looks whether the best sentence of a window only asks, supposes or reports the claim, or says it on a condition that the claim
    /// leaves out, and no other sentence of its source asserts it.
    fn find_frame(
        &mut self,
        claim: &Claim<'_>,
        passage: &Reading<'_>,
        sources: &PreparedSources,
        window: &Window,
    ) {
        if claim.sentences > 1 {
            return;
        }
        let next = next_sentence(sources, window);
        let open = |text: &Reading<'_>, next| {
            is_unasserted(&claim.reading, text) || is_only_asked(&claim.reading, text, next)
        };
        let elsewhere = LazyCell::new(|| {
            asserted_elsewhere(claim, sources, window, |text| {
                open(text, "")
                    || drops_if(&claim.reading, text)
                    || tells_as_present(&claim.reading, text)
                    || conflict(&claim.reading, text).denied
            })
        });
        self.unasserted = self.asks(Rule::Asserted, || open(passage, next) && !*elsewhere);
        self.condition |= self.asks(Rule::Condition, || drops_if(&claim.reading, passage) && !*elsewhere);
        self.former = self.asks(Rule::Former, || tells_as_present(&claim.reading, passage) && !*elsewhere);
    }

    /// Counts the values that no source states and those that the window bears out.
    fn count_values(&mut self, claim: &Claim<'_>, values: &Compared<'_>) {
        let missing = &values.missing;
        self.values_missing = u32::try_from(missing.len()).unwrap_or(u32::MAX);
        // A count written as a word is often the writer's own (`two brothers`): no veto for it.
        self.asks_value(Rule::ValueMissing, || {
            missing.iter().find(|value| !value.spelled).map(|value| value.span.of(claim.norm).to_owned())
        });
    }

    /// Looks for a value that stands in the passage, but as a bound, or the other way round.
    fn find_bound(&mut self, claim: &Claim<'_>, passage: &Reading<'_>) {
        if self.number.is_none() {
            let span = self
                .asks(Rule::ValueBound, || unequal(&claim.reading, &claim.values, claim.bounds(), passage));
            self.number = span.map(|span| span.of(claim.norm).to_owned());
            self.bound = self.number.is_some();
        }
    }

    /// Compares how sure and how general the claim and its passage are.
    fn find_strength(&mut self, claim: &Reading<'_>, passage: &Reading<'_>) {
        let (mine, theirs) = (strength(claim), strength(passage));
        self.modality =
            self.asks(Rule::Modality, || mine.obliges_more_than(theirs) || mine.permits_only(theirs));
        self.quantifier =
            self.asks(Rule::Quantifier, || mine.generalises(theirs) || takes_one_for_all(claim, passage));
    }

    /// Looks for the names of a claim, as it was written, that the windows lack.
    fn find_names(
        &mut self,
        claim: &Claim<'_>,
        alignment: &Alignment,
        written: &str,
        sources: &PreparedSources,
        windows: &[Window],
    ) {
        if !may_name(written) || self.off.has(Rule::Name) {
            return;
        }
        let written = as_written(written);
        let list = names(&written);
        let in_window =
            |window: &Window, key| window.runs().any(|run| is_named(sources, window.source, run, key));
        // `20 degrees Celsius`, `USD 5`, where a source writes the unit otherwise.
        let stated = claim.values.iter().zip(&alignment.source_values).filter(|(_, stated)| **stated);
        let of_value = |key: u32| {
            claim.reading.positions(key).any(|at| {
                let token = claim.reading.tokens.get(at);
                token.is_some_and(|token| stated.clone().any(|(value, _)| value.span.contains(token.span)))
            })
        };
        let lacks = |name: &&Name<'_>| {
            !windows.iter().any(|window| in_window(window, name.key)) && !of_value(name.key)
        };
        self.names = list.iter().filter(lacks).map(|name| name.text.to_owned()).collect();
        if !self.names.is_empty() {
            self.fired.add(Rule::Name);
        }
        self.names_missing = self.names.len() as f32 / list.len().max(1) as f32;
    }

    /// Looks for a noun of a claim that nothing else speaks against, in whose place the evidence names another.
    fn find_stranger(
        &mut self,
        claim: &Claim<'_>,
        passage: &Passage<'_, '_>,
        alignment: &Alignment,
        whole: &Whole<'_>,
    ) {
        if self.veto().is_some()
            || self.stranger.is_some()
            || alignment.window_words < Credit::Close.value()
            || alignment.missing > Credit::StrangerMissing.value()
        {
            return;
        }
        // A Korean text says `회사는` without an article of whom it has named before.
        let elsewhere = |word: &str| {
            claim.language == Language::Ko
                && word.chars().nth(1).is_some()
                && whole.texts().any(|text| text.contains(word))
        };
        self.stranger = self.asks(Rule::Stranger, || {
            let found = stranger(claim, &alignment.reworded, passage.texts);
            found.filter(|word| !elsewhere(word)).map(str::to_owned)
        });
    }

    pub(super) fn penalties(&self) -> Vec<Penalty> {
        [
            (!self.names.is_empty() || self.stranger.is_some(), Penalty::Name),
            (self.modality, Penalty::Modality),
            (self.quantifier || self.exclusive, Penalty::Quantifier),
            (self.condition, Penalty::Condition),
            (self.unasserted || self.former, Penalty::Assertion),
        ]
        .into_iter()
        .filter_map(|(found, penalty)| found.then_some(penalty))
        .collect()
    }
}

/// The sentence behind the best one of a window.
fn next_sentence<'a>(sources: &'a PreparedSources, window: &Window) -> &'a str {
    let next = window.best.first + 1;
    sources.source(window.source).map_or("", |source| source.of(next..next + 1))
}

/// Whether another sentence of the source of a window has all content words of a claim, and is none of those that do not assert it.
fn asserted_elsewhere(
    claim: &Claim<'_>,
    sources: &PreparedSources,
    window: &Window,
    is_open: impl Fn(&Reading<'_>) -> bool,
) -> bool {
    let Some((source, first)) = sources.source(window.source).zip(claim.words.first()) else { return false };
    let numbers = source.sentences();
    let others = sources.postings(first.key).filter(|at| numbers.contains(at)).map(|at| at - numbers.start);
    others.filter(|&at| at != window.best.first).any(|at| {
        let text = source.reading(at);
        claim.words.iter().all(|word| text.has(word.key)) && !is_open(&text)
    })
}

/// What a rule finds.
pub(super) trait Found: Default {
    fn is_found(&self) -> bool;
}

impl Found for bool {
    fn is_found(&self) -> bool {
        *self
    }
}

impl<T> Found for Option<T> {
    fn is_found(&self) -> bool {
        self.is_some()
    }
}

/// What is asked of the findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    All,
    /// Whether there is a veto: what only lowers the score is not looked for.
    Vetoes,
}

/// Everything that speaks against the claim. `written` is the claim before normalisation, `texts` are the windows read.
pub(super) fn findings(
    written: &str,
    claim: &Claim<'_>,
    sources: &PreparedSources,
    windows: &[Window],
    texts: &[Reading<'_>],
    alignment: &Alignment,
    (asked, off): (Asked, RuleSet),
) -> Findings {
    let mut found = Findings { off, ..Findings::default() };
    let whole = Whole::new(sources, windows);
    if alignment.verbatim {
        found.of_verbatim(claim, sources, windows);
        return found;
    }
    let quotes = quotations(claim.norm);
    let missing = quotes.iter().rfind(|quote| !whole.texts().any(|text| is_in(quote, text)));
    found.quotation = found.asks(Rule::Quotation, || missing.map(|quote| (*quote).to_owned()));
    let values = Compared::new(claim, alignment);
    found.count_values(claim, &values);
    found.reckoned.clone_from(&alignment.reckoned);
    found.asks_value(Rule::ValueYear, || Some(alignment.other_year?.span.of(claim.norm).to_owned()));
    found.asks_value(Rule::ValueDay, || Some(alignment.misdated?.span.of(claim.norm).to_owned()));
    // What the evidence says in other words is neither lacking nor stressed.
    let stressed = texts.iter().map(|text| emphasis(text, &[])).fold(Emphasis::default(), Emphasis::joined);
    let reworded = &alignment.reworded;
    let gone: Vec<usize> = reworded.iter().copied().chain(all_on_condition(&claim.reading)).collect();
    found.added = emphasis(&claim.reading, &gone).beyond(stressed);
    if claim.language == Language::Ko {
        found.lack = lack(&unstated(claim, alignment), texts);
    }
    let passage = Passage::new(claim, sources, windows, texts);
    if let Some(passage) = &passage {
        found.of_passage(claim, passage, sources, alignment, &values, reworded);
    }
    if texts.is_empty() {
        found.nothing = true;
        found.denial = conflict(&claim.reading, &Reading::new("")).added;
    }
    if let Some(window) = windows.first() {
        found.asks_value(Rule::ValueCell, || takes_another_cell(claim, sources, window.source));
    }
    // Names and strangers lower the score. What is put together of several places is looked for in whole claims.
    if asked == Asked::Vetoes {
        return found;
    }
    found.find_names(claim, alignment, written, sources, windows);
    if let Some(passage) = &passage {
        found.find_stranger(claim, passage, alignment, &whole);
    }
    found
}
