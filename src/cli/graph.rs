//! `stet graph`: what the sources speak of, for other programs.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Subcommand};
use futures::TryStreamExt as _;
use tokio::io::AsyncWriteExt as _;

use super::app::App;
use super::{CliError, Outcome, say};
use stet_config::Config;
pub use stet_http::graph_file::{Format, pieces};

#[derive(Debug, Args)]
pub(super) struct GraphArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Write the graph of what the sources speak of into a file
    Export {
        /// File to write: .graphml or .json
        file: PathBuf,
    },
}

pub(super) async fn run(args: GraphArgs, config: Config) -> Outcome {
    let Action::Export { file } = args.action;
    let format = match file.extension().and_then(|ending| ending.to_str()) {
        Some("graphml") => Format::GraphMl,
        Some("json") => Format::Json,
        _ => {
            return Err(CliError::Usage(say(
                "쓸 파일의 확장자는 graphml이나 json이어야 합니다",
                "the file to write must end in .graphml or .json",
            )));
        }
    };
    let app = App::open(config).await?;
    let done = export(&app, format, &file).await;
    app.close().await?;
    done
}

async fn export(app: &App, format: Format, file: &Path) -> Outcome {
    // What a service would read by and by: without one, nobody has read what was taken in.
    app.ingest.read_graph().await?;
    // Beside its place until it is whole.
    let partial = file.with_added_extension("part");
    if let Err(fault) = write(app, format, &partial).await {
        // Where it could not be made there is none.
        let _ = std::fs::remove_file(&partial);
        return Err(fault);
    }
    std::fs::rename(&partial, file)?;
    Ok(ExitCode::SUCCESS)
}

async fn write(app: &App, format: Format, file: &Path) -> Result<(), CliError> {
    let mut out = tokio::fs::File::create(file).await?;
    let mut pieces = pieces(&app.asker.store, format);
    while let Some(piece) = pieces.try_next().await? {
        out.write_all(piece.as_bytes()).await?;
    }
    Ok(out.flush().await?)
}
