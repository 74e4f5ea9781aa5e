package main

// settingFields are the settings as one source gives them: flags, environment
// or file. What a source leaves out is nil. A command that needs settings
// embeds them as its flags.
type settingFields struct {
	Config *string `name:"config" help:"Read settings from this file instead of pitpost.yaml in the data folder." placeholder:"FILE" var:"CONFIG" yaml:"-"`

	Address           *string `name:"address" help:"The address players write to." placeholder:"PLAY@EXAMPLE.ORG" var:"ADDRESS" yaml:"address"`
	Data              *string `name:"data" help:"The folder for everything that is kept." placeholder:"FOLDER" var:"DATA" yaml:"data"`
	SecretFile        *string `name:"secret-file" help:"The key behind all tokens; made at first start." placeholder:"FILE" var:"SECRET_FILE" yaml:"secret_file"`
	DatabaseURL       *secret `name:"database-url" help:"A Postgres database in place of the built-in one." placeholder:"URL" var:"DATABASE_URL" yaml:"database_url"`
	IMAPURL           *secret `name:"imap-url" help:"The mailbox: imaps://user:pass@host/INBOX." placeholder:"URL" var:"IMAP_URL" yaml:"imap_url"`
	SMTPURL           *secret `name:"smtp-url" help:"The way out: smtps://user:pass@host." placeholder:"URL" var:"SMTP_URL" yaml:"smtp_url"`
	Gmail             *string `name:"gmail" help:"A Gmail address; sets both URLs." placeholder:"ADDRESS" var:"GMAIL" yaml:"gmail"`
	GmailPasswordFile *string `name:"gmail-password-file" help:"A file with its app password." placeholder:"FILE" var:"GMAIL_PASSWORD_FILE" yaml:"gmail_password_file"`
	Mailbox           *string `name:"mailbox" help:"shared: touch only letters that are for pitpost; own: all." placeholder:"shared|own" var:"MAILBOX" yaml:"mailbox"`
	Sent              *string `name:"sent" help:"The provider's own copies of what is sent." placeholder:"delete|keep" var:"SENT" yaml:"sent"`
	AuthservID        *string `name:"authserv-id" help:"The receiving server whose word on senders counts." placeholder:"NAME" var:"AUTHSERV_ID" yaml:"authserv_id"`
	SendLimit         *int    `name:"send-limit" help:"Letters a day at most; 0 for no limit." placeholder:"N" var:"SEND_LIMIT" yaml:"send_limit"`
	PostSMTP          *string `name:"post-smtp" help:"Where the built-in post office takes mail." placeholder:"HOST:PORT" var:"POST_SMTP" yaml:"post_smtp"`
	PostIMAP          *string `name:"post-imap" help:"Where it shows its mailboxes." placeholder:"HOST:PORT" var:"POST_IMAP" yaml:"post_imap"`
	HTTP              *string `name:"http" help:"Where the pages are." placeholder:"HOST:PORT" var:"HTTP" yaml:"http"`
	PublicURL         *string `name:"public-url" help:"The https address under which players reach the pages." placeholder:"URL" var:"PUBLIC_URL" yaml:"public_url"`
	ClonkCards        *string `name:"clonk-cards" help:"The card table of Clonk!, in place of the reconstructed one." placeholder:"FILE" var:"CLONK_CARDS" yaml:"clonk_cards"`
	Log               *string `name:"log" help:"How the log is written." placeholder:"text|json" var:"LOG" yaml:"log"`
}

// secret is a setting that no log and no output may show.
type secret string

// String hides the secret.
func (s secret) String() string {
	if s == "" {
		return ""
	}
	return "[hidden]"
}

// GoString hides it from %#v too.
func (s secret) GoString() string { return s.String() }

// MarshalText hides it from JSON and logs.
func (s secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }
