//! Irregular English forms: `paid` of `pay`, `children` of `child`.
//!
//! Owns the table. Forms that are words of their own, too (`saw`, `left`, `found`, `felt`), are left out.

/// Forms and the words they are of, in alphabetical order.
const FORMS: &[(&str, &str)] = &[
    ("arisen", "arise"),
    ("arose", "arise"),
    ("ate", "eat"),
    ("beaten", "beat"),
    ("became", "become"),
    ("began", "begin"),
    ("begun", "begin"),
    ("bent", "bend"),
    ("bitten", "bite"),
    ("bled", "bleed"),
    ("blew", "blow"),
    ("blown", "blow"),
    ("borne", "bear"),
    ("bought", "buy"),
    ("bred", "breed"),
    ("broke", "break"),
    ("broken", "break"),
    ("brought", "bring"),
    ("built", "build"),
    ("came", "come"),
    ("caught", "catch"),
    ("children", "child"),
    ("chose", "choose"),
    ("chosen", "choose"),
    ("clung", "cling"),
    ("crept", "creep"),
    ("dealt", "deal"),
    ("drank", "drink"),
    ("drawn", "draw"),
    ("drew", "draw"),
    ("driven", "drive"),
    ("drove", "drive"),
    ("dug", "dig"),
    ("eaten", "eat"),
    ("fallen", "fall"),
    ("fed", "feed"),
    ("feet", "foot"),
    ("fell", "fall"),
    ("fled", "flee"),
    ("flew", "fly"),
    ("flown", "fly"),
    ("forbade", "forbid"),
    ("forbidden", "forbid"),
    ("forgave", "forgive"),
    ("forgiven", "forgive"),
    ("forgot", "forget"),
    ("forgotten", "forget"),
    ("fought", "fight"),
    ("froze", "freeze"),
    ("frozen", "freeze"),
    ("gave", "give"),
    ("geese", "goose"),
    ("given", "give"),
    ("gone", "go"),
    ("got", "get"),
    ("gotten", "get"),
    ("grew", "grow"),
    ("grown", "grow"),
    ("halves", "half"),
    ("heard", "hear"),
    ("held", "hold"),
    ("hid", "hide"),
    ("hidden", "hide"),
    ("hung", "hang"),
    ("kept", "keep"),
    ("knew", "know"),
    ("knives", "knife"),
    ("known", "know"),
    ("laid", "lay"),
    ("leapt", "leap"),
    ("led", "lead"),
    ("lent", "lend"),
    ("lost", "lose"),
    ("made", "make"),
    ("meant", "mean"),
    ("men", "man"),
    ("met", "meet"),
    ("mice", "mouse"),
    ("mistaken", "mistake"),
    ("mistook", "mistake"),
    ("overcame", "overcome"),
    ("oxen", "ox"),
    ("paid", "pay"),
    ("proven", "prove"),
    ("ran", "run"),
    ("rang", "ring"),
    ("ridden", "ride"),
    ("risen", "rise"),
    ("rode", "ride"),
    ("rose", "rise"),
    ("rung", "ring"),
    ("said", "say"),
    ("sang", "sing"),
    ("sank", "sink"),
    ("seen", "see"),
    ("sent", "send"),
    ("shaken", "shake"),
    ("shelves", "shelf"),
    ("shone", "shine"),
    ("shook", "shake"),
    ("shot", "shoot"),
    ("shown", "show"),
    ("shrank", "shrink"),
    ("shrunk", "shrink"),
    ("slept", "sleep"),
    ("slid", "slide"),
    ("sold", "sell"),
    ("sought", "seek"),
    ("sped", "speed"),
    ("spent", "spend"),
    ("spoke", "speak"),
    ("spoken", "speak"),
    ("sprang", "spring"),
    ("sprung", "spring"),
    ("spun", "spin"),
    ("stole", "steal"),
    ("stolen", "steal"),
    ("stood", "stand"),
    ("striven", "strive"),
    ("strove", "strive"),
    ("struck", "strike"),
    ("stuck", "stick"),
    ("stung", "sting"),
    ("sung", "sing"),
    ("sunk", "sink"),
    ("swam", "swim"),
    ("swept", "sweep"),
    ("swore", "swear"),
    ("sworn", "swear"),
    ("swung", "swing"),
    ("taken", "take"),
    ("taught", "teach"),
    ("teeth", "tooth"),
    ("thieves", "thief"),
    ("thought", "think"),
    ("threw", "throw"),
    ("thrown", "throw"),
    ("told", "tell"),
    ("took", "take"),
    ("tore", "tear"),
    ("torn", "tear"),
    ("understood", "understand"),
    ("undertaken", "undertake"),
    ("undertook", "undertake"),
    ("upheld", "uphold"),
    ("went", "go"),
    ("wept", "weep"),
    ("withdrawn", "withdraw"),
    ("withdrew", "withdraw"),
    ("withheld", "withhold"),
    ("wives", "wife"),
    ("woke", "wake"),
    ("woken", "wake"),
    ("wolves", "wolf"),
    ("women", "woman"),
    ("won", "win"),
    ("wore", "wear"),
    ("worn", "wear"),
    ("wove", "weave"),
    ("woven", "weave"),
    ("written", "write"),
    ("wrote", "write"),
];

/// Slots of [`TABLE`]; a power of two, some six times as many as there are forms.
const SLOTS: usize = 1 << 10;

/// The number of the form in each slot, counted from 1, 0 for none: a form stands in its own slot, or in the first behind
/// it that was free. So most other words are told by one look.
static TABLE: [u8; SLOTS] = table();

/// The slot of a word, by its first two letters, its last one and its length.
const fn slot(first: u8, second: u8, last: u8, len: usize) -> usize {
    (first as usize * 37 + second as usize * 211 + last as usize * 59 + len * 131) % SLOTS
}

const fn table() -> [u8; SLOTS] {
    assert!(FORMS.len() < u8::MAX as usize);
    let mut table = [0; SLOTS];
    let mut number = 0_u8;
    while (number as usize) < FORMS.len() {
        let bytes = FORMS[number as usize].0.as_bytes();
        let mut at = slot(bytes[0], bytes[1], bytes[bytes.len() - 1], bytes.len());
        while table[at] != 0 {
            at = (at + 1) % SLOTS;
        }
        number += 1;
        table[at] = number;
    }
    table
}

/// The word of which this lower-case word is an irregular form.
#[inline]
pub(super) fn base(word: &str) -> Option<&'static str> {
    let [first, second, .., last] = word.as_bytes() else { return None };
    let mut at = slot(*first, *second, *last, word.len());
    loop {
        let (form, base) = FORMS.get(usize::from(TABLE[at % SLOTS]).checked_sub(1)?)?;
        if *form == word {
            return Some(base);
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_in_order_and_found() {
        assert!(FORMS.is_sorted_by(|one, next| one.0 < next.0));
        assert!(FORMS.iter().all(|form| base(form.0) == Some(form.1)));
        assert_eq!(
            (base("paid"), base("pay"), base("pad"), base("가격"), base("")),
            (Some("pay"), None, None, None, None)
        );
    }
}
