#!/bin/sh
# What is due on each loan is its balance and the fee.
[ "$CULPRIT_STATUS" = "exit 0" ] || exit 125
awk '
    $2 == "months" && NF == 9 {
        loans++
        if ($9 != $5 + $7) wrong = 1
    }
    $1 == "rating" { end = 1 }
    END {
        if (loans != 3 || !end) exit 125
        exit wrong ? 1 : 0
    }'
