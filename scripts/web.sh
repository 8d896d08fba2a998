#!/bin/sh
# Builds the web page into web/dist, unless it is newer than everything it is made from.
set -eu
cd "$(dirname "$0")/../web"
. ../scripts/say.sh
command -v npm >/dev/null || {
    say "npm is missing: install Node.js 20 or newer" "npm이 없습니다. Node.js 20 이상을 설치해 주세요."
    exit 1
}
../scripts/npm.sh .
newer=$([ -e dist/index.html ] && find index.html package.json vite.config.ts src public -newer dist/index.html -type f | head -n 1 || echo yes)
[ -z "$newer" ] || npm run --silent build
