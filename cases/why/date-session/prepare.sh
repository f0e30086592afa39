# The tokens are valid for some months; plant.sh runs this again with a day that is over.
. "$CASE_TOOLS/git.sh"
new_repository
rm -f test/fixtures/tokens.json
node scripts/make-fixtures.js "$(days_ago "${UNTIL:--120}")"
commit "$(days_ago 230)" 'Signed tokens' package.json .gitignore src/token.js test/token.test.js
commit "$(days_ago 229)" 'Roles' src/roles.js test/roles.test.js
commit "$(days_ago 221)" 'Notes, for those who may' src/app.js test/app.test.js test/fixtures scripts
commit "$(days_ago 34)" 'Readme'
