//! Serves the scripted model of the tests, for a person, a browser test or a demonstration:
//!
//! ```text
//! cargo run --example scripted_model -- 8788            # then: OPENAI_BASE_URL=http://127.0.0.1:8788/v1
//! cargo run --example scripted_model -- 8788 40         # 40 ms between the pieces of the grounded answer
//! ```
//!
//! `OPENAI_MODEL` picks the scenario; `grounded` answers from the sources in the prompt, with one wrong claim.

#[path = "../tests/it/support/model.rs"]
mod model;

use std::time::Duration;

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default: u64| arguments.next().and_then(|text| text.parse().ok()).unwrap_or(default);
    let port = u16::try_from(number(8788)).map_err(std::io::Error::other)?;
    let pace = Duration::from_millis(number(0));
    let server = model::ModelServer::serve(port, pace).await?;
    println!("OPENAI_BASE_URL={}", server.base_url());
    for (name, what) in model::SCENARIOS {
        println!("OPENAI_MODEL={name:<18} {what}");
    }
    std::future::pending().await
}
