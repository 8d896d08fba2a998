"""A node under fire. See fire.sh."""

import hashlib
import http.client
import io
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import zipfile

from rig import Cluster, Ledger, Model, Node, Rig, ask, said, stet, take_in, text_of, until, upload

LONG = os.environ.get("LONG") == "1"
QUESTION = "When does the library of the museum open?"
PATIENCE = 3


def scaled(short, long):
    return long if LONG else short


def connect(port, host="127.0.0.1", receive=None):
    client = socket.socket()
    if receive:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
    client.settimeout(20)
    client.connect((host, port))
    return client


def named(chat):
    """A name of a conversation in words that the source has: a question of unknown words would find nothing."""
    words = "library museum opens nine morning every student books".split()
    return " ".join(words[byte % 8] for byte in hashlib.sha256(chat.encode()).digest()[:8])


def question(chat, words=QUESTION):
    return json.dumps({"id": chat, "message": {"id": "u-" + chat, "role": "user", "parts": [{"type": "text", "text": "%s (asked as %s)" % (words, named(chat))}]}}).encode()


def request(chat):
    """The bytes of a question."""
    body = question(chat)
    return b"POST /api/chat HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n%s" % (len(body), body)


def closed_within(clients, seconds):
    """How many of the connections the node has closed."""
    deadline, open_ones = time.time() + seconds, list(clients)
    while open_ones and time.time() < deadline:
        for client in list(open_ones):
            client.setblocking(False)
            try:
                while client.recv(1 << 16):
                    pass
                open_ones.remove(client)
            except BlockingIOError:
                pass
            except OSError:
                open_ones.remove(client)
        time.sleep(0.05)
    return len(clients) - len(open_ones)


def held(port):
    """Connections that a server on this port holds open."""
    with open("/proc/net/tcp") as table:
        rows = [line.split() for line in table.readlines()[1:]]
    return sum(1 for row in rows if row[1].endswith(":%04X" % port) and row[3] == "01")


def served(node):
    """Milliseconds of the slowest of ten requests that ask the database."""
    slowest = 0
    for _ in range(10):
        begun = time.time()
        status, told = ask(node.port, "GET", "/api/sources", headers=node.key)
        assert status == 200, told
        slowest = max(slowest, time.time() - begun)
    return slowest * 1e3


def stream(port, chat, host="127.0.0.1", key=None, timeout=60, has_sources=True):
    """An answer, read to its end: its parts; nothing where it was refused."""
    connection = http.client.HTTPConnection(host, port, timeout=timeout)
    connection.request("POST", "/api/chat", question(chat), {"content-type": "application/json", **(key or {})})
    reply = connection.getresponse()
    if reply.status != 200:
        assert reply.status in (429, 503) and reply.getheader("retry-after"), (reply.status, reply.read())
        return None
    lines = reply.read().split(b"\n")
    assert b"data: [DONE]" in lines, "cut off"
    parts = [json.loads(line[6:]) for line in lines if line.startswith(b"data: {")]
    assert not has_sources or [name.strip() for name in re.findall(r"asked as ([a-z ]+)", said(parts))] == [named(chat)], "not its own answer: %s" % said(parts)
    return parts


def slowloris(node):
    count = scaled(100, 400)
    clients = [connect(node.port) for _ in range(count)]
    for client in clients:
        client.sendall(b"GET /api/sources HTTP/1.1\r\nhost: 127")
    meanwhile = served(node)
    closed = closed_within(clients, PATIENCE + 10)
    assert closed == count, "%d of %d closed" % (closed, count)
    bodies = [connect(node.port) for _ in range(count)]
    for client in bodies:
        client.sendall(request("slow")[:-20])
    closed = closed_within(bodies, PATIENCE + 10)
    assert closed == count, "%d of %d bodies closed" % (closed, count)
    return "%d headers and %d bodies that never end are closed; meanwhile a request takes up to %d ms" % (count, count, meanwhile)


def stalled(node):
    """Readers that take nothing of a long answer, or a byte a second: what each costs beside one that reads, and that it is cut off while its
    answer is written to its end."""
    count = scaled(50, 500)

    def run(name, begin):
        before, most = node.resident(), 0
        clients = [begin("%s%d" % (name, at)) for at in range(count)]
        whole = lambda: sum(1 for at in range(count) if answer(node, "%s%d" % (name, at)).get("status") == "complete")
        deadline = time.time() + 200
        while whole() < count:
            assert time.time() < deadline, "%d of %d whole" % (whole(), count)
            most = max(most, node.resident() - before)
        return clients, max(most, node.resident() - before) // count

    def reading(chat):
        thread = threading.Thread(target=lambda: stream(node.port, chat, timeout=200))
        thread.start()
        return thread

    def silent(chat):
        client = connect(node.port, receive=4096)
        client.sendall(request(chat))
        return client

    # Twice: what the first has made room for is used again.
    for thread in run("warm", reading)[0]:
        thread.join()
    threads, read = run("read", reading)
    for thread in threads:
        thread.join()
    trickling = threading.Event()

    def trickle(chat):
        client = silent(chat)

        def sip():
            try:
                while not trickling.wait(1) and client.recv(1):
                    pass
            except OSError:
                pass

        threading.Thread(target=sip, daemon=True).start()
        return client

    slow, sipped = run("trickle", trickle)
    clients, unread = run("stalled", silent)
    until(lambda: held(node.port) == 0, PATIENCE + 10, "who takes nothing is cut off")
    trickling.set()
    clients += slow
    long = len(text_of(ask(node.port, "GET", "/api/chats/stalled0")[1]["messages"][-1]).encode()) >> 10
    for client in clients:
        client.close()
    return "%d answers of %d KiB without a reader, and as many with one that takes a byte a second, are whole, and no connection is left; at most %d and %d KiB more of memory each, %d with a reader" % (
        count, long, unread >> 10, sipped >> 10, read >> 10)


def large(node):
    """Questions while a book of a million words comes in: each is answered to its end, and the book is found afterwards."""
    words = lambda n: hashlib.sha256(b"%d" % n).hexdigest()
    pages = ["Chapter %d\n\n%s." % (n, " ".join(words(n * 100 + at)[:8] for at in range(60))) for n in range(scaled(3000, 16000))]
    status, told = upload(node.port, "book.txt", "\n\n".join(pages).encode(), timeout=60)
    assert status == 202, (status, told)
    state = lambda: next(s["status"] for s in ask(node.port, "GET", "/api/sources")[1]["sources"] if s["fileName"] == "book.txt")
    asked, slowest, begun = 0, 0, time.time()
    while state() not in ("ready", "failed"):
        before = time.time()
        assert stream(node.port, "large%d" % asked), "refused"
        asked, slowest = asked + 1, max(slowest, time.time() - before)
        assert begun + 400 > before, "the book is not read"
    took = time.time() - begun
    assert state() == "ready" and asked, state()
    status, found = ask(node.port, "POST", "/api/search", {"query": words(150)[:8]})
    assert status == 200 and "Chapter 1" in json.dumps(found), found
    return "%d questions while a book of %d kB came in (%.1f s): all answered, each in at most %.1f s" % (asked, len("\n\n".join(pages)) >> 10, took, slowest)


def answer(node, chat):
    status, stored = ask(node.port, "GET", "/api/chats/" + chat, headers=node.key)
    answers = [m for m in stored["messages"] if m["role"] == "assistant"] if status == 200 else []
    return answers[0]["metadata"] if answers else {}


def flood(node):
    """Two thousand questions at once: each is answered to its end, as its own, or told when to come back."""
    count, told, faults = scaled(200, 2000), [], []

    def one(at):
        try:
            told.append(stream(node.port, "flood%d" % at, timeout=120))
        except Exception as fault:
            faults.append(repr(fault))

    begun = time.time()
    threads = [threading.Thread(target=one, args=(at,)) for at in range(count)]
    for thread in threads:
        thread.start()
    status = ask(node.port, "GET", "/healthz", timeout=30)[0]
    for thread in threads:
        thread.join(180)
    whole = [parts for parts in told if parts]
    assert status == 200 and not faults and whole, (status, faults[:3], len(whole))
    return "%d questions at once: %d answered to their end, %d told to come back, none cut; %.1f s" % (count, len(whole), count - len(whole), time.time() - begun)


def bombs(node):
    """Files and bodies that are more than they look."""
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("[Content_Types].xml", "<Types/>")
        file.writestr("word/document.xml", b"<w:document>" + b"A" * (scaled(300, 1500) << 20))
    entities = "<!DOCTYPE a [<!ENTITY a \"aaaaaaaaaa\">" + "".join("<!ENTITY %s \"%s\">" % (b, ("&%s;" % a) * 10) for a, b in zip("abcdefghi", "bcdefghij")) + "]><html><body>&j;</body></html>"
    nested = io.BytesIO()
    with zipfile.ZipFile(nested, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("mimetype", "application/epub+zip")
        file.writestr("META-INF/container.xml", entities)
    files = {"bomb.docx": bomb.getvalue(), "entities.html": entities.encode(), "nested.epub": nested.getvalue(), "deep.html": b"<div>" * 300000,
             "deep.ipynb": b"[" * 2000000, "wide.csv": b"," * 3000000, "long.txt": b"a" * 8000000, "deep.md": b"> " * 500000 + b"x"}
    for name, data in files.items():
        status, told = upload(node.port, name, data, timeout=60)
        assert status in (202, 400, 413, 415, 422), (name, status, told)
    final = lambda: all(s["status"] in ("ready", "failed") for s in ask(node.port, "GET", "/api/sources")[1]["sources"])
    until(final, 240, "every bomb is read or refused")
    became = {s["fileName"]: s["status"] for s in ask(node.port, "GET", "/api/sources")[1]["sources"] if s["fileName"] in files}
    for name, body in {"deep": b"[" * 3000000, "keys": b"{" + b",".join(b'"%d":1' % n for n in range(500000)) + b"}", "large": b'{"id":"' + b"x" * (9 << 20) + b'"}'}.items():
        status, _ = ask(node.port, "POST", "/api/chat", body, timeout=30)
        assert 400 <= status < 500, (name, status)
    assert node.process.poll() is None and served(node) < 10000
    return "files: %s; three bodies refused; the node goes on with %d MB" % (", ".join("%s %s" % pair for pair in sorted(became.items())), node.resident() >> 20)


def full_disk(rig):
    """A database whose disk is full says so, and goes on once there is room; what was acknowledged is there."""
    disk = rig.path("disk")
    os.mkdir(disk)
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256m,mode=0755", "none", disk], capture_output=True, text=True)
    if done.returncode:
        return "skipped: no small disk may be mounted here"
    rig.own(disk)
    before = list(rig.running)
    database = Cluster(rig, "disk/database", ["max_wal_size=64MB", "min_wal_size=32MB"])
    database.data, database.name = os.path.join(disk, "database"), "database-on-disk"
    try:
        database.make()
        model = Model(0.01)
        node = Node(rig, "full", DATABASE_URL=database.url(), OPENAI_BASE_URL=model.url, STET_MODEL_LAYER="false").start().wait()
        take_in(node.port)
        ledger = Ledger([node.port])
        ledger.begin(4)
        time.sleep(3)
        with open(os.path.join(disk, "filler"), "wb") as filler:
            try:
                while True:
                    filler.write(b"\0" * (1 << 20))
                    filler.flush()
            except OSError:
                pass
        refused = ledger.refused
        until(lambda: ledger.refused > refused + 3, 90, "writes are refused")
        full = len(ledger.answered)
        os.remove(os.path.join(disk, "filler"))
        if database.process.poll() is not None:
            # PostgreSQL itself ends where its log has no room.
            database.start()
        until(lambda: len(ledger.answered) > full + 3, 90, "answers go on")
        ledger.end()
        until(lambda: database.sql("select count(*) from messages where status = 'streaming'") == "0", 60, "everything has ended")
        wrong = ledger.check(node.port)
        assert not wrong, wrong[:5]
        return ledger.told() + "; 0 wrong"
    finally:
        for process in rig.running:
            if process.poll() is None and process not in before:
                process.kill()
                process.wait()
        subprocess.run(["umount", "-l", disk])


def networks(rig):
    """A client behind a slow link, and one whose link is cut without a word, in a namespace of its own."""
    space, here, there = "stet-fire", "10.231.77.1", "10.231.77.2"
    run = lambda *words, check=True: subprocess.run(words, check=check, capture_output=True, text=True)
    inside = lambda *words: run("ip", "netns", "exec", space, *words)
    if os.geteuid() or shutil.which("ip") is None or run("ip", "netns", "add", space, check=False).returncode:
        return "skipped: no network namespace may be made here"
    try:
        run("ip", "link", "add", "stet-fire0", "type", "veth", "peer", "name", "stet-fire1", "netns", space)
        run("ip", "addr", "add", here + "/30", "dev", "stet-fire0")
        run("ip", "link", "set", "stet-fire0", "up")
        inside("ip", "addr", "add", there + "/30", "dev", "stet-fire1")
        inside("ip", "link", "set", "stet-fire1", "up")
        database = Cluster(rig, "far").make()
        model = Model(0.02)
        key = "a key of the fire %d" % os.getpid()
        far = Node(rig, "far-node", DATABASE_URL=database.url(), OPENAI_BASE_URL=model.url, STET_MODEL_LAYER="false", STET_HOST=here, STET_API_KEY=key,
                   STET_PATIENCE_SECONDS=str(PATIENCE))
        far.key = {"authorization": "Bearer " + key}
        far.start()
        get = lambda path: ask(far.port, "GET", path, host=here, headers=far.key)
        until(lambda: get("/readyz")[0] == 200, 90, "the node is ready")
        # A link of 64 kbit/s with a queue of half a second.
        for side in (["ip", "netns", "exec", space, "tc", "qdisc", "add", "dev", "stet-fire1"], ["tc", "qdisc", "add", "dev", "stet-fire0"]):
            run(*side, "root", "tbf", "rate", "64kbit", "burst", "4kb", "latency", "500ms")
        client = [sys.executable, os.path.abspath(__file__), "--read", here, str(far.port), key]
        begun = time.time()
        told = json.loads(inside(*client, "slow").stdout)
        slow = time.time() - begun
        stored = get("/api/chats/slow")[1]["messages"][-1]
        assert text_of(stored) == told["text"] and stored["metadata"]["status"] == "complete", (told, stored)
        # Cut in the middle: the answer is written to its end, and the connection does not stay.
        reading = subprocess.Popen(["ip", "netns", "exec", space, *client, "cut"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until(lambda: get("/api/chats/cut")[0] == 200, 30, "the answer has begun")
        run("ip", "link", "set", "stet-fire0", "down")
        begun = time.time()
        count = lambda: database.sql("select count(*) from messages m join conversations c on c.id = m.conversation_id where c.client_id = 'cut' and m.status = 'complete'")
        until(lambda: count() == "1", 60, "the answer is written to its end")
        sockets = lambda: run("ss", "-Htn", "state", "established", "dst", there).stdout.strip()
        until(lambda: not sockets(), PATIENCE * 2 + 30, "nothing is kept open for who is gone")
        gone = time.time() - begun
        reading.kill()
        reading.wait()
        return "read whole over 64 kbit/s in %.1f s; behind a cut link the answer is whole and the connection gone after %.1f s" % (slow, gone)
    finally:
        subprocess.run(["ip", "netns", "del", space])
        subprocess.run(["ip", "link", "del", "stet-fire0"], stderr=subprocess.DEVNULL)


def silent_database(rig):
    """A database that stops without closing its connections. For five seconds in the middle of answers: no answer is cut. For longer:
    requests are refused soon, and go on when it does."""
    database = Cluster(rig, "silent").make()
    quiet_model = Model(0.02)
    quiet = Node(rig, "quiet", DATABASE_URL=database.url(), OPENAI_BASE_URL=quiet_model.url, STET_MODEL_LAYER="false").start().wait()
    take_in(quiet.port)

    def everyone(what):
        children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(database.process.pid)], capture_output=True, text=True).stdout.split()
        for pid in (database.process.pid, *map(int, children)):
            os.kill(pid, what)

    told, count = [], scaled(20, 200)
    # Half of an answer's two seconds are over when it stops.
    quiet_model.pause = 0.1
    readers = [threading.Thread(target=lambda at=at: told.append(stream(quiet.port, "pause%d" % at))) for at in range(count)]
    for reader in readers:
        reader.start()
    time.sleep(1)
    everyone(signal.SIGSTOP)
    time.sleep(5)
    everyone(signal.SIGCONT)
    for reader in readers:
        reader.join(60)
    assert len(told) == count and all(told), "%d of %d whole" % (len(told), count)
    quiet_model.pause = 0.02
    ledger = Ledger([quiet.port])
    ledger.begin(4)
    time.sleep(2)
    everyone(signal.SIGSTOP)
    begun = time.time()
    until(lambda: ask(quiet.port, "GET", "/api/sources", timeout=15)[0] == 503, 30, "requests are refused")
    refused = time.time() - begun
    begun = time.time()
    assert ask(quiet.port, "GET", "/api/sources", timeout=15)[0] == 503 and ask(quiet.port, "GET", "/healthz")[0] == 200
    at_once = time.time() - begun
    everyone(signal.SIGCONT)
    before = len(ledger.answered)
    until(lambda: len(ledger.answered) > before + 3, 60, "answers go on")
    ledger.end()
    until(lambda: database.sql("select count(*) from messages where status = 'streaming'") == "0", 60, "everything has ended")
    wrong = ledger.check(quiet.port)
    assert not wrong, wrong[:5]
    return "%d answers whole over a silence of 5 s; refused after %.1f s, then within %d ms; %s; 0 wrong" % (count, refused, at_once * 1e3, ledger.told())


def main(wanted):
    failed = 0

    def part(name, what):
        nonlocal failed
        if wanted and name not in wanted:
            return
        begun = time.time()
        try:
            told = what()
        except Exception as fault:
            failed += 1
            told = "FAILED: %r" % fault
        print("%-16s %s (%d s)" % (name, told, time.time() - begun), flush=True)

    with Rig() as rig:
        if not wanted or set(wanted) & {"slowloris", "stalled", "flood", "bombs", "large"}:
            database = Cluster(rig, "database").make()
            model = Model(0.01)
            more = {"DATABASE_URL": database.url(), "OPENAI_BASE_URL": model.url, "STET_MODEL_LAYER": "false", "STET_PATIENCE_SECONDS": str(PATIENCE)}
            fired = Node(rig, "fired", **more).start().wait()
            fired.key = {}
            take_in(fired.port)
            for attack in (slowloris, flood, large, bombs):
                part(attack.__name__, lambda attack=attack: attack(fired))
            talks = Model(0.0005, turns=scaled(300, 1500))
            patient = Node(rig, "patient", **{**more, "OPENAI_BASE_URL": talks.url}).start().wait()
            patient.key = {}
            part("stalled", lambda: stalled(patient))
        part("silent_database", lambda: silent_database(rig))
        part("full_disk", lambda: full_disk(rig))
        part("networks", lambda: networks(rig))
    return 1 if failed else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--read"]:
        _, _, host, port, key, chat = sys.argv
        parts = stream(int(port), chat, host, {"authorization": "Bearer " + key}, has_sources=False)
        print(json.dumps({"text": said(parts)}))
    else:
        stet()
        sys.exit(main(sys.argv[1:]))
