. "$CASE_TOOLS/git.sh"
next() {
  apply "history/$1.patch"
  commit "$2" "$3"
}
next 1-skipped 2026-04-20 'Say how many rows were skipped'
next 2-range 2026-04-21 'The least and the largest number'
next 3-in-place 2026-05-04 'Take lines apart in place'
next 4-several 2026-05-05 'Option -q'
next 5-percent 2026-05-11 'Percentages are numbers'
next 6-deviation 2026-05-12 'Print the deviation'
next 7-case 2026-06-02 'Names of columns in any case'
