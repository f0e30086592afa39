. "$CASE_TOOLS/npm.sh"
npm_install --save-exact marked@4.3.0
"$@"
