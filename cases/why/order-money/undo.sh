"$@" -- --isolate
