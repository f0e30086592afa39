LISTED=wrong sh -e "$CASE_FOLDER/prepare.sh"
printf '\nKinds: feature, fix, removal, docs.\n' >> README.md
printf '## next\n' > NEWS.draft.md
