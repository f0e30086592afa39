# It has been so from the first day, in every commit: a test does not put back what it sets.
. "$CASE_TOOLS/git.sh"
apply plant.patch
sh -e "$CASE_FOLDER/prepare.sh"
printf '\nA rate of 3.6 is 3.6 %% a year.\n' >> README.md
