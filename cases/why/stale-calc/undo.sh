rm -f build/peephole.o
"$@"
