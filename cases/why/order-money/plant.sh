# It has been so from the first day, in every commit: a test does not put back what it chooses.
. "$CASE_TOOLS/git.sh"
apply plant.patch
sh -e "$CASE_FOLDER/prepare.sh"
printf '\nRates of exchange are yours to find.\n' >> README.md
