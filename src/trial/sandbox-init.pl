# The first process in a sandbox: runs the test there, and leaves with it.
#
#   perl -e THIS REPORT COUNT NAME=VALUE... TEST...
#
# bwrap tells of a death by signal N as exit 128 + N, as a shell does, and of a program that is not there as exit 1.
# Neither is what happened, and a failure is recognised by how the test ended. So this process waits for the test itself
# and writes into the file REPORT what the system said: the wait status, or why the test could not be started.
# As this is process 1 of its namespace, all that the test has left running ends with it.
#
# COUNT settings are environment that is meant for the test, but not for this process. Not even strict and warnings are
# loaded: that would take longer than all the rest, and once for each test.

my ($path, $count, @argv) = @ARGV;
my @settings = splice @argv, 0, $count;
# Open before the test begins, and written in place: whatever the test does to its folders, or to the disk's room.
open my $report, '+<', $path or die "$path: $!";
my $test = fork;
give_up('fork') unless defined $test;
become() if $test == 0;
1 while waitpid(-1, 0) != $test;
syswrite $report, "status $?\n";
exit 0;

sub become {
    setpgrp;
    for (@settings) {
        my ($name, $value) = split /=/, $_, 2;
        if (defined $value) { $ENV{$name} = $value } else { delete $ENV{$name} }
    }
    exec { $argv[0] } @argv;
    give_up('exec');
}

sub give_up {
    syswrite $report, join ' ', $_[0], $! + 0, "\n";
    exit 127;
}
