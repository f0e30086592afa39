. "$CASE_TOOLS/git.sh"
git checkout -q .
python3 "$CASE_FOLDER/edits.py" only-decisive
"$@"
