package desk

import (
	"crypto/sha256"
	"net/url"
	"strings"

	"pitpost.example/house/notice"
	"pitpost.example/model"
)

// TellOnce puts a secret into the receipt, sealed until it is written and forgotten once it
// is sent.
func (d *Desk) TellOnce(what model.SecretKind, secret string) {
	d.Receipt.Sealed = append(d.Receipt.Sealed, notice.Secret{What: what, Box: d.House.Seal(SealTold, []byte(secret))})
}

// Cover keeps the addresses of a line out of what is kept of the letter and of its receipt:
// whoever knows them may write there.
func (d *Desk) Cover(raw string) {
	for _, field := range strings.Fields(raw) {
		if strings.Contains(field, "://") {
			d.hidden = append(d.hidden, field)
		}
	}
	if note := d.W.Letter(); note != nil {
		note.Kept, note.Subject, note.Raw = d.covered(note.Kept), d.covered(note.Subject), nil
	}
	d.Receipt.Subject = d.covered(d.Receipt.Subject)
}

// covered is a text without the addresses that were covered.
func (d *Desk) covered(text string) string {
	for _, address := range d.hidden {
		shown := "…"
		if u := WebAddress(strings.Trim(address, "<>")); u != nil {
			shown = u.Scheme + "://" + u.Host + "/…"
		}
		text = strings.ReplaceAll(text, address, shown)
	}
	return text
}

// The uses under which what is kept of the web is sealed.
const (
	SealURL    = "webhook url"
	SealSecret = "webhook secret"
	SealTold   = "told once"
)

// WebAddress reads an address on the web; nil for what is none, holds a password, or is longer
// than any should be.
func WebAddress(text string) *url.URL {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "" || u.User != nil || len(text) > 500 || strings.ContainsAny(text, " \t\n") {
		return nil
	}
	u.Fragment = ""
	return u
}

// Hashed is a secret word as it is kept.
func Hashed(word string) [32]byte { return sha256.Sum256([]byte(word)) }
