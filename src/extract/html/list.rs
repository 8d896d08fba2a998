//! Numbers of the items of a list: by its type, where it starts, which way it counts, and what an item says itself.

use scraper::ElementRef;

use crate::numbering::written;

/// Kinds of numbers by their names in a style sheet.
const STYLES: [(&str, &str); 10] = [
    ("decimal", "1"),
    ("decimal-leading-zero", "decimalZero"),
    ("lower-alpha", "a"),
    ("lower-latin", "a"),
    ("upper-alpha", "A"),
    ("upper-latin", "A"),
    ("lower-roman", "i"),
    ("upper-roman", "I"),
    ("hangul", "가"),
    ("korean-hangul-formal", "일"),
];

/// A list whose items have numbers.
pub(crate) struct Ordered {
    kind: String,
    next: i64,
    step: i64,
}

impl Ordered {
    /// `None` for a list of bullets, and for one that shows no numbers.
    pub(crate) fn of(list: ElementRef<'_>) -> Option<Self> {
        let element = list.value();
        if element.name() != "ol" {
            return None;
        }
        let kind = kind(list).unwrap_or_else(|| "1".to_owned());
        let down = element.attr("reversed").is_some();
        let items = || list.child_elements().filter(|item| item.value().name() == "li").count();
        let usual = if down { i64::try_from(items()).unwrap_or(1) } else { 1 };
        let next = element.attr("start").and_then(|start| start.trim().parse().ok()).unwrap_or(usual);
        (kind != "none").then_some(Self { kind, next, step: if down { -1 } else { 1 } })
    }

    /// Counts an item: its number where that is plain, and what is shown before its words.
    pub(crate) fn count(&mut self, item: ElementRef<'_>) -> (Option<u64>, String) {
        let told = item.value().attr("value").and_then(|value| value.trim().parse().ok());
        let number = told.unwrap_or(self.next);
        self.next = number.saturating_add(self.step);
        let kind = kind(item).unwrap_or_else(|| self.kind.clone());
        let shown =
            u32::try_from(number).map_or_else(|_| number.to_string(), |number| written(&kind, number));
        let plain = u64::try_from(number).ok().filter(|number| kind == "1" && *number < 1_000_000_000);
        (plain, format!("{shown}. "))
    }
}

fn kind(of: ElementRef<'_>) -> Option<String> {
    let style = of.value().attr("style").unwrap_or_default().to_ascii_lowercase();
    let (_, told) = style.split_once("list-style").unwrap_or_default();
    let mut words =
        told.split(';').next().unwrap_or_default().split(|ch: char| ch == ':' || ch.is_whitespace());
    let styled = words.find_map(|word| match word {
        "none" => Some("none"),
        word => STYLES.iter().find(|(name, _)| *name == word).map(|(_, kind)| *kind),
    });
    let typed = of.value().attr("type").filter(|kind| matches!(*kind, "1" | "a" | "A" | "i" | "I"));
    styled.or(typed).map(str::to_owned)
}
