package postoffice

import (
	"bytes"
	"fmt"
	"path/filepath"
)

// Mailbox is the folder that holds the mail of an address in the office kept
// in dir, "" for an address that office has no mailbox for.
func Mailbox(dir, domain, mail string) string {
	a, err := parseAddress(mail, domain)
	if err != nil {
		return ""
	}
	return filepath.Join(dir, escape(domain), escape(a.local))
}

// Count is how many letters there are in all mailboxes.
func (o *Office) Count() (int, error) {
	n := 0
	err := o.each(func(f *folder) error {
		_, all := f.unread()
		n += all
		return nil
	})
	return n, err
}

// Renumber gives every folder another numbering (UIDVALIDITY), as a copy of an office needs
// that has given out further numbers since: mail programs then look at it anew.
func (o *Office) Renumber() error {
	return o.each(func(f *folder) error {
		validity, err := o.nextValidity()
		if err != nil {
			return err
		}
		f.mu.Lock()
		defer f.mu.Unlock()
		var b bytes.Buffer
		if _, err := writeRecord(&b, fact{Validity: validity, Next: f.next}, nil); err != nil {
			return err
		}
		if err := f.write(b.Bytes(), true); err != nil {
			return fmt.Errorf("number folder %s: %w", f.name, err)
		}
		f.validity = validity
		return nil
	})
}

// each does something with every folder of every mailbox.
func (o *Office) each(do func(*folder) error) error {
	return o.all(func(_ string, m *mailbox) error { return m.each(do) })
}
