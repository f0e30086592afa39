#!/bin/sh
# In every window the 95th percentile is at least the median, and the maximum
# at least the 95th percentile.
[ "$CULPRIT_STATUS" = "exit 0" ] || exit 125
awk '
    $2 ~ /^[0-9][0-9]:[0-9][0-9]:[0-9][0-9]$/ && NF == 8 {
        rows++
        if ($6 + 0 < $5 + 0 || $7 + 0 < $6 + 0) wrong = 1
    }
    /^[0-9]+ entries, / { end = 1 }
    END {
        if (!rows || !end) exit 125
        exit wrong ? 1 : 0
    }'
