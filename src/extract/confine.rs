//! What a process that reads strangers' files gives up before it looks at one.
//!
//! Three walls, each useful where another is missing: limits and another user (any Unix, for root), Landlock (no file but
//! fonts, no TCP port, no signal to another process), seccomp (no socket at all, no program started, no look into another process).
//! The last two need no rights. Where the kernel has none of them the rest still holds.

use super::Limits;

/// Caps memory and processor time of this process, and forbids core dumps and files. Where the system refuses, the parent's
/// clock remains.
#[cfg(unix)]
pub(super) fn cap(limits: &Limits) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let seconds = limits.time.as_secs().saturating_add(1);
    for (resource, value) in [
        (Resource::As, limits.memory_bytes),
        (Resource::Cpu, seconds),
        (Resource::Core, 0),
        (Resource::Fsize, 0),
    ] {
        let maximum = getrlimit(resource).maximum;
        let value = maximum.map_or(value, |maximum| maximum.min(value));
        let _ = setrlimit(resource, Rlimit { current: Some(value), maximum: Some(value) });
    }
}

#[cfg(not(unix))]
pub(super) fn cap(_: &Limits) {}

/// Gives up what reading bytes that are already in memory does not need. It holds for this thread and those it starts, so it
/// is called while there is one.
#[cfg(target_os = "linux")]
pub(super) fn forgo_rights() {
    let _ = rustix::thread::set_no_new_privs(true);
    if rustix::process::geteuid().is_root() {
        become_nobody();
    }
    let _ = files::close();
    let _ = calls::close();
}

#[cfg(not(target_os = "linux"))]
pub(super) fn forgo_rights() {}

#[cfg(target_os = "linux")]
fn become_nobody() {
    use rustix::thread::{Gid, Uid, UnshareFlags, set_thread_gid, set_thread_groups, set_thread_uid};
    /// Nobody, by Linux's own convention.
    const NOBODY: u32 = 65534;
    #[expect(deprecated, reason = "its danger is that of sharing open files, which are not unshared here")]
    let _ = rustix::thread::unshare(UnshareFlags::NEWNET);
    let _ = set_thread_groups(&[]);
    let _ = set_thread_gid(Gid::from_raw(NOBODY));
    let _ = set_thread_uid(Uid::from_raw(NOBODY));
}

#[cfg(target_os = "linux")]
mod files {
    use landlock::{
        ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError, Scope,
        path_beneath_rules,
    };

    /// Where pdfium looks for a font that a document names and does not carry.
    const FONTS: [&str; 2] = ["/usr/share/fonts", "/usr/local/share/fonts"];

    /// By Landlock, as much of it as the kernel knows.
    pub(super) fn close() -> Result<(), RulesetError> {
        let abi = ABI::V6;
        Ruleset::default()
            .handle_access(AccessFs::from_all(abi))?
            .handle_access(AccessNet::from_all(abi))?
            .scope(Scope::from_all(abi))?
            .create()?
            .add_rules(path_beneath_rules(FONTS, AccessFs::ReadFile | AccessFs::ReadDir))?
            .restrict_self()?;
        Ok(())
    }
}

#[cfg(target_os = "linux")]
mod calls {
    use std::collections::BTreeMap;

    use seccompiler::{
        BackendError, BpfProgram, Error, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition,
        SeccompFilter, SeccompRule,
    };

    /// Ways out of a process. What only reads, computes and allocates is not among them.
    const WAYS_OUT: [libc::c_long; 30] = [
        libc::SYS_socket,
        libc::SYS_socketpair,
        libc::SYS_connect,
        libc::SYS_bind,
        libc::SYS_listen,
        libc::SYS_execve,
        libc::SYS_execveat,
        libc::SYS_ptrace,
        libc::SYS_process_vm_readv,
        libc::SYS_process_vm_writev,
        libc::SYS_pidfd_open,
        libc::SYS_pidfd_getfd,
        libc::SYS_kcmp,
        libc::SYS_mount,
        libc::SYS_umount2,
        libc::SYS_pivot_root,
        libc::SYS_chroot,
        libc::SYS_unshare,
        libc::SYS_setns,
        libc::SYS_bpf,
        libc::SYS_perf_event_open,
        libc::SYS_userfaultfd,
        // Its requests pass by this filter.
        libc::SYS_io_uring_setup,
        libc::SYS_keyctl,
        libc::SYS_add_key,
        libc::SYS_request_key,
        libc::SYS_init_module,
        libc::SYS_finit_module,
        libc::SYS_kexec_load,
        libc::SYS_open_by_handle_at,
    ];

    /// By seccomp: such a call fails with EPERM, and so does a process of its own; threads may start. Nothing on a processor
    /// that the filter is not written for.
    pub(super) fn close() -> Result<(), Error> {
        const OTHER_PROCESS: SeccompCmpOp = SeccompCmpOp::MaskedEq(libc::CLONE_THREAD.unsigned_abs() as u64);
        let process = SeccompCondition::new(0, SeccompCmpArgLen::Dword, OTHER_PROCESS, 0);
        let process =
            process.and_then(|condition| SeccompRule::new(vec![condition])).map_err(Error::Backend)?;
        let mut refused: BTreeMap<_, _> = WAYS_OUT.iter().map(|&call| (call, Vec::new())).collect();
        refused.insert(libc::SYS_clone, vec![process]);
        #[cfg(target_arch = "x86_64")]
        refused.extend([libc::SYS_fork, libc::SYS_vfork].map(|call| (call, Vec::new())));
        // The flags of the newer call are out of a filter's sight. Where there is none the C library takes the older one.
        let newer = BTreeMap::from([(libc::SYS_clone3, Vec::new())]);
        for (calls, errno) in [(newer, libc::ENOSYS), (refused, libc::EPERM)] {
            let arch = std::env::consts::ARCH.try_into().map_err(Error::Backend)?;
            let refuse = SeccompAction::Errno(errno.unsigned_abs());
            let program: Result<BpfProgram, BackendError> =
                SeccompFilter::new(calls, SeccompAction::Allow, refuse, arch).and_then(TryInto::try_into);
            seccompiler::apply_filter(&program.map_err(Error::Backend)?)?;
        }
        Ok(())
    }
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use std::io::{ErrorKind, Read, Result};
    use std::net::{TcpListener, TcpStream, UdpSocket};
    use std::os::unix::net::UnixListener;
    use std::process::Command;

    /// What a thread may do after [`super::forgo_rights`], by name: the walls stand around threads, so one may try them.
    fn tried<T: Send>(closed: impl FnOnce() + Send, attempt: impl Fn() -> Result<T> + Sync) -> Result<T> {
        std::thread::scope(|scope| {
            let attempt = &attempt;
            let thread = scope.spawn(move || {
                closed();
                attempt()
            });
            thread.join().unwrap()
        })
    }

    #[test]
    fn a_reader_of_foreign_files_has_no_way_out() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::set_permissions(folder.path(), std::os::unix::fs::PermissionsExt::from_mode(0o777)).unwrap();
        let readable = folder.path().join("readable");
        std::fs::write(&readable, "secret").unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let place = listener.local_addr().unwrap();
        let attempts: [(&str, &(dyn Fn() -> Result<()> + Sync)); 7] = [
            ("read a file", &|| std::fs::read(&readable).map(drop)),
            ("write a file", &|| std::fs::write(folder.path().join("new"), "x")),
            ("list a folder", &|| std::fs::read_dir(folder.path()).map(drop)),
            ("open a connection", &|| TcpStream::connect(place).map(drop)),
            ("send a datagram", &|| UdpSocket::bind("127.0.0.1:0").map(drop)),
            ("open a local socket", &|| UnixListener::bind(folder.path().join("socket")).map(drop)),
            ("start a program", &|| Command::new("/bin/true").status().map(drop)),
        ];
        for (name, attempt) in attempts {
            assert!(tried(|| {}, attempt).is_ok(), "{name} works outside");
            let _ = std::fs::remove_file(folder.path().join("socket"));
            let inside = tried(super::forgo_rights, attempt).map_err(|error| error.kind());
            assert_eq!(inside, Err(ErrorKind::PermissionDenied), "{name} is refused inside");
        }
    }

    #[test]
    fn threads_may_start() {
        let started = tried(super::forgo_rights, || {
            std::thread::Builder::new().spawn(|| 1).map(|thread| thread.join().unwrap())
        });
        assert_eq!(started.unwrap(), 1);
    }

    #[test]
    fn what_is_open_already_can_be_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("open");
        std::fs::write(&path, "words").unwrap();
        let file = std::fs::File::open(&path).unwrap();
        let mut text = String::new();
        tried(super::forgo_rights, || {
            let mut text = String::new();
            (&file).read_to_string(&mut text).map(|_| text)
        })
        .map(|read| text = read)
        .unwrap();
        assert_eq!(text, "words");
    }
}
