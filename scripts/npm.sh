#!/bin/sh
# npm.sh FOLDER: the packages of a folder as its lock says, unless they are there.
set -eu
cd "$1"
[ -e node_modules/.package-lock.json ] && [ ! package-lock.json -nt node_modules/.package-lock.json ] && exit
exec npm ci --no-audit --no-fund --loglevel=error
