. "$CASE_TOOLS/git.sh"
git checkout -q README.md
rm -rf .idea drafts printer.log
printf 'ROUNDING=line\n' > .env.local
"$@"
