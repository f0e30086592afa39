. "$CASE_TOOLS/git.sh"
new_repository
commit 2026-02-03 'Zones and weights' package.json .gitignore src/zones.js src/weight.js test/weight.test.js
commit 2026-02-04 'Prices' src/price.js test/price.test.js
commit 2026-02-11 'Labels' src/label.js test/label.test.js
commit 2026-03-02 'A command line, and a readme'
