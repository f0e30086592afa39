# plant.sh runs this again, with a slip in the name of this month.
. "$CASE_TOOLS/git.sh"
new_repository
# The samples of the tests are from a month that is half a year away.
month=$(LC_ALL=C node -p '
  const date = new Date();
  date.setUTCDate(15);
  date.setUTCMonth(date.getUTCMonth() + 6);
  date.toUTCString().slice(8, 11)')
for file in tests/test_*.c; do
  sed "s/@MONTH@/$month/" "$file" > file.new
  cat file.new > "$file"
done
rm file.new
commit "$(days_ago 150)" 'A calendar' .gitignore Makefile src/logkeep.h src/calendar.c tests/check.h tests/test_calendar.c
commit "$(days_ago 149)" 'Dates in names of log files' src/logname.c tests/test_logname.c
commit "$(days_ago 147)" 'What is kept' src tests
commit "$(days_ago 95)" 'Readme'
