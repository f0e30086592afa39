# Sourced by the scripts of the cases: versions as they were on one day, so that a case is the same next year.
npm_install() {
  npm install --silent --no-audit --no-fund --ignore-scripts --before=2026-11-01 "$@"
}
