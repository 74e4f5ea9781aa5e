package lab

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Renumber restarts the server with every mailbox of an address numbered anew: another
// UIDVALIDITY, and UIDs that begin at 1 again.
func (d *Dovecot) Renumber(tb testing.TB, address string) {
	tb.Helper()
	d.Stop(tb)
	err := filepath.WalkDir(d.path(filepath.Join("mail", strings.ToLower(address))), func(name string, _ os.DirEntry, err error) error {
		base := filepath.Base(name)
		if err == nil && (base == "dovecot-uidlist" || strings.HasPrefix(base, "dovecot-uidvalidity") || strings.HasPrefix(base, "dovecot.index")) {
			return os.Remove(name)
		}
		return err
	})
	Check(tb, err)
	d.start(tb)
}
