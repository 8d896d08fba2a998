//! `stet eval` and `stet train`: run by `stet-lab`, which measures and trains and is not shipped.

use std::ffi::OsString;
use std::process::Command;

use clap::Args;

use super::{CliError, Outcome, say};

#[derive(Debug, Args)]
pub(super) struct LabArgs {
    /// What `stet-lab` is given
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

/// Runs a verb of the `stet-lab` that stands beside this program, with the streams and the exit code of that.
pub(super) fn run(verb: &str, args: &LabArgs) -> Outcome {
    let program =
        std::env::current_exe()?.with_file_name("stet-lab").with_extension(std::env::consts::EXE_EXTENSION);
    if !program.is_file() {
        return Err(CliError::Usage(say(
            &format!(
                "`stet {verb}`을(를) 맡는 프로그램 stet-lab이 stet 곁에 없습니다. 저장소를 받아 그 폴더에서 `cargo run -p stet-lab -- {verb} …`로 실행해 주세요"
            ),
            &format!(
                "the program that does `stet {verb}`, stet-lab, does not stand beside stet; run `cargo run -p stet-lab -- {verb} ...` in a clone of the repository"
            ),
        )));
    }
    let mut command = Command::new(&program);
    command.arg(verb).args(&args.arguments);
    #[cfg(unix)]
    let done: Outcome = Err(std::os::unix::process::CommandExt::exec(&mut command))
        .map_err(|source| CliError::Read { path: program, source });
    #[cfg(not(unix))]
    let done = command
        .status()
        .map(|status| status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(2).into())
        .map_err(|source| CliError::Read { path: program, source });
    done
}
