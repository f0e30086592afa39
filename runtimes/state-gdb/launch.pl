# Becomes the program under gdb, with the standard streams of the driver and in its process group.
#
#   perl launch.pl GDB GROUP PRCTL NAME PROGRAM ARGUMENT...    (NAME and the arguments as x and hexadecimal digits)
#
# gdb gives a program its own streams, a process group of its own and a full path for a name. And it is only when the
# program has begun that gdb asks the kernel to kill it with gdb: PRCTL, the number of that system call, does so before.
use strict;
use warnings;
no warnings 'exec';
use POSIX ();

my ($gdb, $group, $prctl, $name, $program, @words) = @ARGV;
my ($death_signal, $kill) = (1, 9);
syscall $prctl + 0, $death_signal, $kill, 0, 0, 0 if $prctl;
POSIX::_exit(127) if getppid != $gdb;
setpgrp 0, $group;
($name, @words) = map { pack 'H*', substr $_, 1 } $name, @words;    # gdb takes no word of several lines.
for my $stream (0 .. 2) { POSIX::dup2($stream + 3, $stream) }
POSIX::close($_) for 3 .. 6;
exec {$program} $name, @words;
POSIX::_exit(127);
