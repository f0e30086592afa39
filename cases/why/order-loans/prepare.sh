. "$CASE_TOOLS/git.sh"
if [ ! -e .venv ]; then
  python3 -m venv .venv
  .venv/bin/python -m pip install --quiet --no-deps -r requirements-dev.txt
fi
new_repository
commit 2026-06-15 'Amounts and interest' .gitignore pyproject.toml requirements-dev.txt loanbook/__init__.py loanbook/amount.py loanbook/interest.py tests/test_amount.py tests/test_interest.py
commit 2026-06-16 'Plans' loanbook/plan.py tests/test_plan.py tests/test_examples.py
commit 2026-06-22 'Estimates' loanbook tests
commit 2026-06-23 'Readme'
