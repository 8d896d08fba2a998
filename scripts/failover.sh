#!/bin/sh
# Two nodes, a primary, a replica and, where it is to be had, pgbouncer; the primary is killed under load and the replica
# promoted. Everything that was acknowledged has to be there afterwards. ROUNDS=1 (short), WORKERS=8, SYNC=on.
exec python3 "$(dirname "$0")/failover.py" "$@"
