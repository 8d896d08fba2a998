//! Where libraries lie: beside the program, in the project's tools, or in a Python environment, as the program may be a package
//! in one and libraries that it needs come as packages too.

use std::path::{Path, PathBuf};

/// Folders over the program that may be an environment or a folder of packages: `bin` of one, or a package in it.
const DEPTH: usize = 5;

/// Folders in which packages may lie: of the environment that the program was installed into, then of `active`.
pub(crate) fn packages(active: Option<&Path>) -> Vec<PathBuf> {
    let program = std::env::current_exe().ok();
    let over = program.iter().flat_map(|program| program.ancestors().skip(1)).take(DEPTH);
    let own = over.flat_map(|folder| std::iter::once(folder.to_owned()).chain(packages_of(folder)));
    own.chain(active.into_iter().flat_map(packages_of)).collect()
}

/// Folders in which a shared library, or the package that has it, may lie: beside the program, in the tools of a checkout that it
/// was built in, in an environment.
pub(crate) fn libraries(active: Option<&Path>) -> Vec<PathBuf> {
    let beside = std::env::current_exe().ok().and_then(|program| program.parent().map(Path::to_owned));
    let mut folders: Vec<PathBuf> =
        beside.iter().flat_map(|folder| [folder.clone(), folder.join("lib")]).collect();
    // A build in `target/<profile>` or `target/<profile>/deps` of a checkout.
    let over = beside.iter().flat_map(|folder| folder.ancestors()).take(DEPTH);
    folders.extend(over.map(|folder| folder.join(".tools")));
    folders.extend(packages(active));
    folders.push(PathBuf::from(".tools"));
    folders
}

fn packages_of(environment: &Path) -> Vec<PathBuf> {
    let mut found = vec![environment.join("Lib/site-packages")];
    let versions = std::fs::read_dir(environment.join("lib")).into_iter().flatten().filter_map(Result::ok);
    let python = versions.filter(|entry| entry.file_name().to_string_lossy().starts_with("python3"));
    found.extend(
        python.flat_map(|entry| [entry.path().join("site-packages"), entry.path().join("dist-packages")]),
    );
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_packages_of_an_environment_are_found() {
        let root = tempfile::tempdir().unwrap();
        let place = root.path().join("lib/python3.12/site-packages");
        std::fs::create_dir_all(&place).unwrap();
        assert!(packages(Some(root.path())).contains(&place));
        assert!(!packages(None).contains(&place));
    }
}
