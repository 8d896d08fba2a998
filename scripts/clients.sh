#!/usr/bin/env bash
# Programs that people already use, from their packages, against servers of this build with scripted models: OpenAI and
# MCP clients in JavaScript and Python, the language client of VS Code, a page of another origin in a browser, and what
# reads the reports of the command line and the graph. Packages that cannot be had are named and skipped. CLIENTS=all takes
# the large ones as well (10 GB, some minutes): code-server with our extension, Open WebUI, coding agents, Neovim, Emacs.
set -euo pipefail
cd "$(dirname "$0")/.."
export SQLX_OFFLINE=true
# What the tests have built, where STET names it.
[ -n "${STET:-}" ] || cargo build --locked --quiet --bin stet --example scripted_model
bin=$(realpath "${CARGO_TARGET_DIR:-target}")/debug
STET=$(realpath "${STET:-$bin/stet}")
export STET
data=$(mktemp -d)
chmod 755 "$data"
processes=()
finish() {
    kill "${processes[@]}" 2>/dev/null || true
    wait 2>/dev/null || true
    rm -rf "$data"
}
trap finish EXIT
model_port=$(scripts/ports.sh 11)
"$bin/examples/scripted_model" "$model_port" 5 >"$data/model.log" 2>&1 &
processes+=($!)
cat >"$data/library.txt" <<'TEXT'
The library opens at nine in the morning and closes at six in the evening.

Students may borrow five books for two weeks.

도서관은 오전 아홉 시에 문을 연다. 학생은 책을 다섯 권까지 두 주 동안 빌릴 수 있다.
TEXT

echo 'Employees are granted 15 days of paid leave. 직원에게 연 15일의 유급 휴가를 준다.' >"$data/leave.txt"

serve() { # model, port: serves with its own data, and takes the texts in
    OPENAI_BASE_URL=http://127.0.0.1:$model_port/v1 OPENAI_MODEL=$1 STET_DATA_DIR=$data/$1 \
        "$STET" serve --port "$2" >"$data/$1.log" 2>&1 &
    processes+=($!)
    for _ in $(seq 300); do
        curl -sf "http://127.0.0.1:$2/readyz" >/dev/null 2>&1 && break
        kill -0 "${processes[-1]}" 2>/dev/null || { cat "$data/$1.log"; exit 1; }
        sleep 0.2
    done
    curl -sf -F "file=@$data/library.txt" -F "file=@$data/leave.txt" "http://127.0.0.1:$2/api/sources" >/dev/null
    for _ in $(seq 300); do
        [ "$(curl -sf "http://127.0.0.1:$2/api/sources" | grep -o '"ready"' | wc -l)" = 2 ] && return
        sleep 0.2
    done
    echo "the texts were not taken in: $1" >&2
    exit 1
}

port=$((model_port + 1)) busy=$((model_port + 2)) fabricating=$((model_port + 10))
serve grounded $port
serve busy $busy
serve fabricating $fabricating
url=http://127.0.0.1:$port
# What `stet mcp` shares with the first server.
export STET_DATA_DIR=$data/grounded OPENAI_BASE_URL=http://127.0.0.1:$model_port/v1 OPENAI_MODEL=grounded
status=0
failed() { # what
    echo "FAILED: $1" >&2
    status=1
}
missing() { # what cannot be had
    echo "skipped: $1" >&2
}

if scripts/npm.sh tests/clients; then
    (cd tests/clients && node openai.mjs "$url" "http://127.0.0.1:$busy" "http://127.0.0.1:$fabricating") || failed 'OpenAI clients in JavaScript'
    (cd tests/clients && node requests.mjs "$url") || failed 'what chat clients and coding agents send'
    (cd tests/clients && node mcp.mjs "$url") || failed 'the MCP client in JavaScript'
    (cd tests/clients && node lsp.mjs) || failed 'the language client of VS Code'
    (cd tests/clients && node oidc.mjs $((busy + 1))) || failed 'signing in through an OpenID Connect provider'
    if [ -n "${CHROMIUM:-$(command -v chromium chromium-browser google-chrome)}" ]; then
        (cd tests/clients && node browser.test.mjs $((busy + 4))) || failed 'pages of another origin in a browser'
    else
        missing 'pages of another origin: no Chromium (Debian: chromium; CHROMIUM names one)'
    fi
else
    missing 'the npm packages of tests/clients cannot be installed (is the registry reachable?)'
fi

if scripts/npm.sh editors; then
    (cd editors && npm run --silent check && STET_URL=$url npm test --silent) || failed 'the extension for VS Code and the plugin for Obsidian'
else
    missing 'the npm packages of editors cannot be installed'
fi
[ "${CLIENTS:-}" != all ] || . scripts/clients-all.sh

venv=${STET_CLIENTS_VENV:-.tools/clients}
python() { "$venv/bin/python" -W ignore "$@"; }
if [ -x "$venv/bin/python" ] || python3 -m venv "$venv"; then
    if python -m pip install --quiet --disable-pip-version-check -r tests/clients/requirements.txt; then
        STET_URL=$url STET_BUSY_URL=http://127.0.0.1:$busy STET_FABRICATING_URL=http://127.0.0.1:$fabricating \
            python tests/clients/openai_clients.py \
            || failed 'OpenAI clients in Python'
        STET_URL=$url python tests/clients/mcp_client.py || failed 'the MCP client in Python'
        python tests/clients/formats.py || failed 'reports for other programs'
        STET_URL=$url python tests/clients/graph.py || failed 'the graph in NetworkX'
    else
        missing 'the packages of tests/clients/requirements.txt cannot be installed (is the registry reachable?)'
    fi
else
    missing 'Python has no venv (Debian: python3-venv)'
fi
[ "$status" = 0 ] || tail -n 40 "$data/grounded.log"
exit "$status"
