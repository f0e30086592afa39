. "$CASE_TOOLS/git.sh"
. "$CASE_TOOLS/npm.sh"
git checkout -q package-lock.json
npm_install --no-save psl@1.15.0
"$@"
