. "$CASE_TOOLS/git.sh"
. "$CASE_TOOLS/npm.sh"
npm_install --save-exact gray-matter@4.0.3 marked@9.1.6 picocolors@1.1.1 semver@7.6.3
commit 2026-10-05 'Update dependencies'
printf '\n## In two years\n' >> docs/roadmap.md
commit 2026-10-12 'Roadmap: in two years'
