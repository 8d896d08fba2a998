#!/bin/sh
# The proxy of compose.yaml (examples/nginx.conf) in front of two nodes, with the nginx of this machine: streams arrive as they are
# written, sockets and uploads of 100 MB pass, and a node that is killed is passed over.
exec python3 "$(dirname "$0")/proxy.py" "$@"
