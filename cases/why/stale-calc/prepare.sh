. "$CASE_TOOLS/git.sh"
new_repository
commit 2026-02-02 'A stack machine' .gitignore Makefile src tests/check.h tests/test_machine.c
commit 2026-02-03 'Shorter programs' tests/test_peephole.c
commit 2026-02-04 'Programs as text' tests/test_print.c
commit 2026-02-09 'Readme'
make -s check
