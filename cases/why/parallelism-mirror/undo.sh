"$@" -- --no-parallel
