#!/bin/sh
# Three workspaces behind one pgbouncer in transaction mode with three connections, asked by 200 clients at once: each is told what is its
# own and nothing else. REQUESTS=3000 (default), AT_ONCE=200. Skips where there is no pgbouncer of 1.21 or newer (PGBOUNCER names one).
exec python3 "$(dirname "$0")/pgbouncer.py" "$@"
