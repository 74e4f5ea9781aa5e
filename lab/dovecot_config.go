package lab

// What both formats share: everything under one folder and one ordinary user,
// no chroot, ports of our choice.
const dovecotServices = `
base_dir = {{.Dir}}/run
state_dir = {{.Dir}}/state
log_path = {{.Dir}}/dovecot.log
instance_name = {{.Dir}}
listen = 127.0.0.1
default_internal_user = {{.User}}
default_internal_group = {{.Group}}
default_login_user = {{.User}}
first_valid_uid = 1
first_valid_gid = 1
recipient_delimiter = +
lmtp_save_to_detail_mailbox = no
auth_mechanisms = plain login{{if .OAuth}} xoauth2 oauthbearer{{end}}
ssl = yes
mail_max_userip_connections = 100
auth_failure_delay = 0
service anvil {
  chroot =
  # No penalty for wrong passwords: one test must not slow the next.
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service imap-urlauth-login {
  chroot =
}
service stats {
  chroot =
}
service imap-login {
  chroot =
  inet_listener imap {
    port = {{.IMAP}}
  }
  inet_listener imaps {
    port = {{.IMAPS}}
    ssl = yes
  }
}
namespace inbox {
  inbox = yes
  separator = /
  mailbox Unwanted {
    special_use = \Junk
  }
}
`

// dovecot23 is the configuration file of Dovecot 2.3.
const dovecot23 = `protocols = imap lmtp` + dovecotServices + `
ssl_cert = <{{.Dir}}/cert.pem
ssl_key = <{{.Dir}}/key.pem
disable_plaintext_auth = no
mail_location = maildir:{{.Dir}}/mail/%Lu
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = {{.LMTP}}
  }
}
passdb {
  driver = static
  args = password={{.Password}}
{{if .OAuth}}  mechanisms = plain login
}
passdb {
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = {{.Dir}}/oauth2.conf
{{end}}}
userdb {
  driver = static
  args = uid={{.UID}} gid={{.GID}} home={{.Dir}}/home/%Lu allow_all_users=yes
}
`

// dovecot24 is the configuration file of Dovecot 2.4, where the versions must
// come first.
const dovecot24 = `dovecot_config_version = 2.4.0
dovecot_storage_version = 2.4.0
protocols = imap lmtp` + dovecotServices + `
ssl_server_cert_file = {{.Dir}}/cert.pem
ssl_server_key_file = {{.Dir}}/key.pem
auth_allow_cleartext = yes
mail_driver = maildir
mail_path = {{.Dir}}/mail/%{user | lower}
mail_home = {{.Dir}}/home/%{user | lower}
mail_uid = {{.UID}}
mail_gid = {{.GID}}
service lmtp {
  inet_listener lmtp {
    listen = 127.0.0.1
    port = {{.LMTP}}
  }
}
passdb static {
  passdb_static_password = {{.Password}}
{{if .OAuth}}  mechanisms = plain login
}
oauth2 {
  introspection_mode = local
  username_attribute = sub
}
oauth2_local_validation {
  dict fs {
    fs posix {
      prefix = {{.Dir}}/keys/
    }
  }
}
passdb oauth2 {
  mechanisms = xoauth2 oauthbearer
{{end}}}
userdb static {
  userdb_static_allow_all_users = yes
}
`
