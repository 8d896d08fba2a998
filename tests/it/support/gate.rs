//! A way to the database that can be shut: a port that leads to the socket of the private server.

use std::net::SocketAddr;
use std::path::PathBuf;

use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::task::JoinSet;

use super::database::TestDatabase;

pub struct Gate {
    pub address: SocketAddr,
    socket: PathBuf,
    name: String,
    open: Option<tokio::task::JoinHandle<()>>,
}

impl Gate {
    /// A shut one: whoever comes is refused.
    pub async fn shut(database: &TestDatabase) -> Self {
        let address = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
        let options = database.options();
        let socket = options.get_socket().unwrap().join(format!(".s.PGSQL.{}", options.get_port()));
        Self { address, socket, name: options.get_database().unwrap().to_owned(), open: None }
    }

    pub fn url(&self) -> String {
        format!("postgres://stet_service@{}/{}?sslmode=disable", self.address, self.name)
    }

    pub async fn open(&mut self) {
        let listener = TcpListener::bind(self.address).await.unwrap();
        let socket = self.socket.clone();
        self.open = Some(tokio::spawn(async move {
            // With this task all connections end.
            let mut connections = JoinSet::new();
            while let Ok((mut client, _)) = listener.accept().await {
                let socket = socket.clone();
                connections.spawn(async move { pass(&mut client, socket).await });
            }
        }));
    }

    pub async fn close(&mut self) {
        if let Some(open) = self.open.take() {
            open.abort();
            let _ = open.await;
        }
    }
}

async fn pass(client: &mut TcpStream, socket: PathBuf) {
    let Ok(mut server) = UnixStream::connect(socket).await else { return };
    let _ = tokio::io::copy_bidirectional(client, &mut server).await;
}
