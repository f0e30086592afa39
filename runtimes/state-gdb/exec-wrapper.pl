# Becomes the program under gdb, with the standard streams of the driver and in its process group.
#
#   perl exec-wrapper.pl GDB GROUP PRCTL NAME PROGRAM ARGUMENT...    (NAME and the arguments as x and hexadecimal digits)
#
# gdb would give the program gdb's own streams, a new process group, and its full path as its name. And gdb asks the kernel
# to kill the program together with gdb only when the program has begun: PRCTL, the number of that system call, is called before.
use strict;
use warnings;
no warnings 'exec';
use POSIX ();

my ($gdb, $group, $prctl, $name, $program, @words) = @ARGV;
my ($death_signal, $kill) = (1, 9);
syscall $prctl + 0, $death_signal, $kill, 0, 0, 0 if $prctl;
POSIX::_exit(127) if getppid != $gdb;
setpgrp 0, $group;
($name, @words) = map { pack 'H*', substr $_, 1 } $name, @words;    # gdb accepts no argument of several lines.
for my $stream (0 .. 2) { POSIX::dup2($stream + 3, $stream) }
POSIX::close($_) for 3 .. 6;
exec {$program} $name, @words;
POSIX::_exit(127);
