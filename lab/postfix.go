package lab

import (
	"crypto/x509"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// GoneDomain is a domain whose every address the lab's Postfix accepts and
// then cannot deliver to: the next server refuses it, and a real bounce goes
// back to the envelope's sender.
const GoneDomain = "gone.test"

// Postfix is a running mail server. Nothing can leave it but to the LMTP
// server it was given.
type Postfix struct {
	SMTPAddr string
	Pool     *x509.CertPool // trusts its certificate for STARTTLS, made for example.com
	// Gone is the server behind GoneDomain; it notes the refused recipients.
	Gone *Script

	daemon
	root []string // sudo, unless we are root
}

// StartPostfix starts a Postfix that hands what comes for the domains to the
// LMTP server at lmtpAddr, and ends with the test. It wants root, or a sudo
// that does not ask for a password.
func StartPostfix(tb testing.TB, lmtpAddr string, domains ...string) *Postfix {
	tb.Helper()
	p := &Postfix{root: rootPrefix(tb), daemon: daemon{dir: folder(tb)}, Gone: SMTPScript(tb, Step{On: "RCPT", Reply: "550 5.1.1 nobody here", Always: true})}
	p.begin = p.start
	_, gonePort, _ := strings.Cut(p.Gone.Addr, ":")
	port := freePorts(tb, 1)[0]
	p.SMTPAddr = loopback(port)
	p.Pool = certificate(tb, p.path("cert.pem"), p.path("key.pem"))
	for _, file := range []string{"main.cf", "master.cf"} {
		writeConfig(tb, p.path(file), file, map[string]any{"Dir": p.dir, "Port": port, "LMTP": lmtpAddr,
			"Domains": strings.Join(domains, " "), "GoneDomain": GoneDomain, "GonePort": gonePort})
	}
	p.asRoot(tb, "install", "-d", "-m", "755", p.path("queue"))
	p.asRoot(tb, "install", "-d", "-m", "700", "-o", postconf(tb, "mail_owner"), p.path("data"))
	p.asRoot(tb, "chown", "root:root", p.dir, p.path("main.cf"), p.path("master.cf"), p.path("cert.pem"), p.path("key.pem"))
	p.asRoot(tb, "chmod", "755", p.dir)
	// The folder is root's now; ours could not remove it.
	tb.Cleanup(func() { p.asRoot(tb, "rm", "-rf", p.dir) })
	p.start(tb)
	tb.Cleanup(func() { p.Stop(tb) })
	return p
}

// Configure sets what lines of a main.cf say, in place of what the lab says of it, from now on.
func (p *Postfix) Configure(tb testing.TB, lines string) {
	tb.Helper()
	args := []string{program(tb, "postconf", "postfix"), "-c", p.dir}
	for line := range strings.Lines(lines) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			args = append(args, line)
		}
	}
	p.asRoot(tb, args...)
	p.Restart(tb)
}

// Queue returns what postqueue prints: the letters that wait, and why.
func (p *Postfix) Queue(tb testing.TB) string {
	tb.Helper()
	return p.asRoot(tb, program(tb, "postqueue", "postfix"), "-c", p.dir, "-p")
}

// Flush makes Postfix try all that waits now.
func (p *Postfix) Flush(tb testing.TB) {
	tb.Helper()
	p.asRoot(tb, program(tb, "postqueue", "postfix"), "-c", p.dir, "-f")
}

// Log returns what the server has written to its log.
func (p *Postfix) Log(tb testing.TB) string {
	tb.Helper()
	return p.asRoot(tb, "cat", p.path("postfix.log"))
}

// start starts the master itself: the postfix command would move it to a session
// where neither we nor the guard could find it.
func (p *Postfix) start(tb testing.TB) {
	tb.Helper()
	p.asRoot(tb, program(tb, "postfix", "postfix"), "-c", p.dir, "check")
	args := append(slices.Clip(p.root), "env", "MAIL_CONFIG="+p.dir,
		filepath.Join(postconf(tb, "daemon_directory"), "master"), "-d", "-c", p.dir)
	log := filepath.Join(tb.TempDir(), "output.log")
	p.run = startProcess(tb, "Postfix", exec.Command(args[0], args[1:]...), p.dir, log, p.root...)
	p.run.up(tb, p.SMTPAddr, "220 ")
}

// asRoot runs a program as root and returns its output.
func (p *Postfix) asRoot(tb testing.TB, args ...string) string {
	tb.Helper()
	args = append(slices.Clip(p.root), args...)
	out, err := exec.Command(args[0], args[1:]...).CombinedOutput()
	if err != nil {
		tb.Errorf("%s: %v: %s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// postconf asks Postfix for a setting as its packager made it.
func postconf(tb testing.TB, setting string) string {
	tb.Helper()
	out, err := exec.Command(program(tb, "postconf", "postfix"), "-dhx", setting).Output()
	if err != nil {
		tb.Fatalf("postconf %s: %v", setting, err)
	}
	return strings.TrimSpace(string(out))
}

// rootPrefix is what a command must begin with to run as root.
func rootPrefix(tb testing.TB) []string {
	tb.Helper()
	if os.Geteuid() == 0 {
		return nil
	}
	if exec.Command("sudo", "-n", "true").Run() != nil {
		tb.Fatal("Postfix runs as root only: run the tests as root, or allow this user sudo without a password")
	}
	return []string{"sudo", "-n"}
}
