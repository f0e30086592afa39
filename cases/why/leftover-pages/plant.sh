. "$CASE_TOOLS/git.sh"
# Somebody looked at the site of last winter, and came back.
rm -rf .cache
git checkout -q HEAD~2
python3 -m pagemill site _output > build.log
git checkout -q main
printf '{"https://example.org": 200}\n' > .cache/links.json
printf '<h1>draft</h1>\n' > _output/draft.html
