#!/usr/bin/env python3
"""What an idle WebSocket costs a running server: sockets.py PID PORT [SOCKETS [KEY]].

Opens so many sockets (2,000), reads the server's memory before, with them open and after they closed. The server needs
STET_LIMIT_SOCKETS=0 and `ulimit -n` above twice the number.
"""
import re
import resource
import socket
import sys
import time


def memory(pid):
    with open(f"/proc/{pid}/status") as status:
        return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1])


def open_one(port, key):
    one = socket.create_connection(("127.0.0.1", port))
    shown = f"Authorization: Bearer {key}\r\n" if key else ""
    one.sendall(
        f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n{shown}\r\n".encode()
    )
    answer = one.recv(4096)
    if b" 101 " not in answer:
        sys.exit(answer.decode(errors="replace"))
    return one


def main():
    pid, port = int(sys.argv[1]), int(sys.argv[2])
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 2000
    key = sys.argv[4] if len(sys.argv) > 4 else None
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    open_one(port, key).close()
    time.sleep(1)
    before = memory(pid)
    sockets = [open_one(port, key) for _ in range(count)]
    time.sleep(2)
    opened = memory(pid)
    for one in sockets:
        one.close()
    time.sleep(3)
    print(f"{count} sockets: {(opened - before) / count:.1f} kB each; {memory(pid) - before} kB stay behind {opened - before}")


if __name__ == "__main__":
    main()
