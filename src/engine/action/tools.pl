# What a test runs with on a worker: the system, and the programs that the test names. If two workers differ in that, the same test
# may end differently on them. Part of worker.pl.
#
# It is done before every test, so it is bounded: only the beginnings of scripts are read, and of a program its ends. The release
# of the kernel does not count: workers of one image have several.
use strict;
use warnings;

use constant {
    MAX_WORDS => 500, MAX_PROGRAMS => 16,
    SCRIPT => 64 * 1024,    # bytes of a script that are searched for the names of programs
    SAMPLE => 64 * 1024,    # bytes at either end of a program that its checksum is of
};

# For each program its name, the folders in which it was looked for, and what it is; for a request to the supervisor and the folder
# that the test's own files are in.
sub tools_of {
    my ($request, $root) = @_;
    my (undef, undef, $cwd, undef, undef, undef, undef, $settings, @rest) = split /\0/, $request, -1;
    my ($path) = map { /^PATH=(.*)/s ? $1 : () } splice @rest, 0, $settings;
    $path //= $ENV{PATH};
    (my $searched = "$cwd:$path") =~ s/\Q$root\E//g;    # it is another one for each test
    my @found = (system => '', system_name());
    my @queue = map { words_in($_) } @rest;
    my (%seen, %files);
    while (@queue && keys %seen < MAX_WORDS && @found < 3 * MAX_PROGRAMS) {
        my $word = shift @queue;
        next if $seen{$word}++;
        my $file = locate($word, $cwd, $path) // next;
        next if $files{$file}++;
        push @queue, words_in(script_text($file));
        # What travels with the test is the same everywhere, or is what is searched.
        next if index("$file/", "$root/") == 0;
        push @found, $word => $word =~ m{^/} ? '' : $searched, identity($file);
    }
    return @found;
}

sub words_in { return grep { $_ ne '' } split m{[^\w.+/\@-]+}, substr $_[0], 0, SCRIPT }

sub locate {
    my ($word, $cwd, $path) = @_;
    my @places = $word =~ m{^/} ? ('') : $word =~ m{/} ? ("$cwd/") : ((map { "$_/" } split /:/, $path), "$cwd/");
    for my $place (@places) {
        return "$place$word" if -f "$place$word" && (-x _ || $place eq "$cwd/");
    }
    return undef;
}

# The commands of a shell script, or the interpreter of another one; nothing for a program.
sub script_text {
    my ($file) = @_;
    my $text = read_part($file, 0, SCRIPT);
    return '' unless $text =~ /^#!([^\n]*)/;
    my $interpreter = $1;
    return $interpreter unless $interpreter =~ m{\b(?:ba|da|k|z)?sh\b};
    $text =~ s/^\s*#(?!!).*//mg;
    return $text;
}

# Where a program really is, its size, and a checksum of its two ends: no digest, as a small perl has no module for one.
sub identity {
    my ($file) = @_;
    my $size = -s $file;
    my $ends = read_part($file, 0, SAMPLE) . read_part($file, $size > SAMPLE ? $size - SAMPLE : 0, SAMPLE);
    $ends .= "\0" x (-length($ends) % 4);
    my $real = eval { require Cwd; Cwd::abs_path($file) } // $file;
    return sprintf '%s (%d bytes, checksum %08x)', $real, $size, unpack '%32N*', $ends;
}

sub system_name {
    my ($name) = (read_file('/etc/os-release') // '') =~ /^PRETTY_NAME="?([^"\n]*)/m;
    my $machine = `uname -m` // '';
    chomp $machine;
    return join ', ', grep { $_ ne '' } $name // '', $machine;
}

sub worker_name {
    my $name = `uname -n` // '';
    chomp $name;
    return $name;
}

sub read_part {
    my ($path, $from, $length) = @_;
    open my $file, '<', $path or return '';
    binmode $file;
    seek $file, $from, 0;
    my $bytes;
    read $file, $bytes, $length;
    return $bytes // '';
}

1;
