//! Where libraries lie: beside the program, in the project's tools, or in a Python environment, as the program may be a package
//! in one and libraries that it needs come as packages too.

use std::path::{Path, PathBuf};

/// Folders over the program that may be an environment or a folder of packages: `bin` of one, or a package in it.
const DEPTH: usize = 5;

/// Where a system keeps its Python.
const SYSTEM: [&str; 2] = ["/usr/local", "/usr"];

/// Folders in which packages may lie: of the environment that the program was installed into, of `active`, of the user,
/// of the system.
pub fn packages(active: Option<&Path>) -> Vec<PathBuf> {
    let program = std::env::current_exe().ok();
    let over = program.iter().flat_map(|program| program.ancestors().skip(1)).take(DEPTH);
    let own = over.flat_map(|folder| std::iter::once(folder.to_owned()).chain(packages_of(folder)));
    let user = std::env::home_dir().map(|home| home.join(".local"));
    let others = active.map(Path::to_owned).into_iter().chain(user).chain(SYSTEM.map(PathBuf::from));
    own.chain(others.flat_map(|environment| packages_of(&environment))).collect()
}

/// Folders in which a shared library, or the package that has it, may lie: beside the program, in the tools of a checkout that it
/// was built in, in an environment.
#[must_use]
pub fn libraries(active: Option<&Path>) -> Vec<PathBuf> {
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

/// Folders of packages in an environment, of every Python it has. What is built for one kind of machine lies in `lib64` on
/// some systems.
fn packages_of(environment: &Path) -> Vec<PathBuf> {
    let mut found = vec![environment.join("Lib/site-packages")];
    for library in ["lib", "lib64"] {
        let entries = std::fs::read_dir(environment.join(library)).into_iter().flatten().flatten();
        let pythons = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with("python3"));
        found.extend(
            pythons.flat_map(|entry| ["site-packages", "dist-packages"].map(|name| entry.path().join(name))),
        );
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_packages_of_an_environment_are_found() {
        let root = tempfile::tempdir().unwrap();
        for library in ["lib/python3.12/site-packages", "lib64/python3.13/dist-packages"] {
            let place = root.path().join(library);
            std::fs::create_dir_all(&place).unwrap();
            assert!(packages(Some(root.path())).contains(&place));
            assert!(!packages(None).contains(&place));
        }
    }
}
