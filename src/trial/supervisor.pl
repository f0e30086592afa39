# The small process that starts the user's tests, on behalf of a large Node process.
#
#   perl supervisor.pl FOLDER JOBS PRCTL CLOCK DUP NONBLOCK [NAME=VALUE...]
#
# Starting a process costs more the larger the one that starts it; this one stays small. It loads no
# module (perl-base is enough), because every page it owns is a page that each fork must copy.
#
# It promises that
# - a test runs with its own process group, no terminal, default signals, real pipes and no shell;
# - its reply comes when none of its processes is left, however they have detached themselves;
# - its output costs bounded memory, and no test waits because another one floods;
# - when the requests end, because Node closed them or died, every test is killed, FOLDER is removed
#   and this process ends. Until then no SIGINT, SIGTERM or SIGHUP ends it: Node decides.
#
# JOBS tests run at a time, and the others wait: what is to come next can be asked for ahead, so that no time is lost
# between two tests. Each is told in CULPRIT_SLOT which of the places 0 ... JOBS - 1 it has.
#
# Requests come on standard input and replies leave on standard output, each as a four-byte length and
# a body; frames.ts is the other end. PRCTL, CLOCK and DUP are the numbers of the Linux system calls prctl,
# clock_gettime and dup3, 0 where unknown; NONBLOCK is the value of O_NONBLOCK; the rest is environment that is
# meant for the tests, but not for this process.
use strict;
use warnings;
no warnings 'exec';

use constant {
    HEAD => 64 * 1024, TAIL => 192 * 1024, SLACK => 256 * 1024,    # bytes of output kept, and kept for now
    TICK => 0.02, SOON => 0.0005,                                  # seconds between two looks
    PATIENCE => 5, GRACE => 0.01,    # seconds given to a killed process to die, to a new one to show its mark
    WNOHANG => 1, F_SETFL => 4, CLOCK_MONOTONIC => 1, PR_SET_PDEATHSIG => 1, PR_SET_CHILD_SUBREAPER => 36,
    ENDED => 0, TIMED_OUT => 1, ABORTED => 2, NOT_STARTED => 3, NOT_BEGUN => 4,    # how a test came to its end
};

my ($folder, @rest) = @ARGV;
my ($jobs, $prctl, $clock, $dup, $nonblock) = map { $_ + 0 } splice @rest, 0, 5;    # a string would pass as its address
my @waiting;     # requests for which there is no place yet
my @places;      # places that are free again
my $next_place = 0;    # the first that was never used
my %running;     # main process => test, until that process is reaped
my @ended;       # tests whose main process is gone, but whose reply has not been given
my %strays;      # child of ours that is no main process => what we know of it
my %failed;      # child that could not become its test => where and why
my $now;         # when the last sleep ended
my ($incoming, $outgoing, $watched, $chunk, $open) = ('', '', '', '', 1);

# A handler, unlike 'IGNORE', is undone by exec: tests get the default at no cost.
$SIG{$_} = sub { } for qw(CHLD INT TERM HUP PIPE);
open my $requests, '<&', \*STDIN  or die "requests: $!";
open my $replies,  '>&', \*STDOUT or die "replies: $!";
open STDIN,  '<', '/dev/null' or die "/dev/null: $!";
open STDOUT, '>', '/dev/null' or die "/dev/null: $!";
pipe my $failures, my $failure or die "pipe: $!";    # closed by a successful exec, told of a failed one
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
# Calls each function of libc that a child will call, so that it need not look them up again and again.
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

# How long to sleep: for ever when nothing runs. SIGCHLD interrupts the sleep, except when it comes just
# before; so look often at what is about to end, and now and then at everything.
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
        if ($verb eq 'run') { push @waiting, [$id, @fields] } else { forget($id) }
    }
}

sub start_waiting {
    start(@{ shift @waiting }) while @waiting && keys(%running) + @ended < $jobs;
}

sub forget {
    my ($id) = @_;
    end_by(ABORTED, $_) for grep { $_->{id} == $id } values %running;
    my @others = grep { $_->[0] != $id } @waiting;
    return if @others == @waiting;
    @waiting = @others;
    post(pack 'N C n d> d> N', $id, NOT_BEGUN, 0, 0, 0, 0);
}

# Most of it is done before the fork: a page to which either side writes after it is copied.
sub start {
    my ($id, $cwd, $limit, $stdin, $settings, @argv) = @_;
    my $test = { id => $id, cwd => $cwd, stdin => $stdin, argv => \@argv, how => ENDED, started => now() };
    $test->{place} = @places ? shift @places : $next_place++;
    $test->{settings} = [splice(@argv, 0, $settings), "CULPRIT_SLOT=$test->{place}"];
    $test->{deadline} = $test->{started} + $limit / 1000 if $limit > 0;
    pipe(my $out, my $stdout) && pipe(my $err, my $stderr) or return not_started($test, 'pipe', $!);
    $test->{ends} = [$stdout, $stderr];
    $test->{streams} = [map { { from => $_, fd => fileno $_, open => 1, kept => '', dropped => 0 } } $out, $err];
    fcntl $_, F_SETFL, $nonblock for $out, $err;
    my $pid = $test->{pid} = fork;
    return not_started($test, 'fork', $!) unless defined $pid;
    become($test) if $pid == 0;
    delete $test->{ends};
    vec($watched, $_->{fd}, 1) = 1 for @{ $test->{streams} };
    $running{$pid} = $test;
}

# In the child: turns into the test, or tells why it could not. It goes straight there, as all that it touches
# is copied; Perl's own way to redirect touches much.
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

# Reads once from a test's output. Keeps the beginning and the end, and a little more between two cuts.
sub take {
    my ($stream) = @_;
    my $count = sysread $stream->{from}, $chunk, 65536;
    if ($count) {
        $stream->{kept} .= $chunk;
        cut($stream) if length $stream->{kept} > HEAD + TAIL + SLACK;
    } elsif (defined $count) {
        ignore($stream);
        close $stream->{from};
        $stream->{open} = 0;
    }
    return $count;
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

# Its strays are not looked for yet: they become our children once their parents are dead.
sub end_by {
    my ($how, $test) = @_;
    return if $test->{killed};
    kill KILL => $test->{pid}, -$test->{pid};
    @$test{qw(how killed deadline)} = ($how, $now, 0);
}

# Replies for the ended tests, unless a process that had to be killed is still there.
sub finish {
    return if !@ended;
    my $held = sweep();
    for my $test (splice @ended) {
        if ($held && $now < $test->{ended} + PATIENCE) { push @ended, $test } else { reply($test) }
    }
}

# Kills the strays of all tests but the running ones, and tells whether any may still be there.
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

# The processes that may be strays. With us as subreaper every orphan of a test is our child, and as only
# we can reap it, the list is exact. Otherwise look at all processes, where there is a /proc.
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

# The test that a stray comes from: the one whose mark it bears, or whose group it is in. Not known if it has
# wiped both, or for the moment of an exec; then it may be of any test that was running when it was first seen.
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
        # Whoever still holds the other end is out of reach: take what is in the pipe and leave.
        for (my $room = 1 << 20; $stream->{open} && $room > 0;) { $room -= take($stream) || last }
        cut($stream);
    }
    return if ($test->{status} == 127 << 8 || $test->{killed}) && told_failure($test);
    post(pack('N C n d> d> N', $test->{id}, $test->{how}, $test->{status}, $milliseconds,
        $out->{dropped} + $err->{dropped}, length $out->{kept}) . $out->{kept} . $err->{kept});
}

# A child that could not become its test has written why before it left with 127.
sub told_failure {
    my ($test) = @_;
    while (sysread $failures, my $told, 4096) {
        $failed{$1} = [$2, $3] while $told =~ /(\d+) (\w+) (\d+) \n/g;
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

# The lowest place is given out first, so that a run with few tests at a time uses few of them.
sub vacate { @places = sort { $a <=> $b } @places, $_[0]{place} }

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
    open STDERR, '>', '/dev/null';    # nobody may be reading it, and a broken pipe would end rm half-way
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
