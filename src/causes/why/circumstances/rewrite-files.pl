# Writes files of the current folder anew, with the same contents, and then runs a command: perl rewrite-files.pl PLAN COMMAND...
#
# PLAN is a file of NUL-terminated fields: `d PATH` for each folder that is made anew, the innermost first, and `f MODE PATH` for each
# file, in the order in which they are written; the mode is octal. A file that stays where it is only gets the mode. No module is
# loaded, for speed.

my ($plan, @argv) = @ARGV;
open my $list, '<', $plan or die "$plan: $!";
my @fields = do { local $/; split /\0/, <$list> };
close $list;
my @folders = map { /^d (.*)/s ? $1 : () } @fields;
my @files = map { /^f (\d+) (.*)/s ? [oct $1, $2] : () } @fields;
my %is_new = map { $_ => 1 } @folders;
my %content;
for (@files) {
    my ($mode, $path) = @$_;
    next unless $is_new{folder_of($path)};
    $content{$path} = -l $path ? { link => readlink $path } : { bytes => read_file($path) };
    unlink $path or die "$path: $!";
}
for (@folders) { rmdir $_ or die "$_: $!" }
for (reverse @folders) { mkdir $_ or die "$_: $!" }
for (@files) {
    my ($mode, $path) = @$_;
    my $old = $content{$path};
    if ($old && defined $old->{link}) { symlink $old->{link}, $path or die "$path: $!"; next }
    write_file($path, $old->{bytes}) if $old;
    chmod $mode, $path unless -l $path;
}
exec { $argv[0] } @argv or exit 127;

sub folder_of { my ($path) = @_; return $path =~ m{^(.*)/}s ? $1 : '.' }

sub read_file {
    my ($path) = @_;
    open my $file, '<:raw', $path or die "$path: $!";
    local $/;
    return scalar <$file>;
}

sub write_file {
    my ($path, $bytes) = @_;
    open my $file, '>:raw', $path or die "$path: $!";
    print {$file} $bytes;
    close $file or die "$path: $!";
}
