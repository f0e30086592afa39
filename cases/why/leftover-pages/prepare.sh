. "$CASE_TOOLS/git.sh"
new_repository
commit 2026-03-03 'Render texts' .gitignore pyproject.toml pagemill/__init__.py pagemill/render.py tests/test_render.py site
commit 2026-03-05 'Remember rendered pages' pagemill/cache.py tests/test_cache.py
commit 2026-03-06 'Build a folder' pagemill tests
commit 2026-03-09 'Readme'
apply anchors.patch
commit 2026-04-14 'Headings have anchors'
printf '\n## In winter\n\nThe first ferry sails at eight.\n' >> site/index.txt
commit 2026-10-25 'Winter timetable'
