# The lock file is a few years old: older versions are installed first, and then fit the ranges.
. "$CASE_TOOLS/git.sh"
. "$CASE_TOOLS/npm.sh"
cp package.json ours.json
npm_install --save-exact ms@2.1.2 picocolors@1.0.0 tough-cookie@4.0.0 psl@1.8.0 punycode@2.1.1
mv ours.json package.json
npm_install
new_repository
commit 2026-01-05 'Sessions' package.json package-lock.json .mocharc.json .gitignore src/session.js test/session.spec.js
commit 2026-01-07 'Probe all sites of a team' src/probe.js src/report.js test/probe.spec.js
commit 2026-01-08 'A pause between two sites' src test
commit 2026-01-12 'Readme'
