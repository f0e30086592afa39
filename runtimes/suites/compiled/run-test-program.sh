#!/bin/sh
# `go test -exec THIS` and cargo's setting `runner` take one word each: a program, and no arguments with spaces.
exec "$CULPRIT_SUITE_NODE" "${0%/*}/../../../cjs/runtimes/suites/compiled/main.js" "$@"
