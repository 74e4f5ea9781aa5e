package doctor

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/lab"
)

func TestDoctorTellsWhatIsOpenToOthers(t *testing.T) {
	s := settings.DefaultSettings(t.TempDir())
	s.SecretFile = filepath.Join(s.Data, "secret")
	try := func() (string, error) { return files(newVisit(s, nil), t.Context()) }
	if err := os.WriteFile(s.SecretFile, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	for mode, well := range map[os.FileMode]bool{0o755: false, 0o700: true} {
		if err := os.Chmod(s.Data, mode); err != nil {
			t.Fatal(err)
		}
		if _, err := try(); (err == nil) != well {
			t.Errorf("a data folder of mode %o: %v", mode, err)
		}
	}
	if err := os.Chmod(s.Data, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(s.SecretFile, 0o640); err != nil {
		t.Fatal(err)
	}
	if _, err := try(); err == nil || !strings.Contains(err.Error(), s.SecretFile) || strings.Contains(err.Error(), ",") {
		t.Errorf("a secret that others may read: %v", err)
	}
}

func TestDoctorNamesTheDoorsWhereNobodyVouches(t *testing.T) {
	s := settings.DefaultSettings(t.TempDir())
	found, err := senders(newVisit(s, nil), t.Context())
	if err != nil || found != "post office: pit.localhost" {
		t.Errorf("the post office: %q, %v", found, err)
	}
	s.LMTP = "/run/lmtp"
	if _, err = senders(newVisit(s, nil), t.Context()); err == nil || !strings.HasSuffix(err.Error(), "comes by lmtp") {
		t.Errorf("LMTP without a server that vouches: %v", err)
	}
	s.AuthservID = "mx.example.org"
	if found, err = senders(newVisit(s, nil), t.Context()); err != nil || !strings.HasSuffix(found, ", lmtp: mx.example.org") {
		t.Errorf("LMTP with one: %q, %v", found, err)
	}
}

func TestDoctorAsksTheNameServer(t *testing.T) {
	t.Parallel()
	n := lab.NewNameServer(t)
	n.TXT("example.org", "v=spf1 -all")
	s := &settings.Settings{Values: settings.Values{Address: "play@example.org", SenderCheck: "own", NameServer: n.Addr, LMTP: "/run/lmtp"}}
	said := func() string {
		var b strings.Builder
		for _, p := range newVisit(s, nil).parts() {
			if p.Name != "name server" && p.Name != "mx name" {
				continue
			}
			text, err := p.Try(t.Context())
			b.WriteString(p.Name + ": " + text)
			if err != nil {
				b.WriteString("fails")
			}
			b.WriteString("; ")
		}
		return b.String()
	}
	if got := said(); got != "name server: it answers; mx name: fails; " {
		t.Error(got)
	}
	s.MXName = "mx.example.org"
	s.Address = "play@nobody.example"
	if got := said(); got != "name server: it answers; mx name: mx.example.org; " {
		t.Error(got)
	}
	n.Fails("nobody.example")
	if got := said(); !strings.HasPrefix(got, "name server: fails; ") {
		t.Error(got)
	}
	s.SenderCheck = "server"
	if got := said(); got != "" {
		t.Error(got)
	}
}
