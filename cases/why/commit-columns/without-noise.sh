. "$CASE_TOOLS/git.sh"
# Only the bad commit, on what passed.
if [ ! -e "$CASE_PIDS.clone" ]; then
  git clone -q . "$CASE_PIDS.clone"
  git -C "$CASE_PIDS.clone" checkout -q HEAD~7
  git -C "$CASE_PIDS.clone" apply "$CASE_FOLDER/history/3-in-place.patch"
fi
cd "$CASE_PIDS.clone"
"$@"
