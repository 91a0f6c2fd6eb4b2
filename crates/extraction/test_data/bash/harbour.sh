#!/usr/bin/env bash
# Opens and closes the harbour.

set -euo pipefail

source "$(dirname "$0")/lib/tide.sh"
. ./ships.sh

readonly CAPACITY=40
export PILOT="${PILOT:-nobody}"
declare -A BERTHS
LOG=/tmp/harbour.log

# Writes a line to the log.
# Arguments: the text.
log() {
    local text="$1"
    echo "$(date) $text" >> "$LOG"
}

function admit {
    local ship=$1
    if ! fits "$ship"; then
        log "full"
        return 1
    fi
    BERTHS[$ship]=$(next_berth | head -n 1)
    docker run --rm pilot "$ship"
}

fits() (
    [[ ${#BERTHS[@]} -lt $CAPACITY ]] && tide_level "$1"
)

next_berth() {
    inner() { printf '%s\n' free; }
    inner
}

for ship in "$@"; do
    admit "$ship" || log "no berth for $ship"
done
