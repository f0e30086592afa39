faketime -f -10d "$@"
