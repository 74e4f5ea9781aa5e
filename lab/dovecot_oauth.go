package lab

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// dovecotKey signs the access tokens that a Dovecot of the lab takes.
const dovecotKey = "the key of the lab's Dovecot, which is no secret"

// StartDovecotOAuth starts a Dovecot that takes access tokens beside passwords; it ends with
// the test.
func StartDovecotOAuth(tb testing.TB) *Dovecot {
	tb.Helper()
	return startDovecot(tb, true)
}

// AccessToken is a token for a mailbox, good for that long; below zero it is over already.
func (d *Dovecot) AccessToken(address string, life time.Duration) string {
	encode := base64.RawURLEncoding.EncodeToString
	now := time.Now()
	text := encode([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." +
		encode(fmt.Appendf(nil, `{"sub":%q,"iat":%d,"exp":%d}`, address, now.Add(-time.Hour).Unix(), now.Add(life).Unix()))
	mac := hmac.New(sha256.New, []byte(dovecotKey))
	mac.Write([]byte(text))
	return text + "." + encode(mac.Sum(nil))
}

// writeKeys writes the key and, for the older format, the file that says where it is.
func (d *Dovecot) writeKeys(tb testing.TB, as *syscall.Credential) {
	tb.Helper()
	folder := d.path(filepath.Join("keys", "default", "HS256"))
	Check(tb, os.MkdirAll(folder, 0o755))
	text := "introspection_mode = local\nlocal_validation_key_dict = fs:posix:prefix=" + d.path("keys") + "/\nusername_attribute = sub\n"
	for file, text := range map[string]string{
		filepath.Join(folder, "default"): base64.StdEncoding.EncodeToString([]byte(dovecotKey)),
		d.path("oauth2.conf"):            text,
	} {
		Check(tb, os.WriteFile(file, []byte(text), 0o600))
		if as == nil {
			continue
		}
		Check(tb, os.Chown(file, int(as.Uid), int(as.Gid)))
	}
}
