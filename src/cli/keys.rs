//! `stet keys`: the keys that open the service, on the database itself, whether or not it is served.

use std::process::ExitCode;

use clap::{Args, Subcommand, ValueEnum};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::app::App;
use super::{CliError, Outcome, say, workspaces};
use stet_access::Secret;
use stet_config::Config;
use stet_store::{ApiKey, Limits, NewKey, Revoked, Scope, Store};

#[derive(Debug, Args)]
pub(super) struct KeysArgs {
    #[command(subcommand)]
    verb: KeyVerb,
}

#[derive(Debug, Subcommand)]
enum KeyVerb {
    /// Make a key; it is shown once. A workspace that is named is made when there is none
    Create {
        /// What it is for; decisions and the audit log name it
        name: String,
        /// What it may do: read, ask, write or admin, each with those before it [default: write]
        #[arg(long, value_enum, hide_possible_values = true)]
        scope: Option<ScopeArg>,
        /// Days until it expires [default: never]
        #[arg(long, value_name = "DAYS")]
        expires: Option<u16>,
    },
    /// List the keys with their scopes, expiry and last use
    List,
    /// Put a new key in the place of another; the old one is good for a while
    Rotate {
        /// Its id or the beginning that `list` shows
        key: String,
        /// Hours in which the old key is good beside the new one [default: 24]
        #[arg(long, value_name = "HOURS")]
        overlap: Option<u16>,
    },
    /// Forget every key of every workspace, so that nobody need show one: only where others do not reach the port
    Open,
    /// Make a key good for nothing, within seconds on every node
    Revoke {
        /// Its id or the beginning that `list` shows
        key: String,
        /// Even where no other administrator's key is good without an expiry
        #[arg(long)]
        yes: bool,
    },
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum ScopeArg {
    Read,
    Ask,
    Write,
    Admin,
}

impl From<ScopeArg> for Scope {
    fn from(scope: ScopeArg) -> Self {
        match scope {
            ScopeArg::Read => Self::Read,
            ScopeArg::Ask => Self::Ask,
            ScopeArg::Write => Self::Write,
            ScopeArg::Admin => Self::Admin,
        }
    }
}

/// Who changes keys at the terminal, in the audit log.
const WHO: &str = "stet keys";

pub(super) async fn run(args: KeysArgs, mut config: Config) -> Outcome {
    let makes = matches!(args.verb, KeyVerb::Create { .. });
    let made = if makes { config.workspace.take() } else { None };
    let app = App::open(config).await?;
    let settings = app.asker.config.server.api_key.is_some();
    let done = change(&app.asker.store, made.as_deref(), args, settings).await;
    app.close().await?;
    done
}

/// `settings`: whether there is a key of the settings, which opens everything whatever becomes of the others.
async fn change(store: &Store, made: Option<&str>, args: KeysArgs, settings: bool) -> Outcome {
    let store = match made {
        Some(name) => store.in_workspace(workspaces::make(store, name).await?),
        None => store.clone(),
    };
    let store = store.for_whom(WHO.into());
    let now = OffsetDateTime::now_utc();
    match args.verb {
        KeyVerb::Create { name, scope, expires } => {
            let (id, secret) = (Uuid::now_v7(), Secret::key()?);
            let new = NewKey {
                id,
                name: name.trim(),
                hash: &secret.hash(),
                prefix: secret.prefix(),
                scope: scope.unwrap_or(ScopeArg::Write).into(),
                expires_at: expires.map(|days| now + Duration::days(days.into())),
                limits: Limits::default(),
                at: now,
            };
            store.insert_key(&new).await?;
            store.note(None, "key.create", &format!("{} ({id})", new.name), now).await?;
            show(&secret)?;
        }
        KeyVerb::List => {
            for key in store.keys().await? {
                tell_line!("{}", line(&key, now))?;
            }
        }
        KeyVerb::Rotate { key, overlap } => {
            let (key, secret) = (find(&store, &key).await?, Secret::key()?);
            let new = (Uuid::now_v7(), &secret.hash(), secret.prefix());
            let until = now + Duration::hours(overlap.unwrap_or(24).into());
            if store.rotate_key(key.id, new, until, now).await?.is_none() {
                return Err(unusable(&key));
            }
            store.note(None, "key.rotate", &format!("{} ({})", key.name, new.0), now).await?;
            show(&secret)?;
        }
        KeyVerb::Open => {
            let forgotten = store.forget_keys().await?;
            store.note(None, "key.open", &forgotten.to_string(), now).await?;
            tell_line!(
                "{}",
                say(
                    &format!(
                        "✓ 키 {forgotten}개를 잊었습니다. STET_API_KEY와 로그인 설정이 없으면 이제 누구나 키 없이 씁니다"
                    ),
                    &format!(
                        "✓ {forgotten} keys forgotten: without STET_API_KEY and sign-in, nobody need show one now"
                    ),
                )
            )?;
        }
        KeyVerb::Revoke { key, yes } => {
            let key = find(&store, &key).await?;
            if store.revoke_key(key.id, now, !yes && !settings).await? == Revoked::Last {
                return Err(last(&key));
            }
            store.note(None, "key.revoke", &key.id.to_string(), now).await?;
            tell_line!("✓ {} {}", key.prefix, key.name)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The key alone on standard output, so that a script can take it.
fn show(secret: &Secret) -> Result<(), CliError> {
    tell_line!("{}", secret.text())?;
    note_line!(
        "{}",
        say(
            "이 키는 다시 보여 드리지 않습니다. 지금 안전한 곳에 적어 두세요.",
            "This key is not shown again; keep it in a safe place now."
        )
    );
    Ok(())
}

fn line(key: &ApiKey, now: OffsetDateTime) -> String {
    let day = |at: OffsetDateTime| at.date().to_string();
    let scope = match key.scope {
        Scope::Read => "read",
        Scope::Ask => "ask",
        Scope::Write => "write",
        Scope::Admin => "admin",
    };
    let state = match (key.revoked_at, key.expires_at) {
        (Some(at), _) => say(&format!("{}에 폐기", day(at)), &format!("revoked {}", day(at))),
        (None, Some(at)) if at <= now => say(&format!("{}에 만료", day(at)), &format!("expired {}", day(at))),
        (None, Some(at)) => say(&format!("{}까지", day(at)), &format!("until {}", day(at))),
        (None, None) => say("기한 없음", "no expiry"),
    };
    let used = key.last_used_at.map_or_else(
        || say("쓴 적 없음", "never used"),
        |at| say(&format!("마지막 사용 {}", day(at)), &format!("last used {}", day(at))),
    );
    format!("{}  {scope:<5}  {}  {state}, {used}  {}", key.prefix, key.id, key.name)
}

async fn find(store: &Store, wanted: &str) -> Result<ApiKey, CliError> {
    let keys = store.keys().await?;
    let mut found = keys.into_iter().filter(|key| key.id.to_string() == wanted || key.prefix == wanted);
    match (found.next(), found.next()) {
        (Some(key), None) => Ok(key),
        (None, _) => Err(CliError::Usage(say(
            &format!("키 “{wanted}”이(가) 없습니다. `stet keys list`로 확인해 주세요."),
            &format!("there is no key “{wanted}”; see `stet keys list`"),
        ))),
        (Some(_), Some(_)) => Err(CliError::Usage(say(
            &format!("“{wanted}”(으)로 시작하는 키가 여럿입니다. id를 주세요."),
            &format!("more than one key begins with “{wanted}”; give the id"),
        ))),
    }
}

/// Why the key of the last administrator is not revoked without a word.
fn last(key: &ApiKey) -> CliError {
    CliError::Usage(say(
        &format!(
            "{} {}: 기한 없이 쓸 수 있는 관리(admin) 키가 이것 말고는 없어 폐기하지 않았습니다. 먼저 `stet keys create 이름 --scope admin`으로 하나 더 만들거나, 그래도 폐기하려면 --yes를 붙여 주세요.",
            key.prefix, key.name
        ),
        &format!(
            "{} {} was not revoked: no other key of an administrator is good without an expiry. Make one first with `stet keys create NAME --scope admin`, or add --yes to revoke it all the same",
            key.prefix, key.name
        ),
    ))
}

fn unusable(key: &ApiKey) -> CliError {
    CliError::Usage(say(
        &format!("키 {}은(는) 이미 바뀌었거나 쓸 수 없습니다.", key.prefix),
        &format!("the key {} was rotated already or is no good any more", key.prefix),
    ))
}
