//! The server itself: its cluster made, its process begun with its settings, and waited for.

use std::fs::{self, OpenOptions};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::find::Binaries;
use super::layout::Layout;
use super::{EmbeddedError, NAME, PORT, Progress, Result, START_LIMIT, at};

/// Makes the cluster in a folder beside its place and moves it there, so that a half made one never counts.
pub(super) fn make(layout: &Layout, binaries: &Binaries, progress: &dyn Fn(Progress)) -> Result<()> {
    if layout.cluster.join("PG_VERSION").exists() {
        return Ok(());
    }
    progress(Progress::Initialising);
    let fresh = layout.base.join("postgres.new");
    if fresh.exists() {
        fs::remove_dir_all(&fresh).map_err(at(&fresh))?;
    }
    layout.owner.private_dir(&fresh)?;
    let mut command = Command::new(binaries.bin.join("initdb"));
    command
        .args(["--encoding=UTF8", "--locale=C", "--auth=trust", "--username", NAME, "--pgdata"])
        .arg(&fresh)
        .current_dir(&fresh);
    layout.owner.run_as(&mut command);
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|e| EmbeddedError::Command { what: "initdb", reason: e.to_string() })?;
    if !output.status.success() {
        let reason = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        return Err(EmbeddedError::Command { what: "initdb", reason });
    }
    fs::rename(&fresh, &layout.cluster).map_err(at(&layout.cluster))
}

/// Starts the server in a process group of its own, so that Ctrl-C at the terminal reaches Stet alone and the
/// server is stopped after its last client.
pub(super) fn launch(layout: &Layout, binaries: &Binaries) -> Result<Child> {
    layout.owner.private_dir(&layout.socket_dir)?;
    let log = OpenOptions::new()
        .create(true)
        .append(true)
        .mode(0o600)
        .open(&layout.log)
        .map_err(at(&layout.log))?;
    // Faults quote statements; one that an earlier version made may be open to everybody.
    log.set_permissions(fs::Permissions::from_mode(0o600)).map_err(at(&layout.log))?;
    // The log tells about this start and the last ones; nobody reads ten megabytes.
    if log.metadata().is_ok_and(|meta| meta.len() > 10 << 20) {
        log.set_len(0).map_err(at(&layout.log))?;
    }
    let errors = log.try_clone().map_err(at(&layout.log))?;
    let mut command = Command::new(binaries.bin.join("postgres"));
    command.arg("-D").arg(&layout.cluster).arg("-k").arg(&layout.socket_dir).args(["-p", &PORT.to_string()]);
    let index_memory = format!("maintenance_work_mem={}kB", index_kib());
    for setting in SERVER_SETTINGS.iter().copied().chain([index_memory.as_str()]) {
        command.args(["-c", setting]);
    }
    layout.owner.run_as(&mut command);
    command
        .current_dir(&layout.cluster)
        .stdin(Stdio::null())
        .stdout(log)
        .stderr(errors)
        .process_group(0)
        .spawn()
        .map_err(|e| EmbeddedError::Command { what: "postgres", reason: e.to_string() })
}

/// What building an index may take at least: some 30,000 vectors.
const LEAST_INDEX_KIB: u64 = 128 << 10;

/// Durability stays as PostgreSQL has it; the rest suits one machine. The log of changes says enough for a backup while the
/// server runs (`pg_basebackup`, which takes two senders).
const SERVER_SETTINGS: &[&str] = &[
    "listen_addresses=",
    "unix_socket_permissions=0700",
    "max_connections=200",
    "shared_buffers=128MB",
    "work_mem=16MB",
    "autovacuum_work_mem=128MB",
    "wal_level=replica",
    "max_wal_senders=3",
    "max_wal_size=1GB",
    "wal_compression=on",
    "checkpoint_timeout=15min",
    "jit=off",
    "huge_pages=off",
    "log_min_messages=warning",
    "log_checkpoints=off",
    "log_timezone=UTC",
    "timezone=UTC",
];

/// What building an index may take of the memory of this machine, or of the container: a quarter, in kibibytes. The index over
/// vectors asks for no more of it than it needs, and beyond it is built many times more slowly.
fn index_kib() -> u64 {
    let number = |text: &str| text.split_whitespace().find_map(|word| word.parse::<u64>().ok());
    let machine = fs::read_to_string("/proc/meminfo").ok();
    let machine = machine.as_deref().and_then(|text| text.lines().find(|line| line.starts_with("MemTotal:")));
    let container = fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let container = container.as_deref().and_then(number).map(|bytes| bytes >> 10);
    let all = machine.and_then(number).into_iter().chain(container).min();
    all.map_or(LEAST_INDEX_KIB, |kib| (kib / 4).max(LEAST_INDEX_KIB))
}

/// Waits for `ready` in `postmaster.pid`.
pub(super) fn wait_until_ready(layout: &Layout, mut child: Option<&mut Child>) -> Result<()> {
    let deadline = Instant::now() + START_LIMIT;
    while Instant::now() < deadline {
        let postmaster = layout.postmaster();
        if postmaster.is_some_and(|postmaster| {
            postmaster.ready && child.as_ref().is_none_or(|child| child.id() == postmaster.pid)
        }) {
            return Ok(());
        }
        let gone = match child.as_deref_mut() {
            Some(child) => matches!(child.try_wait(), Ok(Some(_))),
            None => postmaster.is_none_or(|postmaster| !postmaster.lives()),
        };
        if gone {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    Err(EmbeddedError::Start { log: log_tail(&layout.log) })
}

/// The last lines of the log.
fn log_tail(path: &Path) -> String {
    let text = fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    let lines: Vec<&str> = text.lines().rev().take(6).collect();
    if lines.is_empty() {
        return format!("its log {} is empty", path.display());
    }
    lines.into_iter().rev().collect::<Vec<_>>().join(" | ")
}
