. "$CASE_TOOLS/npm.sh"
npm_install --no-save psl@1.8.0
"$@"
