# Sourced by the scripts of the cases: git as it is without anybody's configuration, and commits by one author.
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
export GIT_AUTHOR_NAME='Ada Reed' GIT_AUTHOR_EMAIL=ada@example.org
export GIT_COMMITTER_NAME='Ada Reed' GIT_COMMITTER_EMAIL=ada@example.org

# An empty repository, also where there was one.
new_repository() {
  rm -rf .git
  git init -q -b main
}

# commit DATE MESSAGE [PATH…]: these paths, or everything that is not ignored.
commit() {
  when="$1T09:30:00Z"
  message=$2
  shift 2
  git add -A -- "${@:-.}"
  GIT_AUTHOR_DATE=$when GIT_COMMITTER_DATE=$when git commit -q -m "$message"
}

# A day as 2026-03-01, so many days before today.
days_ago() {
  node -p "new Date(Date.now() - $1 * 86400000).toISOString().slice(0, 10)"
}

# apply FILE: a patch that lies beside the script.
apply() {
  git apply --whitespace=nowarn "$CASE_FOLDER/$1"
}
