"""Kills the primary under load and promotes the replica, ROUNDS times. See failover.sh."""

import os
import sys
import time

from rig import Cluster, Ledger, Model, Node, Pooler, Rig, ask, pgbouncer, stet, take_in, until

ROUNDS, WORKERS = int(os.environ.get("ROUNDS", "1")), int(os.environ.get("WORKERS", "8"))
# off: as PostgreSQL is out of the box, where the replica may miss what was acknowledged in the last moments.
SYNC = os.environ.get("SYNC", "on") == "on"


def turn(at):
    with Rig() as rig:
        sync = ["synchronous_commit=%s" % ("on" if SYNC else "local")]
        primary = Cluster(rig, "primary", sync).make()
        replica = Cluster(rig, "replica", sync).follow(primary)
        if SYNC:
            primary.sql("alter system set synchronous_standby_names = 'ANY 1 (replica)'")
            primary.sql("select pg_reload_conf()")
            until(lambda: primary.sql("select count(*) from pg_stat_replication where sync_state = 'quorum'") == "1", 30, "the replica is waited for")
        model = Model(0.02)
        addresses = primary.url() + "," + replica.url()
        more = {"OPENAI_BASE_URL": model.url, "STET_MODEL_LAYER": "false"}
        pooler = Pooler(rig, primary) if pgbouncer() else None
        # One node knows both addresses, the other the pooler's alone.
        first = Node(rig, "first", DATABASE_URL=addresses, STET_READ_DATABASE_URL=replica.url(), **more).start().wait()
        through = {"DATABASE_URL": pooler.url(), "STET_DIRECT_DATABASE_URL": addresses} if pooler else {"DATABASE_URL": addresses}
        second = Node(rig, "second", STET_READ_DATABASE_URL=replica.url(), **more, **through).start().wait()
        take_in(first.port)
        # What one node has taken in the other finds at once, wherever it reads.
        read = lambda: int(replica.sql("select coalesce(sum(idx_scan), 0) from pg_stat_user_indexes where relname = 'rag_chunks'"))
        before = read()
        for number in range(5):
            word = "quodlibet%d" % number
            take_in(second.port, "w%d.txt" % number, "The word %s stands here.\n" % word)
            found = ask(first.port, "POST", "/api/search", {"query": word})[1]["hits"]
            assert any(word in hit["content"] for hit in found), (word, found)
        until(lambda: read() > before, 15, "searches reach the replica")
        # A replica that stands still is left out, and found again once it goes on.
        replica.sql("select pg_wal_replay_pause()")
        take_in(second.port, "still.txt", "The word stillstand is here.\n")
        found = ask(first.port, "POST", "/api/search", {"query": "stillstand"})[1]["hits"]
        assert any("stillstand" in hit["content"] for hit in found), found
        replica.sql("select pg_wal_replay_resume()")
        before = read()
        until(lambda: ask(first.port, "POST", "/api/search", {"query": "stillstand"})[0] == 200 and read() > before, 30, "searches reach the replica again")
        ledger = Ledger([first.port, second.port], seed=at)
        ledger.begin(WORKERS)
        time.sleep(4 + at % 3)
        killed = time.time()
        primary.kill()
        # Whoever watches over the servers takes a moment.
        time.sleep(1)
        replica.promote()
        if pooler:
            pooler.move(replica)
        before = len(ledger.answered)
        until(lambda: len(ledger.answered) > before, 60, "answers go on")
        back = time.time() - killed
        time.sleep(5)
        ledger.end()
        # What the killed primary cut off is ended by then.
        until(lambda: replica.sql("select count(*) from messages where status = 'streaming'") == "0", 60, "everything has ended")
        lost = ledger.check(first.port)
        print("round %d (%s, %s): %s; whole answers again %.1f s after the kill; %d wrong" % (
            at + 1, "synchronous" if SYNC else "asynchronous", "pgbouncer and addresses" if pooler else "addresses alone: no pgbouncer of 1.21 or newer",
            ledger.told(), back, len(lost)), flush=True)
        for line in lost[:20]:
            print("  " + line)
        assert len(ledger.answered) > 5 and any(told["decided"] for told in ledger.drafts.values()), "too little was acknowledged"
        return len(lost)


if __name__ == "__main__":
    stet()
    sys.exit(1 if sum(turn(at) for at in range(ROUNDS)) and SYNC else 0)
