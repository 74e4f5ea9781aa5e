package postoffice

import (
	"bytes"
	"fmt"
	"net/mail"
	"strings"
	"time"

	"pitpost.example/inbox/mime"
)

// envelope holds what the submission of a letter tells besides the letter.
type envelope struct {
	from string    // the return address, "" for a bounce
	peer string    // the client's HELO name and address
	at   time.Time // when the letter was received
}

// stamp returns the letter that is put into a recipient's mailbox. It has new trace headers on top and none
// of the fields that only this office may write. raw must have CRLF line ends.
func stamp(raw []byte, to address, e envelope, domain string) []byte {
	fields, rest := splitHeader(raw)
	var b bytes.Buffer
	b.Grow(len(raw) + 512)
	fmt.Fprintf(&b, "Return-Path: <%s>\r\n", e.from)
	fmt.Fprintf(&b, "Delivered-To: %s\r\n", to.full)
	fmt.Fprintf(&b, "Received: from %s\r\n\tby %s (Pitpost post office)\r\n\tfor <%s>; %s\r\n",
		e.peer, domain, to.full, e.at.Format(time.RFC1123Z))
	fmt.Fprintf(&b, "Authentication-Results: %s; %s\r\n", domain, verdict(fields, domain))
	for _, f := range fields {
		if f.Name == "return-path" || f.Name == "authentication-results" && !elsewhere(f.Value(), domain) {
			continue
		}
		b.Write(f.Raw)
	}
	if len(fields) == 0 && !bytes.HasPrefix(rest, []byte("\r\n")) {
		b.WriteString("\r\n")
	}
	b.Write(rest)
	return b.Bytes()
}

// verdict returns what the office says about the author. It vouches for authors in its own domain, because
// only programs on this machine can submit letters, and says nothing about others. A letter with several
// authors, or none that is clear, gets no pass.
func verdict(fields []mime.RawField, domain string) string {
	var from []string
	for _, f := range fields {
		if f.Name == "from" {
			from = append(from, f.Value())
		}
	}
	if len(from) != 1 {
		return "dmarc=none"
	}
	authors, err := mail.ParseAddressList(from[0])
	if err != nil || len(authors) != 1 {
		return "dmarc=none"
	}
	host := strings.ToLower(authors[0].Address[strings.LastIndexByte(authors[0].Address, '@')+1:])
	if host == domain {
		return "dmarc=pass header.from=" + domain
	}
	if !isHostName(host) {
		return "dmarc=none"
	}
	return "dmarc=none header.from=" + host
}

// hostLetters are the characters of a host's name in small letters.
const hostLetters = "abcdefghijklmnopqrstuvwxyz0123456789.-"

func isHostName(s string) bool {
	return s != "" && len(s) <= 253 && strings.Trim(s, hostLetters) == ""
}

// elsewhere reports whether an Authentication-Results field clearly comes from another server, because it
// begins with that server's name. A field that hides the name in comments or quotes may be a forgery.
func elsewhere(value, domain string) bool {
	name, _, _ := strings.Cut(strings.NewReplacer("\t", " ", ";", " ", "/", " ").Replace(strings.ToLower(strings.TrimSpace(value))), " ")
	return isHostName(name) && strings.TrimSuffix(name, ".") != domain
}

// splitHeader splits a letter into its header fields and the rest, which begins with the empty line if there
// is one. If the first line is not a field, the letter has no header.
func splitHeader(raw []byte) (fields []mime.RawField, rest []byte) {
	rest = raw
	for f := range mime.RawFields(raw) {
		if len(fields) == 0 && (f.Name == "" || !mime.IsPlain(f.Name)) {
			return nil, raw
		}
		fields, rest = append(fields, f), rest[len(f.Raw):]
	}
	return fields, rest
}

// crlf makes all lines end in CRLF. A bare LF or CR counts as a line end, as in most programs, so that no two
// programs split the letter differently.
func crlf(raw []byte) []byte {
	raw = bytes.ReplaceAll(bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
	return bytes.ReplaceAll(raw, []byte("\n"), []byte("\r\n"))
}
