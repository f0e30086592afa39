# Becomes the program under gdb, with the standard streams of the driver and in its process group.
#
#   perl launch.pl GROUP NAME PROGRAM ARGUMENT...
#
# gdb gives a program its own streams, a process group of its own, the variables LINES and COLUMNS, and a full path
# for a name; a shell can undo all of these but the group.
use strict;
use warnings;
no warnings 'exec';
use POSIX ();

my ($group, $name, $program, @words) = @ARGV;
setpgrp 0, $group;
for my $stream (0 .. 2) { POSIX::dup2($stream + 3, $stream) }
POSIX::close($_) for 3 .. 6;
exec {$program} $name, @words;
POSIX::_exit(127);
