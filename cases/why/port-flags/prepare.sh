. "$CASE_TOOLS/git.sh"
new_repository
commit 2026-06-01 'Flags' package.json .gitignore src/flags.js test/flags.test.js
commit 2026-06-03 'A board and its client' src/defaults.js src/server.js src/client.js test/board.test.js
commit 2026-06-09 'Command line' src/main.js
commit 2026-06-10 'Readme'
