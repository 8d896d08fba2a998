//! The user that the private server runs as: this one, or for root (as whom PostgreSQL refuses to run) a user
//! without rights.

use std::path::Path;
use std::process::Command;

use super::{CommandExt, DirBuilderExt, EmbeddedError, MetadataExt, PermissionsExt, Result, at, fs};

/// Users that root hands the server to, in this order.
const USERS: [&str; 3] = ["stet", "postgres", "nobody"];

/// Who runs the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Owner {
    uid: u32,
    gid: u32,
    /// Whether that is somebody else than this process.
    other: bool,
}

impl Owner {
    pub(super) fn choose() -> Result<Self> {
        let uid = rustix::process::geteuid();
        if !uid.is_root() {
            return Ok(Self { uid: uid.as_raw(), gid: rustix::process::getegid().as_raw(), other: false });
        }
        let users = fs::read_to_string("/etc/passwd").map_err(at(Path::new("/etc/passwd")))?;
        let (uid, gid) = Self::in_passwd(&users).ok_or(EmbeddedError::NoUser)?;
        Ok(Self { uid, gid, other: true })
    }

    /// Ids of the first of [`USERS`] in the text of `/etc/passwd`.
    fn in_passwd(text: &str) -> Option<(u32, u32)> {
        USERS.iter().find_map(|user| {
            let line = text.lines().find(|line| line.split(':').next() == Some(user))?;
            let mut fields = line.split(':').skip(2);
            let uid: u32 = fields.next()?.parse().ok()?;
            let gid = fields.next()?.parse().ok()?;
            (uid != 0).then_some((uid, gid))
        })
    }

    /// Lets a command run as this user.
    pub(super) fn run_as(&self, command: &mut Command) {
        if self.other {
            command.gid(self.gid).uid(self.uid);
        }
    }

    /// Whether every folder down to `path` lets this user pass.
    pub(super) fn reaches(&self, path: &Path) -> bool {
        !self.other
            || path.ancestors().all(|folder| {
                fs::metadata(folder).is_ok_and(|meta| {
                    let mode = meta.permissions().mode();
                    let class = if meta.uid() == self.uid {
                        mode >> 6
                    } else if meta.gid() == self.gid {
                        mode >> 3
                    } else {
                        mode
                    };
                    class & 1 == 1
                })
            })
    }

    /// The data folder, which nobody else may read; the server's user passes through where it is another. One that is there
    /// stays as its owner wants it.
    pub(super) fn data_dir(&self, path: &Path) -> Result<()> {
        let mode = if self.other { 0o711 } else { 0o700 };
        fs::DirBuilder::new().recursive(true).mode(mode).create(path).map_err(at(path))
    }

    /// A folder that only this user (and root) may enter. One that is there must be this user's: in a folder
    /// such as `/tmp` anybody could have made it.
    pub(super) fn private_dir(&self, path: &Path) -> Result<()> {
        match fs::DirBuilder::new().mode(0o700).create(path) {
            Ok(()) if self.other => {
                std::os::unix::fs::chown(path, Some(self.uid), Some(self.gid)).map_err(at(path))
            }
            Ok(()) => Ok(()),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                let meta = fs::symlink_metadata(path).map_err(at(path))?;
                if meta.is_dir() && meta.uid() == self.uid {
                    return fs::set_permissions(path, fs::Permissions::from_mode(0o700)).map_err(at(path));
                }
                let reason = format!("the folder belongs to user {}", meta.uid());
                Err(at(path)(std::io::Error::new(std::io::ErrorKind::PermissionDenied, reason)))
            }
            Err(error) => Err(at(path)(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn root_never_picks_root() {
        let passwd = "root:x:0:0::/root:/bin/sh\nnobody:x:65534:65533::/:/bin/false\n";
        assert_eq!(Owner::in_passwd(passwd), Some((65534, 65533)));
        let both = format!("{passwd}postgres:x:101:104::/:/bin/sh\n");
        assert_eq!(Owner::in_passwd(&both), Some((101, 104)));
        assert_eq!(Owner::in_passwd("stet:x:0:0::/:/bin/sh\n"), None);
        assert_eq!(Owner::in_passwd(""), None);
    }
}
