# As an editor leaves files in a folder that is shared with a group.
chmod g+w README.md pyproject.toml nightshift/plan.py tests/test_plan.py tests/test_our_nights.py conf.d/30-cleaning.ini
printf '\n    python3 -m nightshift 14\n' >> README.md
