#!/bin/sh
# The washers cost 0.35: the cents must still be there in the tidied table.
[ "$CULPRIT_STATUS" = "exit 0" ] || exit 125
row=$(grep '^| Washer ' | sed 's/ //g')
case "$row" in
    *'|0.35|') exit 0 ;;
    '|Washer|'*'|0|' | '|Washer|'*'|0.4|') exit 1 ;;
esac
exit 125
