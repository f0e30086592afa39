. "$CASE_TOOLS/git.sh"
new_repository
commit 2026-04-06 'Take lines apart' .gitignore Makefile src/record.h src/record.c tests/check.h tests/test_record.c
commit 2026-04-07 'Figures' src/stats.h src/stats.c tests/test_stats.c
commit 2026-04-08 'Columns by name' src tests
commit 2026-04-08 'Readme'
