. "$CASE_TOOLS/git.sh"
new_repository
commit 2026-01-11 'Bookings and amounts' package.json .gitignore src/booking.js src/amount.js
commit 2026-01-12 'Sheets' src/sheet.js test/sheet.test.js
commit 2026-02-21 'Reports' src/report.js test/report.test.js
commit 2026-02-22 'Readme'
