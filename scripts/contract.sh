#!/usr/bin/env bash
# Holds a running server against its own description: what the schema allows is taken, what it forbids is refused, and
# what comes back is what it says. Schemathesis draws the requests, the same ones every time.
# Needs the program (built by `cargo test`) and `st` of schemathesis, which the first argument names.
set -euo pipefail
cd "$(dirname "$0")/.."
st=$(realpath "$(command -v "${1:-st}")")
config=$PWD/tests/clients/schemathesis.toml
stet=${STET:-${CARGO_TARGET_DIR:-target}/debug/stet}
work=$(mktemp -d)
chmod 755 "$work"
server=
trap '[ -z "$server" ] || { kill "$server" && wait "$server"; } 2>/dev/null; rm -rf "$work"' EXIT

# Keys are among what is made, and once there is one, all requests need one.
key=contract-0123456789abcdef
: >"$work/banner"
env -u OPENAI_BASE_URL -u OPENAI_API_KEY -u DATABASE_URL STET_API_KEY=$key STET_EMBEDDINGS=hashing STET_LANGUAGE=en \
    "$stet" serve --port 0 --data-dir "$work/data" >"$work/banner" 2>"$work/log" &
server=$!
for _ in $(seq 600); do
    address=$(sed -n 's/^Stet .*  \(http:.*\)$/\1/p' "$work/banner")
    [ -n "$address" ] && break
    kill -0 "$server" || { cat "$work/log" >&2; exit 1; }
    sleep 0.2
done
printf 'The library opens at nine in the morning. 도서관은 아홉 시에 연다.\n' >"$work/library.txt"
curl --silent --fail --header "Authorization: Bearer $key" --output /dev/null --form "file=@$work/library.txt" "$address/api/sources"

# Chains of operations (`stateful`) and more examples find what a person has the time to look for.
# It leaves notes where it runs.
cd "$work"
"$st" --config-file "$config" run "$address/openapi.json" --header "Authorization: Bearer $key" --seed 1 --max-examples 2 \
    --phases examples,coverage,fuzzing --continue-on-failure --warnings off --no-color --suppress-health-check all
if grep -a ' ERROR ' "$work/log"; then
    echo 'the server logged errors' >&2
    exit 1
fi
