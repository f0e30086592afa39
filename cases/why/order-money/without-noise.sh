. "$CASE_TOOLS/git.sh"
git checkout -q README.md
npx vitest run test/rounding.test.ts test/share.test.ts
