//! The settings of a project that uses Vale, `.vale.ini`: which styles and rules hold for which file, and how severe they are.
//!
//! Owns what the keys mean, which is what they mean in Vale 3. Leaves reading files to the adapters. Keys that mean nothing
//! here are named.

use regex::Regex;
use rustc_hash::FxHashMap;

use super::{Check, Definition, Kind, Pack, Rule, Severity};
use stet_text::Language;

/// What a project has set.
#[derive(Debug, Clone, Default)]
pub struct Project {
    /// The folder of styles, as it is written.
    pub styles_path: Option<String>,
    /// Rules below it are not looked at; `None` is all.
    least: Option<Severity>,
    /// Names of word lists.
    pub vocabularies: Vec<String>,
    /// What `vale sync` fetches; nothing is fetched here.
    pub packages: Vec<String>,
    /// Endings and what their files are written like.
    formats: Vec<(String, String)>,
    everywhere: Section,
    sections: Vec<Section>,
    /// Keys that Vale knows and that change nothing here, each with its line.
    pub unread: Vec<(usize, String)>,
}

/// What holds for the files of a pattern.
#[derive(Debug, Clone, Default)]
struct Section {
    name: String,
    glob: Option<Glob>,
    /// Levels of its rules; those of a later section count more, and those of `[*]` the least.
    levels: FxHashMap<String, Severity>,
    styles: Option<Vec<String>>,
    rules: FxHashMap<String, bool>,
    /// Patterns of what is no text, in it and as whole blocks.
    ignores: Vec<String>,
}

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// From 1.
    pub line: usize,
    what: What,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum What {
    /// No `[section]`, no `key = value`, no remark.
    Nothing(String),
    /// A key of the whole file stands in a section.
    Core(String),
    /// A key of a section stands above all of them.
    InSection(String),
    /// `MinAlertLevel`.
    Level(String, String),
    Glob(String),
}

impl Mistake {
    #[must_use]
    pub fn words(&self, language: Language) -> String {
        let ko = language == Language::Ko;
        match &self.what {
            What::Nothing(line) if ko => format!("`{line}`은(는) `[패턴]`도 `이름 = 값`도 아닙니다"),
            What::Nothing(line) => format!("`{line}` is neither `[pattern]` nor `name = value`"),
            What::Core(key) if ko => format!("`{key}`은(는) 첫 `[…]`보다 위에 있어야 합니다"),
            What::Core(key) => format!("`{key}` has to stand above the first `[…]`"),
            What::InSection(key) if ko => format!("`{key}`은(는) `[*]` 같은 `[…]` 아래에 있어야 합니다"),
            What::InSection(key) => format!("`{key}` has to stand below a `[…]`, such as `[*]`"),
            What::Level(key, value) if ko => {
                format!("`{key}`의 값 `{value}`은(는) suggestion, warning, error 가운데 하나여야 합니다")
            }
            What::Level(key, value) => {
                format!("`{key}` has to be suggestion, warning or error, not `{value}`")
            }
            What::Glob(glob) if ko => format!("`[{glob}]`은(는) 파일 이름의 패턴이 아닙니다"),
            What::Glob(glob) => format!("`[{glob}]` is no pattern of file names"),
        }
    }
}

/// Keys of the whole file that are read, and those that change nothing here.
const CORE: [&str; 4] = ["StylesPath", "MinAlertLevel", "Vocab", "Packages"];
const CORE_UNREAD: [&str; 5] =
    ["IgnoredScopes", "SkippedScopes", "IgnoredClasses", "WordTemplate", "NLPEndpoint"];
/// The same of a section.
const OF_SECTION: [&str; 4] = ["BasedOnStyles", "TokenIgnores", "BlockIgnores", "IgnorePatterns"];
const OF_SECTION_UNREAD: [&str; 3] = ["Transform", "Lang", "CommentDelimiters"];

impl Project {
    /// Reads a file's text.
    ///
    /// # Errors
    /// The first line that is wrong.
    pub fn parse(text: &str) -> Result<Self, Mistake> {
        let everywhere = Section { name: "*".to_owned(), ..Section::default() };
        let mut project = Self { everywhere, ..Self::default() };
        let mut section: Option<String> = None;
        for (line, words) in lines(text) {
            let wrong = |what| Mistake { line, what };
            if let Some(name) = words.strip_prefix('[').and_then(|rest| rest.trim_end().strip_suffix(']')) {
                let name = name.trim().to_owned();
                if !matches!(name.as_str(), "*" | "formats" | "asciidoctor") {
                    let glob = Glob::new(&name).ok_or_else(|| wrong(What::Glob(name.clone())))?;
                    // One that comes again goes on.
                    if project.sections.iter().all(|section| section.name != name) {
                        let (name, glob) = (name.clone(), Some(glob));
                        project.sections.push(Section { name, glob, ..Section::default() });
                    }
                }
                section = Some(name);
                continue;
            }
            let pair = words.split_once(['=', ':']);
            let (key, value) = pair.ok_or_else(|| wrong(What::Nothing(words.trim().to_owned())))?;
            let (key, value) = (key.trim().to_owned(), unquoted(value.trim()).to_owned());
            match section.as_deref() {
                None => project.core(line, key, &value)?,
                Some("formats") => project.formats.push((key, value)),
                Some("asciidoctor") => project.unread.push((line, key)),
                Some(_) if matches!(&*key, "StylesPath" | "MinAlertLevel" | "Vocab") => {
                    return Err(wrong(What::Core(key)));
                }
                Some(name) => {
                    let known = [&CORE[..], &CORE_UNREAD, &OF_SECTION_UNREAD].concat();
                    if known.contains(&&*key) {
                        project.unread.push((line, key));
                        continue;
                    }
                    let sections = project.sections.iter_mut();
                    let section =
                        std::iter::once(&mut project.everywhere).chain(sections).find(|one| one.name == name);
                    if section.is_none_or(|section| !section.take(&key, &value)) {
                        project.unread.push((line, format!("{key} = {value}")));
                    }
                }
            }
        }
        Ok(project)
    }

    fn core(&mut self, line: usize, key: String, value: &str) -> Result<(), Mistake> {
        match &*key {
            "StylesPath" => self.styles_path = Some(value.to_owned()),
            "MinAlertLevel" => {
                let what = || What::Level(key.clone(), value.to_owned());
                let level = level(value).ok_or_else(|| Mistake { line, what: what() })?;
                self.least.get_or_insert(level);
            }
            "Vocab" => self.vocabularies.extend(list(value)),
            "Packages" => self.packages.extend(list(value)),
            _ if OF_SECTION.contains(&&*key) || OF_SECTION_UNREAD.contains(&&*key) => {
                return Err(Mistake { line, what: What::InSection(key) });
            }
            _ => self.unread.push((line, key)),
        }
        Ok(())
    }

    /// What holds for a file, by its path from the folder of the settings.
    #[must_use]
    pub fn choice(&self, path: &str) -> Choice<'_> {
        let path = path.replace('\\', "/");
        let other = path.rsplit_once('.').and_then(|(stem, ending)| {
            let (_, like) = self.formats.iter().find(|(from, _)| from == ending)?;
            Some(format!("{stem}.{like}"))
        });
        let mut choice =
            Choice { styles: self.everywhere.styles.as_deref().unwrap_or_default(), ..Choice::default() };
        choice.ignores.extend(self.everywhere.ignores.iter().map(String::as_str));
        for path in [Some(path), other].into_iter().flatten() {
            for section in self
                .sections
                .iter()
                .filter(|section| section.glob.as_ref().is_some_and(|glob| glob.takes(&path)))
            {
                if let Some(styles) = &section.styles {
                    choice.styles = styles;
                }
                choice.rules.extend(section.rules.iter().map(|(rule, on)| (rule.as_str(), *on)));
                choice.ignores.extend(section.ignores.iter().map(String::as_str));
            }
        }
        for (rule, on) in &self.everywhere.rules {
            choice.rules.entry(rule).or_insert(*on);
        }
        choice
    }

    /// The styles that any file may need.
    #[must_use]
    pub fn styles(&self) -> Vec<&str> {
        let sections = std::iter::once(&self.everywhere).chain(&self.sections);
        let mut styles: Vec<&str> = sections
            .flat_map(|section| {
                let rules =
                    section.rules.keys().filter_map(|rule| rule.split_once('.')).map(|(style, _)| style);
                section.styles.iter().flatten().map(String::as_str).chain(rules)
            })
            .collect();
        styles.sort_unstable();
        styles.dedup();
        styles
    }

    /// Gives the rules of a pack the levels of the project, and its words as exceptions; leaves out what is below the least
    /// level.
    pub fn apply(&self, pack: &mut Pack, accepted: &[String]) {
        let rules = &mut pack.criteria_definition.rules;
        for rule in rules.iter_mut() {
            let mut sections = self.sections.iter().rev().chain([&self.everywhere]);
            if let Some(level) = sections.find_map(|section| section.levels.get(&rule.id)) {
                rule.severity = *level;
            }
            if let Some(check) = rule.check.as_mut().filter(|check| check.vocab != Some(false)) {
                check.exceptions.extend(accepted.iter().cloned());
            }
        }
        rules.retain(|rule| self.least.is_none_or(|least| rule.severity >= least));
    }
}

impl Section {
    /// Takes a key in; of a rule that is named twice the first word counts. `false`: a level that is none, which is off.
    fn take(&mut self, key: &str, value: &str) -> bool {
        match key {
            "BasedOnStyles" => self.styles.get_or_insert_default().extend(list(value)),
            "TokenIgnores" | "BlockIgnores" | "IgnorePatterns" => self.ignores.extend(list(value)),
            _ if self.rules.contains_key(key) => {}
            _ => {
                let level = level(value);
                let is_known = level.is_some() || matches!(value, "YES" | "NO");
                self.rules.insert(key.to_owned(), is_known && value != "NO");
                self.levels.extend(level.map(|level| (key.to_owned(), level)));
                return is_known;
            }
        }
        true
    }
}

/// What holds for one file.
#[derive(Debug, Clone, Default)]
pub struct Choice<'a> {
    styles: &'a [String],
    rules: FxHashMap<&'a str, bool>,
    /// Patterns of what is no text of it.
    pub ignores: Vec<&'a str>,
}

impl Choice<'_> {
    /// Whether a rule is looked at.
    #[must_use]
    pub fn takes(&self, rule: &str) -> bool {
        let style = rule.split('.').next().unwrap_or_default();
        self.rules.get(rule).copied().unwrap_or_else(|| self.styles.iter().any(|one| one == style))
    }
}

/// The rules that Vale brings itself: spelling, words said twice, and the words of a project.
#[must_use]
pub fn built_in(accepted: &[String], rejected: &[String]) -> Pack {
    let rule = |name: &str, text: &str, check: Check| Rule {
        id: format!("Vale.{name}"),
        kind: Kind::MustNot,
        text: text.to_owned(),
        severity: Severity::Error,
        check: Some(check),
        ..Rule::default()
    };
    let is_phrase = |term: &&String| term.chars().all(|ch| ch.is_alphanumeric() || matches!(ch, ' ' | '-'));
    let swap: Vec<_> =
        accepted.iter().filter(is_phrase).map(|term| (term.to_lowercase(), term.clone())).collect();
    let repetition = Check {
        extends: "repetition".into(),
        alpha: true,
        tokens: vec![r"[^\s]+".into()],
        ..Check::default()
    };
    let terms = Check {
        extends: "substitution".into(),
        ignorecase: true,
        swap,
        vocab: Some(false),
        ..Check::default()
    };
    let avoid = Check { extends: "existence".into(), tokens: rejected.to_vec(), ..Check::default() };
    let spelling = Check { extends: "spelling".into(), ..Check::default() };
    let mut rules = vec![
        rule("Repetition", "'%s' is repeated!", repetition),
        rule("Spelling", "Did you really mean '%s'?", spelling),
    ];
    if !terms.swap.is_empty() {
        rules.push(rule("Terms", "Use '%s' instead of '%s'.", terms));
    }
    if !rejected.is_empty() {
        rules.push(rule("Avoid", "Avoid using '%s'.", avoid));
    }
    let criteria_definition = Definition { rules, ..Definition::default() };
    Pack { id: "Vale".into(), name: "Vale".into(), criteria_definition, is_active: true, ..Pack::default() }
}

/// The words of a list, a pattern a line; what begins with `# ` is a remark.
#[must_use]
pub fn words(file: &str) -> Vec<String> {
    let lines = file.trim_start_matches('\u{feff}').lines().map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with("# ")).map(str::to_owned).collect()
}

/// A pattern of paths: `*` is anything, also across folders, unless there is a `**` in it; `{a,b}` is one of these.
#[derive(Debug, Clone)]
struct Glob {
    pattern: Regex,
    /// `!`: those that it does not take.
    is_negated: bool,
}

impl Glob {
    fn new(glob: &str) -> Option<Self> {
        let (is_negated, glob) = glob.strip_prefix('!').map_or((false, glob), |rest| (true, rest));
        let by_folder = glob.contains("**");
        let any = if by_folder { "[^/]" } else { "." };
        let mut pattern = String::from("(?s)^");
        let (mut depth, mut rest) = (0usize, glob);
        while let Some(ch) = rest.chars().next() {
            let mut len = ch.len_utf8();
            match ch {
                '*' if rest.starts_with("**/") => {
                    pattern.push_str("(?:.*/)?");
                    len = 3;
                }
                '*' if rest.starts_with("**") => {
                    pattern.push_str(".*");
                    len = 2;
                }
                '*' => pattern.extend([any, "*"]),
                '?' => pattern.push_str(any),
                '{' => {
                    depth += 1;
                    pattern.push_str("(?:");
                }
                '}' if depth > 0 => {
                    depth -= 1;
                    pattern.push(')');
                }
                ',' if depth > 0 => pattern.push('|'),
                '[' => {
                    let end = rest.find(']')?;
                    let class = rest.get(1..end)?.replace('\\', r"\\");
                    let (not, class) = class.strip_prefix('!').map_or(("", &*class), |rest| ("^", rest));
                    pattern.extend(["[", not, class, "]"]);
                    len = end + 1;
                }
                _ => pattern.push_str(&regex::escape(rest.get(..len)?)),
            }
            rest = rest.get(len..)?;
        }
        pattern.push('$');
        Some(Self { pattern: Regex::new(&pattern).ok()?, is_negated })
    }

    fn takes(&self, path: &str) -> bool {
        self.pattern.is_match(path) != self.is_negated
    }
}

fn level(value: &str) -> Option<Severity> {
    match value {
        "suggestion" => Some(Severity::Suggestion),
        "warning" => Some(Severity::Warning),
        "error" => Some(Severity::Error),
        _ => None,
    }
}

fn list(value: &str) -> impl Iterator<Item = String> {
    value.split(',').map(|item| unquoted(item.trim()).to_owned()).filter(|item| !item.is_empty())
}

fn unquoted(value: &str) -> &str {
    ["\"\"\"", "\"", "'", "`"]
        .iter()
        .find_map(|quote| value.strip_prefix(quote)?.strip_suffix(quote))
        .unwrap_or(value)
}

/// The lines that say something, with their numbers; one that ends with `\` goes on in the next. A remark begins with `#` or
/// `;`, behind words only after a blank.
fn lines(text: &str) -> Vec<(usize, String)> {
    let mut lines: Vec<(usize, String)> = Vec::new();
    let mut goes_on = false;
    for (number, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        let line = line.trim();
        let is_remark = line.is_empty() || line.starts_with(['#', ';']);
        if is_remark && !goes_on {
            continue;
        }
        let end = line.char_indices().find(|(at, ch)| {
            matches!(ch, '#' | ';') && line.get(..*at).is_some_and(|before| before.ends_with([' ', '\t']))
        });
        let line = line.get(..end.map_or(line.len(), |(at, _)| at)).unwrap_or_default().trim_end();
        let (line, more) = line.strip_suffix('\\').map_or((line, false), |line| (line, true));
        match lines.last_mut().filter(|_| goes_on) {
            Some((_, open)) => open.push_str(line),
            None => lines.push((number, line.to_owned())),
        }
        goes_on = more;
    }
    lines
}

#[cfg(test)]
mod tests;
