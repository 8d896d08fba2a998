//! `stet mcp`: a server for agents, over standard input and output.

use std::process::ExitCode;

use super::app::App;
use super::{Outcome, spoken};
use stet_config::{Config, terminal_language};
use stet_rpc::mcp::{Mcp, stdio};

pub(super) async fn run(config: Config) -> Outcome {
    let app = App::answering(config).await?;
    // For the servers on the same database, which end what has no sign of life.
    let asker = app.asker.clone();
    app.asker.tasks.spawn(async move { asker.keep_beating().await });
    let mcp = Mcp { asker: app.asker.clone(), language: terminal_language() };
    let served = stdio::serve(&mcp, tokio::io::stdin(), tokio::io::stdout()).await;
    app.close().await?;
    served.map_err(spoken)?;
    Ok(ExitCode::SUCCESS)
}
