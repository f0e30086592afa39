. "$CASE_TOOLS/git.sh"
. "$CASE_TOOLS/npm.sh"
if [ ! -e node_modules ]; then npm_install; fi
new_repository
commit 2026-02-16 'Currencies and rounding' package.json package-lock.json vitest.config.ts .gitignore src/currencies.ts src/rounding.ts test/currencies.test.ts test/rounding.test.ts
commit 2026-02-17 'Amounts' src/money.ts test/money.test.ts
commit 2026-02-23 'Share and convert' src test
commit 2026-02-24 'Readme'
