//! Size: how much of the sentence a change touches.

use super::Finding;
use super::unit::Change;
use crate::domain::patch::{Category, GateName};

#[must_use]
pub fn read(change: &Change<'_>) -> Option<Finding> {
    let whole = change.unit.before.words.len().max(change.unit.after.words.len());
    let touched = change.before.len().max(change.after.len());
    if whole == 0 {
        return None;
    }
    let share = touched as f32 / whole as f32;
    Some(Finding {
        name: GateName::Size,
        category: Category::Detail,
        value: format!("{:.0} %", share * 100.0),
        reason: ("바뀐 낱말의 비율", "Share of words that change"),
        risk: 0.0,
    })
}
