# Lets a test see folders with changes of its own: mounts overlays in a namespace, and becomes the test.
#
#   perl overlays.pl PLAN REPORT UNSHARE MOUNT SETXATTR PRCTL TEST...
#
# The user's folders are the lower layers, which an overlay never writes to. As root a mount namespace is enough; anybody
# else gets a user namespace too, as root of it for the mounts and as themselves again for the test. Where something fails,
# the step and the error number go to the file REPORT, and the test does not start.
#
# PLAN is a file of NUL-terminated fields: the working directory; the number of environment variables, and these
# as NAME=VALUE or NAME; then, for each overlay, the folders lower, upper, work and where it is mounted, and two lists, each
# with its length first: folders in which nothing of the lower layer is seen, and what is removed from it.
# The numbers are those of Linux system calls, for which Perl has no names. No module is loaded, for speed.

my ($plan, $path, $unshare, $mount, $setxattr, $prctl, @argv) = @ARGV;
$_ += 0 for $unshare, $mount, $setxattr, $prctl;    # syscall would pass a string by address
open my $report, '+<', $path or die "$path: $!";
open my $file, '<', $plan or give_up('plan');
my @fields = do { local $/; split /\0/, <$file>, -1 };
close $file;
my $cwd = shift @fields;
my @settings = list();
my ($uid, $gid) = ($>, (split ' ', $))[0]);

my $as_user = !call($unshare, 0x20000);    # CLONE_NEWNS
if ($as_user) {
    call($unshare, 0x10020000) or give_up('unshare');    # CLONE_NEWUSER too
    map_ids(0, $uid, 0, $gid);
}
call($mount, 'none', '/', 0, 0x44000, 0) or give_up('private');    # MS_REC | MS_PRIVATE
overlay(splice(@fields, 0, 4), [list()], [list()]) while @fields > 1;
if ($as_user && $uid) {
    call($unshare, 0x10000000) or give_up('unshare');
    map_ids($uid, 0, $gid, 0);
}
call($prctl, 1, 9, 0, 0, 0) if $as_user;    # PR_SET_PDEATHSIG is lost with the change of user
chdir $cwd or give_up('cwd');
for (@settings) {
    my ($name, $value) = split /=/, $_, 2;
    if (defined $value) { $ENV{$name} = $value } else { delete $ENV{$name} }
}
exec { $argv[0] } @argv;
give_up('exec');

# Perl passes strings by address, and refuses constants.
sub call {
    my ($number, @arguments) = @_;
    return syscall($number, @arguments) == 0;
}

sub list { splice @fields, 0, shift @fields }

sub overlay {
    my ($lower, $upper, $work, $at, $emptied, $hidden) = @_;
    for (@$emptied, grep { is_folder($lower, $_) } @$hidden) {
        my $made = make_folder($upper, $_);
        give_up('mkdir') unless defined $made;
        next unless $made;    # what stands in its way hides the user's folder already
        my $name = $as_user ? 'user.overlay.opaque' : 'trusted.overlay.opaque';
        call($setxattr, "$upper/$_", $name, 'y', 1, 0) or give_up('setxattr');
    }
    my $options = join ',', map { escape($_) } "lowerdir=$lower", "upperdir=$upper", "workdir=$work";
    # Some systems turn these on. With an index, a layer stays busy after its last test; with metacopy, a file in the upper
    # layer may lack its content.
    $options .= ',index=off,metacopy=off';
    # Renaming a folder of the lower layer fails without redirect_dir, which a user namespace does not allow.
    $options .= $as_user ? ',userxattr' : ',redirect_dir=on';
    call($mount, 'overlay', $at, 'overlay', 0, $options) or give_up('mount');
    hide($at, $_) for @$hidden;
    make_folder($at, substr $cwd, 1 + length $at) if index($cwd, "$at/") == 0;
}

# As git does: a folder is there for its files. Removing something of the lower layer leaves a mark in the upper one. A
# hidden folder has been emptied before, so that nothing inside it matters; what the candidate has there stays. What is
# behind a link is not in the overlay: it is the user's, and must not be removed. A candidate that keeps what it must not
# have is not that candidate: then the test does not start.
sub hide {
    my ($at, $name) = @_;
    return if is_behind_link($at, $name) || !lstat "$at/$name";
    if (!-d _) { unlink "$at/$name" or give_up('hide') }
    else { remove_empty("$at/$name") or return }
    while ($name =~ s{/[^/]*$}{} && index("$cwd/", "$at/$name/") != 0) { remove_empty("$at/$name") or return }
}

sub remove_empty {
    my ($folder) = @_;
    return 1 if rmdir $folder;
    return 0 if $! == 39;    # ENOTEMPTY
    give_up('hide');
}

sub is_folder {
    my ($place, $name) = @_;
    return !is_behind_link($place, $name) && lstat "$place/$name" && -d _;
}

sub escape {
    my ($name, $folder) = split /=/, $_[0], 2;
    $folder =~ s/([\\:,])/\\$1/g;
    return "$name=$folder";
}

sub is_behind_link {
    my ($place, $name) = @_;
    my @above = split m{/}, $name;
    pop @above;
    for (@above) { return 1 if -l ($place .= "/$_") }
    return 0;
}

# Makes a folder and those above it; undefined if that fails. Says no where a link or a file is in the way: behind a link,
# nothing is ours.
sub make_folder {
    my ($place, $name) = @_;
    for (split m{/}, $name) {
        $place .= "/$_";
        lstat $place or mkdir $place or return undef;
        return 0 if -l $place || !-d _;
    }
    return 1;
}

sub map_ids {
    my ($user, $outer_user, $group, $outer_group) = @_;
    put('setgroups', 'deny');
    put('uid_map', "$user $outer_user 1");
    put('gid_map', "$group $outer_group 1");
}

sub put {
    my ($name, $text) = @_;
    open my $file, '>', "/proc/self/$name" or give_up($name);
    syswrite $file, $text or give_up($name);
}

sub give_up {
    syswrite $report, join ' ', $_[0], $! + 0, "\n";
    exit 127;
}
