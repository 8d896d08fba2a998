#!/usr/bin/env bash
# The first of some ports in a row on which nobody listens. They lie below those that systems give to connections that
# go out (32768 on Linux, 49152 elsewhere), so that no connection takes one between this look and its use.
set -euo pipefail
count=${1:?how many ports in a row}
for _ in $(seq 50); do
    first=$((20000 + RANDOM % (12700 - count)))
    for port in $(seq "$first" $((first + count - 1))); do
        (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && continue 2
    done
    echo "$first"
    exit
done
echo "no $count free ports in a row between 20000 and 32700" >&2
exit 1
