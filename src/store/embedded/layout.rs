//! Where the private server's files lie, which locks keep processes apart, and which process serves the cluster.

use std::fs::{self, File, OpenOptions};
use std::path::{Path, PathBuf};

use rustix::fs::FlockOperation;
use rustix::process::Pid;

use super::owner::Owner;
use super::{PORT, Result, Settings, at};
use crate::hex;

/// Longest path of a Unix socket (`sun_path` of Linux and macOS, without the final NUL).
const SOCKET_PATH_MAX: usize = 103;

/// A file that is locked with `flock`; the lock goes with it.
///
/// Closing the file would not do: a child that another thread is just starting holds a copy of the descriptor until it
/// runs its program, and the lock with it.
#[derive(Debug)]
pub(super) struct Lock(pub(super) File);

impl Drop for Lock {
    fn drop(&mut self) {
        // Fails only where there is nothing to unlock; the kernel does the rest when the file is closed.
        let _ = rustix::fs::flock(&self.0, FlockOperation::Unlock);
    }
}

/// Folders of one private server.
#[derive(Debug, Clone)]
pub(super) struct Layout {
    /// Parent of everything below; the data folder where the server's user can reach it.
    pub base: PathBuf,
    pub cluster: PathBuf,
    pub log: PathBuf,
    pub tools: PathBuf,
    pub socket_dir: PathBuf,
    pub owner: Owner,
}

impl Layout {
    pub(super) fn new(settings: &Settings) -> Result<Self> {
        let owner = Owner::choose()?;
        owner.data_dir(&settings.data_dir)?;
        let data_dir = settings.data_dir.canonicalize().map_err(at(&settings.data_dir))?;
        // Root's files may lie where no other user gets (such as /root); the cluster then lives beside them.
        let base =
            if owner.reaches(&data_dir) { data_dir } else { Path::new("/var/lib/stet").join(tag(&data_dir)) };
        let socket_dir = base.join("run");
        let longest = socket_dir.join(format!(".s.PGSQL.{PORT}")).as_os_str().len();
        let socket_dir = if longest <= SOCKET_PATH_MAX {
            socket_dir
        } else {
            Path::new("/tmp").join(format!("stet-{}", tag(&base)))
        };
        Ok(Self { socket_dir, ..Self::under(base, owner) })
    }

    /// Everything in one folder.
    pub(super) fn under(base: PathBuf, owner: Owner) -> Self {
        Self {
            cluster: base.join("postgres"),
            log: base.join("postgres.log"),
            tools: base.join("tools"),
            socket_dir: base.join("run"),
            base,
            owner,
        }
    }

    pub(super) fn lock(&self, name: &str) -> Result<Lock> {
        let path = self.base.join(name);
        let file =
            OpenOptions::new().create(true).truncate(false).write(true).open(&path).map_err(at(&path))?;
        Ok(Lock(file))
    }

    /// Waits for the right to make, start or stop the cluster.
    pub(super) fn start_lock(&self) -> Result<Lock> {
        self.owner.data_dir(&self.base)?;
        let lock = self.lock("start.lock")?;
        rustix::fs::flock(&lock.0, FlockOperation::LockExclusive)
            .map_err(|e| at(&self.base.join("start.lock"))(e.into()))?;
        Ok(lock)
    }

    /// Removes what a killed server left: no process serves the cluster, but another may have its id by now,
    /// and PostgreSQL would take that one for a living server.
    pub(super) fn sweep(&self) -> Result<()> {
        let socket = format!(".s.PGSQL.{PORT}");
        let left = [
            self.cluster.join("postmaster.pid"),
            self.socket_dir.join(format!("{socket}.lock")),
            self.socket_dir.join(socket),
        ];
        for path in left {
            match fs::remove_file(&path) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(at(&path)(error)),
                _ => {}
            }
        }
        Ok(())
    }

    /// What the cluster's `postmaster.pid` says.
    pub(super) fn postmaster(&self) -> Option<Postmaster> {
        let text = fs::read_to_string(self.cluster.join("postmaster.pid")).ok()?;
        let mut lines = text.lines();
        let pid = lines.next()?.trim().parse().ok()?;
        // Line 8 is the state, as `pg_ctl` reads it.
        let ready = lines.nth(6).is_some_and(|state| state.trim() == "ready");
        Some(Postmaster { pid, ready })
    }
}

/// Short name for a path, the same every time.
fn tag(path: &Path) -> String {
    use sha2::{Digest, Sha256};
    let hash = Sha256::digest(path.as_os_str().as_encoded_bytes());
    hex(hash.get(..6).unwrap_or_default())
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Postmaster {
    pub pid: u32,
    pub ready: bool,
}

impl Postmaster {
    pub(super) fn process(self) -> Option<Pid> {
        i32::try_from(self.pid).ok().and_then(Pid::from_raw)
    }

    pub(super) fn lives(self) -> bool {
        self.process()
            .is_some_and(|pid| rustix::process::test_kill_process(pid) != Err(rustix::io::Errno::SRCH))
    }

    /// Whether the process is the server of this cluster and not a stranger with a reused id. Where the system
    /// has no `/proc`, a living process is believed.
    pub(super) fn serves(self, cluster: &Path) -> bool {
        if !self.lives() {
            return false;
        }
        match fs::read(format!("/proc/{}/cmdline", self.pid)) {
            Ok(line) => {
                let wanted = cluster.as_os_str().as_encoded_bytes();
                line.split(|&byte| byte == 0).any(|argument| argument == wanted)
            }
            Err(_) => !Path::new("/proc/self").exists(),
        }
    }
}

#[cfg(test)]
mod tests {
    use rustix::fs::FlockOperation;

    use super::{Layout, Owner};

    #[test]
    fn a_lock_is_free_once_dropped_even_where_a_child_being_started_has_a_copy() {
        let dir = tempfile::tempdir().unwrap();
        let layout = Layout::under(dir.path().to_owned(), Owner::choose().unwrap());
        let user = layout.lock("users.lock").unwrap();
        rustix::fs::flock(&user.0, FlockOperation::LockShared).unwrap();
        let other = layout.lock("users.lock").unwrap();
        assert!(rustix::fs::flock(&other.0, FlockOperation::NonBlockingLockExclusive).is_err());
        // What `fork` gives a child, until it runs its program.
        let copy = user.0.try_clone().unwrap();
        drop(user);
        rustix::fs::flock(&other.0, FlockOperation::NonBlockingLockExclusive).unwrap();
        drop(copy);
    }
}
