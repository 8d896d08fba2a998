#!/bin/sh
# Kills nodes, database, model and embedding server at random moments while clients ask, edit, decide and upload. What was acknowledged
# has to be there once, and no answer better than it was judged. KILLS=20 (short; long: 1000), NODES=1 or 2, SEED=1, WORKERS=6.
exec python3 "$(dirname "$0")/kills.py" "$@"
