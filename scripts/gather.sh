#!/usr/bin/env bash
# gather.sh FROM TO: what the systems have made (a folder each) in one place: wheels in TO/wheels, everything else beside them, one
# SHA256SUMS over all, and NOTES.md, the version's section of CHANGELOG.md. The lists of what is in a program are named by its system;
# a file that two systems made differently under one name is a fault.
set -euo pipefail
from=$(realpath "$1") to=$2
mkdir -p "$to/wheels"
to=$(realpath "$to")
cd "$(dirname "$0")/.."
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
awk -v version="$version" '/^## / { on = ($2 == version); next } on' CHANGELOG.md >"$to/NOTES.md"
grep -q . "$to/NOTES.md" || { echo "CHANGELOG.md says nothing of $version" >&2; exit 1; }
for folder in "$from"/*/; do
    system=$(basename "$folder")
    (cd "$folder" && sha256sum --quiet --check SHA256SUMS)
    for file in "$folder"*; do
        name=$(basename "$file")
        case $name in
        SHA256SUMS) continue ;;
        # What runs on every system is taken from the first.
        *.vsix | *-obsidian.zip | *-web.cdx.json) [ ! -e "$to/$name" ] || continue ;;
        *.whl) name=wheels/$name ;;
        *-stet.cdx.json) name=${name%-stet.cdx.json}-${system#made-}.cdx.json ;;
        esac
        if [ -e "$to/$name" ] && ! cmp -s "$file" "$to/$name"; then
            echo "$name is not the same of $system as of a system before" >&2
            exit 1
        fi
        cp "$file" "$to/$name"
    done
done
(cd "$to" && find . -type f ! -name SHA256SUMS ! -name NOTES.md | sed 's#^\./##' | sort | xargs -d '\n' sha256sum >SHA256SUMS && cat SHA256SUMS)
