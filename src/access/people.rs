//! People who sign in with an account of their organisation: what their groups give them.

use time::{Duration, OffsetDateTime};

use super::{Access, Principal, Secret, hash};
use crate::oidc::{Client, Oidc, Person};
use stet_config::{Grant, OidcConfig};
use stet_store::{Admitted, Limits, Scope, StoreError};

/// The provider, and what its groups give here.
#[derive(Debug)]
pub(super) struct People {
    pub oidc: Oidc,
    grants: Vec<Grant>,
}

/// Longest session of a person: whoever lost a group keeps what it gave for as long.
const LASTS: Duration = Duration::hours(12);

/// What becomes of somebody whom the provider vouches for.
#[derive(Debug)]
pub enum Admission {
    In(Secret, Box<Principal>),
    /// None of their groups gives anything.
    NoGroup,
    /// There is no workspace of the name that is given.
    NoWorkspace(String),
}

impl People {
    /// None where no provider is set.
    pub fn new(config: &OidcConfig) -> Option<Self> {
        let text = |setting: &Option<String>| setting.as_deref().unwrap_or_default().trim().to_owned();
        let client = Client {
            issuer: config.issuer.as_deref()?.trim().to_owned(),
            id: text(&config.client_id),
            secret: text(&config.client_secret),
            public_url: text(&config.public_url),
            claim: config.claim.clone(),
        };
        // What is no row was told when the settings were read.
        let grants = config.grants().unwrap_or_default();
        Some(Self { oidc: Oidc::new(client), grants })
    }

    /// What the first row gives that fits one of a person's groups.
    fn grant(&self, person: &Person) -> Option<(&str, Scope)> {
        let groups = person.groups.as_deref().unwrap_or_default();
        let fits = |grant: &&Grant| grant.group == "*" || groups.contains(&grant.group);
        let grant = self.grants.iter().find(fits)?;
        let scope = match &*grant.scope {
            "admin" => Scope::Admin,
            "write" => Scope::Write,
            "ask" => Scope::Ask,
            _ => Scope::Read,
        };
        Some((&grant.workspace, scope))
    }
}

impl Access {
    /// The provider whose accounts may sign in, if there is one.
    #[must_use]
    pub fn oidc(&self) -> Option<&Oidc> {
        self.0.people.as_ref().map(|people| &people.oidc)
    }

    /// Begins a session of a person. Whoever may nothing any more is signed out everywhere.
    ///
    /// # Errors
    /// The store failed.
    pub async fn admit(&self, person: &Person) -> Result<Admission, StoreError> {
        let store = &self.0.store;
        let Some((workspace, scope)) = self.0.people.as_ref().and_then(|people| people.grant(person)) else {
            store.dismiss(&person.issuer, &person.subject).await?;
            self.forget();
            return Ok(Admission::NoGroup);
        };
        let secret = Secret::random("").map_err(|fault| StoreError::Database(fault.into()))?;
        let now = OffsetDateTime::now_utc();
        let (issuer, subject, name) = (&*person.issuer, &*person.subject, &*person.name);
        let admitted = Admitted { issuer, subject, name, workspace, scope };
        if !store.admit(admitted, &secret.hash(), now, now + LASTS).await? {
            return Ok(Admission::NoWorkspace(workspace.to_owned()));
        }
        // In their other browsers they may what they may now.
        self.forget();
        let principal = self.visitor(&secret.hash()).await?;
        Ok(principal.map_or(Admission::NoGroup, |principal| Admission::In(secret, Box::new(principal))))
    }

    /// How long a session of a person lasts.
    #[must_use]
    pub fn visit(&self) -> Duration {
        self.0.people.as_ref().map_or(Duration::ZERO, |_| LASTS)
    }

    /// Who is signed in with a session that no key began. Where no provider is set any more, nobody.
    pub(super) async fn visitor(&self, session: &[u8; 32]) -> Result<Option<Principal>, StoreError> {
        if self.0.people.is_none() {
            return Ok(None);
        }
        let Some(person) = self.0.store.signed_in(session, OffsetDateTime::now_utc()).await? else {
            return Ok(None);
        };
        let limits = [Limits::default(), person.workspace_limits];
        Ok(Some(Principal {
            workspace: person.workspace_id,
            who: person.name.into(),
            scope: person.scope,
            key: None,
            session: Some(*session),
            account: Some(self.account(person.workspace_id, person.id, limits, person.spent)),
        }))
    }

    /// Ends a session, whoever began it.
    ///
    /// # Errors
    /// The store failed; then it lasts until it expires.
    pub async fn sign_out(&self, session: &str) -> Result<(), StoreError> {
        self.known().remove(&hash(session));
        let ended = self.0.store.end_session(&hash(session)).await;
        self.0.open.change();
        ended
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_row_that_fits_counts() {
        let mut config = OidcConfig {
            issuer: Some("https://a".into()),
            grants: "root = default:admin; 법무 = law:write; law = law:read".into(),
            ..OidcConfig::default()
        };
        let may = |config: &OidcConfig, groups: Option<&[&str]>| {
            let groups = groups.map(|all| all.iter().map(|one| (*one).to_owned()).collect());
            let person = Person { issuer: "https://a".into(), subject: "1".into(), name: "1".into(), groups };
            let people = People::new(config).unwrap();
            people.grant(&person).map(|(workspace, scope)| (workspace.to_owned(), scope))
        };
        let given = |workspace: &str, scope| Some((workspace.to_owned(), scope));
        assert_eq!(may(&config, Some(&["law", "법무"])), given("law", Scope::Write));
        assert_eq!(may(&config, Some(&["law", "root"])), given("default", Scope::Admin));
        assert_eq!(may(&config, Some(&["Law"])), None);
        assert_eq!(may(&config, Some(&["*"])), None, "a group cannot be called everybody");
        assert_eq!(may(&config, None), None);
        config.grants.push_str("; * = default:read");
        assert_eq!(may(&config, None), given("default", Scope::Read));
        config.issuer = None;
        assert!(People::new(&config).is_none());
    }
}
