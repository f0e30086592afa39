#!/bin/sh
# With web 2.0.4 in the list nothing holds logkit back from its newest version.
[ "$CULPRIT_STATUS" = "exit 0" ] || exit 125
awk '
    $1 == "web" && $2 == "2.0.4" { web = 1 }
    $1 == "logkit" && $2 ~ /^[0-9]/ { logkit = $2 }
    END {
        if (web && logkit == "2.3.0") exit 0
        if (web && logkit ~ /^(1|2\.0)/) exit 1
        exit 125
    }'
