//! `stet serve`.

use std::net::{IpAddr, ToSocketAddrs as _};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use tokio::net::TcpListener;
use tokio::sync::mpsc::Receiver;

use super::app::{App, answers_by, finds_by_meaning};
use super::{CliError, Outcome, enrich, say, system_fault};
use stet_ask::Asker;
use stet_config::{Config, terminal_language};
use stet_http::{AppState, Front};
use stet_store::Store;

#[derive(Debug, Args)]
pub(super) struct ServeArgs {
    /// Address to bind; anything but loopback needs `STET_API_KEY` or `STET_OIDC_ISSUER` [default: 127.0.0.1]
    #[arg(long)]
    pub(super) host: Option<String>,
    /// TCP port; 0 lets the system choose [default: 8787]
    #[arg(long, short)]
    pub(super) port: Option<u16>,
}

pub(super) async fn run(config: Config) -> Outcome {
    let (host, port) = (config.server.host.clone(), config.server.port);
    refuse_public_without_key(&config)?;
    // Before the database: a taken port should not cost the wait for it.
    let listener = TcpListener::bind((host.as_str(), port)).await.map_err(|fault| {
        CliError::Usage(say(
            &format!(
                "{host}:{port}에서 기다릴 수 없습니다({}). --port로 다른 포트를 주세요.",
                system_fault(&fault)
            ),
            &format!("cannot listen on {host}:{port} ({fault}); choose another port with --port"),
        ))
    })?;
    let address = listener.local_addr()?;
    let front = Front::open(listener, &config);
    let mut signals = signals();
    enrich::warn_without_model(&config);
    if !wait_for_database(&config, &mut signals).await? {
        return Ok(ExitCode::SUCCESS);
    }
    front.found_database();
    let mut app = App::answering(config).await?;
    let recovered = app.asker.recover(app.is_alone().await?).await?;
    if recovered > 0 {
        tracing::info!(recovered, "answers that a crash cut off were ended");
    }
    let other = app.ingest.catch_up().await?;
    if other > 0 {
        let space = app.asker.embedder.space();
        let from = app.asker.store.embedded_elsewhere(space).await?.spaces.unwrap_or_default();
        tracing::warn!(
            documents = other,
            from,
            to = space,
            "embedding again for another model; another Stet on this database that still embeds as before will find these documents by words only, and embed them back when it starts: give both the same embedding settings"
        );
    }
    app.ingest.start();
    let state = AppState { asker: Arc::new(app.asker.clone()), ingest: Arc::new(app.ingest.clone()) };
    // Whoever reads the address may use it.
    front.complete(state.clone());
    if let Err(fault) = print_banner(&app, &address.to_string()) {
        tracing::warn!(%fault, "the banner could not be printed");
    }
    begin_beside(&app.asker);
    let (again, drain) = (app.asker.shutdown.clone(), app.asker.config.server.drain_seconds);
    let ended = async move {
        if signals.recv().await.is_none() {
            std::future::pending::<()>().await;
        }
        eprintln!(
            "{}",
            say(
                &format!("진행 중인 답변을 {drain}초까지 기다립니다. 한 번 더 멈추면 바로 마칩니다 …"),
                &format!("answers under way may take {drain} s more; stop once more to end at once …"),
            )
        );
        tokio::spawn(async move {
            if signals.recv().await.is_some() {
                again.cancel();
            }
        });
    };
    let served = tokio::select! {
        served = front.serve(state, ended) => served,
        never = app.keep_database() => match never {},
    };
    eprintln!("{}", say("마치는 중입니다 …", "stopping …"));
    app.close().await?;
    served?;
    Ok(ExitCode::SUCCESS)
}

/// Begins what runs beside the answers: signs of life, the first searches, and trials of the models that judge.
fn begin_beside(asker: &Asker) {
    let own = asker.clone();
    asker.tasks.spawn(async move { own.keep_alive().await });
    let own = asker.clone();
    asker.tasks.spawn(async move {
        own.warm().await;
        own.try_meaning(terminal_language(), |unfit| eprintln!("  {}  {unfit}", say("뜻", "meaning"))).await;
        own.try_judge(terminal_language(), |unfit| eprintln!("  {}  {unfit}", say("판정", "judge"))).await;
    });
}

/// Time between two looks for a database that is not there yet.
const LOOK_AGAIN: Duration = Duration::from_secs(2);

/// Waits until the database of the settings is there: it may start at the same time. `false`: the program shall end.
async fn wait_for_database(config: &Config, signals: &mut Receiver<()>) -> Result<bool, CliError> {
    let Some(url) = &config.database.url else { return Ok(true) };
    let mut told = false;
    loop {
        let connected = tokio::select! {
            connected = Store::connect(url, 1) => connected,
            _ = signals.recv() => return Ok(false),
        };
        match connected {
            Ok(store) => {
                store.close().await;
                return Ok(true);
            }
            Err(fault) if fault.is_absence() => {
                if !std::mem::replace(&mut told, true) {
                    eprintln!("{}", say("데이터베이스를 기다립니다 …", "waiting for the database …"));
                    tracing::warn!(%fault, "the database is not there yet");
                }
            }
            Err(fault) => return Err(fault.into()),
        }
        tokio::select! {
            () = tokio::time::sleep(LOOK_AGAIN) => {}
            _ = signals.recv() => return Ok(false),
        }
    }
}

/// Without a key anyone who reaches the port could read the sources.
fn refuse_public_without_key(config: &Config) -> Result<(), CliError> {
    let host = &config.server.host;
    let loopback = match host.parse::<IpAddr>() {
        Ok(address) => address.is_loopback(),
        Err(_) => (host.as_str(), 0)
            .to_socket_addrs()
            .is_ok_and(|mut addresses| addresses.all(|address| address.ip().is_loopback())),
    };
    if loopback || config.is_closed() {
        return Ok(());
    }
    Err(CliError::Usage(say(
        &format!(
            "{host}은(는) 다른 컴퓨터에서도 닿는 주소라 키 없이 열지 않습니다. STET_API_KEY나 STET_OIDC_ISSUER를 정하거나 127.0.0.1을 쓰세요."
        ),
        &format!(
            "{host} can be reached from other machines, so it is not served without a key; set STET_API_KEY or STET_OIDC_ISSUER, or bind 127.0.0.1"
        ),
    )))
}

fn print_banner(app: &App, address: &str) -> Result<(), CliError> {
    let asker = &app.asker;
    let config = &asker.config;
    let data = if app.is_private() {
        let dir = &config.database.data_dir;
        dir.canonicalize().unwrap_or_else(|_| dir.clone()).display().to_string()
    } else {
        "DATABASE_URL".to_owned()
    };
    tell_line!("Stet {}  http://{address}{}", env!("CARGO_PKG_VERSION"), config.server.public_path)?;
    // Hangul takes two columns of a terminal.
    tell_line!("  {}  {data}", say("데이터  ", "data      "))?;
    tell_line!("  {}  {}", say("모델    ", "model     "), answers_by(&*asker.chat, config))?;
    tell_line!("  {}  {}", say("검색    ", "search    "), finds_by_meaning(asker.embedder.space()))?;
    if !app.ingest.reads_pdf() {
        let fault = stet_extract::ExtractError::NoEngine.message(stet_config::terminal_language());
        tell_line!("  PDF       {fault}")?;
    }
    tell_line!("  {}", say("Ctrl-C로 마칩니다.", "Ctrl-C stops it."))
}

/// Every Ctrl-C and SIGTERM. The handlers are set at once, so that a signal during the start is not lost.
fn signals() -> Receiver<()> {
    let (told, signals) = tokio::sync::mpsc::channel(2);
    tokio::spawn(async move {
        let mut terminate = match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(signal) => signal,
            Err(fault) => {
                tracing::warn!(%fault, "SIGTERM will end the program at once");
                return;
            }
        };
        loop {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            if told.send(()).await.is_err() {
                return;
            }
        }
    });
    signals
}
