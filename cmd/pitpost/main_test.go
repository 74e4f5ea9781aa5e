package main

import (
	"context"
	"fmt"
	"log/slog"
	"net/smtp"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"pitpost.example/db"
	"pitpost.example/lab"
)

func TestMain(m *testing.M) {
	testscript.Main(&lab.Alone{Tests: m}, map[string]func(){"pitpost": main, "post": postLetter})
}

// emptyHouse returns the URL of a database with the tables of a house and no rows. The scripts and the restored
// house test that serve creates the tables itself.
func emptyHouse(t testing.TB) string {
	t.Helper()
	return lab.Template(t, func(url string) error { return db.Migrate(context.Background(), url, slog.New(slog.DiscardHandler)) })
}

// postLetter is a mail program for the scripts: "post HOST:PORT FROM TO WORDS" sends a letter.
func postLetter() {
	at, from, to, words := os.Args[1], os.Args[2], os.Args[3], os.Args[4]
	letter := fmt.Sprintf("From: %s\r\nTo: %s\r\nSubject: hello\r\nMessage-ID: <%d@script.test>\r\n\r\n%s\r\n", from, to, os.Getpid(), words)
	if err := smtp.SendMail(at, nil, from, []string{to}, []byte(letter)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// Each script runs a sequence of command lines as a shell would.
func TestScripts(t *testing.T) {
	t.Parallel()
	work, err := os.MkdirTemp(lab.Memory(), "pitpost-script-") // some scripts start a Postgres of their own there
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(work) })
	testscript.Run(t, testscript.Params{
		Dir:         "testdata/script",
		WorkdirRoot: work,
		Setup: func(e *testscript.Env) error {
			if filepath.Base(e.WorkDir) != "script-settings" { // because that script shows the defaults
				e.Vars = append(e.Vars, lab.Settings()...)
			}
			e.Setenv("HOME", e.WorkDir)
			e.Setenv("XDG_DATA_HOME", e.WorkDir+"/data")
			e.Setenv("NOWHERE", lab.Nowhere(t))
			e.Setenv("NAMES", publish(t).Addr)
			switch filepath.Base(e.WorkDir) {
			case "script-doctor", "script-database", "script-league", "script-ratings":
				e.Setenv("PITPOST_DATABASE_URL", lab.Postgres(t))
			}
			return nil
		},
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
	})
}

// publish starts a name server with all records that one domain needs, and wrong records for another one.
func publish(t *testing.T) *lab.NameServer {
	n := lab.NewNameServer(t)
	n.MX("example.org", "mail.example.org")
	n.Hosts("mail.example.org", "192.0.2.7")
	n.PTR("192.0.2.7", "mail.example.org")
	n.TXT("example.org", "some words", "v=spf1 mx ~all")
	n.TXT("pit._domainkey.example.org", "v=DKIM1; k=ed25519; p=O2onvM62pC1io6jQKm8Nc2UyFXcd4kOmOsBIoYtZ2ik=")
	n.TXT("_dmarc.example.org", "v=DMARC1; p=quarantine")
	n.MX("example.com", "mail.example.com")
	n.Hosts("mail.example.com", "192.0.2.8")
	n.TXT("example.com", "v=spf1 mx +all")
	n.TXT("pit._domainkey.example.com", "v=DKIM1; k=ed25519; p=AAAA")
	return n
}
