python3 "$CASE_FOLDER/edits.py" all
