. "$CASE_TOOLS/npm.sh"
npm_install --save-exact gray-matter@4.0.2 picocolors@1.0.0 semver@7.5.4
"$@"
