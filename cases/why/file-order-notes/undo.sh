# The same files, listed in the order of their names.
cat > "$CASE_PIDS.sitecustomize.py" <<'END'
import os

_listdir = os.listdir
os.listdir = lambda *given: sorted(_listdir(*given))
END
mkdir -p "$CASE_PIDS.site"
mv "$CASE_PIDS.sitecustomize.py" "$CASE_PIDS.site/sitecustomize.py"
PYTHONPATH="$CASE_PIDS.site" "$@"
