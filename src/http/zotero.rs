//! The library of the Zotero that runs on this machine, as CSL-JSON.
//!
//! Better BibTeX is asked first, where it is installed: its keys are those that the writer cites by. Else Zotero's own local API
//! (version 3), which answers only where its settings let other programs ask.

use std::time::Duration;

use reqwest::{Client, StatusCode};
use serde_json::Value;

/// Where Zotero listens; its port cannot be set on its pages.
pub const ADDRESS: &str = "http://127.0.0.1:23119";
/// Works of one page of the local API.
const PAGE: usize = 100;
/// Bytes of a library, as of a file of works.
const MOST: usize = 64 << 20;

/// Why a library could not be read.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum ZoteroFault {
    #[error("nothing listens there")]
    Closed,
    #[error("other programs may not ask")]
    Forbidden,
    #[error("{0}")]
    Strange(String),
}

/// Reads the writer's own library from the Zotero at `address`.
///
/// # Errors
/// None runs there, it lets nobody ask, or what it answers is no list of works.
pub async fn library(address: &str) -> Result<Vec<u8>, ZoteroFault> {
    stet_llm::install_tls_provider();
    let client = Client::builder()
        .no_proxy()
        .redirect(reqwest::redirect::Policy::none())
        .connect_timeout(Duration::from_secs(2))
        .timeout(Duration::from_mins(1))
        .build()
        .map_err(strange)?;
    let better = format!("{address}/better-bibtex/export/library?/1/library.json");
    let (status, body) = ask(&client, &better).await?;
    if status.is_success() && body.trim_ascii_start().starts_with(b"[") {
        return Ok(body);
    }
    let mut items: Vec<Value> = Vec::new();
    let mut size = 0;
    loop {
        let page = format!(
            "{address}/api/users/0/items/top?format=csljson&sort=dateAdded&direction=asc&limit={PAGE}&start={}",
            items.len()
        );
        let (status, body) = ask(&client, &page).await?;
        match status {
            StatusCode::FORBIDDEN => return Err(ZoteroFault::Forbidden),
            status if !status.is_success() => return Err(ZoteroFault::Strange(status.to_string())),
            _ => {}
        }
        let told: Value = serde_json::from_slice(&body).map_err(strange)?;
        let list = told.get("items").unwrap_or(&told).as_array();
        let Some(more) = list else { return Err(ZoteroFault::Strange("no list of works".into())) };
        // A server that does not count from `start` on sends the same again.
        let again = more.first().is_some_and(|first| items.contains(first));
        size += body.len();
        if again || more.is_empty() {
            break;
        }
        items.extend(more.iter().cloned());
        if size > MOST {
            return Err(ZoteroFault::Strange(format!("more than {MOST} bytes")));
        }
    }
    serde_json::to_vec(&items).map_err(strange)
}

async fn ask(client: &Client, address: &str) -> Result<(StatusCode, Vec<u8>), ZoteroFault> {
    let request = client.get(address).header("zotero-api-version", "3");
    let fault = |fault: reqwest::Error| if fault.is_connect() { ZoteroFault::Closed } else { strange(fault) };
    let mut response = request.send().await.map_err(fault)?;
    let mut body = Vec::new();
    while let Some(piece) = response.chunk().await.map_err(strange)? {
        body.extend_from_slice(&piece);
        if body.len() > MOST {
            return Err(ZoteroFault::Strange(format!("more than {MOST} bytes")));
        }
    }
    Ok((response.status(), body))
}

fn strange(fault: impl std::fmt::Display) -> ZoteroFault {
    ZoteroFault::Strange(fault.to_string())
}
