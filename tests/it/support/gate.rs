//! A way to the database that can be shut: a port that leads to the socket of the private server.

use std::net::SocketAddr;
use std::path::PathBuf;

use tokio::net::{TcpSocket, TcpStream, UnixStream};
use tokio::task::JoinSet;

use super::database::TestDatabase;

pub struct Gate {
    pub address: SocketAddr,
    socket: PathBuf,
    name: String,
    /// While it is shut: nothing listens there, and nobody else gets the port.
    held: Option<TcpSocket>,
    open: Option<tokio::task::JoinHandle<()>>,
}

fn held(address: SocketAddr) -> TcpSocket {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_reuseaddr(true).unwrap();
    socket.bind(address).unwrap();
    socket
}

impl Gate {
    /// A shut one: whoever comes is refused.
    pub fn shut(database: &TestDatabase) -> Self {
        let held = held("127.0.0.1:0".parse().unwrap());
        let address = held.local_addr().unwrap();
        let options = database.options();
        let socket = options.get_socket().unwrap().join(format!(".s.PGSQL.{}", options.get_port()));
        let name = options.get_database().unwrap().to_owned();
        Self { address, socket, name, held: Some(held), open: None }
    }

    pub fn url(&self) -> String {
        format!("postgres://stet_service@{}/{}?sslmode=disable", self.address, self.name)
    }

    pub fn open(&mut self) {
        let listener = self.held.take().unwrap().listen(1024).unwrap();
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
            self.held = Some(held(self.address));
        }
    }
}

async fn pass(client: &mut TcpStream, socket: PathBuf) {
    let Ok(mut server) = UnixStream::connect(socket).await else { return };
    let _ = tokio::io::copy_bidirectional(client, &mut server).await;
}
