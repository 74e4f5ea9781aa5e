package lab

// postfixConfig fills the templates of the configuration files.
type postfixConfig struct {
	Dir                  string
	Port                 int
	LMTP, Domains        string
	GoneDomain, GonePort string
}

// postfixMain is main.cf. Every way out but two is an error: the LMTP server
// of the test, and the refusing server on loopback.
const postfixMain = `compatibility_level = 3.6
queue_directory = {{.Dir}}/queue
data_directory = {{.Dir}}/data
myhostname = mail.pit.test
mydomain = pit.test
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
mydestination =
alias_maps =
alias_database =
local_recipient_maps =
virtual_mailbox_domains = {{.Domains}}
virtual_transport = lmtp:inet:{{.LMTP}}
relay_domains = {{.GoneDomain}}
transport_maps = inline:{ {{.GoneDomain}}=smtp:[127.0.0.1]:{{.GonePort}} }
default_transport = error:5.7.1 nothing leaves this machine
relay_transport = error:5.7.1 nothing leaves this machine
smtp_dns_support_level = disabled
smtpd_recipient_restrictions = permit_mynetworks, reject
smtpd_client_connection_rate_limit = 0
smtpd_client_connection_count_limit = 0
smtpd_tls_security_level = may
smtpd_tls_cert_file = {{.Dir}}/cert.pem
smtpd_tls_key_file = {{.Dir}}/key.pem
recipient_delimiter = +
message_size_limit = 10485760
mailbox_size_limit = 0
maillog_file = {{.Dir}}/postfix.log
maillog_file_prefixes = {{.Dir}}
queue_run_delay = 1s
minimal_backoff_time = 1s
maximal_backoff_time = 2s
biff = no
`

// postfixMaster is master.cf: only what carries letters, nothing in a chroot.
// The flag DO writes X-Original-To and Delivered-To with the full address.
const postfixMaster = `127.0.0.1:{{.Port}} inet n - n - - smtpd
postlog   unix-dgram n - n - 1 postlogd
pickup    unix n - n 60 1 pickup
cleanup   unix n - n - 0 cleanup
qmgr      unix n - n 300 1 qmgr
tlsmgr    unix - - n 1000? 1 tlsmgr
rewrite   unix - - n - - trivial-rewrite
bounce    unix - - n - 0 bounce
defer     unix - - n - 0 bounce
trace     unix - - n - 0 bounce
verify    unix - - n - 1 verify
flush     unix n - n 1000? 0 flush
proxymap  unix - - n - - proxymap
smtp      unix - - n - - smtp
showq     unix n - n - - showq
error     unix - - n - - error
retry     unix - - n - - error
discard   unix - - n - - discard
lmtp      unix - - n - - lmtp flags=DO
anvil     unix - - n - 1 anvil
scache    unix - - n - 1 scache
`
