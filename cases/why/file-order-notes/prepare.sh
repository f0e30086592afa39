# plant.sh runs this again, for files that the disk lists in another order.
. "$CASE_TOOLS/git.sh"
new_repository
python3 "$CASE_FOLDER/name-changes.py" "${LISTED:-right}"
commit 2026-09-01 'Parse fragments' .gitignore pyproject.toml fragments/__init__.py fragments/fragment.py tests/test_fragment.py
commit 2026-09-02 'Release notes' fragments tests/test_render.py
commit 2026-09-21 'Changes of the next release' changes.d tests/test_release.py
commit 2026-09-22 'Readme'
