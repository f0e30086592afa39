# The small process that starts the user's tests, on behalf of a large Node process.
#
#   perl supervisor.pl FOLDER JOBS PRCTL CLOCK DUP NONBLOCK [NAME=VALUE...]
#
# The larger a process, the more it costs to fork; this one stays small. It loads no module
# (perl-base is enough), because every page it owns is a page that each fork must copy.
#
# It promises that
# - a test runs with its own process group, no terminal, default signals, real pipes and no shell;
# - its reply is sent when none of its processes is left, even if they have detached themselves;
# - its output takes a limited amount of memory, and no test waits because another one prints too much;
# - when standard input closes, because Node closed it or died, every test is killed, FOLDER is removed
#   and this process ends. Until then it ignores SIGINT, SIGTERM and SIGHUP: Node decides.
#
# At most JOBS tests run at a time, and the others wait: Node can request tests ahead, so that no time is lost between
# two of them. Each test finds its slot, 0 ... JOBS - 1, in CULPRIT_SLOT. A test with a turn keeps its slot afterwards, for the
# next test of the same turn; "over" ends the turn.
#
# Requests are read from standard input and replies written to standard output, each as a four-byte length and
# a body; supervisor-frames.ts is the other end. PRCTL, CLOCK and DUP are the numbers of the Linux system calls prctl,
# clock_gettime and dup3, 0 if unknown; NONBLOCK is the value of O_NONBLOCK; the rest are environment variables
# for the tests, but not for this process.
use strict;
use warnings;
no warnings 'exec';

use constant {
    HEAD => 64 * 1024, TAIL => 192 * 1024, SLACK => 256 * 1024,    # bytes of output kept; SLACK: until the next cut
    COPY => 256 * 1024 * 1024,                                     # bytes of output copied to a file, at most
    TICK => 0.02, SOON => 0.0005,                                  # seconds between two checks
    PATIENCE => 5, GRACE => 0.01,    # seconds for a killed process to die, for a new one to show its mark
    WNOHANG => 1, F_SETFL => 4, CLOCK_MONOTONIC => 1, PR_SET_PDEATHSIG => 1, PR_SET_CHILD_SUBREAPER => 36,
    TURN => 4,    # where it stands in a request
    ENDED => 0, TIMED_OUT => 1, ABORTED => 2, NOT_STARTED => 3, NOT_BEGUN => 4,    # how a test ended
};

my ($folder, @rest) = @ARGV;
my ($jobs, $prctl, $clock, $dup, $nonblock) = map { $_ + 0 } splice @rest, 0, 5;    # syscall would pass a string by address
my @waiting;     # requests for which there is no free slot yet
my @slots;       # slots that are free again
my %turns;       # turn => its slot, between two of its tests
my $next_slot = delete $ENV{CULPRIT_FIRST_SLOT} // 0;    # the first that was never used; several supervisors may share the numbers
my %running;     # main process => test, until that process is reaped
my @ended;       # tests whose main process is gone, but whose reply has not been sent
my %strays;      # other child of ours => what we know about it
my %failed;      # child that could not exec its test => which step failed, and the error number
my $now;         # when the last sleep ended
my ($incoming, $outgoing, $watched, $chunk, $open) = ('', '', '', '', 1);

# Unlike 'IGNORE', a handler is reset by exec: tests get the default at no cost.
$SIG{$_} = sub { } for qw(CHLD INT TERM HUP PIPE);
open my $requests, '<&', \*STDIN  or die "requests: $!";
open my $replies,  '>&', \*STDOUT or die "replies: $!";
open STDIN,  '<', '/dev/null' or die "/dev/null: $!";
open STDOUT, '>', '/dev/null' or die "/dev/null: $!";
pipe my $failures, my $failure or die "pipe: $!";    # closed by a successful exec, written to after a failed one
fcntl $_, F_SETFL, $nonblock for $replies, $failures;
vec($watched, fileno $requests, 1) = 1;
change_environment(@rest);
require Time::HiRes unless $clock;
my $mark = join ':', grep { defined } $ENV{CULPRIT_TRIAL}, "$$.";
my $own_group = getpgrp;
my $adopting = $prctl && syscall($prctl, PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0;
my $children;
$adopting &&= open $children, '<', "/proc/$$/task/$$/children";
chdir '/';
# Calls each libc function that a child will call, so that the dynamic linker resolves them once, not in every child.
setpgrp;
exec { '' } '';

while ($open) {
    my $ready = wait_for_news();
    $now = now();
    reap();
    enforce_limits();
    finish();
    start_waiting();
    send_replies();
    read_requests() if vec $ready, fileno $requests, 1;
    start_waiting();
}
shut_down();

# Sleeps until there is a request, output, the end of a child or a deadline, and reads the output.
sub wait_for_news {
    my $wanted = $outgoing eq '' ? undef : '';
    vec($wanted, fileno $replies, 1) = 1 if defined $wanted;
    return '' if select(my $ready = $watched, $wanted, undef, patience()) <= 0;
    for my $test (values %running) {
        for my $stream (@{ $test->{streams} }) {
            take($stream) if $stream->{open} && vec $ready, $stream->{fd}, 1;
        }
    }
    return $ready;
}

# How long to sleep: forever if nothing runs. SIGCHLD interrupts the sleep, unless it arrives just before it; so
# tests that are about to end are checked often, and all others from time to time.
sub patience {
    return undef if !%running && !@ended;
    my $patience = @ended ? SOON : TICK;
    for my $test (values %running) {
        $patience = least($patience, $test->{deadline} - $now) if $test->{deadline};
        next if grep { $_->{open} } @{ $test->{streams} };
        $test->{silent} ||= $now;
        $patience = least($patience, SOON + $now - $test->{silent});
    }
    return $patience > 0 ? $patience : 0;
}

sub read_requests {
    my $count = sysread $requests, $incoming, 65536, length $incoming;
    $open = 0 if defined $count && $count == 0;
    while (length $incoming >= 4 && length $incoming >= 4 + (my $length = unpack 'N', $incoming)) {
        my ($verb, $id, @fields) = split /\0/, substr(substr($incoming, 0, 4 + $length, ''), 4), -1;
        if ($verb eq 'kill') { forget($id) }
        elsif ($verb eq 'over') { end_turn($id) }
        elsif (exists $turns{ $fields[TURN] }) { start($id, @fields) }
        else { push @waiting, [$id, @fields] }
    }
}

sub start_waiting {
    start(@{ shift @waiting }) while @waiting && keys(%running) + @ended + keys(%turns) < $jobs;
}

sub forget {
    my ($id) = @_;
    end_by(ABORTED, $_) for grep { $_->{id} == $id } values %running;
    my @others = grep { $_->[0] != $id } @waiting;
    return if @others == @waiting;
    @waiting = @others;
    post(pack 'N C n d> d> N', $id, NOT_BEGUN, 0, 0, 0, 0);
}

# Does most of the work before the fork: a page that either side writes to afterwards is copied.
sub start {
    my ($id, $cwd, $limit, $stdin, $copy, $turn, $settings, @argv) = @_;
    my $test = { id => $id, cwd => $cwd, stdin => $stdin, turn => $turn, argv => \@argv, how => ENDED, started => now() };
    $test->{slot} = delete $turns{$turn} // (@slots ? shift @slots : $next_slot++);
    $test->{settings} = [splice(@argv, 0, $settings), "CULPRIT_SLOT=$test->{slot}"];
    $test->{deadline} = $test->{started} + $limit / 1000 if $limit > 0;
    pipe(my $out, my $stdout) && pipe(my $err, my $stderr) or return not_started($test, 'pipe', $!);
    $test->{ends} = [$stdout, $stderr];
    $test->{streams} = [map { { from => $_, fd => fileno $_, open => 1, kept => '', dropped => 0 } } $out, $err];
    fcntl $_, F_SETFL, $nonblock for $out, $err;
    copy_to($test->{streams}[0], $copy) or return not_started($test, 'copy', $!) if $copy ne '';
    my $pid = $test->{pid} = fork;
    return not_started($test, 'fork', $!) unless defined $pid;
    become($test) if $pid == 0;
    delete $test->{ends};
    vec($watched, $_->{fd}, 1) = 1 for @{ $test->{streams} };
    $running{$pid} = $test;
}

# In the child: becomes the test, or reports why it could not. Every page that it writes to is copied, so it does as
# little as possible; Perl's own redirection writes to many.
sub become {
    my ($test) = @_;
    setpgrp;
    syscall $prctl, PR_SET_PDEATHSIG, 9, 0, 0, 0 if $prctl;
    chdir $test->{cwd} or give_up('cwd');
    $test->{stdin} eq '' or open STDIN, '<', $test->{stdin} or give_up('stdin');
    my ($stdout, $stderr) = @{ $test->{ends} };
    if ($dup) {
        syscall $dup, fileno $stdout, 1, 0;
        syscall $dup, fileno $stderr, 2, 0;
    } else {
        open STDOUT, '>&', $stdout or give_up('pipe');
        open STDERR, '>&', $stderr or give_up('pipe');
    }
    change_environment(@{ $test->{settings} }) if @{ $test->{settings} };
    $ENV{CULPRIT_TRIAL} = "$mark$test->{id}";
    exec { $test->{argv}[0] } @{ $test->{argv} };
    give_up('exec');
}

sub change_environment {
    for (@_) {
        my ($name, $value) = split /=/, $_, 2;
        if (defined $value) { $ENV{$name} = $value } else { delete $ENV{$name} }
    }
}

sub give_up {
    syswrite $failure, join ' ', $$, $_[0], $! + 0, "\n";
    exit 127;
}

# Reads once from a test's output. Keeps the beginning and the end, and up to SLACK bytes more between two cuts.
sub take {
    my ($stream) = @_;
    my $count = sysread $stream->{from}, $chunk, 65536;
    if ($count) {
        $stream->{kept} .= $chunk;
        copy($stream) if $stream->{copy};
        cut($stream) if length $stream->{kept} > HEAD + TAIL + SLACK;
    } elsif (defined $count) {
        ignore($stream);
        close $stream->{from};
        $stream->{open} = 0;
    }
    return $count;
}

# All of the output goes to a file as well. A file that would lack something is removed.
sub copy_to {
    my ($stream, $path) = @_;
    @$stream{qw(copied path)} = (0, $path);
    return open $stream->{copy}, '>', $path;
}

sub copy {
    my ($stream) = @_;
    $stream->{copied} += length $chunk;
    return if $stream->{copied} <= COPY && (syswrite($stream->{copy}, $chunk) // 0) == length $chunk;
    delete $stream->{copy};
    unlink $stream->{path};
}

sub ignore { vec($watched, $_[0]{fd}, 1) = 0 if $_[0]{open} }

sub cut {
    my ($stream) = @_;
    my $excess = length($stream->{kept}) - HEAD - TAIL;
    return if $excess <= 0;
    substr $stream->{kept}, HEAD, $excess, '';
    $stream->{dropped} += $excess;
}

sub reap {
    while ((my $pid = waitpid -1, WNOHANG) > 0) {
        delete $strays{$pid};
        main_ended($running{$pid}, $?) if $running{$pid};
    }
}

sub main_ended {
    my ($test, $status) = @_;
    @$test{qw(status ended)} = ($status, now());
    kill KILL => -$test->{pid};
    ignore($_) for @{ $test->{streams} };
    delete $running{ $test->{pid} };
    push @ended, $test;
}

sub enforce_limits {
    for my $test (values %running) {
        end_by(TIMED_OUT, $test) if $test->{deadline} && $now >= $test->{deadline};
        next if !$test->{killed} || $now < $test->{killed} + PATIENCE;
        $strays{ $test->{pid} } = { owner => $test->{id}, doomed => $test->{killed} };
        main_ended($test, 9);
    }
}

# Does not look for strays yet: they become our children when their parents are dead.
sub end_by {
    my ($how, $test) = @_;
    return if $test->{killed};
    kill KILL => $test->{pid}, -$test->{pid};
    @$test{qw(how killed deadline)} = ($how, $now, 0);
}

# Replies for the tests that have ended, unless a process that was killed still exists.
sub finish {
    return if !@ended;
    my $held = sweep();
    for my $test (splice @ended) {
        if (($held || is_heard($test)) && $now < $test->{ended} + PATIENCE) { push @ended, $test } else { reply($test) }
    }
}

# Whether a killed test has left a process that is no child of ours, and can still write: the copy of a template is killed by the
# template, once that sees that the test is gone. Until then, the folders of the test are still in use.
sub is_heard {
    my ($test) = @_;
    return 0 if !$adopting || !$test->{killed};
    $_->{open} && take($_) for @{ $test->{streams} };
    return scalar grep { $_->{open} } @{ $test->{streams} };
}

# Kills the strays of all tests except the running ones, and returns whether any may still exist.
sub sweep {
    my $held = 0;
    my %alive = map { $_->{id} => 1 } values %running;
    for my $pid (grep { !$running{$_} } candidates()) {
        my $stray = $strays{$pid} ||= { seen => $now, suspects => [keys %alive] };
        my $group = getpgrp $pid;
        my $owner = $stray->{owner} //= owner($pid, $group);
        next if !defined $owner && !$adopting;    # not ours
        if (grep { $alive{$_} } $owner // @{ $stray->{suspects} }) {
            $held ||= !defined $owner && $now < $stray->{seen} + GRACE;
            next;
        }
        kill KILL => $pid;
        kill KILL => -$group if $group > 1 && $group != $own_group && !$running{$group};
        $stray->{doomed} ||= $now;
        $held ||= $now < $stray->{doomed} + PATIENCE;
    }
    return $held || $^O ne 'linux' && grep { kill 0 => -$_->{pid} } @ended;
}

# The processes that may be strays. As a subreaper, we are the parent of every orphan of a test, and only we can reap
# it, so the list is exact. Otherwise these are all processes, if there is a /proc.
sub candidates {
    my $list = '';
    if ($adopting) {
        sysseek $children, 0, 0;
        1 while sysread $children, $list, 4096, length $list;
        return split ' ', $list;
    }
    %strays = ();
    opendir my $all, '/proc' or return;
    return grep { /^\d+$/ && $_ != $$ } readdir $all;
}

# The test that a stray belongs to: by the mark in its environment, or by its process group. Unknown if it has changed
# both, or during an exec; then it may belong to any test that was running when it was first seen.
sub owner {
    my ($pid, $group) = @_;
    my $environment = '';
    if (open my $file, '<', "/proc/$pid/environ") { local $/; $environment = <$file> // '' }
    return $1 if $environment =~ /(?:^|\0)CULPRIT_TRIAL=(?:[^\0]*:)?$$\.(\d+)[:\0]/;
    my ($test) = grep { $_->{pid} == $group } values %running, @ended;
    return $test && $test->{id};
}

sub reply {
    my ($test) = @_;
    vacate($test);
    my $milliseconds = 1000 * ($test->{ended} - $test->{started});
    my ($out, $err) = @{ $test->{streams} };
    for my $stream ($out, $err) {
        # A process we cannot reach may still hold the other end: take what is in the pipe now, and no more.
        for (my $left = 1 << 20; $stream->{open} && $left > 0;) { $left -= take($stream) || last }
        cut($stream);
    }
    return if ($test->{status} == 127 << 8 || $test->{killed}) && reported_failure($test);
    post(pack('N C n d> d> N', $test->{id}, $test->{how}, $test->{status}, $milliseconds,
        $out->{dropped} + $err->{dropped}, length $out->{kept}) . $out->{kept} . $err->{kept});
}

# A child that could not exec its test has written the reason before it exited with 127.
sub reported_failure {
    my ($test) = @_;
    while (sysread $failures, my $lines, 4096) {
        $failed{$1} = [$2, $3] while $lines =~ /(\d+) (\w+) (\d+) \n/g;
    }
    my $failure = delete $failed{ $test->{pid} } or return 0;
    not_started($test, $failure->[0], $failure->[1]);
    return 1;
}

sub not_started {
    my ($test, $stage, $errno) = @_;
    vacate($test) if !$test->{ended};
    post(pack('N C n d> d> N', $test->{id}, NOT_STARTED, $errno, 0, 0, length $stage) . $stage);
}

sub vacate {
    my ($test) = @_;
    if ($test->{turn} ne '') { $turns{ $test->{turn} } = $test->{slot} } else { free_slot($test->{slot}) }
}

sub end_turn {
    my $slot = delete $turns{ $_[0] };
    free_slot($slot) if defined $slot;
}

# The lowest slot is used first, so that a run with few tests at a time uses few slots.
sub free_slot { @slots = sort { $a <=> $b } @slots, $_[0] }

sub post { $outgoing .= pack 'N/a*', $_[0] }

sub send_replies {
    while ($outgoing ne '') {
        my $count = syswrite $replies, $outgoing or return;
        substr $outgoing, 0, $count, '';
    }
}

sub shut_down {
    my $until = $now + PATIENCE;
    @waiting = ();
    end_by(ABORTED, $_) for values %running;
    while (($now = now()) < $until && (%running || sweep())) {
        select undef, undef, undef, SOON;
        reap();
    }
    return if $folder !~ m{^/} || $folder !~ m{[^/.]};
    open STDERR, '>', '/dev/null';    # nobody may be reading it, and a broken pipe would kill rm
    return if system('rm', '-rf', '--', $folder) == 0;
    system 'chmod', '-R', 'u+rwx', '--', $folder;    # a test has made folders read-only
    system 'rm', '-rf', '--', $folder;
}

sub now {
    return Time::HiRes::clock_gettime(Time::HiRes::CLOCK_MONOTONIC()) if !$clock;
    my $time = "\0" x 16;
    syscall $clock, CLOCK_MONOTONIC, $time;
    my ($seconds, $nanoseconds) = unpack 'qq', $time;
    return $seconds + $nanoseconds / 1e9;
}

sub least { $_[0] < $_[1] ? $_[0] : $_[1] }
