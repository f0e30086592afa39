# It has been so from the first day, in every commit: all tests use the same folder.
. "$CASE_TOOLS/git.sh"
apply plant.patch
rm -rf .scratch
sh -e "$CASE_FOLDER/prepare.sh"
printf '\nLinks are not followed.\n' >> README.md
