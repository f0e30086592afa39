mv .env.local "$CASE_PIDS.env.local"
status=0
"$@" || status=$?
mv "$CASE_PIDS.env.local" .env.local
exit $status
