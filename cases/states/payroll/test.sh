#!/bin/sh
# No deduction on a pay stub may be negative: nobody gets pension money back.
[ "$CULPRIT_STATUS" = "exit 0" ] || exit 125
awk '
    /^(Jan|Mar|May|Jul|Sep|Nov)-/ {
        stubs++
        if (NF != 8) odd = 1
        if ($5 ~ /^-/) negative = 1
        for (i = 2; i <= 8; i++) if (i != 5 && $i ~ /^-/) odd = 1
    }
    /^paid out / { end = 1 }
    END {
        if (!end || stubs != 18 || odd) exit 125
        exit negative ? 1 : 0
    }'
