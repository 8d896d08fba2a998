"""examples/nginx.conf in front of two nodes. See proxy.sh."""

import base64
import http.client
import json
import os
import re
import shutil
import socket
import sys
import time

from rig import ROOT, Cluster, Model, Node, Rig, ask, free_port, judged, said, skip, stet, take_in, text_of, until, upload


def nginx(rig, nodes):
    program = shutil.which("nginx") or shutil.which("/usr/sbin/nginx") or skip("nginx is missing: install the package nginx")
    port = free_port()
    with open(os.path.join(ROOT, "examples/nginx.conf")) as given:
        text = given.read()
    for name, node in zip(("stet-1:8787", "stet-2:8787"), nodes):
        text = text.replace(name, "127.0.0.1:%d" % node.port)
    text = text.replace("listen 8080", "listen 127.0.0.1:%d" % port)
    temporary = "".join("    %s_temp_path %s;\n" % (kind, rig.path(kind)) for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    text = text.replace("http {\n", "http {\n" + temporary)
    # The same below two paths of a larger host: passed on as it is, and taken off.
    for path, given in (("/our/stet/", ""), ("/taken/off/", "/")):
        location = text[text.index("        location / {"):text.index("        }\n", text.index("location / {")) + 10]
        below = location.replace("location / {", "location %s {" % path).replace("http://stet;", "http://stet%s;" % given)
        text = text.replace(location, below + location)
    with open(rig.path("nginx.conf"), "w") as file:
        file.write(text)
    head = "daemon off; pid %s; error_log %s;" % (rig.path("nginx.pid"), rig.path("nginx.error"))
    rig.run([program, "-p", rig.folder, "-c", rig.path("nginx.conf"), "-g", head], "nginx")
    until(lambda: ask(port, "GET", "/healthz")[0] == 200, 20, "nginx is ready")
    return port


def stream(port):
    """An answer through the proxy: between the first and the last word as much time passes as the model takes."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    body = {"id": "unbuffered", "message": {"id": "u", "role": "user", "parts": [{"type": "text", "text": "When does the library of the museum open?"}]}}
    connection.request("POST", "/api/chat", json.dumps(body), {"content-type": "application/json"})
    reply = connection.getresponse()
    assert reply.status == 200, reply.read()
    parts, times = [], []
    for line in reply:
        if line.startswith(b"data: {"):
            parts.append(json.loads(line[6:]))
            if parts[-1]["type"] == "text-delta":
                times.append(time.time())
    spread, apart = times[-1] - times[0], sorted(b - a for a, b in zip(times, times[1:]))
    # Twenty words a tenth of a second apart: what is held back comes in fewer and larger steps.
    assert len(times) > 10 and spread > 1 and apart[len(apart) // 2] > 0.03, (len(times), spread, apart)
    stored = ask(port, "GET", "/api/chats/unbuffered")[1]["messages"][-1]
    assert text_of(stored) == said(parts) and stored["metadata"]["badge"] == judged(parts)[0]
    return "%d pieces over %.1f s, half of them more than %d ms apart" % (len(times), spread, apart[len(apart) // 2] * 1e3)


def websocket(port):
    client = socket.create_connection(("127.0.0.1", port), timeout=20)
    key = base64.b64encode(os.urandom(16)).decode()
    client.sendall(("GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                    "Sec-WebSocket-Key: %s\r\nSec-WebSocket-Protocol: stet\r\n\r\n" % (port, key)).encode())
    head = client.recv(4096)
    assert b" 101 " in head.split(b"\r\n")[0], head
    # A ping with two bytes, masked, is answered with a pong of the same.
    client.sendall(b"\x89\x82\0\0\0\0ok")
    got = b""
    while b"\x8a\x02ok" not in got:
        more = client.recv(4096)
        assert more, got
        got += more
    client.close()
    return "upgraded, a ping is answered"


def below(port):
    """The page and what it is made of, below a path that is passed on and below one that is taken off."""
    for path in ("/our/stet/", "/taken/off/"):
        status, page = ask(port, "GET", path)
        assert status == 200, status
        files = re.findall(r'(?:src|href)="([^"]+)"', page)
        assert files and not any(name.startswith("/") for name in files), files
        bad = [name for name in files if ask(port, "GET", path + name.removeprefix("./"))[0] != 200]
        assert not bad, bad
        assert ask(port, "GET", path + "api/status")[0] == 200
    return "page, files and API below two paths"


def large(port):
    data = b"".join(b"Line %d of a long notice about the museum.\n" % at for at in range(2600000))[:(100 << 20) - 4096]
    begun = time.time()
    status, told = upload(port, "large.txt", data, timeout=300)
    assert status == 202, (status, told)
    took = time.time() - begun
    source = next(source for source in ask(port, "GET", "/api/sources", timeout=60)[1]["sources"] if source["fileName"] == "large.txt")
    status, back = ask(port, "GET", "/api/sources/%s/content" % source["id"], timeout=300)
    assert status == 200 and back.encode() == data, (status, len(back))
    return "%d bytes up in %.1f s, and back the same" % (len(data), took)


def failover(port, nodes):
    """Requests while a node is killed and comes back: none fails but those that it was answering."""
    nodes[0].kill()
    bad = [status for status in (ask(port, "GET", "/api/sources", timeout=30)[0] for _ in range(40)) if status != 200]
    nodes[0].start().wait()
    time.sleep(6)
    nodes[1].kill()
    bad += [status for status in (ask(port, "GET", "/api/sources", timeout=30)[0] for _ in range(40)) if status != 200]
    nodes[1].start().wait()
    assert not bad, bad
    return "80 requests, each node killed once: none failed"


def main():
    with Rig() as rig:
        database, model = Cluster(rig, "database").make(), Model(0.1)
        more = {"DATABASE_URL": database.url(), "OPENAI_BASE_URL": model.url, "STET_MODEL_LAYER": "false", "STET_PUBLIC_PATH": "/our/stet"}
        nodes = [Node(rig, "node%d" % at, **more).start().wait() for at in range(2)]
        port = nginx(rig, nodes)
        take_in(port)
        for what in (stream, websocket, below, lambda port: failover(port, nodes), large):
            print("%-10s %s" % (getattr(what, "__name__").replace("<lambda>", "failover"), what(port)), flush=True)


if __name__ == "__main__":
    stet()
    main()
