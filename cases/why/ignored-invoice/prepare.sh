. "$CASE_TOOLS/git.sh"
new_repository
commit 2026-04-01 'Settings' package.json .gitignore .env src/env.js test/env.test.js
commit 2026-04-02 'Money and numbers' src/money.js src/numbering.js test/money.test.js test/numbering.test.js
commit 2026-04-09 'Invoices' src/invoice.js test/invoice.test.js
commit 2026-04-10 'Readme'
