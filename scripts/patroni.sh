#!/bin/sh
# Two nodes on three PostgreSQL servers under Patroni with etcd; the leader's machine is killed under load and comes back as a replica.
# Everything that was acknowledged has to be there afterwards. ROUNDS=3, WORKERS=8. Debian has both: patroni, etcd-server.
exec python3 "$(dirname "$0")/patroni.py" "$@"
