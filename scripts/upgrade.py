"""Two versions at once: every statement that the program had at OLD (a commit; default: the newest whose migrations end one before
today's) is prepared against today's schema, which is made by today's migrations over data that was there under the old ones.
A statement that no longer prepares is one that an old node would fail with while the new one runs.

Deeper than a look at the migrations and cheaper than an old program: types and columns are PostgreSQL's own word. It does not show what
a statement means; a column that has come to mean something else passes."""

import glob
import json
import os
import subprocess
import sys

from rig import ROOT, Cluster, Rig, skip


def git(*words):
    return subprocess.run(["git", "-C", ROOT, *words], check=True, capture_output=True, text=True).stdout


def migrations_at(commit):
    return sorted(name for name in git("ls-tree", "--name-only", commit, "migrations/").split() if name.endswith(".sql"))


def before():
    """The newest commit without today's newest migration."""
    now = sorted(os.path.join("migrations", os.path.basename(path)) for path in glob.glob(os.path.join(ROOT, "migrations/*.sql")))
    added = git("log", "--format=%H", "--diff-filter=A", "--", now[-1]).split()
    return added[-1] + "^" if added else "HEAD"


# Rows of every kind that old nodes leave, so that the new migrations meet some.
DATA = """
insert into conversations (id, workspace_id, client_id, title, created_at, updated_at)
  select gen_random_uuid(), id, 'c', 't', now(), now() from workspaces limit 1;
insert into messages (id, workspace_id, conversation_id, role, status, text, metadata, created_at, updated_at)
  select gen_random_uuid(), workspace_id, id, 'user', 'complete', 'words', '{}', now(), now() from conversations;
insert into drafts (id, workspace_id, title, text, revision, created_at, updated_at)
  select gen_random_uuid(), id, 't', 'words', 1, now(), now() from workspaces limit 1;
insert into draft_revisions (draft_id, workspace_id, revision, text, cause, created_at)
  select id, workspace_id, 1, text, 'created', now() from drafts;
"""


def main():
    try:
        old = git("rev-parse", "--verify", (sys.argv[1] if len(sys.argv) > 1 else before()) + "^{commit}").strip()
    except subprocess.CalledProcessError:
        skip("the history of the project is not here")
    with Rig() as rig:
        database = Cluster(rig, "database").make()
        apply = lambda name, text: database.sql("begin; %s; commit" % text)
        known = migrations_at(old)
        for name in known:
            apply(name, git("show", "%s:%s" % (old, name)))
        database.sql(DATA)
        rows = lambda: [database.sql("select count(*) from " + table) for table in ("conversations", "messages", "drafts", "draft_revisions")]
        there = rows()
        new = [path for path in sorted(glob.glob(os.path.join(ROOT, "migrations/*.sql"))) if "migrations/" + os.path.basename(path) not in known]
        for path in new:
            apply(path, open(path).read())
        assert rows() == there, "rows were lost"
        described = [name for name in git("ls-tree", "--name-only", old, ".sqlx/").split()]
        statements, failed = 0, []
        for name in described:
            statement = json.loads(git("show", "%s:%s" % (old, name)))["query"]
            statements += 1
            try:
                # What cannot be prepared (analyze) is run.
                database.sql(statement if statement.lower().startswith("analyze") else "prepare p as " + statement)
            except RuntimeError as fault:
                failed.append((statement, str(fault)))
        for statement, fault in failed:
            print("  %s\n    %s" % (" ".join(statement.split())[:160], fault.strip().splitlines()[0]))
        print("%d statements of %s, %d migrations since (%s): %d fail" % (
            statements, git("rev-parse", "--short", old).strip(), len(new), ", ".join(os.path.basename(p) for p in new) or "none", len(failed)))
        return 1 if failed or not statements else 0


if __name__ == "__main__":
    sys.exit(main())
