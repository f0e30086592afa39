# Runs a command and prints each program below it that ends without the false clock: PATH, tab, why.
# perl programs.pl NUMBER COMMAND…; NUMBER is that of the system call ptrace. The command starts by replacing itself once
# (a shell that sets the clock); programs are looked at from then on. What the command prints is thrown away.
use strict;
my ($ptrace, @command) = (@ARGV);
my ($continue, $setOptions, $onExec, $onExit, $anyChild) = (7, 0x4200, 4, 6, 0x40000000);
# Follow forks and threads, stop at exec and at exit, kill all of them if this process ends.
my $options = 0x100000 | 2 | 4 | 8 | 16 | 64;
my $main = fork // die;
if (!$main) {
    open $_, '>', '/dev/null' for *STDOUT, *STDERR;
    syscall $ptrace + 0, 0, 0, 0, 0;
    kill STOP => $$;
    exec { $command[0] } @command;
    exit 127;
}
waitpid $main, 2;
# Where tracing is not possible, as under another tracer, nothing is known.
if (syscall($ptrace + 0, $setOptions, $main, 0, $options) < 0) { kill KILL => $main; exit }
syscall $ptrace + 0, $continue, $main, 0, 0;
my (%seen, %known, $execs);
$known{$main} = 1;
while ((my $pid = waitpid -1, $anyChild) > 0) {
    my $status = ${^CHILD_ERROR_NATIVE};
    if (($status & 0x7f) != 0x7f) { last if $pid == $main; next }
    my ($event, $signal) = ($status >> 16, $status >> 8 & 0xff);
    $execs++ if $event == $onExec && $pid == $main;
    look($pid) if $event == $onExit && $execs > 1;
    # Each new process begins with a stop that is not its own.
    $signal = 0 if $event || !$known{$pid}++;
    syscall $ptrace + 0, $continue, $pid, 0, $signal;
}
print map { "$_\t$seen{$_}\n" } sort keys %seen;

sub look {
    my ($path, $maps, $head) = (readlink "/proc/$_[0]/exe", '', '');
    if (open my $file, '<', "/proc/$_[0]/maps") { local $/; $maps = <$file> // '' }
    if (open my $file, '<', "/proc/$_[0]/exe") { read $file, $head, 65536 }
    return if !defined $path || $maps eq '';
    $seen{$path} = 'Go' if $head =~ /\x04\0\0\0....\x04\0\0\0Go\0\0/s;
    $seen{$path} //= 'not loaded' if $maps !~ /libfaketime/;
}
