//! `stet postgres`: the private database.

use std::process::ExitCode;

use clap::{Args, Subcommand};

use super::{Outcome, app, say};
use stet_config::Config;
use stet_store::embedded::{self, Status, Stopped};

#[derive(Debug, Args)]
pub(super) struct PostgresArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Say whether it runs, where, and how to connect; exits 1 when it does not run
    Status,
    /// Stop it, unless a running Stet uses it
    Stop,
}

pub(super) fn run(args: &PostgresArgs, config: &Config) -> Outcome {
    let settings = app::private_settings(config);
    match args.action {
        Action::Status => {
            match embedded::status(&settings)? {
                Status::Running { cluster, socket_dir, pid } => {
                    tell_line!("{}", say("실행 중", "running"))?;
                    tell_line!("  pid      {pid}\n  cluster  {}", cluster.display())?;
                    tell_line!("  psql     psql -h {} -U stet stet", socket_dir.display())?;
                    return Ok(ExitCode::SUCCESS);
                }
                Status::Stopped { cluster } => {
                    tell_line!("{}: {}", say("멈춤", "stopped"), cluster.display())?;
                }
                Status::Absent => {
                    tell_line!("{}", say("아직 만들어지지 않았습니다", "not made yet"))?;
                }
            }
            Ok(ExitCode::FAILURE)
        }
        Action::Stop => {
            let stopped = embedded::stop(&settings)?;
            tell_line!(
                "{}",
                match stopped {
                    Stopped::Stopped => say("멈췄습니다", "stopped"),
                    Stopped::NotRunning => say("실행 중이 아닙니다", "it was not running"),
                    Stopped::InUse => say(
                        "다른 Stet이 쓰고 있어 그대로 두었습니다",
                        "another Stet uses it; it was left running",
                    ),
                }
            )?;
            Ok(if stopped == Stopped::InUse { ExitCode::FAILURE } else { ExitCode::SUCCESS })
        }
    }
}
