# minimist as it was published, with its own tests.
. "$CASE_TOOLS/git.sh"
. "$CASE_TOOLS/npm.sh"
npm pack --silent minimist@1.2.8 > /dev/null
tar xzf minimist-1.2.8.tgz --strip-components=1
rm minimist-1.2.8.tgz
npm pkg delete devDependencies scripts testling auto-changelog
npm pkg set scripts.test="tape 'test/**/*.js'"
npm_install --save-dev --save-exact tape@5.9.0
new_repository
commit 2026-09-07 'minimist 1.2.8'
