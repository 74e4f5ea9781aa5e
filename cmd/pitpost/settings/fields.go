package settings

import (
	"reflect"
	"slices"
	"sync"
)

// list has every setting once: its flag, its help text, and its name in the environment and in the file.
type list[text, number, hidden any] struct {
	Config text `name:"config" help:"Read settings from this file instead of pitpost.yaml in the data folder and /etc/pitpost/pitpost.yaml." placeholder:"FILE" var:"CONFIG" yaml:"-"`

	Address           text   `name:"address" help:"The address players write to." placeholder:"PLAY@EXAMPLE.ORG" var:"ADDRESS" yaml:"address"`
	Also              text   `name:"also" help:"Other addresses whose letters reach it, parted by commas." placeholder:"GAMES@EXAMPLE.ORG,…" var:"ALSO" yaml:"also"`
	Data              text   `name:"data" help:"The folder for everything that is kept." placeholder:"FOLDER" var:"DATA" yaml:"data"`
	SecretFile        text   `name:"secret-file" help:"The key behind all tokens; made at first start." placeholder:"FILE" var:"SECRET_FILE" yaml:"secret_file"`
	DatabaseURL       hidden `name:"database-url" help:"A Postgres database in place of the built-in one." placeholder:"URL" var:"DATABASE_URL" yaml:"database_url"`
	DatabasePassword  hidden `name:"database-password" help:"The password for it, whatever its characters; put into DATABASE_URL." placeholder:"PASS" var:"DATABASE_PASSWORD" yaml:"database_password"`
	IMAPURL           hidden `name:"imap-url" help:"The mailbox: imaps://user:pass@host/INBOX." placeholder:"URL" var:"IMAP_URL" yaml:"imap_url"`
	SMTPURL           hidden `name:"smtp-url" help:"The way out: smtps://user:pass@host." placeholder:"URL" var:"SMTP_URL" yaml:"smtp_url"`
	MailPassword      hidden `name:"mail-password" help:"The password of the mailbox, whatever its characters; put into IMAP_URL and SMTP_URL." placeholder:"PASS" var:"MAIL_PASSWORD" yaml:"mail_password"`
	Gmail             text   `name:"gmail" help:"A Gmail address; sets both URLs." placeholder:"ADDRESS" var:"GMAIL" yaml:"gmail"`
	GmailPasswordFile text   `name:"gmail-password-file" help:"A file with its app password." placeholder:"FILE" var:"GMAIL_PASSWORD_FILE" yaml:"gmail_password_file"`
	Microsoft         text   `name:"microsoft" help:"A Microsoft 365 or Outlook.com address; sets both URLs, logs in by OAuth." placeholder:"ADDRESS" var:"MICROSOFT" yaml:"microsoft"`
	OAuthTokenURL     text   `name:"oauth-token-url" help:"Where access tokens are got; known for Gmail and Microsoft." placeholder:"URL" var:"OAUTH_TOKEN_URL" yaml:"oauth_token_url"`
	OAuthClientID     text   `name:"oauth-client-id" help:"The program's id there." placeholder:"ID" var:"OAUTH_CLIENT_ID" yaml:"oauth_client_id"`
	OAuthSecretFile   text   `name:"oauth-secret-file" help:"A file with its secret, where it has one." placeholder:"FILE" var:"OAUTH_SECRET_FILE" yaml:"oauth_secret_file"`
	OAuthRefreshFile  text   `name:"oauth-refresh-file" help:"A file with the refresh token; a newer one is written there." placeholder:"FILE" var:"OAUTH_REFRESH_FILE" yaml:"oauth_refresh_file"`
	OAuthScope        text   `name:"oauth-scope" help:"The rights to ask for; known for Gmail and Microsoft." placeholder:"SCOPE" var:"OAUTH_SCOPE" yaml:"oauth_scope"`
	Mailbox           text   `name:"mailbox" help:"own: every letter is for pitpost; shared: somebody reads their own mail here, so only what is for pitpost is touched. Left out, it is own where nobody's own mail lies." placeholder:"shared|own" var:"MAILBOX" yaml:"mailbox"`
	Sent              text   `name:"sent" help:"The provider's own copies of what is sent." placeholder:"delete|keep" var:"SENT" yaml:"sent"`
	Junk              text   `name:"junk" help:"The mailbox's folder for spam: read finds answers that went astray there." placeholder:"read|leave" var:"JUNK" yaml:"junk"`
	AuthservID        text   `name:"authserv-id" help:"The receiving server whose word on senders counts: its name, or gmail, microsoft, fastmail, proton, yahoo." placeholder:"NAME" var:"AUTHSERV_ID" yaml:"authserv_id"`
	ARCSealers        text   `name:"arc-sealers" help:"Domains whose ARC seals count, such as that of a list your players write through; parted by commas." placeholder:"DOMAIN,…" var:"ARC_SEALERS" yaml:"arc_sealers"`
	LMTP              text   `name:"lmtp" help:"Where your own mail server brings letters by LMTP." placeholder:"HOST:PORT|SOCKET" var:"LMTP" yaml:"lmtp"`
	MXName            text   `name:"mx-name" help:"The name your own mail server writes after \"by\" in its Received header." placeholder:"NAME" var:"MX_NAME" yaml:"mx_name"`
	SenderCheck       text   `name:"sender-check" help:"server: only a server of yours tells who wrote a letter; own: SPF, DKIM and DMARC of letters by LMTP and webhook are looked at here." placeholder:"server|own" var:"SENDER_CHECK" yaml:"sender_check"`
	NameServer        text   `name:"name-server" help:"The name server asked for that; this machine's if left out." placeholder:"HOST:PORT" var:"NAME_SERVER" yaml:"name_server"`
	MailgunKey        hidden `name:"mailgun-key" help:"Mailgun's HTTP webhook signing key; opens /in/mailgun/mime." placeholder:"KEY" var:"MAILGUN_KEY" yaml:"mailgun_key"`
	PostmarkLogin     hidden `name:"postmark-login" help:"User and password in the URL given to Postmark; opens /in/postmark." placeholder:"USER:PASS" var:"POSTMARK_LOGIN" yaml:"postmark_login"`
	SendgridKey       text   `name:"sendgrid-key" help:"The public key of SendGrid's signed parse webhook; opens /in/sendgrid." placeholder:"KEY" var:"SENDGRID_KEY" yaml:"sendgrid_key"`
	SendgridLogin     hidden `name:"sendgrid-login" help:"User and password in the URL given to SendGrid; the same." placeholder:"USER:PASS" var:"SENDGRID_LOGIN" yaml:"sendgrid_login"`
	SESTopic          text   `name:"ses-topic" help:"The SNS topic Amazon SES tells of letters; opens /in/ses." placeholder:"ARN" var:"SES_TOPIC" yaml:"ses_topic"`
	CloudflareKey     hidden `name:"cloudflare-key" help:"The secret of your Cloudflare Email Worker; opens /in/cloudflare." placeholder:"SECRET" var:"CLOUDFLARE_KEY" yaml:"cloudflare_key"`
	WebhookKey        hidden `name:"webhook-key" help:"The secret of whoever posts message/rfc822; opens /in/mail." placeholder:"SECRET" var:"WEBHOOK_KEY" yaml:"webhook_key"`
	WebhookAuthservID text   `name:"webhook-authserv-id" help:"The server whose word on senders counts in letters posted to /in/mail and /in/cloudflare." placeholder:"NAME" var:"WEBHOOK_AUTHSERV_ID" yaml:"webhook_authserv_id"`
	KeepLetters       text   `name:"keep-letters" help:"How long the words of letters in are kept, and letters set aside; 0 for ever." placeholder:"DAYS" var:"KEEP_LETTERS" yaml:"keep_letters"`
	KeepMail          text   `name:"keep-mail" help:"How long letters out can be looked at; 0 for ever." placeholder:"DAYS" var:"KEEP_MAIL" yaml:"keep_mail"`
	KeepTraces        text   `name:"keep-traces" help:"How long, after a match, it is kept who wrote and was written to; 0 for ever." placeholder:"DAYS" var:"KEEP_TRACES" yaml:"keep_traces"`
	KeepMB            number `name:"keep-mb" help:"Megabytes of letters in, and of letters out, at most: the oldest go first; 0 for no limit." placeholder:"N" var:"KEEP_MB" yaml:"keep_mb"`
	SendLimit         number `name:"send-limit" help:"Letters a day at most; 0 for no limit." placeholder:"N" var:"SEND_LIMIT" yaml:"send_limit"`
	DomainRate        number `name:"domain-rate" help:"Letters a minute to one domain at most; 0 for no limit." placeholder:"N" var:"DOMAIN_RATE" yaml:"domain_rate"`
	SendRate          number `name:"send-rate" help:"Letters a minute at most, from the whole account; 0 for no limit." placeholder:"N" var:"SEND_RATE" yaml:"send_rate"`
	SendConnections   number `name:"send-connections" help:"Connections to the way out at once, at most." placeholder:"N" var:"SEND_CONNECTIONS" yaml:"send_connections"`
	Operator          text   `name:"operator" help:"Who hears by mail how the house does: REPORT_AT, and a day's limit that is nearly spent." placeholder:"ADDRESS" var:"OPERATOR" yaml:"operator"`
	ReportAt          text   `name:"report-at" help:"When a report goes to OPERATOR: minute, hour, day, month, weekday." placeholder:"'0 8 * * 1'" var:"REPORT_AT" yaml:"report_at"`
	BackupAt          text   `name:"backup-at" help:"When a backup is written into BACKUP_TO: minute, hour, day, month, weekday." placeholder:"'0 4 * * *'" var:"BACKUP_AT" yaml:"backup_at"`
	BackupTo          text   `name:"backup-to" help:"The folder for those backups." placeholder:"FOLDER" var:"BACKUP_TO" yaml:"backup_to"`
	BackupKeep        number `name:"backup-keep" help:"How many of them are kept." placeholder:"N" var:"BACKUP_KEEP" yaml:"backup_keep"`
	InvitesALetter    number `name:"invites-a-letter" help:"People invited by one letter at most; 0 for no limit, in this and all that follow." placeholder:"N" var:"INVITES_A_LETTER" yaml:"invites_a_letter"`
	InvitesAHost      number `name:"invites-a-host" help:"Invitations by one host in a day." placeholder:"N" var:"INVITES_A_HOST" yaml:"invites_a_host"`
	InvitesOpen       number `name:"invites-open" help:"Invitations from one host to one guest that wait for an answer." placeholder:"N" var:"INVITES_OPEN" yaml:"invites_open"`
	InvitesAPair      number `name:"invites-a-pair" help:"Invitations from one host to one guest in a day." placeholder:"N" var:"INVITES_A_PAIR" yaml:"invites_a_pair"`
	InvitesAGuest     number `name:"invites-a-guest" help:"Invitations and reminders to one guest in a day, from anybody." placeholder:"N" var:"INVITES_A_GUEST" yaml:"invites_a_guest"`
	InvitesADay       number `name:"invites-a-day" help:"Invitations in a day, by everybody together." placeholder:"N" var:"INVITES_A_DAY" yaml:"invites_a_day"`
	NewALetter        number `name:"new-a-letter" help:"Matches opened by one letter." placeholder:"N" var:"NEW_A_LETTER" yaml:"new_a_letter"`
	OpenMatches       number `name:"open-matches" help:"Matches opened by one player that are not over." placeholder:"N" var:"OPEN_MATCHES" yaml:"open_matches"`
	StrangersADay     number `name:"strangers-a-day" help:"Answers in a day to addresses that never answered, to letters that nobody vouches for." placeholder:"N" var:"STRANGERS_A_DAY" yaml:"strangers_a_day"`
	ReturnPath        text   `name:"return-path" help:"verp: a return address for each letter, so that bounces are told apart; plain: the address itself, where the provider puts in its own." placeholder:"verp|plain" var:"RETURN_PATH" yaml:"return_path"`
	DKIMDomain        text   `name:"dkim-domain" help:"The domain that signs; that of the address if left out." placeholder:"NAME" var:"DKIM_DOMAIN" yaml:"dkim_domain"`
	DKIMSelector      text   `name:"dkim-selector" help:"The name under which the key is published; one for each key, parted by commas." placeholder:"NAME" var:"DKIM_SELECTOR" yaml:"dkim_selector"`
	DKIMKeyFile       text   `name:"dkim-key-file" help:"A file with the private key to sign with, RSA or Ed25519 in PEM, or both." placeholder:"FILE" var:"DKIM_KEY_FILE" yaml:"dkim_key_file"`
	PostSMTP          text   `name:"post-smtp" help:"Where the built-in post office takes mail." placeholder:"HOST:PORT" var:"POST_SMTP" yaml:"post_smtp"`
	PostIMAP          text   `name:"post-imap" help:"Where it shows its mailboxes." placeholder:"HOST:PORT" var:"POST_IMAP" yaml:"post_imap"`
	HTTP              text   `name:"http" help:"Where the pages are." placeholder:"HOST:PORT" var:"HTTP" yaml:"http"`
	PublicURL         text   `name:"public-url" help:"The https address under which players reach the pages." placeholder:"URL" var:"PUBLIC_URL" yaml:"public_url"`
	Metrics           text   `name:"metrics" help:"Where figures and health are served, apart from the pages; at HTTP only this machine finds the figures then." placeholder:"HOST:PORT" var:"METRICS" yaml:"metrics"`
	PingLocal         text   `name:"ping-local" help:"Whether a player's \"ping\" and webhooks may go to this machine itself, for a notifier beside the house." placeholder:"off|on" var:"PING_LOCAL" yaml:"ping_local"`
	ClonkCards        text   `name:"clonk-cards" help:"The card table of Clonk!, in place of the reconstructed one." placeholder:"FILE" var:"CLONK_CARDS" yaml:"clonk_cards"`
	Log               text   `name:"log" help:"How the log is written." placeholder:"text|json" var:"LOG" yaml:"log"`
	LogLevel          text   `name:"log-level" help:"What the log leaves out: everything less than this." placeholder:"debug|info|warn|error" var:"LOG_LEVEL" yaml:"log_level"`
	RunAs             text   `name:"run-as" help:"Started as root, serve gives that up for this user before it opens anything." placeholder:"USER" var:"RUN_AS" yaml:"run_as"`
}

// Fields holds the settings of one source: flags, environment or file. A setting that the source does not give
// is nil. A command that needs settings embeds Fields as its flags.
type Fields list[*string, *int, *Secret]

// Values holds the settings of a house; "" and 0 mean not set.
type Values list[string, int, Secret]

// Row is what is known of a setting without its value.
type Row struct {
	Flag, Help, Placeholder string
	Var                     string // its variable in the environment, behind PITPOST_
	Line                    string // its name in a settings file, "-" if it stands in none
	secret, number          bool
	name                    string // of its field
}

// Rows lists all settings in the order of the flags.
var Rows = sync.OnceValue(func() (rows []Row) {
	for f := range reflect.TypeFor[Fields]().Fields() {
		rows = append(rows, Row{Flag: f.Tag.Get("name"), Help: f.Tag.Get("help"), Placeholder: f.Tag.Get("placeholder"), Var: f.Tag.Get("var"), Line: f.Tag.Get("yaml"),
			secret: f.Type == reflect.TypeFor[*Secret](), number: f.Type == reflect.TypeFor[*int](), name: f.Name})
	}
	return rows
})

// of returns a setting's value among Fields or Values.
func (r Row) of(list any) reflect.Value { return reflect.ValueOf(list).Elem().FieldByName(r.name) }

// inLine returns the setting that a name in a settings file means; nil if there is none.
func inLine(name string) *Row {
	all := Rows()
	if at := slices.IndexFunc(all, func(r Row) bool { return r.Line == name && name != "-" }); at >= 0 {
		return &all[at]
	}
	return nil
}

// inField returns the setting of a field.
func inField(name string) Row {
	all := Rows()
	return all[slices.IndexFunc(all, func(r Row) bool { return r.name == name })]
}

// Secret is a setting that must not be shown in logs or output.
type Secret string

// String hides the secret from formatting.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return "[hidden]"
}

// GoString hides it from %#v too.
func (s Secret) GoString() string { return s.String() }

// MarshalText hides it from JSON and logs.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }
