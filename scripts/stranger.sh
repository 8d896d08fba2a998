#!/usr/bin/env bash
# README as a stranger follows it: in an empty folder, as a user who is not root, a clone, `make run`, a document, a question with its
# citation in both languages, the page, Ctrl-C, and the second start. It builds everything (a quarter of an hour on two cores), so
# nothing calls it by itself. What is committed is cloned.
set -euo pipefail
home=$(realpath "$(dirname "$0")/..")
work=$(mktemp -d)
chmod 755 "$work"
as=()
if [ "$(id -u)" = 0 ]; then
    as=(setpriv --reuid=nobody --regid=nogroup --clear-groups)
    for folder in "${CARGO_HOME:-$HOME/.cargo}" "${RUSTUP_HOME:-$HOME/.rustup}"; do
        "${as[@]}" test -x "$folder/." 2>/dev/null || { echo "skipped: $folder is root's alone; start this as another user"; exit 0; }
    done
    export RUSTUP_HOME=${RUSTUP_HOME:-$HOME/.rustup}
    # From where packages come is a matter of the machine.
    for file in "$HOME/.npmrc" "${CARGO_HOME:-$HOME/.cargo}/config.toml"; do
        [ ! -e "$file" ] || install -D -m 600 "$file" "$work/${file#"$HOME"/}"
    done
    chown -R nobody "$work"
fi
finish() {
    kill -INT -- "-${run:-}" 2>/dev/null || true
    cd / && rm -rf "$work"
}
trap finish EXIT
fail() { echo "FAILED: $*" >&2; tail -n 30 "$work/log" >&2; exit 1; }
port=$("$home/scripts/ports.sh" 1)
git clone --quiet --no-hardlinks "$home" "$work/stet"
[ ${#as[@]} = 0 ] || chown -R nobody "$work/stet"
begin() { # Until it serves.
    local started=$SECONDS
    set -m
    (cd "$work/stet" && exec "${as[@]}" env "HOME=$work" "CARGO_HOME=$work/.cargo" "STET_PORT=$port" make run) >"$work/log" 2>&1 &
    run=$!
    set +m
    until curl -sf "http://127.0.0.1:$port/readyz" >/dev/null; do
        kill -0 "$run" 2>/dev/null || fail "make run has ended"
        sleep 1
    done
    echo "   $((SECONDS - started)) s until make run serves"
}
end() { # Ctrl-C
    kill -INT -- "-$run"
    wait "$run" || [ $? = 130 ] || [ $? = 2 ] || fail "it ended badly"
}
asked() { # question, what the answer holds
    curl -sf "http://127.0.0.1:$port/v1/chat/completions" -H 'content-type: application/json' \
        -d "{\"model\":\"stet\",\"messages\":[{\"role\":\"user\",\"content\":\"$1\"}]}" | grep -q "$2" || fail "no answer with $2: $1"
    echo "   answered: $1"
}
begin
printf 'The library opens at nine in the morning.\n\n도서관은 오전 아홉 시에 문을 연다.\n' >"$work/library.txt"
curl -sf -F "file=@$work/library.txt" "http://127.0.0.1:$port/api/sources" >/dev/null
until curl -sf "http://127.0.0.1:$port/api/sources" | grep -q '"ready"'; do sleep 1; done
asked "When does the library open?" "nine in the morning. \[†1\]"
asked "도서관은 언제 문을 여나요?" "아홉 시에 문을 연다. \[†1\]"
curl -sf "http://127.0.0.1:$port/" | grep -q "<title>Stet" || fail "no page"
end
begin
asked "When does the library open?" "nine in the morning. \[†1\]"
end
