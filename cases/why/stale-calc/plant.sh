. "$CASE_TOOLS/git.sh"
apply negation.patch
commit 2026-03-16 'Negative numbers'
apply longer.patch
commit 2026-03-17 'Longer lines'
# The tests include the header through check.h, so that they have been built anew; the make file does not know of headers.
touch tests/*.c
