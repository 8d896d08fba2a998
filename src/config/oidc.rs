//! Signing in with the accounts of an organisation, by OpenID Connect.

use serde::{Deserialize, Serialize};

use super::fault::{ConfigError, Rule};

/// The provider whose accounts may sign in, and what they may. Without an issuer nobody signs in so.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OidcConfig {
    /// The provider, as it names itself (`https://login.example`).
    pub issuer: Option<String>,
    /// The name under which this service is registered there, with `PUBLIC_URL/api/session/oidc/callback` to come back to.
    pub client_id: Option<String>,
    /// The secret that the provider gave it.
    pub client_secret: Option<String>,
    /// Where people reach this service (`https://stet.example`): the provider sends them back there.
    pub public_url: Option<String>,
    /// The claim that names a person's groups; dots lead into it (`realm_access.roles`).
    pub claim: String,
    /// Rows `group = workspace:scope`, on lines or with semicolons between them; `*` is everybody. The first that fits counts.
    pub grants: String,
    /// What the provider is asked for, `openid` among it.
    pub scopes: String,
    /// Longest session of a person, in hours: whoever lost a group keeps what it gave for as long.
    pub session_hours: u32,
}

impl Default for OidcConfig {
    fn default() -> Self {
        Self {
            issuer: None,
            client_id: None,
            client_secret: None,
            public_url: None,
            claim: "groups".into(),
            grants: String::new(),
            scopes: "openid profile email".into(),
            session_hours: 12,
        }
    }
}

/// What a group gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grant {
    /// `*`: everybody.
    pub group: String,
    /// By its name.
    pub workspace: String,
    pub scope: String,
}

impl Grant {
    /// A row, read from its end: the names of groups may hold what separates its parts.
    fn read(row: &str) -> Option<Self> {
        let (group, gives) = row.rsplit_once(" = ").or_else(|| row.rsplit_once('='))?;
        let (workspace, scope) = gives.rsplit_once(':')?;
        let [group, workspace, scope] = [group, workspace, scope].map(|part| part.trim().to_owned());
        let whole = !group.is_empty() && !workspace.is_empty();
        (whole && matches!(&*scope, "read" | "ask" | "write" | "admin")).then_some(Self {
            group,
            workspace,
            scope,
        })
    }
}

impl OidcConfig {
    /// Whether people may sign in with an account.
    #[must_use]
    pub const fn is_configured(&self) -> bool {
        self.issuer.is_some()
    }

    /// What the groups give, in the order in which they count; a row that is none is the fault.
    pub fn grants(&self) -> Result<Vec<Grant>, &str> {
        let rows = self.grants.split(['\n', ';']).map(str::trim).filter(|row| !row.is_empty());
        rows.map(|row| Grant::read(row).ok_or(row)).collect()
    }

    pub(super) fn check(&self) -> Result<(), ConfigError> {
        let Some(issuer) = &self.issuer else { return Ok(()) };
        let needed = [
            ("oidc.client_id", self.client_id.as_deref()),
            ("oidc.client_secret", self.client_secret.as_deref()),
            ("oidc.public_url", self.public_url.as_deref()),
            ("oidc.grants", Some(&*self.grants)),
        ];
        for (name, value) in needed {
            if value.is_none_or(|value| value.trim().is_empty()) {
                return Err(ConfigError::Rule {
                    name,
                    value: "“”".into(),
                    rule: Rule::Beside("oidc.issuer"),
                });
            }
        }
        let public_url = self.public_url.as_deref().unwrap_or_default();
        for (name, url) in [("oidc.issuer", issuer.as_str()), ("oidc.public_url", public_url)] {
            if !is_safe(url) {
                let scheme = url.split_once("://").map_or("...", |(scheme, _)| scheme);
                return Err(ConfigError::Rule { name, value: format!("{scheme}://..."), rule: Rule::Https });
            }
        }
        if let Err(row) = self.grants() {
            return Err(ConfigError::Rule {
                name: "oidc.grants",
                value: format!("“{row}”"),
                rule: Rule::Grants,
            });
        }
        if !self.scopes.split_whitespace().any(|scope| scope == "openid") {
            let value = format!("“{}”", self.scopes);
            return Err(ConfigError::Rule { name: "oidc.scopes", value, rule: Rule::Holds("openid") });
        }
        if !(1..=MOST_HOURS).contains(&self.session_hours) {
            let value = self.session_hours.to_string();
            let rule = Rule::Between(1, MOST_HOURS as usize);
            return Err(ConfigError::Rule { name: "oidc.session_hours", value, rule });
        }
        Ok(())
    }
}

/// Longest session that may be set, in hours.
const MOST_HOURS: u32 = 168;

/// Whether what is sent to an address cannot be read on its way: HTTPS, or this machine.
fn is_safe(url: &str) -> bool {
    let lower = url.trim().to_ascii_lowercase();
    if let Some(rest) = lower.strip_prefix("https://") {
        return !rest.is_empty();
    }
    let host = lower.strip_prefix("http://").and_then(|rest| rest.split('/').next()).unwrap_or_default();
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    matches!(name, "localhost" | "127.0.0.1" | "[::1]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_groups_may_hold_what_separates_the_parts_of_a_row() {
        let grants =
            "cn=편집,ou=groups=default:admin; https://a.example/law = Law: team:write\n\n* = default:read;";
        let config = OidcConfig { grants: grants.into(), ..OidcConfig::default() };
        let rows = config.grants().unwrap();
        let rows: Vec<_> = rows.iter().map(|row| (&*row.group, &*row.workspace, &*row.scope)).collect();
        assert_eq!(
            rows,
            [
                ("cn=편집,ou=groups", "default", "admin"),
                ("https://a.example/law", "Law: team", "write"),
                ("*", "default", "read")
            ]
        );
        for row in ["editors", "editors=default", "=default:read", "editors=:read", "editors=default:owner"] {
            let config = OidcConfig { grants: format!("a=b:read;{row}"), ..OidcConfig::default() };
            assert_eq!(config.grants(), Err(row));
        }
    }

    #[test]
    fn a_secret_goes_by_https_or_stays_on_this_machine() {
        for (url, safe) in [
            ("https://login.example/realms/a", true),
            ("http://localhost:4000", true),
            ("http://127.0.0.1", true),
            ("http://[::1]:4000/a", true),
            ("http://[::1]/", true),
            ("http://login.example", false),
            ("http://localhost.evil.example", false),
            ("http://user@login.example:80", false),
            ("https://", false),
            ("login.example", false),
        ] {
            assert_eq!(is_safe(url), safe, "{url}");
        }
    }
}
