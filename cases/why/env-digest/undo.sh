NODE_ENV=development "$@"
