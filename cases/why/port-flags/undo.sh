kill "$(head -n 1 "$CASE_PIDS")" 2>/dev/null || true
"$@"
