#!/usr/bin/env bash
# The tour in a browser, and the real clients of the wire, against a server of this build with a scripted model.
set -euo pipefail
cd "$(dirname "$0")/.."
export SQLX_OFFLINE=true
# What the tests have built, where STET names it.
[ -n "${STET:-}" ] || cargo build --locked --quiet --bin stet --example scripted_model
bin=${CARGO_TARGET_DIR:-target}/debug
data=$(mktemp -d)
chmod 755 "$data"
model_port=$(scripts/ports.sh 2)
port=$((model_port + 1))
finish() {
    kill "${server:-}" "${model:-}" 2>/dev/null || true
    wait 2>/dev/null || true
    rm -rf "$data"
}
trap finish EXIT
"$bin/examples/scripted_model" "$model_port" 5 >"$data/model.log" 2>&1 &
model=$!
OPENAI_BASE_URL=http://127.0.0.1:$model_port/v1 OPENAI_MODEL=grounded \
    "${STET:-$bin/stet}" --data-dir "$data/stet" serve --port "$port" >"$data/stet.log" 2>&1 &
server=$!
for _ in $(seq 300); do
    curl -sf "http://127.0.0.1:$port/readyz" >/dev/null 2>&1 && break
    kill -0 "$server" 2>/dev/null || { cat "$data/stet.log"; exit 1; }
    sleep 0.2
done
status=0
(cd web && STET_BASE_URL=http://127.0.0.1:$port ARTIFACTS=${ARTIFACTS:-../artifacts} npm run --silent e2e) || status=$?
(cd tests/clients && node --experimental-websocket check.mjs --live "http://127.0.0.1:$port") || status=$?
[ "$status" = 0 ] || tail -n 40 "$data/stet.log"
exit "$status"
