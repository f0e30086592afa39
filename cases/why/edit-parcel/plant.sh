. "$CASE_TOOLS/git.sh"
apply plant.patch
printf 'ask Jo about the zone of Iceland\n' > ideas.txt
