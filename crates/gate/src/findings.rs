//! Findings: everything that speaks against a claim apart from its similarity.
//!
//! Owns asking each signal, and which of them count beside one another. What they cost is decided in
//! [`score`](crate::score).

mod denials;
mod english;
mod evidence;
mod korean;
mod sides;
mod values;
mod who;

use std::ops::Range;

use crate::denial::conflict::{conflict, tell_one_condition};
use crate::denial::negation::denies_what_follows;
use crate::english::comparison::{drops_before, prefers_the_other, ranks_otherwise, takes_what_was_replaced};
use crate::english::contrasted::{clause_of_claim, takes_the_other_place};
use crate::english::limited::reaches_beyond;
use crate::english::restated::says_alike;
use crate::english::whole::says_it_of_all;
use crate::force::cause::{causes_another, turns_cause};
use crate::force::condition::{drops_condition, ignores_exclusion, is_excepted, turns_condition};
use crate::force::emphasis::{
    Added, Emphasis, emphasis, excludes_more, limits_otherwise, says_it_of_another,
};
use crate::force::fact::{overstates_a_cause, overstates_a_plan, tells_as_done};
use crate::force::framed::{Framed, framed};
use crate::force::retracted::states_what_was_given_up;
use crate::force::strength::{is_surer, strength, takes_all_for_one, takes_one_for_all, tops_its_like};
use crate::korean::lack::lack;
use crate::korean::narrow::narrowed;
use crate::layout::entries::{Taken, takes_another_entry};
use crate::layout::table::takes_another_cell;
use crate::parts::crossed::is_crossed;
use crate::parts::joint::joined_otherwise;
use crate::parts::quotation::{SHORTEST, is_in, quotations};
use crate::parts::roles::{exchanged_parts, shared_short_nouns};
use crate::search::align::{Alignment, Window};
use crate::sides::backing::{self, astray};
use crate::sides::converse::Converse;
use crate::sides::direction::{directions, is_told_of_the_subject};
use crate::sides::exchange::{exchanged_value, exchanged_word, is_denied_in_place, takes_the_other_side};
use crate::sides::opposites::Named;
use crate::sides::rivals::rivals;
use crate::sides::turned::{
    is_mutual, levels_what_differs, puts_at_another_time, puts_into_the_next, takes_the_exception,
};
use crate::text::claim::Claim;
use crate::text::clause::placing;
use crate::text::prepare::PreparedSources;
use crate::text::reading::Reading;
use crate::values::bounds::{Agreement, agreement, denials, unequal};
use crate::values::change::told_otherwise;
use crate::values::counted::counts_another;
use crate::values::crossed::crossed_value;
use crate::values::elsewhere::from_elsewhere;
use crate::values::hours::puts_at_the_other_edge;
use crate::values::interval::other_interval;
use crate::values::listed::Listed;
use crate::values::number::Value;
use crate::values::period::of_the_later_period;
use crate::values::rate::other_rate;
use crate::values::role::role_of_another;
use crate::values::rough::exactness;
use crate::values::since::put_at_the_beginning;
use crate::values::term::is_turned;
use crate::{Penalty, Veto};
use stet_text::Language;

use evidence::{Passage, Whole};
use sides::Sides;
use values::{Compared, replaced, replaced_further, unstated};

/// Share of the claim's words in its windows from which the two speak of the same thing, so
/// that a denial or a direction can be compared.
const CLOSE: f32 = 0.5;

/// Share from which two Korean texts may be the same sentence.
const SIMILAR: f32 = 0.6;

/// Share from which the two are the same sentence but for a few words.
const NEARLY_EQUAL: f32 = 0.75;

/// What is added to the distance of a value that no source states: for being exact, and for being a count in words of more
/// things than one counts in passing. Judged, not fitted: it ranks claims that are wrong in the same way.
const EXACT: f32 = 0.1;
const DELIBERATE: f32 = 0.5;

/// The distance of a rough value that is borne out but is no round one: `more than 102`, where the evidence says 116.
const UNROUND: f32 = 0.5;

/// What speaks against a claim apart from its similarity.
#[derive(Debug, Clone, Default)]
#[expect(clippy::struct_excessive_bools, reason = "findings are independent of one another")]
pub(super) struct Findings {
    /// The claim's value that no evidence states, as written.
    pub number: Option<String>,
    /// The evidence does state it, but as a bound, or without the bound that the claim makes of it.
    pub bound: bool,
    pub quotation: Option<String>,
    pub negation: bool,
    /// The polarities differ, whether or not the sentences are close enough for a veto.
    pub polarity: bool,
    pub direction: bool,
    /// No passage has anything of the claim.
    pub nothing: bool,
    /// The direction differs, whether or not the sentences are close enough for a veto.
    pub reversed: bool,
    /// Number of rough values that the evidence bears out, and their share of the claim's words.
    pub borne_out: f32,
    pub borne_out_share: f32,
    /// How much better a clause with another value, or with an opposite, suits the claim than the clause with its own.
    pub misplaced: f32,
    /// The claim denies what the evidence says the opposite of in that place.
    pub turned: bool,
    /// The claim denies what the evidence denies in contrast to something else, or on the same condition.
    agrees: bool,
    /// Values no evidence states.
    pub values_missing: u32,
    /// Names the evidence lacks, as written.
    pub names: Vec<String>,
    pub modality: bool,
    pub quantifier: bool,
    pub condition: bool,
    /// The claim excludes what its evidence does not.
    pub exclusive: bool,
    /// Two nouns have each other's parts.
    pub parts: bool,
    /// Two words are joined otherwise.
    pub joined: bool,
    pub short_quotation: bool,
    /// The claim's noun that no source has and in whose place the evidence names another.
    pub stranger: Option<String>,
    /// Share of the claim's names that the evidence lacks.
    pub names_missing: f32,
    /// The keys of the others.
    names_known: Vec<u32>,
    /// The claim denies something, its evidence nothing.
    pub denial: bool,
    /// A word that both have is denied in one and stated in the other.
    pub denied: bool,
    /// The claim denies a word that its evidence does not deny.
    pub unconfirmed: bool,
    /// How far the values that no evidence states are from those of their unit that it states, 0 to 1 each, and what is added for
    /// exact ones.
    pub distance: f32,
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

    /// Looks for a word or one of the `values` in whose place the windows, which name `theirs`, have another, or which the first of them, whose
    /// values are listed, states of something else.
    fn exchange(
        &mut self,
        claim: &Claim<'_>,
        named: &Named,
        theirs: &[Named],
        windows: &[Reading<'_>],
        values: &[Value],
        listed: &Listed<'_, '_>,
    ) {
        let Some(window) = windows.first() else { return };
        self.negation |= !self.turned && is_denied_in_place(&claim.reading, window);
        let value = exchanged_value(&claim.reading, values, window, listed);
        for exchange in value.into_iter().chain(exchanged_word(&claim.reading, named, windows, theirs)) {
            if exchange.number {
                self.number.get_or_insert_with(|| exchange.mine.to_owned());
            } else {
                self.direction = true;
            }
        }
    }

    /// What speaks against a claim that stands in a window as it is.
    fn of_verbatim(&mut self, claim: &Claim<'_>, windows: &[Window], whole: &Whole<'_>) {
        self.short_quotation = claim.core().chars().count() < SHORTEST
            && !claim.context_is_in(&whole.texts().collect::<Vec<_>>());
        // `took five months` stands in `took five months longer than planned`.
        let passages: Vec<Reading<'_>> =
            windows.iter().map(|window| Reading::new(window.best_text().1)).collect();
        let value = told_otherwise(&claim.reading, &claim.values, &passages);
        self.number = value.map(|value| value.span.of(claim.norm).to_owned());
        self.find_frame(claim, &passages);
        self.negation = passages.first().is_some_and(|passage| {
            conflict(&claim.reading, passage, &Reading::new("")).denied
                || denies_what_follows(passage.norm, claim.core())
        });
    }

    /// Everything that the best passage tells against the claim; `reworded` are the words that the windows say in other words.
    fn of_passage(
        &mut self,
        claim: &Claim<'_>,
        passage: &Passage<'_, '_>,
        alignment: &Alignment,
        values: &Compared<'_>,
        reworded: &[usize],
        whole: &Whole<'_>,
    ) {
        let (texts, window, reading) = (passage.texts, passage.window, passage.reading());
        // Equal bounds that are said in opposite ways (`이내`, `초과할 수 없다`) are no conflict.
        let of_part =
            passage.part.as_ref().map(|part| agreement(&claim.reading, &claim.values, claim.bounds(), part));
        let bounds = of_part.as_ref().unwrap_or(&alignment.bounds);
        let close = alignment.window_words >= CLOSE || {
            /// Words of a sentence that one or two of them may keep from being close.
            const FEW: usize = 6;
            let few = claim.words.len() <= FEW && alignment.window_words > 0.0;
            let short = if few && claim.language == Language::Ko {
                shared_short_nouns(&claim.reading, texts)
            } else {
                0
            };
            short > 0 && alignment.window_words + short as f32 / claim.words.len().max(1) as f32 >= CLOSE
        };
        let nearly_equal = alignment.best_cover >= NEARLY_EQUAL && alignment.jaccard >= CLOSE;
        let sides = Sides::new(claim, passage, &alignment.window_values, close);
        let named = sides.named();
        if !named.is_empty() && !sides.excepted {
            let skip = |at| reworded.contains(&at) || bounds.mine.contains(&at);
            let elsewhere = |at| alignment.is_elsewhere(claim, claim.reading.key(at));
            let compared = backing::Compared { claim: &claim.reading, texts, named: &sides.theirs };
            self.astray = astray(compared, named, skip, elsewhere, |phrase: &str| whole.has(phrase));
            let first = window.first_from(passage.from);
            self.find_rivals(named, &sides.theirs, bounds, first..first + reading.tokens.len());
        }
        if sides.excepted {
            // `closed` is said by the exception.
            self.borne_out += 1.0;
            self.borne_out_share += 1.0 / claim.words.len().max(1) as f32;
        }
        let spared = spared(claim, &sides, bounds);
        let (mine, theirs) = (claim.reading.without(&spared), reading.without(&bounds.theirs));
        // What another clause denies or permits is no matter of a claim that speaks of one.
        let narrow = clause_spoken_of(claim.language, &mine, &theirs);
        let spoken = narrow.as_ref().unwrap_or(&theirs);
        let near = if claim.values.is_empty() { &[][..] } else { window.values() };
        let placed = if bounds.reversed { &[][..] } else { near };
        let listed = close.then(|| Listed::new(&values.exact, window, placed));
        if let Some(listed) = &listed {
            self.find_places(claim, sides.placed(), &sides.theirs, window, &values.exact, listed);
        }
        let alike = close && says_alike(&claim.reading, reading);
        self.turned |= alike;
        self.find_denials(claim, passage, alignment, &sides, (&mine, spoken), &spared);
        // A number word is a veto where the passage says the same with another number in its place.
        let word_gone = values.missing.iter().any(|value| value.spelled);
        if self.number.is_none()
            && (nearly_equal || (close && word_gone))
            && let Some(value) =
                replaced(&claim.values, passage.stated).filter(|value| values.exact.contains(value))
        {
            self.number = Some(value.span.of(claim.norm).to_owned());
        }
        let courses = directions([&*mine]);
        // The exception of a rule goes the other way, and so may what is said alike.
        let told_alike = sides.excepted || sides.restates_exception || alike || self.agrees;
        self.reversed = bounds.reversed
            || (!courses.is_empty()
                && !told_alike
                && courses.are_turned(&mine, &directions([&*theirs]), &theirs)
                && !is_told_of_the_subject(&claim.reading, reading, texts)
                && !tell_one_condition(&claim.reading, reading));
        self.direction |= close && self.reversed;
        if let Some(listed) = &listed {
            self.find_bound(claim, reading);
            self.turned |= sides.excepted || sides.restates_exception;
            let direction = self.direction;
            self.exchange(claim, sides.placed(), &sides.theirs, texts, &values.exact, listed);
            // `only after` is no contrary of `not until`.
            self.direction &= !alike || direction;
            self.find_restated(claim, texts, (reading, spoken), &sides.converse, &bounds.mine);
            self.find_rate(claim, texts);
            if self.number.is_none() {
                let value = told_otherwise(&claim.reading, &claim.values, texts)
                    .or_else(|| put_at_the_beginning(&claim.reading, &claim.values, texts))
                    .or_else(|| of_the_later_period(&claim.reading, &claim.values, texts))
                    .or_else(|| crossed_value(&claim.reading, &claim.values, texts))
                    .or_else(|| role_of_another(&claim.reading, &claim.values, texts))
                    .or_else(|| from_elsewhere(&claim.reading, &claim.values, &values.exact, reading, texts));
                self.number = value.map(|value| value.span.of(claim.norm).to_owned());
            }
        }
        self.find_strength(&mine, spoken);
        // In Korean inflection hides words.
        let similar = nearly_equal || claim.language == Language::Ko && alignment.window_words >= SIMILAR;
        self.modality |= (nearly_equal || close && claim.language == Language::Ko)
            && is_surer(&claim.reading, &theirs)
            || close && (overstates_a_cause(&claim.reading, texts) || tells_as_done(&claim.reading, texts))
            || similar && overstates_a_plan(&claim.reading, texts);
        if close {
            self.find_frame(claim, texts);
        }
        self.exclusive = close
            && (excludes_more(&claim.reading, texts)
                || says_it_of_another(&claim.reading, texts)
                || reaches_beyond(&claim.reading, texts)
                || tops_its_like(&claim.reading, texts)
                || claim.language == Language::En && says_it_of_all(&claim.reading, reading, texts));
        if close && claim.language == Language::Ko {
            self.find_korean(claim, passage);
        }
    }

    /// Looks for what stands around the claim's words in its evidence and takes from them.
    fn find_frame(&mut self, claim: &Claim<'_>, texts: &[Reading<'_>]) {
        match framed(&claim.reading, texts) {
            Some(Framed::Case) => self.condition = true,
            Some(Framed::Belief) => self.modality = true,
            None => {}
        }
    }

    /// Looks for an amount that the claim gives for another period, and for another interval.
    fn find_rate(&mut self, claim: &Claim<'_>, texts: &[Reading<'_>]) {
        if self.number.is_none() {
            let rate = other_rate(&claim.reading, &claim.values, texts);
            self.number = rate
                .map(|value| value.span.of(claim.norm))
                .or_else(|| Some(claim.reading.word(other_interval(&claim.reading, texts)?)))
                .map(str::to_owned);
        }
    }

    /// Counts the values that no source states and those that the window, whose values are `near`, bears out.
    fn count_values(&mut self, claim: &Claim<'_>, values: &Compared<'_>, near: &[Value]) {
        let missing = &values.missing;
        self.borne_out = (claim.values.len() - values.exact.len()) as f32;
        self.borne_out_share = self.borne_out / claim.words.len().max(1) as f32;
        self.values_missing = u32::try_from(missing.len()).unwrap_or(u32::MAX);
        // A count written as a word is often the writer's own (`two brothers`): no veto for it.
        self.number =
            missing.iter().find(|value| !value.spelled).map(|value| value.span.of(claim.norm).to_owned());
        let apart =
            |value: &Value| value.distance(near) + EXACT * exactness(value) + DELIBERATE * value.deliberate();
        self.distance = missing.iter().fold(0.0, |sum, value| sum + apart(value));
        self.distance += UNROUND * values.unround as f32;
    }

    /// Counts the sides that the claim names where the part of the first window names only others of their sets, and nothing
    /// speaks for them.
    fn find_rivals(&mut self, named: &Named, theirs: &[Named], bounds: &Agreement, part: Range<usize>) {
        let Some(list) = theirs.first() else { return };
        let mut mine = named.sides(&bounds.mine);
        mine.retain(|&side| !list.speaks_for(|own| own == side));
        self.rivals = rivals(&mine, &list.within(part).sides(&bounds.theirs));
    }

    /// Looks for what the window says the claim's values and words of a direction of.
    fn find_places(
        &mut self,
        claim: &Claim<'_>,
        named: &Named,
        theirs: &[Named],
        window: &Reading<'_>,
        values: &[Value],
        listed: &Listed<'_, '_>,
    ) {
        let Some(list) = theirs.first() else { return };
        let placing = placing(&claim.reading, named, list, window, values, listed);
        (self.misplaced, self.turned) = (placing.misplaced, placing.turned);
        match placing.value {
            Some(value) if placing.paired => {
                self.number.get_or_insert_with(|| value.of(claim.norm).to_owned());
            }
            _ => self.direction |= placing.paired,
        }
    }

    /// Looks for a value that stands in the passage, but as a bound, or the other way round.
    fn find_bound(&mut self, claim: &Claim<'_>, passage: &Reading<'_>) {
        if self.number.is_none()
            && let Some(span) = unequal(&claim.reading, &claim.values, claim.bounds(), passage)
        {
            self.number = Some(span.of(claim.norm).to_owned());
            self.bound = true;
        }
    }

    /// Looks for what the same words say otherwise: who does what to whom, both or one of two, and on which condition.
    fn find_restated(
        &mut self,
        claim: &Claim<'_>,
        texts: &[Reading<'_>],
        (passage, spoken): (&Reading<'_>, &Reading<'_>),
        converse: &Converse,
        bounded: &[usize],
    ) {
        // A sentence that, by the same rule, says otherwise than itself is read wrongly.
        let otherwise = |rule: fn(&Reading<'_>, &[Reading<'_>]) -> bool| {
            rule(&claim.reading, texts) && !rule(passage, texts)
        };
        // What is told from the other side has its parts exchanged; `30일을 넘길 수 없다` has those of an equal bound.
        let bound = claim.reading.tokens.len().checked_sub(1).is_some_and(|last| bounded.contains(&last));
        self.parts = converse.spared.is_empty()
            && !bound
            && otherwise(exchanged_parts)
            && !is_mutual(&claim.reading, passage);
        self.joined = otherwise(joined_otherwise);
        self.negation |= limits_otherwise(&claim.reading, texts);
        self.direction |= self.parts
            || self.joined
            || is_turned(&claim.reading, &claim.values, texts)
            || otherwise(drops_before)
            || otherwise(ranks_otherwise)
            || otherwise(prefers_the_other)
            || otherwise(takes_what_was_replaced)
            || otherwise(is_crossed)
            || otherwise(causes_another)
            || otherwise(turns_cause)
            || otherwise(levels_what_differs)
            || otherwise(puts_at_another_time)
            || otherwise(takes_the_exception)
            || otherwise(puts_into_the_next)
            || puts_at_the_other_edge(&claim.reading, &claim.values, texts)
            || otherwise(states_what_was_given_up)
            || counts_another(&claim.reading, &claim.values, texts)
            || takes_the_other_side(&claim.reading, texts)
            || claim.language == Language::En && takes_the_other_place(&claim.reading, passage)
            || converse.turned;
        self.condition = drops_condition(&claim.reading, spoken)
            || turns_condition(&claim.reading, spoken)
            || ignores_exclusion(&claim.reading, spoken)
            || texts.iter().any(|text| ignores_exclusion(&claim.reading, text))
            || is_excepted(claim, passage);
    }

    /// Compares how sure and how general the claim and its passage are.
    fn find_strength(&mut self, claim: &Reading<'_>, passage: &Reading<'_>) {
        let (mine, theirs) = (strength(claim), strength(passage));
        // `쓰려면 예약해야 한다` names a condition, as `예약한 사람만 쓸 수 있다` does.
        let needed = || claim.tokens.iter().any(|token| token.text.ends_with("려면"));
        self.modality = mine.obliges_more_than(theirs) && !needed() || mine.permits_only(theirs);
        self.quantifier = mine.generalises(theirs)
            || takes_one_for_all(claim, mine, passage, theirs)
            || takes_all_for_one(claim, theirs);
    }

    pub(super) fn penalties(&self) -> Vec<Penalty> {
        [
            (!self.names.is_empty() || self.stranger.is_some(), Penalty::Name),
            (self.modality, Penalty::Modality),
            (self.quantifier || self.exclusive, Penalty::Quantifier),
            (self.condition, Penalty::Condition),
            (self.short_quotation, Penalty::ShortQuotation),
        ]
        .into_iter()
        .filter_map(|(found, penalty)| found.then_some(penalty))
        .collect()
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
    asked: Asked,
) -> Findings {
    let mut found = Findings::default();
    let whole = Whole::new(sources, windows);
    if alignment.verbatim {
        found.of_verbatim(claim, windows, &whole);
        return found;
    }
    let quotes = quotations(claim.norm);
    let missing = quotes.iter().rfind(|quote| !whole.texts().any(|text| is_in(quote, text)));
    found.quotation = missing.map(|quote| (*quote).to_owned());
    let near = texts.first().filter(|_| !claim.values.is_empty()).map_or(&[][..], Reading::values);
    let values = Compared::new(claim, alignment, texts.first(), near);
    found.count_values(claim, &values, near);
    if found.number.is_none() {
        found.number = alignment.other_year.map(|year| year.span.of(claim.norm).to_owned());
    }
    // What the evidence says in other words is neither lacking nor stressed.
    let stressed = texts.iter().map(|text| emphasis(text, &[])).fold(Emphasis::default(), Emphasis::joined);
    let reworded: Vec<usize> = values.marks.iter().chain(&alignment.reworded).copied().collect();
    found.added = emphasis(&claim.reading, &reworded).beyond(stressed);
    if claim.language == Language::Ko {
        found.lack = lack(&unstated(claim, alignment), texts);
    }
    let passage = Passage::new(claim, sources, windows, texts);
    if let Some(passage) = &passage {
        found.of_passage(claim, passage, alignment, &values, &reworded, &whole);
    }
    if found.number.is_none() && alignment.window_words >= CLOSE {
        let value = replaced_further(claim, &values.missing, sources, windows);
        found.number = value.map(|value| value.span.of(claim.norm).to_owned());
    }
    if texts.is_empty() {
        found.nothing = true;
        found.denial = conflict(&claim.reading, &Reading::new(""), &Reading::new("")).added;
    }
    if found.number.is_none()
        && let Some(window) = windows.first()
    {
        found.number = takes_another_cell(claim, sources, window.source);
    }
    if let Some((window, text)) = windows.first().zip(texts.first())
        && alignment.window_words >= CLOSE
        && found.number.is_none()
    {
        match takes_another_entry(claim, sources, window, text) {
            Some(Taken::Value(value)) => found.number = Some(value),
            Some(Taken::Word(word)) => found.stranger = Some(word),
            None => {}
        }
    }
    // Names and strangers lower the score. What is put together of several places is looked for in whole claims.
    if asked == Asked::Vetoes {
        return found;
    }
    found.find_names(written, sources, windows);
    if let Some(passage) = &passage {
        found.find_stranger(claim, passage, alignment, &whole);
    }
    if let Some(passage) =
        passage.filter(|_| claim.language == Language::En && alignment.window_words >= CLOSE)
    {
        found.find_subject(written, claim, sources, windows, &passage, &reworded);
        found.find_crossed(claim, sources, windows, &passage, alignment);
    }
    found
}

/// The words of a claim, by position, that say or deny nothing beside its evidence: of equal bounds, and those said from another side.
fn spared(claim: &Claim<'_>, sides: &Sides<'_>, bounds: &Agreement) -> Vec<usize> {
    let denials = denials(&claim.reading, claim.bounds());
    [&bounds.mine[..], &sides.converse.spared, &sides.halves, &denials].concat()
}

/// The one clause of a passage that a claim speaks of, where it speaks of one.
fn clause_spoken_of<'a>(
    language: Language,
    claim: &Reading<'_>,
    passage: &Reading<'a>,
) -> Option<Reading<'a>> {
    match language {
        Language::Ko => narrowed(claim, passage),
        Language::En => clause_of_claim(claim, passage),
    }
}
