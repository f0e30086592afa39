LANG=C.UTF-8 "$@"
