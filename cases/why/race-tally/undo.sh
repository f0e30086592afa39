. "$CASE_TOOLS/git.sh"
if git apply -R --check "$CASE_FOLDER/plant.patch" 2> /dev/null; then git apply -R "$CASE_FOLDER/plant.patch"; fi
"$@"
