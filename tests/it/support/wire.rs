//! What is asked of the database, as it goes over the wire: a socket between a store and the server that notes each message.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use sqlx::postgres::{PgConnectOptions, PgSslMode};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::unix::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{UnixListener, UnixStream};

/// What the client sent before it waited for the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trip {
    /// Several commands in one message: `begin; set local …`, `COMMIT`.
    Simple(String),
    /// Statements that were carried out.
    Executed(Vec<String>),
    /// A statement was described for later: once on each connection.
    Prepared(String),
    /// A sign of life.
    Ping,
}

/// The messages of all connections, in the order in which they were sent, each with the number of its connection.
#[derive(Debug, Clone, Default)]
pub struct Wire(Arc<Mutex<Vec<(usize, Trip)>>>);

impl Wire {
    /// A socket in a new folder that leads to the server of these options, and the options to connect through it.
    pub fn to(server: &PgConnectOptions) -> (Self, PgConnectOptions, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let name = format!(".s.PGSQL.{}", server.get_port());
        let target: PathBuf = server.get_socket().unwrap().join(&name);
        let listener = UnixListener::bind(folder.path().join(&name)).unwrap();
        let wire = Self::default();
        let own = wire.clone();
        tokio::spawn(async move {
            let mut number = 0;
            while let Ok((client, _)) = listener.accept().await {
                number += 1;
                let Ok(server) = UnixStream::connect(&target).await else { continue };
                let ((read, mut back), (mut answers, write)) = (client.into_split(), server.into_split());
                tokio::spawn(async move { tokio::io::copy(&mut answers, &mut back).await });
                tokio::spawn(own.clone().carry(number, read, write));
            }
        });
        let options = server.clone().socket(folder.path()).ssl_mode(PgSslMode::Disable);
        (wire, options, folder)
    }

    /// What was sent since the last time.
    pub fn take(&self) -> Vec<(usize, Trip)> {
        std::mem::take(&mut *self.0.lock().unwrap())
    }

    /// Carries the messages of one client, and notes them.
    async fn carry(self, number: usize, mut client: OwnedReadHalf, mut server: OwnedWriteHalf) -> Option<()> {
        let (mut named, mut bound) = (HashMap::new(), String::new());
        let (mut prepared, mut executed) = (None, Vec::new());
        // The first message has no type.
        let mut kind = None;
        loop {
            let mut head = Vec::new();
            if kind.is_some() {
                head.push(client.read_u8().await.ok()?);
            }
            let length = client.read_u32().await.ok()?;
            head.extend(length.to_be_bytes());
            let mut body = vec![0; length as usize - 4];
            client.read_exact(&mut body).await.ok()?;
            let said = |at: usize| {
                let part = body.split(|byte| *byte == 0).nth(at).unwrap_or_default();
                String::from_utf8_lossy(part).into_owned()
            };
            kind = Some(if kind.is_some() { head[0] } else { b' ' });
            let trip = match kind {
                Some(b'P') => {
                    named.insert(said(0), said(1));
                    prepared = Some(said(1));
                    None
                }
                Some(b'B') => {
                    bound = named.get(&said(1)).cloned().unwrap_or_default();
                    None
                }
                Some(b'E') => {
                    executed.push(bound.clone());
                    None
                }
                Some(b'Q') => Some(Trip::Simple(said(0))),
                Some(b'S') => Some(match (std::mem::take(&mut executed), prepared.take()) {
                    (executed, _) if !executed.is_empty() => Trip::Executed(executed),
                    (_, Some(sql)) => Trip::Prepared(sql),
                    _ => Trip::Ping,
                }),
                _ => None,
            };
            self.0.lock().unwrap().extend(trip.map(|trip| (number, trip)));
            server.write_all(&head).await.ok()?;
            server.write_all(&body).await.ok()?;
        }
    }
}
