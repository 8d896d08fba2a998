//! Where the binaries of a PostgreSQL with pgvector are.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::{EmbeddedError, Layout, Progress, Prospect, Result, Settings, fs, install};

/// A PostgreSQL that has pgvector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Binaries {
    /// Folder of `postgres` and `initdb`.
    pub bin: PathBuf,
    pub major: u32,
}

/// The first usable binaries: the setting, the program's own folder, the Python environment that it is in, what was
/// installed before, `PATH` and the usual places; else they are installed. A cluster that exists decides the major version.
pub(super) fn binaries(
    settings: &Settings,
    layout: &Layout,
    progress: &dyn Fn(Progress),
) -> Result<Binaries> {
    let cluster =
        fs::read_to_string(layout.cluster.join("PG_VERSION")).ok().and_then(|v| v.trim().parse().ok());
    if let Some(path) = &settings.postgres_dir {
        let named = probe(path, layout).ok_or_else(|| EmbeddedError::BadSetting { path: path.clone() })?;
        return fitting(vec![named], cluster, layout);
    }
    let mut found = Vec::new();
    for folder in candidates(layout, settings.python_env.as_deref()) {
        if let Some(binaries) = probe(&folder, layout) {
            if cluster.is_none_or(|major| major == binaries.major) {
                return Ok(binaries);
            }
            found.push(binaries);
        }
    }
    let packages = stet_host::python::packages(settings.python_env.as_deref());
    let installed = match install::install(layout, &packages, progress) {
        Ok(folder) => probe(&folder, layout)
            .ok_or_else(|| EmbeddedError::NotFound { reason: "the installed files do not run here".into() }),
        Err(error) => Err(error),
    };
    match installed {
        Ok(binaries) => fitting(vec![binaries], cluster, layout),
        Err(_) if !found.is_empty() => fitting(found, cluster, layout),
        Err(error) => Err(error),
    }
}

/// What the first start will do, without doing it.
pub(super) fn foresee(settings: &Settings, layout: &Layout) -> Prospect {
    if let Some(path) = &settings.postgres_dir {
        let named = probe(path, layout).ok_or_else(|| EmbeddedError::BadSetting { path: path.clone() });
        return named.map_or_else(Prospect::Nothing, |found| Prospect::Found(found.major));
    }
    let python_env = settings.python_env.as_deref();
    let found = candidates(layout, python_env).iter().find_map(|folder| probe(folder, layout));
    if let Some(found) = found {
        return Prospect::Found(found.major);
    }
    install::foresee(&stet_host::python::packages(python_env))
        .map_or_else(Prospect::Nothing, |()| Prospect::Fetched)
}

/// The first of `found` that the cluster can live with.
fn fitting(found: Vec<Binaries>, cluster: Option<u32>, layout: &Layout) -> Result<Binaries> {
    let versions: Vec<String> = found.iter().map(|b| b.major.to_string()).collect();
    found.into_iter().find(|b| cluster.is_none_or(|major| major == b.major)).ok_or_else(|| {
        EmbeddedError::Version {
            path: layout.cluster.clone(),
            cluster: cluster.unwrap_or(0),
            found: versions.join(", "),
        }
    })
}

/// Folders that may hold `bin/postgres`, in the order of preference.
fn candidates(layout: &Layout, python_env: Option<&Path>) -> Vec<PathBuf> {
    let mut folders = Vec::new();
    let own = std::env::current_exe().ok().and_then(|exe| exe.canonicalize().ok());
    let own = own.as_deref().and_then(Path::parent).map(Path::to_owned);
    for base in own.into_iter().chain([PathBuf::from(".")]) {
        folders.extend([
            base.join("postgres"),
            base.join(".tools/postgres"),
            install::folder_in(&base.join(".tools")),
        ]);
    }
    folders.extend(
        stet_host::python::packages(python_env).iter().map(|packages| packages.join(install::INSIDE)),
    );
    folders.push(install::folder_in(&layout.tools));
    if let Ok(output) = Command::new("sh").args(["-c", "command -v postgres"]).stdin(Stdio::null()).output() {
        let path = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
        // What is on the path may be a link into the folder where the rest is.
        let path = path.canonicalize().unwrap_or(path);
        folders.extend(path.parent().and_then(Path::parent).map(Path::to_owned));
    }
    for family in ["/usr/lib/postgresql", "/usr/local/opt", "/opt/homebrew/opt"] {
        let mut versions: Vec<PathBuf> = fs::read_dir(family)
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.join("bin/postgres").exists())
            .collect();
        versions.sort();
        folders.extend(versions.into_iter().rev());
    }
    folders.extend(["/usr/local/pgsql", "/usr/local", "/usr"].map(PathBuf::from));
    folders.extend((13..=19).rev().map(|major| PathBuf::from(format!("/usr/pgsql-{major}"))));
    folders
}

/// What is in a folder, if it is a PostgreSQL with pgvector that the server's user can run.
fn probe(folder: &Path, layout: &Layout) -> Option<Binaries> {
    let bin = folder.join("bin").canonicalize().ok()?;
    if !bin.join("initdb").exists() || !bin.join("postgres").exists() || !layout.owner.reaches(&bin) {
        return None;
    }
    let mut command = Command::new(bin.join("postgres"));
    layout.owner.run_as(&mut command);
    let output = command.arg("--version").current_dir("/").stdin(Stdio::null()).output().ok()?;
    let major = major_in(&String::from_utf8_lossy(&output.stdout))?;
    let shares = [
        folder.join("share/extension"),
        folder.join("share/postgresql/extension"),
        folder.join(format!("share/postgresql@{major}/extension")),
        PathBuf::from(format!("/usr/share/postgresql/{major}/extension")),
        PathBuf::from("/usr/share/postgresql/extension"),
    ];
    shares.iter().any(|share| share.join("vector.control").exists()).then_some(Binaries { bin, major })
}

/// `18` of `postgres (PostgreSQL) 18.4`.
fn major_in(version: &str) -> Option<u32> {
    let number = version.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit()))?;
    number.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_major_version_is_read() {
        assert_eq!(major_in("postgres (PostgreSQL) 18.4\n"), Some(18));
        assert_eq!(major_in("postgres (PostgreSQL) 15.8 (Debian 15.8-0+deb12u1)\n"), Some(15));
        assert_eq!(major_in("postgres (PostgreSQL) 19beta1"), Some(19));
        assert_eq!(major_in(""), None);
    }
}
