# The first process of a test on a worker of an engine.
#
#   perl culprit/worker.pl
#
# The folder "input" has the files of the test. They may be read-only, or shared with other tests, so the test gets a copy. It runs
# under the same supervisor as on the user's machine: time limits, signals, what is kept of the output and what happens to
# daemons are the same. How it ended is written to the file "output/record", and the exit code is always 0: engines do not say
# how a command ended in one way. If there is no record, the engine is at fault, and not the test.
#
# The record is a list of names and values, each with its length before it.
use strict;
use warnings;

my $placeholder = '@culprit-root-8d1f6a3c@';    # stands for the folder of the copy; mapped-paths.ts writes it
my $here = working_directory();
my $root = "$here/output/root";
my $details = '.culprit-details';
my $max_slots = 1024;
my $min_free = 1024;    # kB of the disk that have to be free before a test begins
my @record = (id => read_file("$here/culprit/id"), root => $root);
my @times;    # paths of files, and when they were written by the clock of the user's machine
require "$here/culprit/tools.pl";

my ($slot, $held) = take_slot();

mkdir "$here/output";
copy_input();
check_space();
apply_details($root);
set_times();
substitute_in($_) for list('mentions');
run_commands();
push @record, "file $_" => read_file(local_path($_)) // '' for grep { -f local_path($_) } list('writes');
write_file("$here/output/record.part", join '', map { pack 'N/a*', $_ } @record);
rename "$here/output/record.part", "$here/output/record" or die "record: $!";
exit 0;

sub working_directory {
    my $path = `pwd -P`;
    $path =~ s{/?\n$}{};    # "" for the root, in which some engines run commands
    return $path;
}

# The first number that no other test here has now, whoever started it. An abstract socket belongs to a network, so tests have
# different numbers exactly if they could meet on a port; and it is free again however this process ends.
sub take_slot {
    return 0 unless $^O eq 'linux' && eval { require Socket };
    for my $slot (0 .. $max_slots - 1) {
        socket my $socket, Socket::AF_UNIX(), Socket::SOCK_STREAM(), 0 or return 0;
        return ($slot, $socket) if bind $socket, Socket::pack_sockaddr_un("\0culprit-slot-$slot");
    }
    return 0;
}

sub copy_input {
    return if system('cp', '-R', '-P', '--reflink=auto', "$here/input", $root) == 0;
    system('rm', '-rf', $root);
    system('cp', '-R', '-P', "$here/input", $root) == 0 or die "cannot copy the files of the test\n";
}

# A test that cannot write a file would fail because of the worker.
sub check_space {
    my ($free) = `df -Pk "$root"` =~ /\n.*?(\d+)\s+\d+%/;
    die "No space left on the worker: $free kB\n" if defined $free && $free < $min_free;
}

# Makes folders writable, and gives files their modes and times. Links are made here: engines refuse some.
sub apply_details {
    my ($folder) = @_;
    chmod 0755, $folder;
    my @fields = split /\0/, read_file("$folder/$details") // '', -1;
    unlink "$folder/$details";
    opendir my $handle, $folder or die "$folder: $!";
    my @names = grep { $_ ne '.' && $_ ne '..' } readdir $handle;
    closedir $handle;
    for my $path (map { "$folder/$_" } @names) {
        if (-d $path && !-l $path) { apply_details($path) }
        elsif (!-w $path || $> == 0) { chmod -x $path ? 0755 : 0644, $path }
    }
    while (my ($name, $mode, $time, $target) = splice @fields, 0, 4) {
        my $path = "$folder/$name";
        if ($mode eq 'link') { symlink substitute($target), $path; next }
        chmod oct $mode, $path;
        my $is_future = $time =~ s/^future //;
        push @times, { path => $path, time => $time, is_future => $is_future } if $time ne '';
    }
}

# If the clock here is behind the user's, files would be newer than anything that a build makes of them. Then all of them are
# made older by the same: builds compare times only with each other. Some are later than now on the user's machine too, and stay so.
sub set_times {
    my $ahead = 0;
    my @past = grep { !$_->{is_future} } @times;
    for (@past) { $ahead = $_->{time} - time if $_->{time} - time > $ahead }
    $_->{time} -= $ahead for @past;
    return set_whole_seconds() unless eval { require Time::HiRes; Time::HiRes::d_hires_utime() };
    Time::HiRes::utime($_->{time}, $_->{time}, $_->{path}) for @times;
}

# A small perl sets times only in whole seconds. Then files get older ones, as far as they need to stay in the same order.
sub set_whole_seconds {
    my ($newer, $seconds);
    for my $file (sort { $b->{time} <=> $a->{time} } @times) {
        my $time = $file->{time};
        if (!defined $newer) { $seconds = int $time }
        elsif ($time < $newer) { $seconds = int($time) < $seconds ? int $time : $seconds - 1 }
        $newer = $time;
        utime $seconds, $seconds, $file->{path};
    }
}

# The requests are those that the supervisor gets on the user's machine.
sub run_commands {
    my @names = grep { -f "$here/culprit/$_" } 'build', 'test';
    my %request = map { $_ => substitute(read_file("$here/culprit/$_")) } @names;
    # Before anything runs: a test may change its files.
    push @record, worker => worker_name(), tools => join "\0", map { tools_of($_, $root) } values %request;
    for my $name (@names) {
        my $reply = supervise($request{$name});
        push @record, $name => $reply;
        # The ending and the wait status of a build.
        last if $name eq 'build' && join(' ', unpack 'x4 C n', $reply) ne '0 0';
    }
}

sub supervise {
    my ($request) = @_;
    pipe my $from_us, my $requests or die "pipe: $!";
    pipe my $replies, my $to_us or die "pipe: $!";
    my $pid = fork // die "fork: $!";
    if ($pid == 0) {
        close $_ for $requests, $replies;
        open STDIN, '<&', $from_us or die $!;
        open STDOUT, '>&', $to_us or die $!;
        $ENV{CULPRIT_FIRST_SLOT} = $slot;
        # It would remove a folder at its end: none of ours.
        exec 'perl', "$here/culprit/supervisor.pl", '', 1, system_calls(), 2048 or die "perl: $!";
    }
    close $_ for $from_us, $to_us;
    syswrite $requests, pack 'N/a*', $request;
    my $reply = read_exactly($replies, unpack 'N', read_exactly($replies, 4));
    close $requests;
    waitpid $pid, 0;
    return $reply;
}

# The numbers of prctl, clock_gettime and dup3; the supervisor can do without.
sub system_calls {
    my $machine = `uname -m` // '';
    return (157, 228, 292) if $machine =~ /^x86_64/;
    return (167, 113, 24) if $machine =~ /^aarch64/;
    return (0, 0, 0);
}

sub read_exactly {
    my ($from, $length) = @_;
    my $bytes = '';
    while (length $bytes < $length) {
        sysread $from, $bytes, $length - length $bytes, length $bytes or die "the supervisor has ended\n";
    }
    return $bytes;
}

sub list { return split /\0/, read_file("$here/culprit/$_[0]") // '' }

sub local_path { return substitute($_[0]) }

sub substitute_in {
    my $path = local_path($_[0]);
    write_file($path, substitute(read_file($path) // return));
}

sub substitute {
    my ($text) = @_;
    $text =~ s/\Q$placeholder\E/$root/g;
    return $text;
}

sub read_file {
    my ($path) = @_;
    open my $file, '<', $path or return undef;
    binmode $file;
    local $/;
    return <$file> // '';
}

sub write_file {
    my ($path, $bytes) = @_;
    open my $file, '>', $path or die "$path: $!";
    binmode $file;
    print {$file} $bytes;
    close $file or die "$path: $!";
}
