//! Where pdfium is, and loading it.

use std::path::PathBuf;
use std::sync::OnceLock;

use pdfium_render::prelude::Pdfium;

use crate::Limits;

/// Media type of a PDF.
pub const MEDIA_TYPE: &str = "application/pdf";

/// pdfium, loaded once for the life of the process.
pub(crate) fn engine(limits: &Limits) -> Option<&'static Pdfium> {
    static ENGINE: OnceLock<Option<Pdfium>> = OnceLock::new();
    ENGINE
        .get_or_init(|| {
            let library = candidates(limits).into_iter().find(|path| path.is_file())?;
            Some(Pdfium::new(Pdfium::bind_to_library(library).ok()?))
        })
        .as_ref()
}

/// Whether a PDF can be read.
#[must_use]
pub fn has_engine(limits: &Limits) -> bool {
    candidates(limits).iter().any(|path| path.is_file())
}

/// Where the library may be: the setting (a file or a folder), beside the program, in a Python environment, the project's
/// tools.
fn candidates(limits: &Limits) -> Vec<PathBuf> {
    let libraries = stet_host::python::libraries(limits.python_env.as_deref());
    let folders = limits.pdfium.iter().cloned().chain(libraries);
    let mut found: Vec<PathBuf> = limits.pdfium.iter().cloned().collect();
    for folder in folders {
        found.push(Pdfium::pdfium_platform_library_name_at_path(&folder));
        // As the Python wheel `pypdfium2` unpacks.
        found.push(Pdfium::pdfium_platform_library_name_at_path(&folder.join("pypdfium2_raw")));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_of_a_python_environment_is_found() {
        let root = tempfile::tempdir().unwrap();
        let place = root.path().join("lib/python3.12/site-packages/pypdfium2_raw");
        std::fs::create_dir_all(&place).unwrap();
        let limits = Limits { python_env: Some(root.path().to_owned()), ..Limits::default() };
        let library = Pdfium::pdfium_platform_library_name_at_path(&place);
        assert!(candidates(&limits).contains(&library));
        std::fs::write(&library, b"").unwrap();
        assert!(has_engine(&limits));
    }
}
