# Runs a command in a network of its own, in which only the loopback device is up: no port is in use there.
#
#   perl own-network.pl UNSHARE COMMAND...
#
# UNSHARE is the number of Linux's system call. As root a network namespace is enough; anybody else gets a user namespace too. Where
# that is not allowed, the exit status is 125, and the command does not start. No module is loaded, for speed.

my ($unshare, @argv) = @ARGV;
$unshare += 0;    # syscall would pass a string by address
my ($uid, $gid) = ($>, (split ' ', $))[0]);

if (syscall($unshare, 0x40000000) != 0) {    # CLONE_NEWNET
    syscall($unshare, 0x50000000) == 0 or give_up("unshare: $!");    # CLONE_NEWUSER too
    write_to('/proc/self/setgroups', 'deny');
    write_to('/proc/self/uid_map', "$uid $uid 1");
    write_to('/proc/self/gid_map', "$gid $gid 1");
}
socket(my $socket, 2, 2, 0) or give_up("socket: $!");    # AF_INET, SOCK_DGRAM
my $request = pack 'a16 s x22', 'lo', 0x49;    # IFF_UP | IFF_LOOPBACK | IFF_RUNNING
ioctl($socket, 0x8914, $request) or give_up("ioctl: $!");    # SIOCSIFFLAGS
close $socket;
exec { $argv[0] } @argv or give_up("$argv[0]: $!");

sub write_to {
    my ($path, $text) = @_;
    open my $file, '>', $path or give_up("$path: $!");
    print {$file} $text;
    close $file or give_up("$path: $!");
}

sub give_up {
    print STDERR "culprit: no network of its own: $_[0]\n";
    exit 125;
}
