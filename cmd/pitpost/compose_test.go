package main

import (
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/loader"
	"github.com/compose-spec/compose-go/v2/types"
	"github.com/jackc/pgx/v5"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/lab"
)

// awkward contains all characters that need care in a URL, a shell or an env file.
const awkward = `p/a@s#s:w?o%r&d'"$x \ ü`

// Both compose files are parsed as the engine does it, and the settings are read from the environment and the
// secrets that a container would get, with a password of awkward characters.
func TestComposeFiles(t *testing.T) {
	env := lab.File(t, ".env", "PITPOST_ADDRESS=play@example.org\nPITPOST_IMAP_URL=imaps://play@example.org@mail.example.org/INBOX\n"+
		"PITPOST_SMTP_URL=smtps://play@example.org@mail.example.org\nPITPOST_MAIL_PASSWORD_FILE=/run/secrets/mail\n")
	for _, name := range []string{"docker-compose.yml", "docker-compose.own-postgres.yml"} {
		text, err := os.ReadFile(filepath.Join("..", "..", name))
		if err != nil {
			t.Fatal(err)
		}
		text = []byte(strings.ReplaceAll(string(text), "env_file: .env", "env_file: "+env))
		p, err := loader.LoadWithContext(t.Context(), types.ConfigDetails{WorkingDir: t.TempDir(), ConfigFiles: []types.ConfigFile{{Filename: name, Content: text}},
			Environment: types.Mapping{"DATABASE_URL": "postgres://pitpost@db.example.org/pitpost"}}, func(o *loader.Options) { o.SetProjectName("pitpost", true) })
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for part, service := range p.Services {
			if service.Logging == nil || service.Logging.Options["max-size"] == "" || service.Logging.Options["max-file"] == "" {
				t.Errorf("%s: the log of %s has no limit", name, part)
			}
		}
		if file := p.Secrets["mail"].File; filepath.Base(file) != "mail" {
			t.Errorf("%s: the mailbox's password is in %s", name, file)
		}
		house := p.Services["pitpost"]
		if house.StopGracePeriod == nil || !house.ReadOnly || house.User != "10001:10001" || !slices.Contains(house.CapDrop, "ALL") {
			t.Errorf("%s: the house runs with more rights than it needs, or is not let finish", name)
		}
		// The engine mounts secrets with either of these modes.
		for _, mode := range []os.FileMode{0o600, 0o444} {
			dir := t.TempDir()
			environ := []string{"PITPOST_DATA=" + t.TempDir()}
			for name, value := range house.Environment {
				environ = append(environ, name+"="+strings.ReplaceAll(*value, "/run/secrets", dir))
			}
			for _, secret := range house.Secrets {
				if err := os.WriteFile(filepath.Join(dir, secret.Source), []byte(awkward+"\n"), mode); err != nil {
					t.Fatal(err)
				}
			}
			s, err := settings.LoadSettings(settings.Fields{}, environ)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if len(s.Strange) > 0 {
				t.Errorf("%s: %v", name, s.Strange)
			}
			base, err := pgx.ParseConfig(string(s.DatabaseURL))
			if err != nil || base.Password != awkward || base.User != "pitpost" {
				t.Errorf("%s: the database would hear %v, %v", name, base, err)
			}
			for _, box := range []settings.Secret{s.IMAPURL, s.SMTPURL} {
				u, err := url.Parse(string(box))
				if err != nil {
					t.Fatal(err)
				}
				if password, _ := u.User.Password(); u.User.Username() != "play@example.org" || password != awkward {
					t.Errorf("%s: the mailbox would hear %v", name, u.User)
				}
			}
		}
	}
}

// A mailbox that is signed in to has no password, so no file with one need be there.
func TestComposeFilesWithoutAMailPassword(t *testing.T) {
	for _, name := range []string{"docker-compose.yml", "docker-compose.own-postgres.yml"} {
		text, err := os.ReadFile(filepath.Join("..", "..", name))
		if err != nil {
			t.Fatal(err)
		}
		p, err := loader.LoadWithContext(t.Context(), types.ConfigDetails{WorkingDir: t.TempDir(), ConfigFiles: []types.ConfigFile{{Filename: name, Content: []byte(strings.ReplaceAll(string(text), "env_file: .env", ""))}},
			Environment: types.Mapping{"DATABASE_URL": "postgres://pitpost@db.example.org/pitpost", "MAIL_SECRET": "/dev/null"}}, func(o *loader.Options) { o.SetProjectName("pitpost", true) })
		if err != nil || p.Secrets["mail"].File != "/dev/null" {
			t.Errorf("%s: %v", name, err)
		}
	}
}
