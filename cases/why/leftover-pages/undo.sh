mv .cache/pages.json "$CASE_PIDS.pages.json"
status=0
"$@" || status=$?
mv "$CASE_PIDS.pages.json" .cache/pages.json
exit $status
