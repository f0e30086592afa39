. "$CASE_TOOLS/git.sh"
new_repository
commit 2026-05-04 'Keep tasks in a text file' .gitignore pyproject.toml taskbook/__init__.py taskbook/store.py tests/test_store.py
commit 2026-05-06 'Show them as a table' taskbook/table.py tests/test_table.py
commit 2026-05-07 'Command line' taskbook tests
commit 2026-05-20 'Readme'
