. "$CASE_TOOLS/git.sh"
. "$CASE_TOOLS/npm.sh"
npm_install
new_repository
commit 2026-03-09 'Days' package.json package-lock.json vitest.config.ts .gitignore src/day.ts test/day.test.ts
commit 2026-03-10 'Streaks' src/streak.ts test/streak.test.ts
commit 2026-03-16 'The hardest weekday, and a calendar' src test
commit 2026-03-17 'Readme'
