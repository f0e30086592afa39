. "$CASE_TOOLS/git.sh"
. "$CASE_TOOLS/npm.sh"
if [ ! -e node_modules ]; then npm_install; fi
new_repository
commit 2026-04-13 'Lists and plans' package.json package-lock.json .mocharc.json .gitignore src/list.js src/plan.js test/scratch.js test/list.spec.js test/plan.spec.js
commit 2026-04-14 'Mirror a folder' src/mirror.js test/mirror.spec.js test/again.spec.js
commit 2026-04-20 'Remove empty folders' src test
commit 2026-04-21 'Readme'
