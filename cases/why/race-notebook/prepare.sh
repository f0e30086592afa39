. "$CASE_TOOLS/git.sh"
new_repository
commit 2026-05-11 'Notes as text' package.json .gitignore src/note.js test/note.test.js
commit 2026-05-12 'Find notes' src/search.js test/search.test.js
commit 2026-05-18 'Notes in a folder, saved while they are written' src test
commit 2026-05-19 'Readme'
