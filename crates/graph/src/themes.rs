//! What a graph falls into: entities that hang together more with one another than with others.
//!
//! Communities by the Leiden algorithm (Traag, Waltman, van Eck 2019) over modularity, with a fixed seed: the same graph has the same
//! themes.

use leiden_rs::{GraphDataBuilder, Leiden, LeidenConfig};

use crate::key::key;

/// Entities of a theme; more have nothing in common that could be said.
const MOST_MEMBERS: usize = 100;
/// Fewer make no theme.
const LEAST_MEMBERS: usize = 3;
const SEED: u64 = 1;
/// Characters of a sentence that is quoted for a theme.
const QUOTED: std::ops::RangeInclusive<usize> = 15..=300;

/// The themes of `entities` entities with these relations (places of both ends), the largest first; in each, what the most hangs on
/// first. What hangs together with everything ties nothing together: a relation counts by the rarer end's inverse logarithm of relations.
#[must_use]
pub fn themes(entities: usize, relations: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut degree = vec![0_u32; entities];
    let known: Vec<(usize, usize)> =
        relations.iter().copied().filter(|&(a, b)| a != b && a < entities && b < entities).collect();
    for end in known.iter().flat_map(|&(a, b)| [a, b]) {
        if let Some(degree) = degree.get_mut(end) {
            *degree += 1;
        }
    }
    let of = |at: usize| degree.get(at).copied().unwrap_or_default();
    let mut builder = GraphDataBuilder::new(entities);
    for &(a, b) in &known {
        let weight = 1.0 / (2.0 + f64::from(of(a).max(of(b)))).ln();
        if builder.add_edge(a, b, weight).is_err() {
            return Vec::new();
        }
    }
    let config = LeidenConfig { seed: Some(SEED), max_comm_size: MOST_MEMBERS, ..LeidenConfig::default() };
    let found = builder.build().and_then(|graph| Leiden::new(config).run(&graph));
    let Ok(found) = found else { return Vec::new() };
    let mut themes: Vec<Vec<usize>> = found.partition.communities().into_iter().map(|(_, own)| own).collect();
    themes.retain(|own| own.len() >= LEAST_MEMBERS);
    for own in &mut themes {
        own.sort_unstable_by_key(|&at| (u32::MAX - of(at), at));
    }
    themes.sort_unstable_by(|a, b| b.len().cmp(&a.len()).then(a.cmp(b)));
    themes
}

/// The sentence of a passage that names the most of these, the first of them; none where no sentence can be quoted.
#[must_use]
pub fn quotation(passage: &str, names: &[&str]) -> Option<String> {
    let keys: Vec<String> =
        names.iter().map(|name| key(name)).filter(|key| key.chars().nth(1).is_some()).collect();
    let said = |sentence: &str| {
        let sentence = key(sentence);
        keys.iter().filter(|key| sentence.contains(key.as_str())).count()
    };
    let sentences = stet_segment::segment(passage);
    let quoted = sentences.iter().filter_map(|sentence| {
        let text = passage.get(sentence.span.start..sentence.span.end)?.trim();
        (QUOTED.contains(&text.chars().count()) && is_sentence(text)).then(|| (said(text), text))
    });
    let best = quoted.enumerate().max_by_key(|(at, (said, _))| (*said, usize::MAX - at));
    best.map(|(_, (_, text))| text.to_owned())
}

/// No heading, no row of a table.
fn is_sentence(text: &str) -> bool {
    text.ends_with(['.', '!', '?', '다', '。', '”', '"']) && !text.contains(['\n', '|'])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_hangs_together_is_a_theme() {
        let clique = |from: usize| (from..from + 5).flat_map(move |a| (a + 1..from + 5).map(move |b| (a, b)));
        let mut relations: Vec<_> = clique(0).chain(clique(5)).collect();
        relations.push((4, 5));
        // Two that are alone make none, nor does what does not exist.
        relations.extend([(10, 11), (11, 99), (3, 3)]);
        let mut found = themes(12, &relations);
        assert_eq!(found, themes(12, &relations));
        for own in &mut found {
            own.sort_unstable();
        }
        assert_eq!(found, [vec![0, 1, 2, 3, 4], vec![5, 6, 7, 8, 9]]);
        assert!(themes(0, &[]).is_empty() && themes(7, &[]).is_empty());
        // What the most hangs on stands first.
        assert_eq!(themes(4, &[(0, 1), (2, 1), (3, 1)])[0][0], 1);
    }

    #[test]
    fn a_passage_is_quoted_by_what_it_says_of_the_theme() {
        let ko = "제1조(목적) 이 규정은 도서관을 정한다. 도서관장은 자료선정위원회를 둔다. 끝.";
        assert_eq!(
            quotation(ko, &["도서관장", "자료선정위원회"]).as_deref(),
            Some("도서관장은 자료선정위원회를 둔다.")
        );
        let en = "The hall opens at nine. The Harbour Board lets the hall to clubs. It rains.";
        assert_eq!(
            quotation(en, &["Harbour Board"]).as_deref(),
            Some("The Harbour Board lets the hall to clubs.")
        );
        assert_eq!(quotation(en, &[]).as_deref(), Some("The hall opens at nine."));
        assert_eq!(quotation("짧다.", &["짧다"]), None);
        for none in [
            "대학원장학금지급에관한세칙 3-2-107",
            "| 산업문화대학원 | 경영학 전공 |다",
            "Rules of the Harbour Board",
        ] {
            assert_eq!(quotation(none, &["Harbour Board"]), None, "{none}");
        }
    }

    proptest! {
        #[test]
        fn every_entity_is_in_one_theme_at_most(relations in prop::collection::vec((0_usize..60, 0_usize..60), 0..200)) {
            let mut seen: Vec<usize> = themes(50, &relations).into_iter().flatten().collect();
            let all = seen.len();
            seen.sort_unstable();
            seen.dedup();
            prop_assert_eq!(seen.len(), all);
            prop_assert!(seen.iter().all(|&at| at < 50));
        }
    }
}
