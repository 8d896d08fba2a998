"""Whether workspaces stay apart where connections are lent for one transaction. See pgbouncer.sh."""

import collections
import json
import os
import random
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from rig import Cluster, Model, Node, Pooler, Rig, ask, pgbouncer, skip, stet, until

REQUESTS, AT_ONCE = int(os.environ.get("REQUESTS", "3000")), int(os.environ.get("AT_ONCE", "200"))
MARKS = ["zephyrquartz", "mercurylake", "호랑나비숲"]


def as_json(key, more=None):
    return {"authorization": "Bearer " + key, **(more or {})}


def fill(port, key, mark):
    """A source, a draft and a conversation that say the workspace's word. Gives their ids."""
    edge = b"a1b2c3"
    text = "The library of %s opens at nine in the morning. %s의 도서관은 아홉 시에 연다.\n" % (mark, mark)
    body = (b"--" + edge + b'\r\ncontent-disposition: form-data; name="file"; filename="' + mark.encode() + b'.txt"\r\n\r\n' + text.encode()
            + b"\r\n--" + edge + b"--\r\n")
    status, told = ask(port, "POST", "/api/sources", body, headers=as_json(key, {"content-type": "multipart/form-data; boundary=a1b2c3"}))
    assert status == 202, told
    sources = lambda: ask(port, "GET", "/api/sources", headers=as_json(key))[1]["sources"]
    until(lambda: sources() and sources()[0]["status"] == "ready", 120, mark + " is ready")
    status, draft = ask(port, "POST", "/api/drafts", {"title": mark, "text": mark + " opens at nine."}, headers=as_json(key))
    assert status == 201, draft
    message = {"id": mark, "role": "user", "parts": [{"type": "text", "text": "When does the library of %s open?" % mark}]}
    status, told = ask(port, "POST", "/api/chat", {"id": "same-name", "trigger": "submit-message", "messages": [message]}, headers=as_json(key), timeout=60)
    assert status == 200 and mark in str(told), told
    chunk = ask(port, "POST", "/api/search", {"query": mark}, headers=as_json(key))[1]["hits"][0]["id"]
    return {"source": sources()[0]["id"], "draft": draft["id"], "chunk": chunk}


def main():
    if not pgbouncer():
        skip("no pgbouncer of 1.21 or newer: PGBOUNCER names one")
    with Rig() as rig:
        cluster = Cluster(rig, "database").make()
        cluster.sql("create extension vector")
        pooler = Pooler(rig, cluster)
        model = Model(0.0)
        node = Node(rig, "node", DATABASE_URL=pooler.url(), STET_DIRECT_DATABASE_URL=cluster.url(), OPENAI_BASE_URL=model.url,
                    STET_MODEL_LAYER="false", STET_DATABASE_CONNECTIONS="24", STET_REQUESTS_PER_MINUTE="0").start().wait()
        port = node.port
        status, owner = ask(port, "POST", "/api/keys", {"name": "owner", "scope": "admin"})
        assert status == 201, owner
        keys, things = [owner["key"]], []
        for mark in MARKS[1:]:
            status, room = ask(port, "POST", "/api/workspaces", {"name": mark}, headers=as_json(keys[0]))
            assert status == 201, room
            status, made = ask(port, "POST", "/api/keys", {"name": mark, "scope": "write", "workspace": room["id"]}, headers=as_json(keys[0]))
            assert status == 201, made
            keys.append(made["key"])
        for key, mark in zip(keys, MARKS):
            things.append(fill(port, key, mark))
        counts, wrong = collections.Counter(), []

        def one(number):
            rng = random.Random(number)
            own = rng.randrange(3)
            other = (own + rng.randrange(1, 3)) % 3
            mine, theirs, key = MARKS[own], things[other], keys[own]
            # Status that is right, and whether the own word has to be told.
            kinds = {
                "search": ("POST", "/api/search", {"query": "when does the library open"}, 200, True),
                "sources": ("GET", "/api/sources", None, 200, True),
                "drafts": ("GET", "/api/drafts", None, 200, True),
                "chats": ("GET", "/api/chats/same-name", None, 200, True),
                "their draft": ("GET", "/api/drafts/" + theirs["draft"], None, 404, False),
                "their source": ("GET", "/api/sources/" + theirs["source"], None, 404, False),
                "their passage": ("GET", "/api/chunks/" + theirs["chunk"], None, 404, False),
                "their export": ("GET", "/api/drafts/%s/export?format=docx" % theirs["draft"], None, 404, False),
                "filtered": ("POST", "/api/search", {"query": "library", "filter": {"sourceIds": [theirs["source"]]}}, 200, False),
                "save": ("PUT", "/api/drafts/" + things[own]["draft"], {"baseRevision": 1, "title": mine}, 200, True),
            }
            kind = rng.choice(list(kinds))
            method, path, body, right, told_own = kinds[kind]
            for _ in range(60):
                status, told = ask(port, method, path, body, timeout=60, headers=as_json(key))
                if status != 503:
                    break
                # Busy: it is told to come back.
                counts["told to come back"] += 1
                time.sleep(0.2)
            text = json.dumps(told, ensure_ascii=False)
            counts[kind] += 1
            if status != right or any(mark in text for mark in MARKS if mark != mine) or (told_own and mine not in text):
                wrong.append((kind, own, status, text[:300]))

        begun = time.time()
        with ThreadPoolExecutor(AT_ONCE) as pool:
            list(pool.map(one, range(REQUESTS)))
        took = time.time() - begun
        shown = ", ".join("%s %d" % pair for pair in sorted(counts.items()))
        print("%d requests of 3 workspaces, %d at once, through 3 connections of pgbouncer in %.0f s (%s): %d wrong" % (
            REQUESTS, AT_ONCE, took, shown, len(wrong)))
        for line in wrong[:20]:
            print("  ", line)
        return 1 if wrong else 0


if __name__ == "__main__":
    stet()
    sys.exit(main())
