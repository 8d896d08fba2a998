"""Every query of docs/grafana.json, asked of a real Prometheus that scrapes a node which has answered, revised and refused. A query that
Prometheus cannot read, or that finds nothing where there is something, is wrong. (No Grafana draws it here.)"""

import json
import os
import re
import shutil
import sys
import time
import urllib.parse

from rig import DRAFT, ROOT, Cluster, Model, Node, Rig, ask, free_port, skip, take_in, until

program = shutil.which("prometheus") or skip("prometheus is missing: install the package prometheus")


def main():
    with open(os.path.join(ROOT, "docs/grafana.json")) as file:
        board = json.load(file)
    queries = [(panel["title"], target["expr"]) for panel in board["panels"] for target in panel.get("targets", [])]
    assert queries
    with Rig() as rig:
        database, model, port = Cluster(rig, "database").make(), Model(0.01), free_port()
        node = Node(rig, "node", DATABASE_URL=database.url(), OPENAI_BASE_URL=model.url, STET_MODEL_LAYER="false").start().wait()
        scrape = {"global": {"scrape_interval": "1s"}, "scrape_configs": [{"job_name": "stet", "static_configs": [{"targets": ["127.0.0.1:%d" % node.port]}]}]}
        with open(rig.path("prometheus.yml"), "w") as file:
            json.dump(scrape, file)
        rig.run([program, "--config.file=" + rig.path("prometheus.yml"), "--storage.tsdb.path=" + rig.path("tsdb"), "--web.listen-address=127.0.0.1:%d" % port], "prometheus")
        take_in(node.port)
        for turn in range(6):
            body = {"id": "c%d" % turn, "message": {"id": "u%d" % turn, "role": "user", "parts": [{"type": "text", "text": "When does the library of the museum open?"}]}}
            ask(node.port, "POST", "/api/chat", body)
            draft = ask(node.port, "POST", "/api/drafts", {"title": "t", "text": DRAFT})[1]
            ask(node.port, "POST", "/api/drafts/%s/revise" % draft["id"], {"instruction": "Use simple words.", "baseRevision": 1})
            ask(node.port, "POST", "/api/drafts/%s/patches/decide" % draft["id"], {"action": "accept", "all": True, "baseRevision": 1})
            ask(node.port, "GET", "/api/chats/none")
            time.sleep(1.5)
        get = lambda expr: ask(port, "GET", "/api/v1/query?query=" + urllib.parse.quote(expr))
        until(lambda: get("stet_answers_total")[1]["data"]["result"], 30, "a scrape")
        bad, empty = 0, []
        for title, expr in queries:
            plain = re.sub(r"\$__rate_interval|\$__interval|\$__range", "1m", expr)
            status, told = get(re.sub(r"\$\{?\w+(:\w+)?\}?", ".*", plain))
            if status != 200 or told["status"] != "success":
                bad += 1
                print("  cannot be read: %s: %s: %s" % (title, expr, told))
            elif not told["data"]["result"]:
                empty.append(title)
        print("%d queries, %d cannot be read; without a result here: %s" % (len(queries), bad, ", ".join(empty) or "none"))
        return 1 if bad or len(empty) == len(queries) else 0


if __name__ == "__main__":
    sys.exit(main())
