//! `docs/SETTINGS.md`, written from the declarations of the settings.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::settings::SECTIONS;
use super::*;

/// `flag → setting`, from the lines that let a flag beat the other layers.
fn flags() -> BTreeMap<&'static str, &'static str> {
    let source = include_str!("lib.rs");
    let lines = source.split("if let Some(").skip(1).filter_map(|block| {
        let (_, flag) = block.split_once("flags.")?;
        let (_, set) = block.split_once("set(&mut table, \"")?;
        let flag = flag.split(|ch: char| !ch.is_alphanumeric() && ch != '_').next()?;
        Some((set.split('"').next()?, flag))
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

Written from the code by `STET_WRITE=1 cargo test -p stet-config settings_stand_in_the_document`; what is changed here by hand is lost.

Flags, then environment, then `stet.toml` (or the file of `--config`), then the defaults. A setting `section.field` is the line
`field = …` under `[section]` in `stet.toml`. Each variable may be read from a file: `STET_API_KEY_FILE=/run/secrets/key`, and so for every
other. “–”: not set. A setting that is wrong ends the start with its name and what it has to be; `stet doctor` names those that
contradict one another.

Of the environment alone, and never from a file: `STET_LOG` (or `RUST_LOG`), the filter of the log (`warn,stet=info`);
`STET_LOG_FORMAT=json`, an object a line, with the request's id; `STET_LANGUAGE` (`ko`, `en`), the language of the command line, else
that of the locale (`LC_ALL`, `LC_MESSAGES`, `LANG`); `OTEL_EXPORTER_OTLP_ENDPOINT` (or `STET_OTLP_ENDPOINT`), the address of a collector
that takes traces by OTLP over HTTP, for builds with the cargo feature `otlp`; `VIRTUAL_ENV`, the active Python environment, whose packages
may have PostgreSQL and PDFium. A variable of a setting that there is no more is named at the start, with what came instead.

코드에서 만든 문서입니다. 명령줄 인자, 환경 변수, `stet.toml`(또는 `--config`로 준 파일), 기본값 순으로 앞의 것이 이깁니다. `section.field`라는
설정은 `stet.toml`의 `[section]` 아래 `field = …` 줄입니다. 환경 변수는 모두 파일로도 줄 수 있습니다(`STET_API_KEY_FILE=/run/secrets/key`).
“–”는 정하지 않은 것입니다. 잘못된 설정이 있으면 그 이름과 고칠 방법을 알리고 시작하지 않습니다. 서로 어긋나는 설정은 `stet doctor`가
알려 줍니다. 환경 변수로만 정하는 것: 로그를 거르는 `STET_LOG`, 로그를 한 줄에 JSON 하나로 쓰는 `STET_LOG_FORMAT=json`, 명령줄의 언어
`STET_LANGUAGE`(없으면 로캘을 따름), cargo 기능 `otlp`를 켜고 만든 프로그램이 추적(OTLP, HTTP)을 보낼 곳 `OTEL_EXPORTER_OTLP_ENDPOINT`, 켜져 있는
Python 환경 `VIRTUAL_ENV`. 이제 없는 설정의 환경 변수가 있으면 시작할 때 대신할 것과 함께 알려 줍니다.
";

fn document() -> String {
    let defaults = toml::Table::try_from(Config::default()).unwrap();
    let (flags, mut out) = (flags(), HEAD.to_owned());
    for section in SECTIONS {
        let [english, korean] = section.texts.map(str::trim);
        write!(out, "\n## `{}`\n\n{english}\n\n{korean}\n", section.name).unwrap();
        out += "\n| setting | variable, flag | default | meaning | 뜻 |\n|---|---|---|---|---|\n";
        for setting in section.settings {
            // The variable that wins comes first.
            let mut names: Vec<String> =
                setting.variables.iter().rev().map(|name| format!("`{name}`")).collect();
            names.extend(flags.get(setting.name).map(|flag| format!("`--{}`", flag.replace('_', "-"))));
            let value = default(stored(&defaults, setting.name), setting.name);
            let [english, korean] = setting.texts.map(|text| text.trim().replace('|', "\\|"));
            writeln!(out, "| `{}` | {} | {value} | {english} | {korean} |", setting.name, names.join(", "))
                .unwrap();
        }
    }
    out
}

#[test]
fn settings_stand_in_the_document() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/SETTINGS.md");
    let document = document();
    #[expect(clippy::disallowed_methods, reason = "how the document is written again")]
    let write = std::env::var("STET_WRITE").is_ok();
    if write {
        std::fs::write(path, &document).unwrap();
    }
    let current = std::fs::read_to_string(path).unwrap_or_default();
    assert!(current == document, "docs/SETTINGS.md is not current; it says how it is written again");
    for name in include_str!("environment.rs").split("env::var(\"").skip(1) {
        let name = name.split('"').next().unwrap();
        assert!(document.contains(name), "{name} is read and not told");
    }
}
