package inbox

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The two forms of a letter agree unless they name different commands.
func TestPartsAgreeUnlessTheyNameDifferentCommands(t *testing.T) {
	s := newStand(t)
	const page = `<html><body><p>pass 1</p>`
	for name, c := range map[string][2]string{
		"an empty page":                 {"pass 1\n", "<html><head></head><body><br></body></html>"},
		"a page of blanks":              {"pass 1\n", "<div>&nbsp;</div>"},
		"a signature in the page alone": {"pass 1\n", page + `<table><tr><td><b>Bo Example</b><br>Example Ltd</td></tr><tr><td>Follow us on <a href="https://x.example">LinkedIn</a></td></tr></table></body></html>`},
		"a number to call":              {"pass 1\n", page + "<p>Regards<br>Bo Example<br>Tel. +44 20 7946 0123<br>https://example.com/3-c5</p>"},
		"a signature in the text alone": {"pass 1\n\nRegards\nBo Example\nExample Ltd, 53113 Bonn", page},
		"more words below the move":     {"pass 1\n\nThanks for the lovely evening!", page},
		"a smile of Outlook's":          {"pass 1 J\n", `<p>pass 1 <span style='font-family:Wingdings'>J</span></p>`},
		"a picture that Latin-1 lacks":  {"pass 1 ??\n", "<p>pass 1 &#128512;</p>"},
	} {
		s.applied(name, s.bring(s.alternative(c[0], c[1])))
	}
	for name, c := range map[string][2]string{
		"another card":            {"pass 1", "<p>pass 2</p>"},
		"turned in one alone":     {"pass 1", "<p>pass 1</p><p>pass 2</p>"},
		"a move in one alone":     {"Hello", "<p>pass 1</p>"},
		"a deed in words":         {"pass 1", "<p>pass 1</p><p>and please break the lantern of Cy</p>"},
		"the order":               {"status\npass 1", "<p>pass 1</p><p>status</p>"},
		"the page hides the move": {"pass 1", `<p style="display:none">pass 1</p>`},
	} {
		s.stopped(name, s.bring(s.alternative(c[0], c[1])), "hold", "letter.two-forms", 1)
	}
}

// UTF-8 that was taken for Latin-1 on its way is what it was.
func TestPicturesReadAsLatin1(t *testing.T) {
	s := newStand(t)
	for name, text := range map[string]string{"written as UTF-8": "pass 1 ðŸ˜€", "bytes of UTF-8": "pass 1 \xf0\x9f\x98\x80", "a thumb": "pass 1 \xf0\x9f\x91\x8d"} {
		charset := "iso-8859-1"
		if name == "written as UTF-8" {
			charset = "utf-8"
		}
		s.applied(name, s.bring(s.letter(s.toMove(), turnSubject, "Content-Type: text/plain; charset="+charset+"\nContent-Transfer-Encoding: 8bit\n", text)))
	}
}

// S/MIME that is signed as a whole needs no key: what is inside counts. OpenSSL writes it in both of its forms.
func TestOpaqueSignedSMIMEIsRead(t *testing.T) {
	dir := t.TempDir()
	run := func(args ...string) {
		t.Helper()
		if out, err := exec.Command("openssl", args...).CombinedOutput(); err != nil {
			t.Fatalf("openssl %v: %v: %s", args, err, out)
		}
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	run("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", at("key"), "-out", at("cert"), "-subj", "/CN=ana@example.com", "-days", "2")
	s := newStand(t)
	for name, args := range map[string][]string{"of a fixed length": nil, "in pieces": {"-stream"}} {
		if err := os.WriteFile(at("in"), []byte("Content-Type: text/plain; charset=utf-8\r\n\r\npass 1\r\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		run(append([]string{"cms", "-sign", "-nodetach", "-outform", "PEM", "-in", at("in"), "-out", at("out"), "-signer", at("cert"), "-inkey", at("key")}, args...)...)
		raw, err := os.ReadFile(at("out"))
		if err != nil {
			t.Fatal(err)
		}
		var coded []string
		for line := range strings.Lines(string(raw)) {
			if !strings.HasPrefix(line, "-----") {
				coded = append(coded, line)
			}
		}
		const head = "Content-Type: application/pkcs7-mime; smime-type=signed-data; name=smime.p7m\nContent-Disposition: attachment; filename=smime.p7m\nContent-Transfer-Encoding: base64\n"
		s.applied(name, s.bring(s.letter(s.toMove(), turnSubject, head, strings.Join(coded, ""))))
		for cut := range coded { // half of one says nothing and breaks nothing
			if _, err := ReadLetter([]byte("From: <ana@example.com>\n" + head + "\n" + strings.Join(coded[:cut], ""))); err != nil {
				t.Errorf("%s, cut: %v", name, err)
			}
		}
	}
}
