//! A graph as it grows: merged by key, with its evidence.

use rustc_hash::FxHashMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::key::key;

/// Longest name of an entity, in characters; what is longer is a sentence.
pub const MAX_NAME: usize = 80;
/// Longest name that is looked for, in words.
pub(crate) const MOST_WORDS: usize = 8;
/// Longest description, in characters.
const MAX_DESCRIPTION: usize = 400;

/// What an entity is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Kind {
    /// A law or a regulation.
    Regulation,
    /// An article of one.
    Article,
    /// A term that a text defines.
    Term,
    /// A body or an office: a committee, a dean.
    Body,
    Person,
    Place,
    Event,
    /// Anything else with a name.
    Name,
}

impl Kind {
    /// Its name in rows and on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Regulation => "regulation",
            Self::Article => "article",
            Self::Term => "term",
            Self::Body => "body",
            Self::Person => "person",
            Self::Place => "place",
            Self::Event => "event",
            Self::Name => "name",
        }
    }
}

/// How two entities hang together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "RelationLabel")]
pub enum Label {
    /// An article of a regulation.
    PartOf,
    /// An article or regulation names another.
    RefersTo,
    /// An article says what a term means.
    Defines,
    /// An article speaks of it.
    SpeaksOf,
    /// A sentence names both.
    With,
}

impl Label {
    /// Its name in rows and on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::PartOf => "part_of",
            Self::RefersTo => "refers_to",
            Self::Defines => "defines",
            Self::SpeaksOf => "speaks_of",
            Self::With => "with",
        }
    }
}

/// A sentence, and the place of the passage that says it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    pub text: String,
    pub passage: usize,
}

impl Said {
    fn new(text: &str, passage: usize) -> Option<Self> {
        let text: String =
            text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(MAX_DESCRIPTION).collect();
        (!text.is_empty()).then_some(Self { text, passage })
    }
}

/// Something that passages speak of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entity {
    /// As [`crate::key()`] makes it of the name; no other entity has it.
    pub key: String,
    pub name: String,
    pub kind: Kind,
    /// What a passage says of it in a sentence: the title of an article, the meaning of a term.
    pub description: Option<Said>,
    /// Keys of its other names.
    pub aliases: Vec<String>,
    /// Places of the passages that speak of it, ascending.
    pub passages: Vec<usize>,
}

/// How two of the entities hang together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relation {
    /// Places among the entities.
    pub source: usize,
    pub target: usize,
    pub label: Label,
    /// How, in a sentence.
    pub description: Option<Said>,
    /// Places of the passages that say so, ascending; at least one.
    pub passages: Vec<usize>,
}

/// Entities and relations of a document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Graph {
    pub entities: Vec<Entity>,
    pub relations: Vec<Relation>,
    places: FxHashMap<String, usize>,
    related: FxHashMap<(usize, usize, Label), usize>,
}

impl Graph {
    /// The place of the entity of this name, made where it is new. `None` for a name that cannot be one.
    pub(crate) fn entity(&mut self, name: &str, kind: Kind) -> Option<usize> {
        let name = name.trim();
        if name.chars().count() > MAX_NAME || name.chars().any(char::is_control) {
            return None;
        }
        let key = key(name);
        key.chars().nth(1)?;
        if let Some(&at) = self.places.get(&key) {
            return Some(at);
        }
        let at = self.entities.len();
        self.places.insert(key.clone(), at);
        self.entities.push(Entity {
            key,
            name: name.to_owned(),
            kind,
            description: None,
            aliases: Vec::new(),
            passages: Vec::new(),
        });
        Some(at)
    }

    /// What a passage says of an entity; the first counts.
    pub(crate) fn describe(&mut self, at: usize, text: &str, passage: usize) {
        if let Some(entity) = self.entities.get_mut(at)
            && entity.description.is_none()
        {
            entity.description = Said::new(text, passage);
        }
    }

    /// Another name of an entity.
    pub(crate) fn also_called(&mut self, at: usize, name: &str) {
        let alias = key(name);
        if let Some(entity) = self.entities.get_mut(at)
            && alias.chars().nth(1).is_some()
            && alias != entity.key
            && !entity.aliases.contains(&alias)
        {
            self.places.entry(alias.clone()).or_insert(at);
            entity.aliases.push(alias);
        }
    }

    /// A passage that speaks of an entity.
    pub(crate) fn said_in(&mut self, at: usize, passage: usize) {
        if let Some(entity) = self.entities.get_mut(at) {
            push(&mut entity.passages, passage);
        }
    }

    /// A passage that says how two entities hang together; nothing is said of one and itself.
    pub(crate) fn related(&mut self, source: usize, target: usize, label: Label, passage: usize) {
        self.related_as(source, target, label, "", passage);
    }

    /// The same with a sentence that says how.
    pub(crate) fn related_as(
        &mut self,
        source: usize,
        target: usize,
        label: Label,
        description: &str,
        passage: usize,
    ) {
        if source == target {
            return;
        }
        let at = *self.related.entry((source, target, label)).or_insert_with(|| {
            self.relations.push(Relation { source, target, label, description: None, passages: Vec::new() });
            self.relations.len() - 1
        });
        if let Some(relation) = self.relations.get_mut(at) {
            if relation.description.is_none() {
                relation.description = Said::new(description, passage);
            }
            push(&mut relation.passages, passage);
        }
    }
}

fn push(passages: &mut Vec<usize>, passage: usize) {
    if let Err(at) = passages.binary_search(&passage) {
        passages.insert(at, passage);
    }
}
