# Asks a template for a copy that carries out a plan, and ends as the copy does; without a template, becomes the command.
#
#   perl start-copy.pl TEMPLATE PLAN COMMAND WORD...
#
# The socket of the template for slot 0 is TEMPLATE-0. The copy has the standard streams of this process.
use strict;
use warnings;
no warnings 'exec';

use constant { AF_UNIX => 1, SOCK_STREAM => 1, UNRESOLVED => 125 };

my ($template, $plan, @command) = @ARGV;
run_copy();
exec { $command[0] } @command;
print STDERR "culprit: $command[0]: $!\n";
exit 127;

# Returns only if no copy was made.
sub run_copy {
    socket my $socket, AF_UNIX, SOCK_STREAM, 0 or return;
    connect $socket, pack 'S a108', AF_UNIX, "$template-$ENV{CULPRIT_SLOT}" or return;
    my @variables = map { "$_=$ENV{$_}" } grep { defined $ENV{$_} } qw(TMPDIR CULPRIT_SLOT CULPRIT_TRIAL);
    local $SIG{PIPE} = 'IGNORE';
    syswrite $socket, pack 'N/a*', join "\0", $plan, $$, @variables or return;
    my $answer = '';
    1 while sysread $socket, $answer, 64, length $answer;
    return if $answer !~ /^begun\n/;
    exit $1 if $answer =~ /^exit (\d+)\n/m;
    $SIG{PIPE} = 'DEFAULT';
    kill $1, $$ if $answer =~ /^signal (\d+)\n/m;
    exit UNRESOLVED;    # the template was killed
}
