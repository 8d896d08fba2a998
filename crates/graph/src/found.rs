//! What a model found in a passage, as far as the passage says it.
//!
//! A model's word is no evidence: a name that does not stand in the passage is dropped, and so is what is said of it where the
//! passage does not support that. What is left has the passage for its evidence, as everything else in a graph.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::graph::{Graph, Kind, Label, MAX_NAME, MOST_WORDS};
use crate::key::key;

/// Entities and relations of one passage that are kept; a longer list is a list of words.
const MOST: usize = 20;
const MOST_LINKS: usize = 30;

/// Entities and relations of one passage, as they are stored with it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    pub entities: Vec<Named>,
    pub relations: Vec<Link>,
}

/// Something that the passage names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named {
    pub name: String,
    pub kind: Kind,
    /// What the passage says of it; may be empty.
    pub description: String,
    /// Other names that the passage puts in brackets behind it.
    pub aliases: Vec<String>,
}

/// How two of them hang together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    pub source: String,
    pub target: String,
    /// How; may be empty.
    pub description: String,
}

impl Found {
    /// Reads a model's list: objects with a `name` are entities, those with a `source` and a `target` relations; fields are called as
    /// models call them. Kept is what `passage` says; of descriptions those that `supported` holds for.
    #[must_use]
    pub fn from_list(listed: &[Map<String, Value>], passage: &str, supported: impl Fn(&str) -> bool) -> Self {
        let text = Text::new(passage);
        let told = |item: &Map<String, Value>| {
            let told = field(item, &["description", "relation", "relationship", "label"]);
            let told = told.filter(|told| key(told).chars().nth(1).is_some() && supported(told));
            told.unwrap_or_default().to_owned()
        };
        let mut found = Self::default();
        for item in listed {
            let Some(name) = field(item, &["name", "entity", "entity_name"]).filter(|name| text.says(name))
            else {
                continue;
            };
            if found.entities.len() == MOST || found.has(name) {
                continue;
            }
            let aliases = item.get("aliases").and_then(Value::as_array).into_iter().flatten();
            found.entities.push(Named {
                name: name.to_owned(),
                kind: field(item, &["type", "kind", "entity_type"]).map_or(Kind::Name, kind),
                description: told(item),
                aliases: aliases
                    .filter_map(Value::as_str)
                    .filter(|alias| text.brackets(name, alias))
                    .map(str::to_owned)
                    .collect(),
            });
        }
        for item in listed {
            let ends =
                field(item, &["source", "from", "subject"]).zip(field(item, &["target", "to", "object"]));
            let Some((source, target)) = ends.filter(|(source, target)| {
                key(source) != key(target) && text.says(source) && text.says(target)
            }) else {
                continue;
            };
            if found.relations.len() < MOST_LINKS {
                let (source, target) = (source.to_owned(), target.to_owned());
                found.relations.push(Link { source, target, description: told(item) });
            }
        }
        found
    }

    /// Adds what another reply of the same passage found beside it.
    pub fn add(&mut self, other: Self) {
        for entity in other.entities {
            if self.entities.len() < MOST && !self.has(&entity.name) {
                self.entities.push(entity);
            }
        }
        let room = MOST_LINKS.saturating_sub(self.relations.len());
        self.relations.extend(other.relations.into_iter().take(room));
    }

    fn has(&self, name: &str) -> bool {
        self.entities.iter().any(|own| key(&own.name) == key(name))
    }

    /// Puts it into a graph as what passage `at` says, of an article of its own or of none.
    pub(crate) fn put(&self, at: usize, article: Option<usize>, graph: &mut Graph) {
        let named = |graph: &mut Graph, name: &str, kind, description: &str| {
            let entity = graph.entity(name, kind)?;
            graph.describe(entity, description, at);
            graph.said_in(entity, at);
            if let Some(article) = article {
                graph.related(article, entity, Label::SpeaksOf, at);
            }
            Some(entity)
        };
        for own in &self.entities {
            if let Some(entity) = named(graph, &own.name, own.kind, &own.description) {
                for alias in &own.aliases {
                    graph.also_called(entity, alias);
                }
            }
        }
        for link in &self.relations {
            let source = named(graph, &link.source, Kind::Name, "");
            let ends = source.zip(named(graph, &link.target, Kind::Name, ""));
            if let Some((source, target)) = ends {
                graph.related_as(source, target, Label::With, &link.description, at);
            }
        }
    }
}

fn field<'a>(item: &'a Map<String, Value>, names: &[&str]) -> Option<&'a str> {
    let text = names.iter().find_map(|name| item.get(*name).and_then(Value::as_str))?.trim();
    (!text.is_empty() && !text.chars().any(char::is_control)).then_some(text)
}

/// Whether this may name something: neither a sentence nor a place in a text (`제3조(기능)`, `Article 3`), which rules read with
/// its regulation.
fn is_name(name: &str) -> bool {
    let numbered = |rest: &str| rest.trim_start().starts_with(|c: char| c.is_ascii_digit());
    let lower = name.trim_start().to_lowercase();
    let places = ["제", "article", "section", "chapter", "paragraph", "annex", "part"];
    let is_place = places.iter().any(|place| lower.strip_prefix(place).is_some_and(numbered));
    !is_place
        && !name.trim_end().ends_with(['.', '!', '?', '。'])
        && name.split_whitespace().count() <= MOST_WORDS
}

/// What a model's type means. Laws and articles are read by rules alone.
fn kind(named: &str) -> Kind {
    match named.to_lowercase().as_str() {
        "person" | "people" | "인물" | "사람" => Kind::Person,
        "place" | "location" | "geo" | "장소" => Kind::Place,
        "event" | "행사" | "사건" => Kind::Event,
        "body" | "organization" | "organisation" | "기관" | "조직" | "부서" => Kind::Body,
        "term" | "concept" | "용어" | "개념" => Kind::Term,
        _ => Kind::Name,
    }
}

/// A passage in the form in which names are compared.
struct Text {
    /// Its characters, each with what stands before it.
    plain: Vec<(char, Before)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// A letter or digit of the same script: here no name begins.
    Word,
    Gap,
    /// An opening bracket.
    Bracket,
}

impl Text {
    fn new(passage: &str) -> Self {
        let mut plain = Vec::with_capacity(passage.len() / 2);
        let (mut before, mut last) = (Before::Gap, ' ');
        for c in passage.chars() {
            if !c.is_alphanumeric() {
                match c {
                    '(' | '（' | '[' => before = Before::Bracket,
                    c if c.is_whitespace() && before == Before::Bracket => {}
                    _ => before = Before::Gap,
                }
                continue;
            }
            if before == Before::Word && is_hangul(c) != is_hangul(last) {
                before = Before::Gap;
            }
            plain.extend(letters(c.encode_utf8(&mut [0; 4])).into_iter().map(|c| (c, before)));
            (before, last) = (Before::Word, c);
        }
        Self { plain }
    }

    /// Whether the passage has the name, as words of its own: behind a Korean one a particle may stand, behind another none.
    fn says(&self, name: &str) -> bool {
        is_name(name) && self.places(name).next().is_some()
    }

    /// Whether it puts the one name in brackets behind the other.
    fn brackets(&self, name: &str, alias: &str) -> bool {
        let ends: Vec<usize> = self.places(name).map(|place| place.end).collect();
        self.places(alias).any(|place| {
            ends.contains(&place.start)
                && self.plain.get(place.start).is_some_and(|own| own.1 == Before::Bracket)
        })
    }

    fn places(&self, name: &str) -> impl Iterator<Item = std::ops::Range<usize>> {
        let key = letters(name);
        let fits = key.len() >= 2 && name.chars().count() <= MAX_NAME;
        let starts = if fits { 0..self.plain.len().saturating_sub(key.len() - 1) } else { 0..0 };
        starts.filter_map(move |start| {
            let end = start + key.len();
            let own = self.plain.get(start..end)?;
            let goes_on = self.plain.get(end).is_some_and(|(_, before)| *before == Before::Word);
            let is_open = goes_on && !key.last().is_some_and(|last| is_hangul(*last));
            let begins = own.first().is_some_and(|(_, before)| *before != Before::Word);
            (begins && !is_open && own.iter().map(|(c, _)| c).eq(&key)).then_some(start..end)
        })
    }
}

/// What of a name is compared here: between its letters and digits anything but those may stand.
fn letters(name: &str) -> Vec<char> {
    key(name).chars().filter(|c| c.is_alphanumeric()).collect()
}

const fn is_hangul(c: char) -> bool {
    matches!(c, '가'..='힣')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Passage, extract};

    const KO: &str = "교원 인사위원회(약칭 인사위)는 김하늘 교수를 추천한다. 한빛대학교 도서관은 수원에 있으며 party를 연다.";
    const EN: &str = "The Academic Senate (AS) meets in the Hall of Letters. Dr. Ada Lovelace-King chairs it; the café is closed.";

    fn item(text: &str) -> Map<String, Value> {
        serde_json::from_str(text).unwrap()
    }

    fn says(passage: &str, name: &str) -> bool {
        Text::new(passage).says(name)
    }

    #[test]
    fn a_name_stands_in_the_passage_as_words_of_its_own() {
        for name in [
            "교원인사위원회",
            "교원 인사위원회",
            "김하늘",
            "김하늘 교수",
            "한빛대학교 도서관",
            "수원",
            "「한빛대학교」",
        ] {
            assert!(says(KO, name), "{name}");
        }
        for name in ["위원회", "늘 교수", "빛대학교", "art", "part", "학교", "서울", "", "는", "교"]
        {
            assert!(!says(KO, name), "{name}");
        }
        for name in
            ["Academic Senate", "the academic senate", "AS", "Ada Lovelace-King", "Hall of Letters", "café"]
        {
            assert!(says(EN, name), "{name}");
        }
        for name in ["Academic Sen", "Senat", "all of Letters", "afé", "Board", "A", "closed."] {
            assert!(!says(EN, name), "{name}");
        }
        // Nor is a place in a text a name, or a sentence, or what nobody would ask for in so many words.
        let text = "제17조(귀국) 제3항 제2장 총칙 Article 9 section 4 제주도 party Sectional 가 나 다 라 마 바 사 아 자";
        for name in
            ["제17조(귀국)", "제3항", "제2장 총칙", "Article 9", "section 4", "가 나 다 라 마 바 사 아 자"]
        {
            assert!(!says(text, name), "{name}");
        }
        for name in ["제주도", "party", "Sectional", "귀국"] {
            assert!(says(text, name), "{name}");
        }
    }

    #[test]
    fn what_the_passage_does_not_say_is_dropped() {
        let listed = [
            item(
                r#"{"name": "교원인사위원회", "type": "기관", "description": "김하늘 교수를 추천한다", "aliases": ["인사위", "도서관"]}"#,
            ),
            item(r#"{"entity": "서울", "type": "place"}"#),
            item(r#"{"name": "교원 인사위원회", "type": "person"}"#),
            item(r#"{"name": "<img src=x onerror=alert(1)>"}"#),
            item(r#"{"name": 7}"#),
            item(r#"{"source": "교원인사위원회", "target": "김하늘 교수", "relation": "해임한다"}"#),
            item(r#"{"from": "교원인사위원회", "to": "총장"}"#),
            item(r#"{"source": "수원", "target": "수원"}"#),
        ];
        let found = Found::from_list(&listed, KO, |told| told.contains("추천"));
        let names: Vec<_> = found.entities.iter().map(|own| (own.name.as_str(), own.kind)).collect();
        assert_eq!(names, [("교원인사위원회", Kind::Body)]);
        assert_eq!(found.entities[0].description, "김하늘 교수를 추천한다");
        assert_eq!(found.entities[0].aliases, Vec::<String>::new(), "`약칭` stands between");
        assert_eq!(found.relations.len(), 1);
        assert_eq!(found.relations[0].description, "", "the passage does not support it");
        let found = Found::from_list(
            &[item(r#"{"name": "Academic Senate", "aliases": ["AS", "Hall of Letters"]}"#)],
            EN,
            |_| true,
        );
        assert_eq!(found.entities[0].aliases, ["AS"]);
    }

    #[test]
    fn a_long_list_is_cut() {
        let text: Vec<String> = (0..500).map(|at| format!("name{at}")).collect();
        let text = text.join(" ");
        let listed: Vec<_> = (0..500)
            .flat_map(|at| {
                let next = (at + 1) % 500;
                [
                    item(&format!(r#"{{"name": "name{at}"}}"#)),
                    item(&format!(r#"{{"source": "name{at}", "target": "name{next}"}}"#)),
                ]
            })
            .collect();
        let mut found = Found::from_list(&listed, &text, |_| true);
        found.add(Found::from_list(&listed[10..], &text, |_| true));
        assert_eq!((found.entities.len(), found.relations.len()), (MOST, MOST_LINKS));
    }

    #[test]
    fn it_joins_what_rules_have_found_and_leads_to_the_passage() {
        let found = Found::from_list(
            &[
                item(r#"{"name": "교원인사위원회", "type": "body"}"#),
                item(r#"{"name": "김하늘 교수", "type": "person"}"#),
                item(r#"{"source": "교원인사위원회", "target": "김하늘 교수", "description": "추천"}"#),
            ],
            KO,
            |_| true,
        );
        let graph = extract(&[
            Passage {
                text: "교원인사위원회는 위원으로 구성한다. 교원인사위원회는 매월 모인다.",
                article: None,
                found: None,
            },
            Passage { text: KO, article: None, found: Some(&found) },
        ]);
        let place = |name: &str| graph.entities.iter().position(|own| own.key == key(name)).unwrap();
        let (body, person) = (place("교원인사위원회"), place("김하늘 교수"));
        assert_eq!(graph.entities[body].passages, [0, 1]);
        assert_eq!(
            (graph.entities[person].kind, graph.entities[person].passages.as_slice()),
            (Kind::Person, &[1][..])
        );
        let related = graph.relations.iter().find(|own| (own.source, own.target) == (body, person)).unwrap();
        assert_eq!(
            (related.label, related.description.as_ref().unwrap().text.as_str(), related.passages.as_slice()),
            (Label::With, "추천", &[1][..])
        );
    }
}
