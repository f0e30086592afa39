. "$CASE_TOOLS/git.sh"
find . -type f -exec chmod 644 {} +
new_repository
commit 2026-07-06 'Rules' .gitignore pyproject.toml nightshift/__init__.py nightshift/rules.py tests/test_rules.py
commit 2026-07-07 'Plans' nightshift tests/test_plan.py
commit 2026-07-14 'Our nights' conf.d tests
commit 2026-07-15 'Readme'
