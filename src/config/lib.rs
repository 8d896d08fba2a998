//! Every setting: its declaration, and the only reader of the environment.
//!
//! Precedence: command-line flags, then environment, then `stet.toml`, then the defaults of the declarations. Owns names and
//! validation of settings; leaves their meaning to the rooms that use them.

mod environment;
mod fault;
mod gone;
mod oidc;
mod rule;
mod setting;
mod settings;

use std::path::{Path, PathBuf};

use stet_host::files;

use environment::typed;
pub use environment::{log_filter, logs_json, terminal_language, traces_endpoint};
pub use fault::{ConfigError, Expected};
use gone::GONE;
pub use gone::Gone;
pub use oidc::Grant;
pub use rule::Rule;
pub use setting::Embeddings;
use settings::settings;
pub use settings::{
    Config, CorrectConfig, DatabaseConfig, EmbeddingConfig, EnrichConfig, GateConfig, IngestConfig,
    JudgeConfig, KeepConfig, LimitsConfig, MeaningConfig, ModelConfig, OidcConfig, SearchConfig,
    ServerConfig, SourcesConfig, WebConfig, WorkflowConfig, with_variable,
};

/// Settings that the command line gives; `None` leaves the other layers alone.
#[derive(Debug, Clone, Default)]
pub struct Flags {
    pub config: Option<PathBuf>,
    pub host: Option<String>,
    pub port: Option<u16>,
    pub data_dir: Option<PathBuf>,
    pub database_url: Option<String>,
    pub workspace: Option<String>,
}

/// Reads the settings of this process.
///
/// # Errors
/// A missing file that was named, broken TOML, an unknown or mistyped setting, a value out of range.
pub fn load(flags: &Flags) -> Result<Config, ConfigError> {
    #[expect(clippy::disallowed_methods, reason = "this module is the one reader of the environment")]
    let environment = |name: &str| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
    load_from(flags, Path::new("stet.toml"), environment)
}

fn load_from(
    flags: &Flags,
    default_file: &Path,
    environment: impl Fn(&str) -> Option<String>,
) -> Result<Config, ConfigError> {
    let mut table = match &flags.config {
        Some(path) => parse_file(path)?,
        None if default_file.exists() => parse_file(default_file)?,
        None => toml::Table::new(),
    };
    if let Some(gone) = GONE.iter().find(|gone| stored(&table, gone.name).is_some()) {
        return Err(ConfigError::Gone(gone));
    }
    for setting in settings() {
        for &variable in setting.variables {
            if let Some(value) = value(variable, &environment)? {
                set(&mut table, setting.name, typed(variable, &value, setting.kind)?);
            }
        }
    }
    let text = |path: &Path| toml::Value::String(path.to_string_lossy().into_owned());
    if let Some(host) = &flags.host {
        set(&mut table, "server.host", host.clone().into());
    }
    if let Some(port) = flags.port {
        set(&mut table, "server.port", i64::from(port).into());
    }
    if let Some(dir) = &flags.data_dir {
        set(&mut table, "database.data_dir", text(dir));
    }
    if let Some(url) = &flags.database_url {
        set(&mut table, "database.url", url.clone().into());
    }
    let mut config: Config = toml::Value::Table(table.clone())
        .try_into()
        .map_err(|error| ConfigError::Setting(Box::new(error)))?;
    check(&table)?;
    config.workspace.clone_from(&flags.workspace);
    let python_env = environment("VIRTUAL_ENV").map(PathBuf::from);
    (config.database.python_env, config.ingest.python_env) = (python_env.clone(), python_env);
    let is_set = |name: &str| environment(name).is_some() || environment(&format!("{name}_FILE")).is_some();
    config.gone = GONE.iter().filter(|gone| !gone.variable.is_empty() && is_set(gone.variable)).collect();
    Ok(config)
}

/// Every setting by its rules.
fn check(table: &toml::Table) -> Result<(), ConfigError> {
    for setting in settings() {
        for &rule in setting.rules {
            let is_set = |other: &str| stored(table, other).is_some();
            if let Some(value) = rule.broken(stored(table, setting.name), is_set) {
                return Err(ConfigError::Rule { name: setting.name, value, rule });
            }
        }
    }
    Ok(())
}

/// What a table has for a setting (`server.port`).
fn stored<'a>(table: &'a toml::Table, setting: &str) -> Option<&'a toml::Value> {
    let (section, field) = setting.split_once('.')?;
    table.get(section)?.get(field)
}

/// What a variable says, or the file that is named by the same with `_FILE` behind it: a secret need not stand in the
/// environment.
fn value(name: &str, environment: impl Fn(&str) -> Option<String>) -> Result<Option<String>, ConfigError> {
    let in_file = format!("{name}_FILE");
    match (environment(name), environment(&in_file)) {
        (value, None) => Ok(value),
        (Some(_), Some(_)) => Err(ConfigError::Twice { name: name.to_owned() }),
        (None, Some(path)) => {
            match files::read_text(Path::new(path.trim())) {
                Ok(text) => Ok(Some(text.trim_end_matches(['\r', '\n']).to_owned())
                    .filter(|text| !text.trim().is_empty())),
                Err(source) => Err(ConfigError::Secret { name: in_file, path: path.trim().into(), source }),
            }
        }
    }
}

fn parse_file(path: &Path) -> Result<toml::Table, ConfigError> {
    let text =
        files::read_text(path).map_err(|source| ConfigError::Read { path: path.to_owned(), source })?;
    toml::from_str(&text)
        .map_err(|source| ConfigError::Syntax { path: path.to_owned(), source: Box::new(source) })
}

fn set(table: &mut toml::Table, setting: &str, value: toml::Value) {
    let Some((section, field)) = setting.split_once('.') else { return };
    let entry = table.entry(section).or_insert_with(|| toml::Value::Table(toml::Table::new()));
    if let toml::Value::Table(inner) = entry {
        inner.insert(field.to_owned(), value);
    }
}

#[cfg(test)]
mod document;
#[cfg(test)]
mod tests;
