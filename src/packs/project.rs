//! Projects that use Vale: the `.vale.ini` above a text, with the styles and word lists that it names, as rules for that text.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use super::{Given, Problem, Rulebook, Unreadable, is_yaml, parse_style};
use stet_criteria::Pack;
use stet_criteria::pattern::{Pattern, Pool};
use stet_criteria::project::{Mistake, Project, built_in, words};
use stet_criteria::speller::hunspell;
use stet_text::Language;

/// Names of the settings, as Vale looks for them.
const NAMES: [&str; 3] = [".vale.ini", "_vale.ini", "vale.ini"];
/// Folders of word lists below the styles: those of Vale 3, and of Vale 2.
const VOCABULARIES: [&str; 2] = ["config/vocabularies", "Vocab"];
/// The style that Vale brings itself.
const OWN: &str = "Vale";

/// Why the settings of a project cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ProjectError {
    #[error("cannot read {path}: {source}", path = path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("{path}:{line}: {what}", path = path.display(), line = mistake.line, what = mistake.words(Language::En))]
    Setting { path: PathBuf, mistake: Mistake },
    #[error(
        "{path}: there is no folder {folder}; `vale sync` fetches packages, Stet does not: unpack them there",
        path = path.display(),
        folder = folder.display()
    )]
    Missing { path: PathBuf, folder: PathBuf },
    /// A file of a style; where and why is told by the front doors.
    #[error("a rule cannot be read")]
    Rule(PathBuf, Box<Unreadable>),
}

impl ProjectError {
    #[must_use]
    pub fn message(&self, language: Language) -> String {
        if language == Language::En {
            return self.to_string();
        }
        match self {
            Self::Read { path, source } => format!("{}을(를) 읽을 수 없습니다: {source}", path.display()),
            Self::Setting { path, mistake } => {
                format!("{}:{}: {}", path.display(), mistake.line, mistake.words(language))
            }
            Self::Missing { path, folder } => format!(
                "{}: {} 폴더가 없습니다. 묶음은 `vale sync`가 받아 옵니다(Stet은 받지 않습니다). 그곳에 풀어 두세요",
                path.display(),
                folder.display()
            ),
            Self::Rule(path, _) => format!("{}의 규칙을 읽을 수 없습니다", path.display()),
        }
    }
}

/// Settings with all that they name.
#[derive(Debug)]
pub struct Settings {
    /// The folder that they lie in.
    folder: PathBuf,
    project: Project,
    packs: Vec<Pack>,
    /// The styles as they were read, with what of them cannot run.
    pub given: Vec<Given>,
    /// Words of the lists that are no patterns, and are left out.
    pub wrong: Vec<String>,
    /// The rules that files have had so far, by their ids and by what is no text.
    books: Mutex<HashMap<Vec<String>, Rulebook>>,
}

impl Settings {
    /// Reads a file of settings, its styles and its words.
    ///
    /// # Errors
    /// Something of it cannot be read, or is not there.
    pub fn load(path: &Path) -> Result<Self, ProjectError> {
        let read = |path: &Path| {
            stet_host::files::read_text(path)
                .map_err(|source| ProjectError::Read { path: path.to_owned(), source })
        };
        let project = Project::parse(&read(path)?)
            .map_err(|mistake| ProjectError::Setting { path: path.to_owned(), mistake })?;
        let folder = std::path::absolute(path).ok().and_then(|path| path.parent().map(Path::to_owned));
        let folder = folder.unwrap_or_default();
        let styles = folder.join(project.styles_path.as_deref().unwrap_or("styles"));
        let missing =
            |folder: &Path| ProjectError::Missing { path: path.to_owned(), folder: folder.to_owned() };
        let (mut accepted, mut rejected, mut wrong) = (Vec::new(), Vec::new(), Vec::new());
        for name in &project.vocabularies {
            let places = VOCABULARIES.map(|place| styles.join(place).join(name));
            let place = places.iter().find(|place| place.is_dir());
            let place = place.ok_or_else(|| missing(&styles.join(VOCABULARIES[0]).join(name)))?;
            for (file, list) in [("accept.txt", &mut accepted), ("reject.txt", &mut rejected)] {
                let file = place.join(file);
                if file.is_file() {
                    let (good, bad) = words(&read(&file)?).into_iter().partition(|word| is_pattern(word));
                    list.extend::<Vec<String>>(good);
                    wrong.extend::<Vec<String>>(bad);
                }
            }
        }
        let mut given = Vec::new();
        for name in project.styles().into_iter().filter(|name| *name != OWN) {
            let style = styles.join(name);
            if !style.is_dir() {
                return Err(missing(&style));
            }
            let mut files = Vec::new();
            collect(&style, &mut files)
                .map_err(|source| ProjectError::Read { path: style.clone(), source })?;
            files.sort();
            let parsed = parse_style(name, &files);
            let mut parsed = parsed.map_err(|fault| ProjectError::Rule(style, Box::new(fault)))?;
            spelling(&mut parsed, &styles, &folder);
            given.push(parsed);
        }
        let mut packs: Vec<Pack> = given.iter().map(|given| given.pack.clone()).collect();
        packs.push(built_in(&accepted, &rejected));
        for pack in &mut packs {
            project.apply(pack, &accepted);
        }
        Ok(Self { folder, project, packs, given, wrong, books: Mutex::default() })
    }

    /// The rules for a file.
    #[must_use]
    pub fn book(&self, text: &Path) -> Rulebook {
        let whole = std::path::absolute(text).unwrap_or_else(|_| text.to_owned());
        let path = whole.strip_prefix(&self.folder).unwrap_or(text);
        let choice = self.project.choice(&path.to_string_lossy());
        let mut packs = self.packs.clone();
        for pack in &mut packs {
            pack.criteria_definition.rules.retain(|rule| choice.takes(&rule.id));
        }
        let rules = packs.iter().flat_map(|pack| &pack.criteria_definition.rules).map(|rule| rule.id.clone());
        let key: Vec<String> =
            rules.chain(choice.ignores.iter().map(|&pattern| pattern.to_owned())).collect();
        let mut books = self.books.lock().unwrap_or_else(PoisonError::into_inner);
        let made = || {
            let mut pool = Pool::default();
            // A pattern that is none takes nothing out.
            let ignored =
                choice.ignores.iter().filter_map(|pattern| Pattern::new(pattern, &mut pool).ok()).collect();
            let mut book = Rulebook::new(packs).ignoring(ignored);
            book.idle.extend(self.project.unread.iter().map(|(line, key)| Problem {
                rule_id: format!("vale.ini:{line}"),
                field: "setting",
                mistake: stet_criteria::compile::Mistake::Setting(key.clone()),
            }));
            book
        };
        books.entry(key).or_insert_with(made).clone()
    }

    /// Keys that change nothing here, each with its line.
    #[must_use]
    pub fn unread(&self) -> &[(usize, String)] {
        &self.project.unread
    }
}

fn is_pattern(word: &str) -> bool {
    Pattern::new(word, &mut Pool::default()).is_ok()
}

/// Gives rules of spelling the words of their dictionaries and lists, which lie where Vale looks for them.
fn spelling(given: &mut Given, styles: &Path, folder: &Path) {
    let read = |places: &[PathBuf], name: &str| {
        places.iter().find_map(|place| stet_host::files::read_text(&place.join(name)).ok())
    };
    let rules = given.pack.criteria_definition.rules.iter_mut();
    for check in rules.filter_map(|rule| rule.check.as_mut()).filter(|check| check.extends == "spelling") {
        let path = check.dicpath.as_str();
        let places = [styles.join(path), folder.join(path), styles.join("config/dictionaries")];
        let whole = (!check.dic.is_empty()).then(|| (check.dic.clone(), check.aff.clone()));
        let named = check.dictionaries.iter().map(|name| (format!("{name}.dic"), format!("{name}.aff")));
        let files: Vec<(String, String)> = named.chain(whole).collect();
        for (dic, aff) in files {
            if let Some(dic) = read(&places, &dic) {
                check.words.extend(hunspell(&dic, &read(&places, &aff).unwrap_or_default()));
            }
        }
        for list in check.ignore.clone() {
            let lists = [styles.to_owned(), styles.join("config/ignore"), folder.to_owned()];
            check.words.extend(read(&lists, &list).iter().flat_map(|list| words(list)));
        }
    }
    // What could not run without its dictionary may do so now.
    let problems = stet_criteria::compile::problems(&given.pack);
    given.problems.retain(|problem| problem.field != "dictionaries" || problems.contains(problem));
}

/// The rules in a folder and its folders.
fn collect(folder: &Path, files: &mut Vec<(String, String)>) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.to_string_lossy().into_owned();
        if path.is_dir() && !path.is_symlink() {
            collect(&path, files)?;
        } else if is_yaml(&name) {
            files.push((name, stet_host::files::read_text(&path)?));
        }
    }
    Ok(())
}

/// The settings that hold for a text: those of its folder, or of the nearest that it lies in.
#[must_use]
pub fn above(text: &Path) -> Option<PathBuf> {
    let text = std::path::absolute(text).unwrap_or_else(|_| text.to_owned());
    let places = text.ancestors().skip(1).flat_map(|folder| NAMES.map(|name| folder.join(name)));
    places.into_iter().find(|file| file.is_file())
}

/// Settings that were read, until their file changes.
#[derive(Debug, Default)]
pub struct Projects(Mutex<HashMap<PathBuf, (SystemTime, Arc<Settings>)>>);

impl Projects {
    /// Those of a file; whether they were read just now.
    ///
    /// # Errors
    /// They cannot be used.
    pub fn of(&self, file: &Path) -> Result<(Arc<Settings>, bool), ProjectError> {
        let changed = std::fs::metadata(file).and_then(|data| data.modified());
        let changed = changed.map_err(|source| ProjectError::Read { path: file.to_owned(), source })?;
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, settings)) = known.get(file).filter(|(at, _)| *at == changed) {
            return Ok((Arc::clone(settings), false));
        }
        let settings = Arc::new(Settings::load(file)?);
        known.insert(file.to_owned(), (changed, Arc::clone(&settings)));
        Ok((settings, true))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stet_criteria::blocks::Form;

    #[test]
    fn a_project_has_the_rules_of_its_settings() {
        let root = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = root.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        let ini = "StylesPath = .styles\nMinAlertLevel = suggestion\nVocab = Base\n\n[*]\nBasedOnStyles = Vale\n\n[*.md]\nBasedOnStyles = Vale, House\nTokenIgnores = (\\$[^$]+\\$)\n";
        write(".vale.ini", ini);
        write(
            ".styles/House/Very.yml",
            "extends: existence\nmessage: \"Drop '%s'.\"\ntokens:\n  - very\n  - 매우\n  - 한빛관\n",
        );
        write(".styles/config/vocabularies/Base/accept.txt", "Stet\n한빛관\n(broken\n");
        write(".styles/config/vocabularies/Base/reject.txt", "utilize\n");
        let text = root.path().join("docs/a.md");
        let file = above(&text).unwrap();
        assert_eq!(file, root.path().join(".vale.ini"));
        let projects = Projects::default();
        let (settings, is_new) = projects.of(&file).unwrap();
        assert!(is_new && !projects.of(&file).unwrap().1);
        assert_eq!(settings.wrong, ["(broken"]);
        let found = |path: &str, text: &str| -> Vec<String> {
            let book = settings.book(&root.path().join(path));
            book.check(text, Form::Markdown).breaches.into_iter().map(|breach| breach.rule_id).collect()
        };
        let words = "We utilize stet, very $very$ well. 한빛관은 매우 크다.";
        assert_eq!(found("docs/a.md", words), ["Vale.Avoid", "Vale.Terms", "House.Very", "House.Very"]);
        assert_eq!(found("docs/a.txt", words), ["Vale.Avoid", "Vale.Terms"]);

        for (text, says) in [
            (ini.replace("House", "Google"), "there is no folder"),
            (ini.replace("Base", "Other"), "Other"),
            (ini.replace("suggestion", "high"), ".vale.ini:2:"),
        ] {
            write("x/.vale.ini", &text.replace(".styles", "../.styles"));
            let fault = Settings::load(&root.path().join("x/.vale.ini")).unwrap_err();
            assert!(fault.to_string().contains(says), "{fault}");
            assert!(fault.message(Language::Ko).chars().any(|ch| ('가'..='힣').contains(&ch)));
        }
        assert!(above(Path::new("/")).is_none());
    }
}
