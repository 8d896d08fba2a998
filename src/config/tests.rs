use super::setting::Kind;
use super::*;
use stet_text::Language;

fn with(file: &str, flags: &Flags, vars: &[(&str, &str)]) -> Result<Config, ConfigError> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("stet.toml");
    std::fs::write(&path, file).unwrap();
    load_from(flags, &path, |name| vars.iter().find(|(key, _)| *key == name).map(|(_, v)| (*v).to_owned()))
}

#[test]
fn flags_beat_environment_beats_file_beats_default() {
    let config = with("[server]\nport = 1\n", &Flags::default(), &[]).unwrap();
    assert_eq!((config.server.port, config.server.max_answers), (1, 64));
    let config = with("[server]\nport = 1\n", &Flags::default(), &[("STET_PORT", "2")]).unwrap();
    assert_eq!(config.server.port, 2);
    let flags = Flags { port: Some(3), ..Flags::default() };
    assert_eq!(with("[server]\nport = 1\n", &flags, &[("STET_PORT", "2")]).unwrap().server.port, 3);
}

fn oidc(issuer: &str, grants: &str) -> String {
    format!(
        "[oidc]\nissuer = '{issuer}'\nclient_id = 'a'\nclient_secret = 'b'\npublic_url = 'https://c'\ngrants = '{grants}'\n"
    )
}

#[test]
fn a_bad_setting_is_named() {
    for (file, vars, named) in [
        ("[server]\nprot = 1\n", None, "prot"),
        ("[server]\nport = \"x\"\n", None, "port"),
        ("", Some(("STET_PORT", "abc")), "STET_PORT"),
        ("[gate]\nsemantic_model = \"e5\"\n", None, "STET_SEMANTIC_MODEL"),
        ("[gate]\nsemantic_model = \"e5\"\n", None, "STET_EMBEDDINGS"),
        ("[ingest]\nchunk_size = 200\n", None, "ingest.chunk_size (STET_CHUNK_SIZE)"),
        ("", Some(("STET_TRANSLATE", "en, fr")), "fr"),
        ("", Some(("STET_MIN_RELEVANCE", "1.5")), "sources.min_relevance"),
        ("", Some(("OPENAI_EMBEDDING_DIMENSIONS", "4096")), "embedding.dimensions"),
        ("", Some(("OPENAI_BASE_URL", "localhost:8080/v1")), "model.base_url"),
        ("", Some(("STET_API_KEY", "short")), "server.api_key (STET_API_KEY)"),
        ("", Some(("STET_API_KEY", "short")), "at least 16 characters"),
        ("", Some(("STET_READ_DATABASE_URL", "mysql://a/b")), "database.read_url"),
        ("", Some(("STET_DIRECT_DATABASE_URL", "a/b")), "database.direct_url"),
        ("", Some(("STET_API_KEY_FILE", "/nowhere/key")), "STET_API_KEY_FILE"),
        ("", Some(("STET_ALLOWED_ORIGINS", "https://a.example, b.example")), "server.allowed_origins"),
        ("", Some(("DATABASE_URL", "mysql://a:secret@b/c")), "database.url"),
        ("", Some(("DATABASE_URL", "mysql://a:secret@b/c")), "mysql://..."),
        ("", Some(("STET_OIDC_ISSUER", "https://login.example")), "oidc.client_id"),
        (&oidc("http://login.example", "a=b:read"), None, "oidc.issuer"),
        (&oidc("https://login.example", "a=b:read; editors"), None, "oidc.grants"),
    ] {
        let vars: Vec<_> = vars.into_iter().collect();
        let fault = with(file, &Flags::default(), &vars).unwrap_err();
        let (message, korean) = (fault.message(Language::En), fault.message(Language::Ko));
        assert!(message.contains(named), "{message}");
        assert!(named.contains(' ') || korean.contains(named), "{korean}");
        assert!(korean.contains("니다"), "{korean}");
    }
}

#[test]
fn a_secret_may_stand_in_a_file() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("key");
    std::fs::write(&path, "키가 든 파일의 열여섯 글자입니다 \n").unwrap();
    let named = [("STET_API_KEY_FILE", path.to_str().unwrap())];
    let config = with("", &Flags::default(), &named).unwrap();
    assert_eq!(config.server.api_key.as_deref(), Some("키가 든 파일의 열여섯 글자입니다"));
    let both = [named[0], ("STET_API_KEY", "another key of many signs")];
    let fault = with("", &Flags::default(), &both).unwrap_err();
    assert!(matches!(&fault, ConfigError::Twice { name } if name == "STET_API_KEY"), "{fault}");
    std::fs::write(&path, "\n").unwrap();
    assert_eq!(
        with("", &Flags::default(), &named).unwrap().server.api_key,
        None,
        "as an empty variable is none"
    );
}

#[test]
fn a_value_out_of_range_names_the_setting_and_its_variable() {
    let vars = [("STET_MIN_RELEVANCE", "7")];
    let fault = with("", &Flags::default(), &vars).unwrap_err();
    for language in [Language::En, Language::Ko] {
        let message = fault.message(language);
        assert!(message.contains("sources.min_relevance (STET_MIN_RELEVANCE)"), "{message}");
    }
}

/// Whoever has set what is no setting any more is served all the same, and told what came instead.
#[test]
fn a_variable_of_a_setting_that_went_is_named_and_stops_nothing() {
    for gone in gone::GONE.iter().filter(|gone| !gone.variable.is_empty()) {
        let variable = gone.variable;
        let config = with("", &Flags::default(), &[(variable, "7")]).unwrap();
        let [named] = config.gone[..] else { panic!("{variable}: {:?}", config.gone) };
        for language in [Language::En, Language::Ko] {
            let message = named.message(language);
            assert!(message.contains(&format!("{} ({variable})", gone.name)), "{message}");
        }
        assert!(
            settings().all(|one| one.name != gone.name && !one.variables.contains(&variable)),
            "{variable}"
        );
    }
    assert_eq!(with("", &Flags::default(), &[("STET_STRICT_FILE", "x")]).unwrap().gone.len(), 1);
    assert!(with("", &Flags::default(), &[("STET_EMBEDDINGS", "hashing")]).unwrap().gone.is_empty());
}

#[test]
fn who_embeds_is_named_in_one_place() {
    for (vars, wanted) in [
        (&[][..], None),
        (&[("STET_EMBEDDINGS", "hashing")], Some(Embeddings::Hashing)),
        (&[("OPENAI_EMBEDDING_MODEL", "intfloat/e5\n")], Some(Embeddings::Server("intfloat/e5".into()))),
        (&[("STET_EMBEDDINGS", "./e5")], Some(Embeddings::Folder("./e5".into()))),
        (&[("STET_EMBEDDINGS", "local"), ("OPENAI_EMBEDDING_MODEL", "a")], Some(Embeddings::Local)),
    ] {
        assert_eq!(with("", &Flags::default(), vars).unwrap().embedding.model, wanted, "{vars:?}");
    }
}

#[test]
fn waits_are_shares_of_one() {
    let model = ModelConfig::default();
    let waits =
        [model.first_token(), model.silence(), model.verdict(), model.planning()].map(|wait| wait.as_secs());
    assert_eq!((waits, ServerConfig::default().keep_alive().as_secs()), ([60, 30, 20, 5], 15));
}

/// `stet.toml` of a person may have been written when there was more to set; what stands there has rules, too.
#[test]
fn defaults_keep_the_rules_of_their_settings() {
    check(&toml::Table::try_from(Config::default()).unwrap()).unwrap();
    assert!(settings().count() <= 61);
}

#[test]
fn every_environment_name_reaches_a_setting() {
    for setting in settings() {
        let (section, field) = setting.name.split_once('.').unwrap();
        for &name in setting.variables {
            let value = match (field, setting.kind) {
                ("fusion", _) => "rrf",
                ("unverifiable", _) => "notice",
                ("translate", _) => "EN, ko",
                ("dimensions", _) => "1001",
                ("max_subtasks", _) => "3",
                ("public_path", _) => "/our/stet",
                ("url" | "direct_url" | "read_url", _) => "postgres://a/b",
                ("base_url", _) => "https://a/v1",
                ("api_key", _) => "a key of 16 signs",
                ("issuer" | "public_url", _) => "https://login.example",
                ("grants", _) => "editors = default:write",
                (_, Kind::Text) => "words",
                (_, Kind::Integer) => "77",
                (_, Kind::Number) => "0.25",
                (_, Kind::Switch) => "1",
                (_, Kind::List) => "https://a, http://b:1",
            };
            let file = if section == "oidc" { oidc("https://a", "a=b:read") } else { String::new() };
            let config = with(&file, &Flags::default(), &[(name, value)]).unwrap();
            let table = toml::Table::try_from(&config).unwrap();
            assert_eq!(
                table[section][field].to_string().trim_matches('"'),
                match setting.kind {
                    Kind::Switch => "true",
                    Kind::List if field == "translate" => "[\"en\", \"ko\"]",
                    Kind::List => "[\"https://a\", \"http://b:1\"]",
                    _ => value,
                }
            );
        }
    }
}
