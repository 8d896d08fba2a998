"""Kills at random moments. See kills.sh."""

import collections
import os
import random
import sys
import time

from rig import Cluster, Ledger, Node, Rig, free_port, stet, take_in, until

KILLS, NODES = int(os.environ.get("KILLS", "20")), int(os.environ.get("NODES", "2"))
SEED, WORKERS = int(os.environ.get("SEED", "1")), int(os.environ.get("WORKERS", "6"))
# Kills between two looks at what is there: a look waits until what was cut off counts as abandoned.
ROUND = int(os.environ.get("ROUND", "100"))


class Server:
    """The model or the embedding server, as a process."""

    def __init__(self, rig, name):
        self.rig, self.name, self.port = rig, name, free_port()
        self.url = "http://127.0.0.1:%d/v1" % self.port

    def start(self):
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "rig.py")
        self.process = self.rig.run([sys.executable, script, "model", str(self.port), "0.01"], self.name)
        return self

    def kill(self):
        self.process.kill()
        self.process.wait()


def main():
    chance, told, wrong = random.Random(SEED), collections.Counter(), []
    with Rig() as rig:
        database = Cluster(rig, "database").make()
        model, embedder = Server(rig, "model").start(), Server(rig, "embedder").start()
        environment = {"DATABASE_URL": database.url(), "OPENAI_BASE_URL": model.url, "STET_EMBEDDINGS": "", "OPENAI_EMBEDDING_MODEL": "rig",
                       "OPENAI_EMBEDDING_BASE_URL": embedder.url, "OPENAI_EMBEDDING_DIMENSIONS": "16", "STET_MODEL_FIRST_TOKEN_SECONDS": "5",
                       "STET_MODEL_LAYER": "false", "STET_LOG": "error,sqlx=off"}
        nodes = [Node(rig, "node%d" % at, **environment).start() for at in range(NODES)]
        for node in nodes:
            node.wait()
        take_in(nodes[0].port)
        begun, killed, sums = time.time(), 0, collections.Counter()
        while killed < KILLS:
            ledger = Ledger([node.port for node in nodes], seed=SEED + killed)
            ledger.begin(WORKERS)
            for _ in range(min(ROUND, KILLS - killed)):
                time.sleep(chance.uniform(0.05, 1.0))
                victim = chance.choice(nodes + nodes + [database, model, embedder])
                victim.kill()
                if chance.random() < 0.3:
                    time.sleep(chance.uniform(0, 0.5))
                victim.start()
                told[victim.name] += 1
                killed += 1
            for node in nodes:
                node.wait(restarts=3)
            time.sleep(1)
            ledger.end()
            until(lambda: database.sql("select count(*) from messages where status = 'streaming'") == "0", 90, "everything has ended")
            until(lambda: database.sql("select count(*) from jobs where status in ('queued', 'running')") == "0", 180, "every file is read")
            found = ledger.check(nodes[0].port)
            wrong += found
            sums.update(questions=len(ledger.asked), answers=len(ledger.answered), files=len(ledger.files),
                        revisions=sum(len(d["revisions"]) for d in ledger.drafts.values()), decisions=sum(len(d["decided"]) for d in ledger.drafts.values()))
            print("%d kills (%s) in %d s on %d nodes; acknowledged %s; %d wrong" % (
                killed, ", ".join("%s %d" % pair for pair in sorted(told.items())), time.time() - begun, NODES,
                ", ".join("%d %s" % (count, name) for name, count in sums.items()), len(wrong)), flush=True)
            for line in found[:20]:
                print("  " + line, flush=True)
        if wrong or not all(sums[name] for name in ("questions", "answers", "files", "revisions", "decisions")):
            raise SystemExit(1)


if __name__ == "__main__":
    stet()
    main()
