//! Signing in with the accounts of an organisation, by OpenID Connect.

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
    fn parse(row: &str) -> Option<Self> {
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

/// What the groups give by these rows, in the order in which they count; a row that is none is the fault.
pub(super) fn grants(rows: &str) -> Result<Vec<Grant>, &str> {
    let rows = rows.split(['\n', ';']).map(str::trim).filter(|row| !row.is_empty());
    rows.map(|row| Grant::parse(row).ok_or(row)).collect()
}

/// Whether what is sent to an address cannot be read on its way: HTTPS, or this machine.
pub(super) fn is_safe(url: &str) -> bool {
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
        let rows =
            "cn=편집,ou=groups=default:admin; https://a.example/law = Law: team:write\n\n* = default:read;";
        let rows = grants(rows).unwrap();
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
            assert_eq!(grants(&format!("a=b:read;{row}")), Err(row));
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
