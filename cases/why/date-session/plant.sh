UNTIL=6 sh -e "$CASE_FOLDER/prepare.sh"
printf '\nRoles: reader, editor, admin.\n' >> README.md
printf '{ "secret": "local" }\n' > secrets.json
