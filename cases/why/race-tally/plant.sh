# It has been so from the first day, in every commit.
. "$CASE_TOOLS/git.sh"
apply plant.patch
sh -e "$CASE_FOLDER/prepare.sh"
printf '\nWords are letters and apostrophes.\n' >> README.md
