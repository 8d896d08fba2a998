#!/usr/bin/env bash
# Makes everything that a release consists of from a clean tree, in target/release-VERSION: wheel, npm package, what they are
# made of (CycloneDX), the extension for VS Code and the plugin for Obsidian, checksums. Nothing is published. `--binary PATH` takes a program that is built already.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/say.sh
binary=
[ "${1:-}" = --binary ] && binary=$(realpath "$2")
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
if [ -n "$(git status --porcelain)" ]; then
    say "there are changes that are not committed: a release is made from what the history has" \
        "커밋하지 않은 변경이 있습니다. 배포본은 기록에 있는 것으로만 만듭니다."
    exit 1
fi
if ! grep -q "^## $version\b" CHANGELOG.md; then
    say "CHANGELOG.md has no section $version" "CHANGELOG.md에 $version 절이 없습니다."
    exit 1
fi
out=target/release-$version
rm -rf "$out"
mkdir -p "$out"
if [ -z "$binary" ]; then
    scripts/web.sh
    cargo build --release --locked --bin stet
    binary=${CARGO_TARGET_DIR:-target}/release/stet
fi
scripts/sbom.sh
pins=$(mktemp -d)
trap 'rm -rf "$pins"' EXIT
python3 -m pip --disable-pip-version-check download --quiet --no-deps --only-binary :all: --dest "$pins" \
    "$(python3 scripts/package.py --requirements | grep pypdfium2)"
python3 scripts/package.py --binary "$binary" --pdfium "$pins"/pypdfium2-*.whl --sbom target/sbom --out "$out"
scripts/npm.sh editors
node editors/build.mjs "$out"
for part in stet web; do cp "target/sbom/$part.cdx.json" "$out/stet-editor-$version-$part.cdx.json"; done
# Macs have the same by another name.
sums=$(command -v sha256sum || echo "shasum -a 256")
(cd "$out" && $sums -- * >SHA256SUMS && cat SHA256SUMS)
# What was built from belongs to the release as much as what was built.
[ -z "$(git status --porcelain)" ] || { git status --short >&2; exit 1; }
