kill "$(tail -n 1 "$CASE_PIDS")" 2>/dev/null || true
rm -rf run board.log
"$@"
