# Listens on ports, and then runs a command: perl occupy-ports.pl PORT,PORT -- COMMAND...
# The sockets stay open in the command, so the ports are in use as long as it runs. No module is loaded, for speed.

my ($ports, undef, @argv) = @ARGV;
$^F = 65535;    # files that are opened from now on stay open in the command
my @sockets;
for my $port (split /,/, $ports) {
    for my $family (2, 10) {    # AF_INET, AF_INET6
        socket(my $socket, $family, 1, 6) or next;
        setsockopt($socket, 41, 26, 1) if $family == 10;    # IPV6_V6ONLY
        my $address = $family == 2 ? pack('S n x4 x8', 2, $port) : pack('S n x4 x16 x4', 10, $port);
        bind($socket, $address) && listen($socket, 5) and push @sockets, $socket;
    }
}
exec { $argv[0] } @argv or exit 127;
