#!/usr/bin/env bash
# Takes the picture of the page that README shows (docs/page.png), with the program of the variable STET and Chromium.
set -euo pipefail
cd "$(dirname "$0")/.."
stet=$(realpath "${STET:-${CARGO_TARGET_DIR:-target}/debug/stet}")
data=$(mktemp -d)
chmod 755 "$data"
finish() {
    kill "${server:-}" 2>/dev/null || true
    wait 2>/dev/null || true
    rm -rf "$data"
}
trap finish EXIT
port=$(scripts/ports.sh 1)
STET_EMBEDDINGS=hashing "$stet" --data-dir "$data/stet" serve --port "$port" >"$data/log" 2>&1 &
server=$!
for _ in $(seq 300); do
    curl -sf "http://127.0.0.1:$port/readyz" >/dev/null && break
    kill -0 "$server" || { cat "$data/log"; exit 1; }
    sleep 0.2
done
(cd web && node e2e/shot.mjs "http://127.0.0.1:$port" ../docs/page.png)
ls -l docs/page.png
