# Usage: perl fake-systemd.pl PORT WATCHDOG_SECONDS NOTIFY_SOCKET PROGRAM ARGUMENTS...
# Passes a listening socket and a watchdog to the program, and restarts it when it ends or hangs, as systemd does.
use strict;
use warnings;
use POSIX 'WNOHANG';
use Socket;

my ($port, $watchdog, $notify, @program) = @ARGV;
$^F = 3;    # descriptor 3 stays open for the program
socket(my $listening, PF_INET, SOCK_STREAM, 0) or die $!;
setsockopt($listening, SOL_SOCKET, SO_REUSEADDR, 1) or die $!;
bind($listening, sockaddr_in($port, inet_aton('127.0.0.1'))) or die $!;
listen($listening, 4096) or die $!;
die 'the socket is not descriptor 3' if fileno($listening) != 3;
socket(my $messages, PF_UNIX, SOCK_DGRAM, 0) or die $!;
bind($messages, sockaddr_un($notify)) or die $!;

while (1) {
    my $pid = fork // die $!;
    if ($pid == 0) {
        @ENV{qw(LISTEN_PID LISTEN_FDS NOTIFY_SOCKET WATCHDOG_USEC)} = ($$, 1, $notify, $watchdog * 1e6);
        exec @program or die $!;
    }
    my $notified = time;
    until (waitpid($pid, WNOHANG) == $pid) {
        my $readable = '';
        vec($readable, fileno($messages), 1) = 1;
        if (select($readable, undef, undef, 0.05) > 0) {
            recv($messages, my $text, 4096, 0);
            $notified = time if $text =~ /WATCHDOG=1/;
        }
        kill 'KILL', $pid if time - $notified > $watchdog;
    }
}
