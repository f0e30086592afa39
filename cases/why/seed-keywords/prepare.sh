. "$CASE_TOOLS/git.sh"
new_repository
commit 2026-08-03 'Words' .gitignore pyproject.toml keyterms/__init__.py keyterms/words.py tests/test_words.py
commit 2026-08-04 'Terms' keyterms/terms.py tests/test_terms.py
commit 2026-08-10 'Similar texts' keyterms/similar.py tests/test_similar.py
commit 2026-08-11 'Command line and readme'
