. "$CASE_TOOLS/git.sh"
git checkout -q README.md
chmod g-w README.md pyproject.toml nightshift/plan.py tests/test_plan.py tests/test_our_nights.py
"$@"
