//! Comments that switch rules off and on in a text, as Vale reads them: `vale off`, `vale on`, `vale Style.Rule = NO`.

/// What a comment switches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Switch {
    /// A rule or a style; all of them without.
    pub rule: Option<String>,
    pub on: bool,
}

/// What a comment of a text switches, with or without its marks.
#[must_use]
pub fn switch(comment: &str) -> Option<Switch> {
    let words = comment.trim().trim_start_matches("<!--").trim_end_matches("-->").trim();
    match words.strip_prefix("vale")?.trim() {
        "off" => Some(Switch { rule: None, on: false }),
        "on" => Some(Switch { rule: None, on: true }),
        other => {
            let (rule, state) = other.split_once('=')?;
            let on = match state.trim() {
                "YES" => true,
                "NO" => false,
                _ => return None,
            };
            Some(Switch { rule: Some(rule.trim().to_owned()), on })
        }
    }
}

/// The switches of a text, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Switches(Vec<(usize, Switch)>);

impl Switches {
    /// From the comments of a text and where they stand.
    #[must_use]
    pub fn new<'a>(comments: impl Iterator<Item = (usize, &'a str)>) -> Self {
        Self(comments.filter_map(|(at, comment)| Some((at, switch(comment)?))).collect())
    }

    /// Whether a rule is switched off at a byte of the text.
    #[must_use]
    pub fn is_off(&self, rule_id: &str, at: usize) -> bool {
        let names = |name: &str| {
            rule_id.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let before = || self.0.iter().take_while(|(place, _)| *place <= at).map(|(_, switch)| switch);
        let last = |of: &dyn Fn(&Switch) -> bool| before().filter(|switch| of(switch)).last();
        let is_off = |switch: Option<&Switch>| switch.is_some_and(|switch| !switch.on);
        is_off(last(&|switch| switch.rule.is_none()))
            || is_off(last(&|switch| switch.rule.as_deref().is_some_and(names)))
    }
}
