unset COLUMNS
"$@"
