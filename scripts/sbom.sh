#!/bin/sh
# Writes what the program is made of, as CycloneDX: the crates of the binary (target/sbom/stet.cdx.json), with the checksums of
# Cargo.lock, and the packages that the page is built with and from (target/sbom/web.cdx.json). Cargo, npm and Python do it; nothing is fetched.
set -eu
cd "$(dirname "$0")/.."
mkdir -p target/sbom
cargo metadata --locked --offline --format-version 1 --filter-platform "$(rustc -vV | sed -n 's/^host: //p')" |
    python3 scripts/sbom.py >target/sbom/stet.cdx.json
(cd web && npm sbom --sbom-format cyclonedx --package-lock-only) >target/sbom/web.cdx.json
for file in target/sbom/*.json; do
    python3 -c 'import json, sys; print("%s: %d components" % (sys.argv[1], len(json.load(open(sys.argv[1]))["components"])))' "$file"
done
