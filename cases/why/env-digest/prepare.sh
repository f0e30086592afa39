. "$CASE_TOOLS/git.sh"
new_repository
commit 2025-11-04 'Group events by reader' package.json .gitignore src/group.js test/group.test.js
commit 2025-11-06 'Settings for each place' config src/settings.js
commit 2025-11-13 'Send digests' src test
commit 2026-01-20 'Explain it'
