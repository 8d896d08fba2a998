//! `docs/SETTINGS.md`, written from the settings themselves: names and meaning from the fields of the structs and their doc
//! comments, defaults from `Default`, variables from `ENVIRONMENT`. Korean texts stand in `korean.toml` under the English
//! ones, as those of the command line do, so that a text that changes has none any more and is named here.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use super::environment::ENVIRONMENT;
use super::*;

/// A struct or one of its fields: name, type, doc comment in one line.
#[derive(Debug, Clone, Default)]
struct Item {
    name: String,
    of: String,
    told: String,
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The text of the files that hold settings.
fn sources() -> Vec<String> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "rs"));
    files.retain(|path| path.file_stem().is_some_and(|stem| stem != "tests" && stem != "document"));
    files.sort();
    files.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect()
}

/// Every struct of the source by its name, with its fields in their order.
fn structs() -> BTreeMap<String, (String, Vec<Item>)> {
    let mut found = BTreeMap::new();
    for source in sources() {
        let (mut told, mut open) = (String::new(), None::<(String, (String, Vec<Item>))>);
        for line in source.lines().map(str::trim) {
            if let Some(text) = line.strip_prefix("///") {
                let blank = if told.is_empty() { "" } else { " " };
                write!(told, "{blank}{}", text.trim()).unwrap();
            } else if let Some(name) =
                line.strip_prefix("pub struct ").and_then(|rest| rest.strip_suffix(" {"))
            {
                open = Some((name.to_owned(), (std::mem::take(&mut told), Vec::new())));
            } else if line == "}" {
                found.extend(open.take());
            } else if let (Some((name, of)), Some((_, (_, fields)))) =
                (line.strip_prefix("pub ").and_then(|rest| rest.split_once(": ")), &mut open)
            {
                let (name, of) = (name.to_owned(), of.trim_end_matches(',').to_owned());
                fields.push(Item { name, of, told: std::mem::take(&mut told) });
            } else if !line.starts_with("#[") {
                told.clear();
            }
        }
    }
    found
}

/// `flag → setting`, from the lines that let a flag beat the other layers.
fn flags() -> BTreeMap<String, &'static str> {
    let source = include_str!("lib.rs");
    let lines = source.split("if let Some(").skip(1).filter_map(|block| {
        let (_, flag) = block.split_once("flags.")?;
        let (_, set) = block.split_once("set(&mut table, \"")?;
        let mut names = set.split('"');
        let setting = format!("{}.{}", names.next()?, names.nth(1)?);
        let flag = flag.split(|ch: char| !ch.is_alphanumeric() && ch != '_').next()?;
        Some((setting, flag))
    });
    lines.collect()
}

/// The default of a setting as it stands in `stet.toml`, and none where it is unset.
fn default(value: Option<&toml::Value>, name: &str) -> String {
    match value {
        None => "–".to_owned(),
        Some(toml::Value::Array(list)) if list.is_empty() => "–".to_owned(),
        Some(toml::Value::String(text)) if text.is_empty() => "–".to_owned(),
        Some(toml::Value::String(text)) => format!("`{text}`"),
        // Most are of single precision: 0.7 and not 0.699999988079071.
        #[expect(clippy::cast_possible_truncation, reason = "for the eye")]
        Some(toml::Value::Float(number)) => (*number as f32).to_string(),
        Some(toml::Value::Integer(bytes)) if name.ends_with("_bytes") && bytes % (1 << 20) == 0 => {
            format!("{bytes} ({} MiB)", bytes >> 20)
        }
        Some(toml::Value::Integer(bytes)) if name.ends_with("_bytes") => {
            format!("{bytes} ({} KiB)", bytes >> 10)
        }
        Some(other) => other.to_string(),
    }
}

const HEAD: &str = "\
# Settings

Written from the code by `STET_WRITE=1 cargo test --workspace --lib settings_stand_in_the_document`; what is changed here by hand is lost.

Flags, then environment, then `stet.toml` (or the file of `--config`), then the defaults. A setting `section.field` is the line
`field = …` under `[section]` in `stet.toml`. Each variable may be read from a file: `STET_API_KEY_FILE=/run/secrets/key`, and so for every
other. “–”: not set. A setting that is wrong ends the start with its name and what it has to be; `stet doctor` names those that
contradict one another.

Of the environment alone, and never from a file: `STET_LOG` (or `RUST_LOG`), the filter of the log (`warn,stet=info`);
`STET_LOG_FORMAT=json`, an object a line, with the request's id; `STET_LANGUAGE` (`ko`, `en`), the language of the command line, else
that of the locale (`LC_ALL`, `LC_MESSAGES`, `LANG`).

코드에서 만든 문서입니다. 명령줄 인자, 환경 변수, `stet.toml`(또는 `--config`로 준 파일), 기본값 순으로 앞의 것이 이깁니다. `section.field`라는
설정은 `stet.toml`의 `[section]` 아래 `field = …` 줄입니다. 환경 변수는 모두 파일로도 줄 수 있습니다(`STET_API_KEY_FILE=/run/secrets/key`).
“–”는 정하지 않은 것입니다. 잘못된 설정이 있으면 그 이름과 고칠 방법을 알리고 시작하지 않습니다. 서로 어긋나는 설정은 `stet doctor`가
알려 줍니다. 환경 변수로만 정하는 것: 로그를 거르는 `STET_LOG`, 로그를 한 줄에 JSON 하나로 쓰는 `STET_LOG_FORMAT=json`, 명령줄의 언어
`STET_LANGUAGE`(없으면 로캘을 따름).
";

/// The document, and the English texts that have no Korean one.
fn document() -> (String, Vec<String>) {
    let structs = structs();
    let defaults = toml::Table::try_from(Config::default()).unwrap();
    let text = std::fs::read_to_string(folder().join("korean.toml")).unwrap();
    let mut korean: BTreeMap<String, String> = toml::from_str(&text).unwrap();
    let korean_of = |english: &str| korean.get(english).cloned();
    let (mut out, mut used, mut missing) = (HEAD.to_owned(), Vec::new(), Vec::new());
    let mut both = |english: &str| {
        used.push(english.to_owned());
        korean_of(english).unwrap_or_else(|| {
            missing.push(english.to_owned());
            "–".to_owned()
        })
    };
    let flags = flags();
    for section in &structs["Config"].1 {
        // What a verb is told alone is no section.
        let Some((told, fields)) = structs.get(&section.of) else { continue };
        write!(out, "\n## `{}`\n\n{told}\n\n{}\n", section.name, both(told)).unwrap();
        out += "\n| setting | variable, flag | default | meaning | 뜻 |\n|---|---|---|---|---|\n";
        for field in fields {
            let setting = format!("{}.{}", section.name, field.name);
            let rows = ENVIRONMENT.iter().filter(|row| row.1 == section.name && row.2 == field.name);
            // The row that wins comes first.
            let mut names: Vec<String> = rows.map(|row| format!("`{}`", row.0)).collect();
            names.reverse();
            names.extend(flags.get(&setting).map(|flag| format!("`--{}`", flag.replace('_', "-"))));
            let value = defaults.get(&section.name).and_then(|section| section.get(&field.name));
            let (value, names) = (default(value, &field.name), names.join(", "));
            let cell = |text: &str| text.replace('|', "\\|");
            let (english, korean) = (cell(&field.told), cell(&both(&field.told)));
            writeln!(out, "| `{setting}` | {names} | {value} | {english} | {korean} |").unwrap();
        }
    }
    korean.retain(|english, _| !used.contains(english));
    missing.extend(korean.into_keys().map(|english| format!("(of no setting any more) {english}")));
    (out, missing)
}

#[test]
fn settings_stand_in_the_document() {
    let path = folder().join("../../docs/SETTINGS.md");
    let (document, missing) = document();
    #[expect(clippy::disallowed_methods, reason = "how the document is written again")]
    let write = std::env::var("STET_WRITE").is_ok();
    if write {
        std::fs::write(&path, &document).unwrap();
    }
    assert!(missing.is_empty(), "src/config/korean.toml: {missing:#?}");
    let current = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(current == document, "docs/SETTINGS.md is not current; it says how it is written again");
}

#[test]
fn every_setting_of_the_program_is_a_row() {
    let (document, _) = document();
    // By what serde knows, not by the source: a field that the reader of the source misses is named.
    let mut all = 0;
    for (section, fields) in toml::Table::try_from(Config::default()).unwrap() {
        for field in fields.as_table().unwrap().keys() {
            assert!(document.contains(&format!("| `{section}.{field}` |")), "{section}.{field}");
            all += 1;
        }
    }
    assert!(all > 60, "{all} settings have a default");
    for &(variable, section, field, _) in ENVIRONMENT {
        let row = document.lines().find(|line| line.starts_with(&format!("| `{section}.{field}` |")));
        assert!(row.is_some_and(|row| row.contains(&format!("`{variable}`"))), "{variable}");
    }
    for source in sources() {
        for read in source.split("env::var(\"").skip(1) {
            let name = read.split('"').next().unwrap();
            assert!(document.contains(name), "{name} is read and not told");
        }
    }
}
