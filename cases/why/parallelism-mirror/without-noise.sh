. "$CASE_TOOLS/git.sh"
git checkout -q README.md
"$@"
