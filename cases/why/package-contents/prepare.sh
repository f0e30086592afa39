. "$CASE_TOOLS/git.sh"
. "$CASE_TOOLS/npm.sh"
npm_install
new_repository
commit 2026-03-02 'Chapters' package.json package-lock.json .gitignore docs src/chapter.ts test/chapter.test.ts
commit 2026-03-04 'Contents' src/contents.ts test/contents.test.ts
commit 2026-03-05 'Words for the search' src test
commit 2026-03-06 'Readme'
