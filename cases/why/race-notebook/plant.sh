# It has been so from the first day, in every commit; the queue was never written.
. "$CASE_TOOLS/git.sh"
apply plant.patch
mv src/queue.js "$CASE_PIDS.queue.js"
sh -e "$CASE_FOLDER/prepare.sh"
printf '\nTags are words, with commas between them.\n' >> README.md
