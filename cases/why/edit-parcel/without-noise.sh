. "$CASE_TOOLS/git.sh"
rm -f ideas.txt
git checkout -q README.md src/label.js src/price.js
"$@"
