TZ=Europe/Berlin "$@"
