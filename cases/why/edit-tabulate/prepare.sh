# tabulate as it was published, with its own tests.
. "$CASE_TOOLS/git.sh"
python3 -m pip download --quiet --no-deps --no-binary tabulate tabulate==0.9.0
cp .gitignore ours
tar xzf tabulate-0.9.0.tar.gz --strip-components=1
mv ours .gitignore
rm -rf tabulate-0.9.0.tar.gz tabulate.egg-info
new_repository
commit 2026-10-01 'tabulate 0.9.0'
