package doctor

import (
	"context"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/pem"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pitpost.example/cmd/pitpost/settings"
)

// zone is a DNS with a few names. A name that is not in it does not exist; one with the value "away" gets no answer.
type zone map[string][]string

func (z zone) look(kind, name string) ([]string, error) {
	found := z[kind+" "+strings.TrimSuffix(strings.ToLower(name), ".")]
	if len(found) == 1 && found[0] == "away" {
		return nil, &net.DNSError{Err: "no answer", Name: name, IsTimeout: true}
	}
	if len(found) == 0 {
		return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
	}
	return found, nil
}

func (z zone) LookupTXT(_ context.Context, name string) ([]string, error) { return z.look("TXT", name) }
func (z zone) LookupNetIP(_ context.Context, _, name string) ([]netip.Addr, error) {
	if literal, err := netip.ParseAddr(name); err == nil {
		return []netip.Addr{literal}, nil
	}
	found, err := z.look("A", name)
	var list []netip.Addr
	for _, address := range found {
		list = append(list, netip.MustParseAddr(address))
	}
	return list, err
}
func (z zone) LookupAddr(_ context.Context, name string) ([]string, error) {
	return z.look("PTR", name)
}
func (z zone) LookupMX(_ context.Context, name string) ([]*net.MX, error) {
	found, err := z.look("MX", name)
	var list []*net.MX
	for _, host := range found {
		list = append(list, &net.MX{Host: host, Pref: 10})
	}
	return list, err
}

// with returns a copy of the zone with some names changed; an empty value removes one.
func (z zone) with(changes ...string) zone {
	out := zone{}
	for k, v := range z {
		out[k] = v
	}
	for _, change := range changes {
		name, value, _ := strings.Cut(change, " = ")
		if delete(out, name); value != "" {
			out[name] = strings.Split(value, " | ")
		}
	}
	return out
}

const publicKey = "O2onvM62pC1io6jQKm8Nc2UyFXcd4kOmOsBIoYtZ2ik="

func mended() zone {
	return zone{
		"MX example.org":                 {"mail.example.org."},
		"TXT example.org":                {"some words", "v=spf1 mx ~all"},
		"TXT _dmarc.example.org":         {"v=DMARC1; p=quarantine"},
		"TXT pit._domainkey.example.org": {"v=DKIM1; k=ed25519; p=" + publicKey},
		"A mail.example.org":             {"192.0.2.7", "2001:db8::7"},
		"PTR 192.0.2.7":                  {"mail.example.org."},
		"PTR 2001:db8::7":                {"mail.example.org."},
	}
}

// signing returns settings with a key whose public half is publicKey.
func signing(t *testing.T, smtp string) *settings.Settings {
	t.Helper()
	der, err := x509.MarshalPKCS8PrivateKey(ed25519.NewKeyFromSeed(append([]byte{}, []byte(strings.Repeat("\x00", 32))...)))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "dkim.pem")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	s := settings.DefaultSettings(t.TempDir())
	s.Address, s.SMTPURL, s.IMAPURL = "play@example.org", settings.Secret(smtp), "imaps://u:p@example.org"
	s.DKIMSelector, s.DKIMKeyFile, s.DKIMDomain = "pit", file, "example.org"
	return s
}

// ill returns the checks that fail, with their errors.
func ill(t *testing.T, s *settings.Settings, z zone) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, p := range newVisit(s, z).parts() {
		if !slices.Contains([]string{"mx", "spf", "dkim", "dmarc", "ptr"}, p.Name) {
			continue
		}
		if found, err := p.Try(t.Context()); err != nil {
			out[p.Name] = err.Error()
		} else if found == "" {
			t.Errorf("%s: well, and nothing found", p.Name)
		}
	}
	return out
}

func TestDoctorFindsNothingWhereAllIsPublished(t *testing.T) {
	for _, smtp := range []string{"smtp://127.0.0.1:25", "smtps://u:p@mail.example.org"} {
		z := mended()
		if strings.Contains(smtp, "mail.") {
			z = z.with("TXT example.org = v=spf1 a:mail.example.org -all")
		}
		if bad := ill(t, signing(t, smtp), z); len(bad) > 0 {
			t.Errorf("%s: %v", smtp, bad)
		}
	}
}

func TestDoctorSaysTheRecordToPublishWordForWord(t *testing.T) {
	many := []string{"TXT example.org = v=spf1 include:a.example ~all", "TXT a.example = v=spf1 a mx a:b a:c a:d a:e a:f a:g a:h a:i a:j ~all"}
	for _, c := range []struct {
		part    string
		smtp    string
		changes []string
		want    string
	}{
		{"mx", "", []string{"MX example.org = "}, `example.org. IN MX 10 mail.example.org.`},
		{"mx", "", []string{"MX example.org = ."}, `takes no mail`},
		{"spf", "", []string{"TXT example.org = "}, `example.org. IN TXT "v=spf1 mx ~all"`},
		{"spf", "smtps://u:p@smtp.gmail.com", []string{"TXT example.org = "}, `"v=spf1 include:_spf.google.com ~all"`},
		{"spf", "smtps://u:p@smtp.gmail.com", nil, `example.org. IN TXT "v=spf1 include:_spf.google.com mx ~all"`},
		{"spf", "smtps://u:p@192.0.2.9", []string{"TXT example.org = "}, `"v=spf1 ip4:192.0.2.9 ~all"`},
		{"spf", "", []string{"TXT example.org = v=spf1 mx ~all | v=spf1 a -all"}, `Publish only: example.org. IN TXT "v=spf1 mx a ~all"`},
		{"spf", "", []string{"TXT example.org = v=spf1 mx +all"}, `Publish: example.org. IN TXT "v=spf1 mx ~all"`},
		{"spf", "", many, `asks for 12 further records`},
		{"spf", "", []string{"TXT example.org = v=spf1 include:gone.example ~all"}, `Publish it without include:gone.example`},
		{"spf", "", []string{"TXT example.org = away"}, `no answer`},
		{"dkim", "", []string{"TXT pit._domainkey.example.org = "}, `pit._domainkey.example.org. IN TXT "v=DKIM1; k=ed25519; p=` + publicKey + `"`},
		{"dkim", "", []string{"TXT pit._domainkey.example.org = v=DKIM1; k=ed25519; p=AAAA"}, `in its place: pit._domainkey.example.org. IN TXT "v=DKIM1; k=ed25519; p=` + publicKey + `"`},
		{"dmarc", "", []string{"TXT _dmarc.example.org = "}, `_dmarc.example.org. IN TXT "v=DMARC1; p=none"`},
		{"dmarc", "", []string{"TXT _dmarc.example.org = v=DMARC1; p=none | v=DMARC1; p=reject"}, `Publish only: _dmarc.example.org. IN TXT "v=DMARC1; p=none"`},
		{"dmarc", "", []string{"TXT _dmarc.example.org = v=DMARC1; rua=mailto:x@example.org"}, `"v=DMARC1; p=none"`},
		{"ptr", "", []string{"PTR 192.0.2.7 = "}, `7.2.0.192.in-addr.arpa. IN PTR mail.example.org.`},
		{"ptr", "", []string{"PTR 192.0.2.7 = other.example."}, `7.2.0.192.in-addr.arpa. IN PTR mail.example.org.`},
		{"ptr", "", []string{"PTR 2001:db8::7 = "}, `7.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa. IN PTR mail.example.org.`},
	} {
		smtp := c.smtp
		if smtp == "" {
			smtp = "smtp://127.0.0.1:25"
		}
		bad := ill(t, signing(t, smtp), mended().with(c.changes...))
		if got, ok := bad[c.part]; !ok || !strings.Contains(got, c.want) {
			t.Errorf("%s with %v: %q, want %q", c.part, c.changes, got, c.want)
		}
		if len(bad) > 1 && c.part != "mx" && c.smtp == "" {
			t.Errorf("%s with %v: more is ill: %v", c.part, c.changes, bad)
		}
	}
}

func TestDoctorLooksForDMARCAboveTheDomain(t *testing.T) {
	s := signing(t, "smtps://u:p@smtp.example.net")
	s.Address = "play@games.example.org"
	z := mended().with("MX games.example.org = mail.example.org.", "TXT games.example.org = v=spf1 mx ~all")
	if bad := ill(t, s, z); len(bad) > 0 {
		t.Errorf("%v", bad)
	}
	bad := ill(t, s, z.with("TXT _dmarc.example.org = v=DMARC1; p=reject; adkim=s"))
	if !strings.Contains(bad["dmarc"], "DKIM_DOMAIN to games.example.org") {
		t.Errorf("%v", bad)
	}
}

func TestDoctorBringsLongKeysInPieces(t *testing.T) {
	text := "v=DKIM1; k=rsa; p=" + strings.Repeat("A", 400)
	record := txt("a._domainkey.example.org", text)
	whole := ""
	for i, piece := range strings.Split(record, `"`) {
		if i%2 == 1 {
			if len(piece) > 255 {
				t.Errorf("a piece of %d bytes", len(piece))
			}
			whole += piece
		}
	}
	if whole != text {
		t.Error("the pieces are not the whole")
	}
}

func TestDoctorTellsAKeyThatCannotBeRead(t *testing.T) {
	s := signing(t, "smtp://127.0.0.1:25")
	s.DKIMKeyFile = filepath.Join(t.TempDir(), "none")
	if bad := ill(t, s, mended()); !strings.Contains(bad["dkim"], "DKIM_KEY_FILE") {
		t.Errorf("%v", bad)
	}
}
