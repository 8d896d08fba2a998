//! A lazy automaton over a text as it is seen: which of its patterns matches the most, and whether more text could.

use super::seen::{Seen, next};
use regex_automata::hybrid::dfa::{Cache, Config, DFA};
use regex_automata::util::start;
use regex_automata::{Anchored, MatchKind};
use std::cell::RefCell;

/// Most bytes of the states of one automaton that a thread keeps: where they do not find room, they are made again and
/// again. All together take two or three megabytes after some megabytes of prose.
const CACHE: usize = 1 << 24;

thread_local! {
    static CACHES: RefCell<Vec<Option<Cache>>> = const { RefCell::new(Vec::new()) };
}

/// Its states are made when they are first reached: most never are.
pub(super) struct Automaton {
    dfa: DFA,
    /// Where a thread keeps its states.
    slot: usize,
    /// Of each pattern, whether it wins over others of the same length.
    first: Vec<bool>,
}

/// The longest match.
#[derive(Debug, Clone, Copy)]
pub(super) struct Longest {
    pub pattern: usize,
    /// Its bytes as they are seen, and where it ends in the text.
    pub len: usize,
    pub end: usize,
}

/// How far an automaton reads.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reach {
    pub at: usize,
    /// The text as it is written.
    pub markup: bool,
    /// Characters.
    pub bound: usize,
    /// Whether the text ends.
    pub last: bool,
}

impl Automaton {
    pub fn new(slot: usize, patterns: &[&str], first: Vec<bool>) -> Option<Self> {
        let config =
            Config::new().match_kind(MatchKind::All).cache_capacity(CACHE).skip_cache_capacity_check(true);
        let dfa = DFA::builder().configure(config).build_many(patterns);
        debug_assert!(dfa.is_ok(), "data/marks: {:?}", dfa.as_ref().err());
        Some(Self { dfa: dfa.ok()?, slot, first })
    }

    /// The bytes with which a match may begin.
    pub fn begins(&self) -> [bool; 256] {
        let mut begins = [false; 256];
        let mut cache = self.dfa.create_cache();
        let Ok(start) = self.dfa.start_state(&mut cache, &anchored()) else { return begins };
        for (byte, begins) in (0_u8..=255).zip(&mut begins) {
            *begins = self.dfa.next_state(&mut cache, start, byte).is_ok_and(|state| !state.is_dead());
        }
        begins
    }

    /// The letters, digits and spaces with which a match may begin, two and three of them.
    pub fn heads(&self) -> Heads {
        let mut heads = Heads { pairs: vec![0; 64], triples: vec![0; 64 * 64] };
        let mut cache = self.dfa.create_cache();
        // Nothing is ruled out.
        let Ok(start) = self.dfa.start_state(&mut cache, &anchored()) else { return Heads::default() };
        // A match is told one byte later: behind what it may end with, no state is dead.
        let mut next =
            |state, byte| self.dfa.next_state(&mut cache, state, byte).ok().filter(|to| !to.is_dead());
        let plain = || (0..=u8::MAX).filter_map(|byte| Some((byte, plain(byte)?)));
        for (first, one) in plain() {
            let Some(begun) = next(start, first) else { continue };
            for (second, two) in plain() {
                let Some(paired) = next(begun, second) else { continue };
                if let Some(pairs) = heads.pairs.get_mut(one) {
                    *pairs |= 1 << two;
                }
                let thirds = plain().filter(|(third, _)| next(paired, *third).is_some());
                let thirds = thirds.fold(0_u64, |all, (_, three)| all | 1 << three);
                if let Some(triples) = heads.triples.get_mut(one * 64 + two) {
                    *triples = thirds;
                }
            }
        }
        heads
    }

    /// The longest match at a place, and whether more text could make another.
    pub fn run(&self, text: &str, reach: Reach) -> (Option<Longest>, bool) {
        CACHES
            .with_borrow_mut(|caches| {
                if caches.len() <= self.slot {
                    caches.resize_with(self.slot + 1, || None);
                }
                let cache = caches.get_mut(self.slot);
                cache.and_then(|cache| {
                    self.run_in(cache.get_or_insert_with(|| self.dfa.create_cache()), text, reach)
                })
            })
            .unwrap_or_default()
    }

    fn run_in(&self, cache: &mut Cache, text: &str, reach: Reach) -> Option<(Option<Longest>, bool)> {
        let mut state = self.dfa.start_state(cache, &anchored()).ok()?;
        let mut best = None;
        let mut from = reach.at;
        let matched = |cache: &Cache, state, len, end| {
            let of = |at| self.dfa.match_pattern(cache, state, at).as_usize();
            let patterns = (0..self.dfa.match_len(cache, state)).map(of);
            let pattern =
                patterns.min_by_key(|pattern| (self.first.get(*pattern) != Some(&true), *pattern))?;
            Some(Longest { pattern, len, end })
        };
        let (mut chars, mut len) = (0, 0);
        let mut buffer = [0; 4];
        while chars <= reach.bound {
            match next(text, from, reach.markup) {
                Seen::End => {
                    if reach.last {
                        let end = self.dfa.next_eoi_state(cache, state).ok()?;
                        best = if end.is_match() { matched(cache, end, len, from) } else { None }.or(best);
                    }
                    let alive = !reach.last && self.goes_on(cache, state);
                    return Some((best, alive));
                }
                Seen::Char(c, span) => {
                    for (place, byte) in c.encode_utf8(&mut buffer).bytes().enumerate() {
                        state = self.dfa.next_state(cache, state, byte).ok()?;
                        // A match is told one byte later.
                        if place == 0 && state.is_match() {
                            best = matched(cache, state, len, from).or(best);
                        }
                        if state.is_dead() {
                            return Some((best, false));
                        }
                    }
                    // What takes more room in the text than it shows counts as such.
                    chars += if span.end - from < 5 {
                        1
                    } else {
                        text.get(from..span.end).map_or(1, |raw| raw.chars().count())
                    };
                    len += c.len_utf8();
                    from = span.end;
                }
            }
        }
        Some((best, false))
    }

    /// Whether something follows a state: the byte behind a match tells it, and may do nothing else.
    fn goes_on(&self, cache: &mut Cache, state: regex_automata::hybrid::LazyStateID) -> bool {
        !state.is_match()
            || (0..=u8::MAX)
                .any(|byte| self.dfa.next_state(cache, state, byte).is_ok_and(|state| !state.is_dead()))
    }
}

/// The first two and three characters of what an automaton may match, where they are seen as they are written: a bit each.
#[derive(Default)]
pub(super) struct Heads {
    pairs: Vec<u64>,
    triples: Vec<u64>,
}

impl Heads {
    /// Whether a match may begin a text.
    pub fn may_begin(&self, text: &[u8]) -> bool {
        let mut codes = text.iter().take(3).map(|byte| plain(*byte));
        let (Some(Some(one)), Some(Some(two))) = (codes.next(), codes.next()) else { return true };
        let has = |bits: Option<&u64>, code: usize| bits.is_none_or(|bits| bits >> code & 1 == 1);
        match codes.next() {
            Some(Some(three)) => has(self.triples.get(one * 64 + two), three),
            _ => has(self.pairs.get(one), two),
        }
    }
}

/// The number, below 64, of a byte that is seen as it is written.
const fn plain(byte: u8) -> Option<usize> {
    match byte {
        b' ' => Some(0),
        b'0'..=b'9' => Some((byte - b'0') as usize + 1),
        b'A'..=b'Z' => Some((byte - b'A') as usize + 11),
        b'a'..=b'z' => Some((byte - b'a') as usize + 37),
        _ => None,
    }
}

fn anchored() -> start::Config {
    start::Config::new().anchored(Anchored::Yes)
}
