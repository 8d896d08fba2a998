#!/bin/sh
# A node under fire: slow and silent clients, floods, bombs, a full disk, slow and cut networks. All of it on loopback and in namespaces
# of its own. What needs root (namespaces, a small disk) is skipped without. LONG=1 for the long form; names of parts as arguments.
exec python3 "$(dirname "$0")/fire.py" "$@"
