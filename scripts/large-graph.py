#!/usr/bin/env python3
"""How long a search by the graph takes where the graph is large, beside a plain search in the same run:

    scripts/large-graph.py http://127.0.0.1:8000 'host=/path/to/socket user=stet dbname=stet' [--fill]

against a running server whose database has many passages (examples/scale.rs fills one) and which nobody else needs: with --fill its
graph is replaced by a made one of 100,000 entities and 500,000 relations, ten of which everything speaks of. `psql` is found by
STET_POSTGRES_DIR or PATH. A table of milliseconds, modes and routes asked in turn, and what each takes of a plain search.
"""

import json
import os
import random
import statistics
import subprocess
import sys
import time
import urllib.parse
import urllib.request

QUESTIONS = 100
FILL = r"""
set synchronous_commit = off;
select id as workspace from workspaces limit 1 \gset
truncate graph_entities, graph_relations, graph_evidence, graph_themes, graph_theme_passages, graph_changes;
create temp table passages as select id, (row_number() over (order by id))::int - 1 as at, content from rag_chunks where term_count > 0;
create index on passages (at);
select count(*) as passages from passages \gset
insert into graph_entities (id, workspace_id, key, name, kind, description, aliases, words, passage_count)
select gen_random_uuid(), :'workspace', lower(w1 || w2 || i), w1 || ' ' || w2 || ' ' || i, 'name', '', '{}',
    array[lower(w1), lower(w2), i::text], 0
from (
    select i, split_part(content, ' ', 2 + i % 40) as w1, split_part(content, ' ', 3 + i % 40) as w2
    from generate_series(0, 99999) i join passages p on p.at = (i * 7919) % :passages
) n;
create temp table numbered as
    select id, substring(name from '\d+$')::int as i from graph_entities;
create index on numbered (i);
-- Three passages each; ten of them everywhere.
insert into graph_evidence (chunk_id, workspace_id, entity_id)
select p.id, :'workspace', n.id from numbered n cross join generate_series(0, 2) k
join passages p on p.at = ((n.i::bigint * 7919 + k * 104729) % :passages)::int;
insert into graph_evidence (chunk_id, workspace_id, entity_id)
select p.id, :'workspace', n.id from numbered n join passages p on p.at % 5 = n.i % 5 where n.i < 10;
-- Five relations each, half of them with the first thousand.
insert into graph_relations (id, workspace_id, source_id, target_id, label)
select gen_random_uuid(), :'workspace', a.id, b.id,
    (array['part_of', 'refers_to', 'defines', 'speaks_of', 'with'])[1 + k]
from numbered a cross join generate_series(0, 4) k
join numbered b on b.i = case when (a.i + k) % 2 = 0 then (a.i * 31 + k * 17) % 1000 else ((a.i::bigint * 6151 + k * 50021) % 100000)::int end
where a.id <> b.id
on conflict do nothing;
insert into graph_evidence (chunk_id, workspace_id, relation_id)
select p.id, :'workspace', r.id
from (select id, (row_number() over (order by id))::bigint as at from graph_relations) r
join passages p on p.at = ((r.at * 7919) % :passages)::int;
update graph_entities e set passage_count = (select count(*) from graph_evidence g where g.entity_id = e.id);
update rag_documents set graph_version = 1000000;
insert into graph_changes (workspace_id, changed_at) values (:'workspace', now());
analyze graph_entities, graph_relations, graph_evidence;
select (select count(*) from graph_entities) || ' entities, ' || (select count(*) from graph_relations) || ' relations, '
    || (select count(*) from graph_evidence) || ' times said, ' || :passages || ' passages';
"""


def psql(connection, sql):
    folder = os.environ.get("STET_POSTGRES_DIR")
    program = f"{folder}/bin/psql" if folder else "psql"
    done = subprocess.run([program, connection, "-qAt", "-v", "ON_ERROR_STOP=1"], input=sql, text=True, capture_output=True)
    if done.returncode:
        sys.exit(done.stderr)
    return done.stdout.strip()


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    base, connection = sys.argv[1:3]
    if "--fill" in sys.argv:
        begun = time.time()
        print(psql(connection, FILL), f"in {time.time() - begun:.0f} s")
    random.seed(5)
    rows = psql(connection, "select id || '|' || regexp_replace(name, '\\s+', ' ', 'g') from graph_entities order by md5(key) limit 100;").splitlines()
    entities = [row.split("|", 1) for row in rows]

    def get(path, **query):
        with urllib.request.urlopen(f"{base}{path}?{urllib.parse.urlencode(query)}") as response:
            return json.load(response)

    def search(mode):
        def ask(entity, name):
            body = json.dumps({"query": f"What is said of {name}?", "mode": mode}).encode()
            request = urllib.request.Request(base + "/api/search", body, {"content-type": "application/json"})
            with urllib.request.urlopen(request) as response:
                return json.load(response)["mode"]

        return ask

    ways = {f"search, {mode}": search(mode) for mode in ["naive", "auto", "local", "global", "hybrid", "mix"]}
    ways["entities by words"] = lambda entity, name: get("/api/graph/entities", query=name)
    ways["entities by one word"] = lambda entity, name: get("/api/graph/entities", query=name.split()[0])
    ways["entities, all"] = lambda entity, name: get("/api/graph/entities")
    ways["neighbourhood, two steps"] = lambda entity, name: get("/api/graph/neighbourhood", entity=entity, depth=2)
    ways["themes by words"] = lambda entity, name: get("/api/graph/themes", query=name)
    times = {way: [] for way in ways}
    for entity, name in entities[:5]:
        for ask in ways.values():
            ask(entity, name)
    for entity, name in entities[:QUESTIONS]:
        for way, ask in ways.items():
            begun = time.perf_counter()
            ask(entity, name)
            times[way].append((time.perf_counter() - begun) * 1000)
    plain = statistics.median(times["search, naive"])
    print("| | p50 ms | p95 ms | of a plain search |\n|---|---:|---:|---:|")
    for way, taken in times.items():
        taken.sort()
        middle = statistics.median(taken)
        print(f"| {way} | {middle:.1f} | {taken[int(len(taken) * 0.95)]:.1f} | {middle / plain:.2f} |")


main()
