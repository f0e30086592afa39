. "$CASE_TOOLS/git.sh"
new_repository
commit 2026-01-12 'A table of counts' .gitignore Makefile src/table.h src/table.c tests/check.h tests/test_table.c
commit 2026-01-13 'Words' src/words.h src/words.c tests/test_words.c
commit 2026-01-14 'A thread for each text' src tests
commit 2026-01-19 'Readme'
