. "$CASE_TOOLS/git.sh"
if git apply -R --check "$CASE_FOLDER/history/3-in-place.patch" 2> /dev/null; then
  git apply -R "$CASE_FOLDER/history/3-in-place.patch"
fi
"$@"
