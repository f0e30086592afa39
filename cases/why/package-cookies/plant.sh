. "$CASE_TOOLS/npm.sh"
npm update --silent --no-audit --no-fund --ignore-scripts --before=2026-11-01
