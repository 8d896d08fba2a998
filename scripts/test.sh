#!/usr/bin/env bash
# Everything that must hold before a change is taken. Parts that cannot run on this machine are counted as skipped,
# with the way to get them; a part that fails does not keep the others from running. What waits for the network or for
# a browser runs beside what computes; each part's output comes in one piece when it has ended.
set -uo pipefail
cd "$(dirname "$0")/.."
export SQLX_OFFLINE=true CARGO_TERM_COLOR=${CARGO_TERM_COLOR:-auto} PYTHONDONTWRITEBYTECODE=1
# The same generated cases in every run, so that a failure belongs to the change; plain `cargo test` draws new ones.
export PROPTEST_RNG_SEED=${PROPTEST_RNG_SEED:-20261121}
target=${CARGO_TARGET_DIR:-target}
told=$(mktemp -d)
trap 'rm -rf "$told"' EXIT
begun=$SECONDS

part() { # name, command …
    local name=$1 started=$SECONDS outcome=passed output
    shift
    output=$(mktemp "$told/output.XXXXXX")
    printf '   %s: begins\n' "$name"
    "$@" >"$output" 2>&1 || outcome=FAILED
    printf '%s\t%d\t%s\n' "$outcome" $((SECONDS - started)) "$name" >>"$told/parts"
    {
        flock 9
        printf '\n== %s\n' "$name"
        cat "$output"
        printf -- '-- %s: %s (%d s)\n' "$name" "$outcome" $((SECONDS - started))
    } 9>"$told/lock"
    [ $outcome = passed ] || grep -E 'panicked at|^error|Error:|^ *not ok|✖' "$output" | cut -c 1-150 | head -n 5 >>"$told/failures"
    [ $outcome = passed ]
}

skip() { # name, why and the way out
    printf 'skipped\t0\t%s\n' "$1" >>"$told/parts"
    printf '\n== %s\n-- %s: skipped: %s\n' "$1" "$1" "$2"
}

root() { if [ "$(id -u)" = 0 ]; then "$@"; elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then sudo "$@"; else return 1; fi; }

# Chromium with Korean fonts, from the system's packages where that is allowed.
browser() {
    command -v chromium >/dev/null || command -v chromium-browser >/dev/null || [ -n "${CHROMIUM:-}" ] && return
    command -v apt-get >/dev/null || return 1
    { root apt-get update -qq && root apt-get install -y -qq --no-install-recommends chromium fonts-noto-cjk; } >/dev/null 2>&1
}

# cargo-deny: an installed one, else built once, unoptimised (a minute and a half).
deny() { command -v cargo-deny >/dev/null || cargo install --quiet --locked --debug cargo-deny@0.20.2; }

# schemathesis, in a Python environment of its own.
contract=$target/tmp/contract
contract_tool() {
    [ -x "$contract/bin/st" ] && return
    { python3 -m venv "$contract" && "$contract/bin/pip" --disable-pip-version-check install --quiet schemathesis==4.32.5; } >/dev/null 2>&1
}

# Programs and libraries that write documents and read them, the latter in a Python environment of their own. What cannot be had makes
# no files, which the comparison says.
corpus=$target/tmp/corpus
corpus_tools() {
    if command -v apt-get >/dev/null && ! { command -v soffice && command -v pandoc && command -v pdftotext; } >/dev/null; then
        { root apt-get update -qq && root apt-get install -y -qq --no-install-recommends libreoffice-writer-nogui libreoffice-calc-nogui \
            pandoc poppler-utils; } >/dev/null 2>&1
    fi
    [ -x "$corpus/bin/pdfplumber" ] && return
    { python3 -m venv "$corpus" && "$corpus/bin/pip" --disable-pip-version-check install --quiet -r scripts/readers/requirements.txt; } >/dev/null 2>&1
}
made_files() {
    "$corpus/bin/python" scripts/corpus.py --self-test && "$corpus/bin/python" scripts/corpus.py --stet "$STET" --make "$target/tmp/made" --strict --worst 12
}

web_check() { cd web && npm run --silent check; }
web_test() { cd web && npm test --silent; }
web_build() { cd web && npm run --silent build && npm run --silent size; }
clients() {
    cd tests/clients && npm test --silent || return
    # What the server itself said in the Rust tests.
    node check.mjs "${CARGO_TARGET_DIR:-../../target}"/tmp/recordings/*
}

# The page, and the tools that later parts need: most of it waits for the network.
pages() {
    scripts/tools.sh tests
    part 'web: packages' scripts/npm.sh web
    part 'web: types' eval '(web_check)'
    part 'web: unit tests' eval '(web_test)'
    part 'web: build and size' eval '(web_build)'
    part 'clients: packages' scripts/npm.sh tests/clients
    contract_tool
    browser
    corpus_tools
    deny >/dev/null 2>&1
}

# One feature set and one profile throughout, so that nothing is built twice.
lints() {
    part 'formatting' cargo fmt --check
    part 'lints' cargo clippy --locked --quiet --workspace --all-targets --all-features -- -D warnings
    part 'documentation' env RUSTDOCFLAGS='-D warnings -A rustdoc::private_intra_doc_links' cargo doc --locked --quiet --workspace --all-features --no-deps --document-private-items
    part 'SQL descriptions' scripts/sqlx-prepare.sh --check
    # Built beside the rest, where it is not installed.
    if deny; then
        part 'licences and sources of crates' cargo deny --locked check bans licenses sources
    else
        skip 'licences and sources of crates' 'cargo-deny is missing: cargo install cargo-deny'
    fi
    if cargo deny --locked fetch db >/dev/null 2>&1; then
        part 'advisories of crates' cargo deny --locked --offline check advisories
    else
        skip 'advisories of crates' 'the database of RustSec cannot be had from here: nothing is known of vulnerable crates'
    fi
}

# On the program that was built; each says where it has to skip.
proofs() {
    part 'Rust tests' cargo test --locked --quiet --workspace --all-features
    part 'two versions on one schema' python3 scripts/upgrade.py
    part 'what README shows' python3 scripts/readme.py
    part 'installation' scripts/install.sh
    part 'kills' scripts/kills.sh
    part 'fail-over' scripts/failover.sh
    part 'the proxy' scripts/proxy.sh
    part 'under fire' scripts/fire.sh
    # Told, not judged: the machine is busy. It fails only where an answer is cut or is not what the model wrote.
    part 'what a token costs' "$target/debug/examples/load" "$STET" 50 20 3 5 1
    part 'a model of 10,000 tokens a second' "$target/debug/examples/load" "$STET" 2 10000 0.5 5 1
}

# The longest part, beside all that computes.
tour() {
    if browser; then
        part 'the tour in a browser' scripts/e2e.sh
    else
        skip 'the tour in a browser' 'Chromium is missing: install the package chromium, or set CHROMIUM to its path'
    fi
}

readers() {
    part 'clients from their packages' scripts/clients.sh
    if corpus_tools; then
        part 'files that other programs write' made_files
    else
        skip 'files that other programs write' 'their libraries cannot be had: pip install -r scripts/readers/requirements.txt'
    fi
    if contract_tool; then
        part 'the API against its description' scripts/contract.sh "$contract/bin/st"
    else
        skip 'the API against its description' 'schemathesis cannot be had: pip install schemathesis==4.32.5 (Python 3.10 or newer)'
    fi
}

pages &
lints
wait
# Behind the page, which is built into the program.
part 'the program and its tests are built' cargo test --locked --quiet --workspace --all-features --no-run
export STET=${STET:-$target/debug/stet}
tour &
proofs
readers
wait
# Reads what the Rust tests recorded.
part 'clients of the wire' eval '(clients)'

printf '\nseconds\n'
awk -F '\t' '$2 > 0 { printf "%6d  %s\n", $2, $3 }' "$told/parts"
printf '%6d  in all\n' $((SECONDS - begun))
awk -F '\t' '$1 == "FAILED" { print "FAILED: " $3 }' "$told/parts"
count() { grep -c "^$1" "$told/parts"; }
printf '%d passed, %d failed, %d skipped\n' "$(count passed)" "$(count FAILED)" "$(count skipped)"
# What failed stands last: of a long log the end is read, and sometimes nothing else is kept.
[ ! -e "$told/failures" ] || cat "$told/failures"
[ "$(count FAILED)" = 0 ]
