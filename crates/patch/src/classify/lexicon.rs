//! Closed classes of English and Korean words that the gates ask for.
//!
//! Owns the lists; leaves what a change of class means to the gates. Only closed
//! classes and textbook opposites stand here, never words of a data set.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// What part a word plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    Content,
    Number,
    /// Articles, demonstratives, complementisers, plain auxiliaries: grammar without content.
    Grammar,
    /// Prepositions and particles that only link.
    Preposition,
    /// Conjunctions and sentence adverbs.
    Connective,
    Pronoun,
    /// Words of degree and filler that carry little: `very`, `also`, `매우`.
    Light,
    /// Words that place things in space or order: `under`, `before`, `against`.
    Relation,
    /// Words that only point into the document: `Fig.`, `Section`, `see`.
    Reference,
    /// A bracketed place-holder such as `[MATH]`.
    Placeholder,
}

const GRAMMAR: &str = "a an the this that these those there which who whom whose what it its itself be is are was were \
    been being am do does did done doing have has had having of to as such so than then 's s";
const PREPOSITION: &str = "in on at by for with about upon of regarding concerning via from";
const RELATION: &str = "under over before after above below behind beyond against up down out off inside outside near without \
    since until till together throughout despite unlike like except into onto through during within among amongst between \
    towards toward across along around amid";
const REFERENCE: &str = "fig figs figure figures eq eqs equation equations ref refs table tables section sections sec see cf appendix";
const CONNECTIVE: &str = "and or but nor yet if because since while although though whereas when where whether thus hence \
    therefore however moreover furthermore additionally also too besides meanwhile nevertheless nonetheless \
    consequently accordingly otherwise instead indeed namely first second third firstly secondly finally lastly next \
    then again further still e.g i.e eg ie etc respectively how why both either neither";
const PRONOUN: &str = "i you he she we they me him her us them my your his our their mine yours hers ours theirs \
    myself yourself himself herself ourselves themselves one ones someone anyone everyone";
const LIGHT: &str = "very quite rather really actually basically simply just even indeed essentially particularly especially \
    specifically generally usually typically currently recently now here well own same other another more most much \
    highly significantly clearly obviously certainly truly overall again already yet ever get gets got make makes made";
const KO_CONNECTIVE: &str = "그리고 그러나 하지만 그런데 그래서 따라서 그러므로 또한 또 및 즉 또는 혹은 그러면 게다가 더구나 아울러 \
    한편 우선 먼저 다음 끝으로 결국 반면 그렇지만 때문 위해 위한 통해 대해 대한 관해 관한 따라 따른 의해 의한 근데 단";
const KO_LIGHT: &str = "매우 아주 너무 정말 굉장 굉장히 참 무척 상당히 훨씬 좀 조금 더 꽤 진짜 엄청 특히 바로 이미 다시 역시 단연 \
    것 거 게 걸 건 점 수 줄 중 등 때 데 바 채 뿐 이 그 저 이런 그런 저런 어떤 있 하 되 이다 같 보 주 위 \
    제 저희 우리 나 너 내 당신 이것 그것 저것 여기 거기 저기 뭐 무엇 어디 언제 어떻 해 할 한 된 될";

static CLASSES: LazyLock<FxHashMap<&'static str, Class>> = LazyLock::new(|| {
    let mut map = FxHashMap::default();
    for (list, class) in [
        (LIGHT, Class::Light),
        (KO_LIGHT, Class::Light),
        (PRONOUN, Class::Pronoun),
        (CONNECTIVE, Class::Connective),
        (KO_CONNECTIVE, Class::Connective),
        (PREPOSITION, Class::Preposition),
        (RELATION, Class::Relation),
        (REFERENCE, Class::Reference),
        (GRAMMAR, Class::Grammar),
    ] {
        for word in list.split_whitespace() {
            map.insert(word, class);
        }
    }
    map
});

/// Class of a lower-case English word or of a Korean stem; content unless listed.
#[must_use]
pub fn class(word: &str) -> Class {
    CLASSES.get(word).copied().unwrap_or(Class::Content)
}
