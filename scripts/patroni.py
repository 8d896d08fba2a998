"""Three PostgreSQL servers under Patroni with etcd; the leader's machine is killed under load (Patroni and all processes of the
server), ROUNDS times, and comes back as a replica. See patroni.sh."""

import json
import os
import shutil
import subprocess
import sys
import time
import urllib.request

from rig import Ledger, Model, Node, Rig, ask, free_port, postgres, skip, stet, take_in, until

ROUNDS, WORKERS = int(os.environ.get("ROUNDS", "3")), int(os.environ.get("WORKERS", "8"))

SETTINGS = """
scope: stet
name: {name}
restapi: {{ listen: "127.0.0.1:{api}", connect_address: "127.0.0.1:{api}" }}
etcd3: {{ host: "127.0.0.1:{etcd}" }}
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 2
    retry_timeout: 6
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      parameters: {{ max_connections: 60, hot_standby_feedback: "on", wal_log_hints: "on", shared_buffers: 64MB }}
  initdb: [ {{ encoding: UTF8 }}, {{ locale: C }} ]
postgresql:
  listen: 127.0.0.1:{port}
  connect_address: 127.0.0.1:{port}
  data_dir: {data}
  bin_dir: {home}/bin
  pgpass: {data}.pgpass
  authentication:
    superuser: {{ username: stet }}
    replication: {{ username: stet }}
    rewind: {{ username: stet }}
  pg_hba: [ "host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust", "local all all trust" ]
  parameters: {{ unix_socket_directories: "{folder}" }}
"""


class Member:
    def __init__(self, rig, name, etcd):
        self.rig, self.name, self.port, self.api = rig, name, free_port(), free_port()
        self.data, self.file = rig.path(name), rig.path(name + ".yml")
        with open(self.file, "w") as file:
            file.write(SETTINGS.format(name=name, api=self.api, etcd=etcd, port=self.port, data=self.data, home=postgres(), folder=rig.folder))
        self.process = None

    def start(self):
        self.process = self.rig.run([shutil.which("patroni"), self.file], self.name, cwd="/", start_new_session=True, **self.rig.as_server())
        return self

    def role(self):
        try:
            with urllib.request.urlopen("http://127.0.0.1:%d/patroni" % self.api, timeout=2) as told:
                told = json.load(told)
                return told["role"] if told["state"] == "running" else None
        except (OSError, ValueError):
            return None

    def url(self):
        return "postgres://stet@127.0.0.1:%d/postgres" % self.port

    def kill(self):
        """The machine goes: Patroni, and every process of the server."""
        with open(self.data + "/postmaster.pid") as file:
            first = int(file.readline())
        children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(first)], capture_output=True, text=True).stdout.split()
        self.process.kill()
        self.process.wait()
        for pid in [first, *map(int, children)]:
            try:
                os.kill(pid, 9)
            except ProcessLookupError:
                pass

    def sql(self, statement):
        done = subprocess.run([postgres() + "/bin/psql", self.url(), "-AtqX", "-c", statement], capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(done.stderr)
        return done.stdout.strip()


def leader(members):
    return next((member for member in members if member.role() in ("master", "primary", "leader")), None)


def main():
    for program in ("patroni", "etcd"):
        shutil.which(program) or skip("no %s (Debian: patroni, etcd-server)" % program)
    with Rig() as rig:
        os.chmod(rig.folder, 0o777)
        etcd, peer = free_port(), free_port()
        rig.run([shutil.which("etcd"), "--data-dir", rig.path("etcd"), "--listen-client-urls", "http://127.0.0.1:%d" % etcd,
                 "--advertise-client-urls", "http://127.0.0.1:%d" % etcd, "--listen-peer-urls", "http://127.0.0.1:%d" % peer,
                 "--initial-advertise-peer-urls", "http://127.0.0.1:%d" % peer, "--initial-cluster", "default=http://127.0.0.1:%d" % peer], "etcd", cwd="/")
        members = [Member(rig, "member%d" % at, etcd).start() for at in range(3)]
        until(lambda: leader(members) and sum(bool(member.role()) for member in members) == 3, 120, "Patroni has a leader and two replicas")
        model = Model(0.02)
        addresses = ",".join(member.url() for member in members)
        more = {"OPENAI_BASE_URL": model.url, "STET_MODEL_LAYER": "false", "DATABASE_URL": addresses}
        first = Node(rig, "first", **more).start().wait()
        second = Node(rig, "second", STET_READ_DATABASE_URL=addresses, **more).start().wait()
        take_in(first.port)
        wrong = 0
        for at in range(ROUNDS):
            standby = lambda: leader(members).sql("select count(*) from pg_stat_replication where sync_state in ('sync', 'quorum')")
            until(lambda: leader(members) and int(standby()) > 0, 60, "a replica is waited for")
            ledger = Ledger([first.port, second.port], seed=at)
            ledger.begin(WORKERS)
            time.sleep(5)
            old = leader(members)
            killed = time.time()
            old.kill()
            rest = [member for member in members if member is not old]
            until(lambda: leader(rest), 90, "Patroni has made another one the leader")
            led = time.time() - killed
            before = len(ledger.answered)
            until(lambda: len(ledger.answered) > before, 60, "answers go on")
            back = time.time() - killed
            # The machine is there again, and becomes a replica.
            old.start()
            time.sleep(5)
            ledger.end()
            until(lambda: leader(members).sql("select count(*) from messages where status = 'streaming'") == "0", 60, "everything has ended")
            lost = ledger.check(first.port)
            wrong += len(lost)
            print("round %d: %s; another leader %.1f s, whole answers again %.1f s after the kill; %d wrong" % (at + 1, ledger.told(), led, back, len(lost)), flush=True)
            for line in lost[:20]:
                print("  " + line)
            until(lambda: sum(bool(member.role()) for member in members) == 3, 90, "the killed one has come back")
    return wrong


if __name__ == "__main__":
    stet()
    sys.exit(1 if main() else 0)
