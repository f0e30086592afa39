# The first process in a sandbox: runs the test there, and ends when it ends.
#
#   perl -e THIS REPORT COUNT NAME=VALUE... TEST...
#
# bwrap reports a death by signal N as exit 128 + N, as a shell does, and a program that does not exist as exit 1.
# Neither is accurate, and a failure is recognised by how the test ended. So this process waits for the test itself
# and writes the wait status to the file REPORT, or why the test could not be started.
# It is process 1 of its namespace, so everything that the test left running ends with it.
#
# The COUNT settings are environment variables for the test, but not for this process. Not even strict and warnings are
# loaded: that would take longer than all the rest, for every test.

my ($path, $count, @argv) = @ARGV;
my @settings = splice @argv, 0, $count;
# Opened before the test begins and written in place, so that the test cannot prevent it by removing folders or filling the disk.
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
