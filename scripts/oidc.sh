#!/usr/bin/env bash
# People sign in to two nodes of this build through a certified OpenID Connect provider from npm.
set -euo pipefail
cd "$(dirname "$0")/.."
export SQLX_OFFLINE=true
[ -n "${STET:-}" ] || cargo build --locked --quiet --bin stet
export STET=${STET:-$(realpath "${CARGO_TARGET_DIR:-target}")/debug/stet}
cd tests/clients
if ! ../../scripts/npm.sh .; then
    echo 'skipped: the npm packages of tests/clients cannot be installed (is the registry reachable?)' >&2
    exit 0
fi
exec node oidc.mjs "${1:-$((20000 + RANDOM % 20000))}"
