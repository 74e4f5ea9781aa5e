package lab

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"net"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
)

// DovecotPassword is the password of every mailbox of the lab's Dovecots.
const DovecotPassword = "open-sesame"

// Dovecot is a running IMAP and LMTP server. Every address is a mailbox; a part after a + is ignored.
type Dovecot struct {
	IMAPAddr  string         // plain, and STARTTLS
	IMAPSAddr string         // TLS from the first byte
	LMTPAddr  string         // accepts mail for any address
	Pool      *x509.CertPool // trusts the certificate, which is for example.com

	daemon
}

// StartDovecot starts a Dovecot with empty mailboxes, which accepts access tokens as well as passwords. It
// stops when the test ends.
func StartDovecot(tb testing.TB) *Dovecot {
	tb.Helper()
	ports := freePorts(tb, 3)
	d := &Dovecot{IMAPAddr: loopback(ports[0]), IMAPSAddr: loopback(ports[1]), LMTPAddr: loopback(ports[2]), daemon: daemon{dir: folder(tb)}}
	d.begin = d.start
	d.Pool = certificate(tb, d.path("cert.pem"), d.path("key.pem"))
	as := unprivileged(tb)
	d.writeConfig(tb, as, map[string]any{"IMAP": ports[0], "IMAPS": ports[1], "LMTP": ports[2], "Password": DovecotPassword})
	keys := d.path("keys/default/HS256")
	Check(tb, os.MkdirAll(keys, 0o755))
	Check(tb, os.WriteFile(filepath.Join(keys, "default"), []byte(base64.StdEncoding.EncodeToString([]byte(dovecotKey))), 0o600))
	if as != nil {
		Check(tb, filepath.WalkDir(d.dir, func(name string, _ os.DirEntry, err error) error {
			return errors.Join(err, os.Chown(name, int(as.Uid), int(as.Gid)))
		}))
	}
	d.start(tb)
	tb.Cleanup(func() { d.Stop(tb) })
	return d
}

// Freeze stops every process of the server: connections stay open, but nothing answers.
func (d *Dovecot) Freeze(tb testing.TB) { Check(tb, d.run.signal(syscall.SIGSTOP)) }

// Thaw ends a Freeze.
func (d *Dovecot) Thaw(tb testing.TB) { Check(tb, d.run.signal(syscall.SIGCONT)) }

// Deliver delivers a raw letter to an address by LMTP, as a mail server would.
func (d *Dovecot) Deliver(tb testing.TB, address string, raw []byte) {
	tb.Helper()
	conn, err := net.DialTimeout("tcp", d.LMTPAddr, patience)
	if err == nil {
		client := smtp.NewClientLMTP(conn)
		defer client.Close()
		if err = client.SendMail("sender@example.org", []string{address}, bytes.NewReader(raw)); err == nil {
			err = client.Quit()
		}
	}
	if err != nil {
		tb.Fatalf("deliver to %s: %v", address, err)
	}
}

func (d *Dovecot) start(tb testing.TB) {
	tb.Helper()
	cmd := exec.Command(program(tb, "dovecot", "dovecot-imapd dovecot-lmtpd"), "-F", "-c", d.path("dovecot.conf"))
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: unprivileged(tb)}
	d.run = startProcess(tb, "Dovecot", cmd, d.dir, d.path("dovecot.log"))
	d.run.up(tb, d.IMAPAddr, "* OK")
	d.run.up(tb, d.LMTPAddr, "220 ")
}

// writeConfig writes the file in the format of the installed version, because 2.4 cannot read the format of 2.3.
func (d *Dovecot) writeConfig(tb testing.TB, as *syscall.Credential, set map[string]any) {
	tb.Helper()
	uid, gid := strconv.Itoa(os.Getuid()), strconv.Itoa(os.Getgid())
	if as != nil {
		uid, gid = strconv.Itoa(int(as.Uid)), strconv.Itoa(int(as.Gid))
	}
	account := Must(user.LookupId(uid))(tb)
	group := Must(user.LookupGroupId(gid))(tb)
	set["Dir"], set["UID"], set["GID"], set["User"], set["Group"] = d.dir, uid, gid, account.Username, group.Name
	name := "dovecot24.conf"
	version := Must(exec.Command(program(tb, "dovecot", "dovecot-imapd dovecot-lmtpd"), "--version").Output())(tb)
	if v := string(version); strings.HasPrefix(v, "2.3.") || strings.HasPrefix(v, "2.2.") {
		name = "dovecot23.conf"
	}
	writeConfig(tb, d.path("dovecot.conf"), name, set)
	writeConfig(tb, d.path("oauth2.conf"), "oauth2.conf", set)
}

// Renumber restarts the server with every mailbox of an address renumbered:
// with a new UIDVALIDITY, and UIDs that begin at 1 again.
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

// dovecotKey signs the access tokens that the lab's Dovecots accept.
const dovecotKey = "the key of the lab's Dovecot, which is no secret"

// AccessToken returns a token for a mailbox with a lifetime; with a negative one it has expired.
func (d *Dovecot) AccessToken(address string, life time.Duration) string {
	encode := base64.RawURLEncoding.EncodeToString
	now := time.Now()
	text := encode([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." +
		encode(fmt.Appendf(nil, `{"sub":%q,"iat":%d,"exp":%d}`, address, now.Add(-time.Hour).Unix(), now.Add(life).Unix()))
	mac := hmac.New(sha256.New, []byte(dovecotKey))
	mac.Write([]byte(text))
	return text + "." + encode(mac.Sum(nil))
}

// certificate writes the certificate of httptest, which is for example.com, and its key to two files. It
// returns a pool that trusts it.
func certificate(tb testing.TB, certFile, keyFile string) *x509.CertPool {
	tb.Helper()
	server := httptest.NewTLSServer(nil)
	defer server.Close()
	secret := Must(x509.MarshalPKCS8PrivateKey(server.TLS.Certificates[0].PrivateKey))(tb)
	writePEM(tb, certFile, "CERTIFICATE", server.Certificate().Raw)
	writePEM(tb, keyFile, "PRIVATE KEY", secret)
	pool := x509.NewCertPool()
	pool.AddCert(server.Certificate())
	return pool
}

func writePEM(tb testing.TB, file, kind string, der []byte) {
	tb.Helper()
	Check(tb, os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600))
}
