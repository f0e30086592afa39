#!/bin/sh
# The machines must have been busy for as long as the jobs demanded.
[ "$CULPRIT_STATUS" = "exit 0" ] || exit 125
awk '
    /^end [0-9]+, demand [0-9]+, busy [0-9]+,/ {
        demand = $4 + 0
        busy = $6 + 0
        end = 1
    }
    END {
        if (!end || busy < demand) exit 125
        exit busy > demand ? 1 : 0
    }'
