rm -rf _output build.log .cache/links.json .pytest_cache
find . -name __pycache__ -prune -exec rm -rf {} +
"$@"
