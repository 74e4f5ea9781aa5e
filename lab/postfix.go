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

// GoneDomain is a domain for which the lab's Postfix accepts every address but cannot deliver: the next server
// refuses it, and a real bounce goes back to the envelope sender.
const GoneDomain = "gone.test"

// Postfix is a running mail server. It can send mail only to the LMTP server that it was given.
type Postfix struct {
	SMTPAddr string
	Pool     *x509.CertPool // trusts the certificate for STARTTLS, which is for example.com
	// Gone is the server behind GoneDomain, which records the refused recipients.
	Gone *Script

	daemon
	root []string // sudo, unless the test runs as root
}

// StartPostfix starts a Postfix that passes mail for the domains to the LMTP server at lmtpAddr. It stops when
// the test ends. It needs root, or a sudo without a password.
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
	// The folder now belongs to root, so we could not remove it.
	tb.Cleanup(func() { p.asRoot(tb, "rm", "-rf", p.dir) })
	p.start(tb)
	tb.Cleanup(func() { p.Stop(tb) })
	return p
}

// Configure changes settings of main.cf, given as its lines, and restarts the server.
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

// Queue returns the output of postqueue: the waiting letters, and why they wait.
func (p *Postfix) Queue(tb testing.TB) string {
	tb.Helper()
	return p.asRoot(tb, program(tb, "postqueue", "postfix"), "-c", p.dir, "-p")
}

// Flush makes Postfix try all waiting letters now.
func (p *Postfix) Flush(tb testing.TB) {
	tb.Helper()
	p.asRoot(tb, program(tb, "postqueue", "postfix"), "-c", p.dir, "-f")
}

// Log returns the server's log.
func (p *Postfix) Log(tb testing.TB) string {
	tb.Helper()
	return p.asRoot(tb, "cat", p.path("postfix.log"))
}

// start starts the master process directly, because the postfix command would move it to a session in which
// neither we nor the guard could find it.
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

// postconf returns the packager's default of a Postfix setting.
func postconf(tb testing.TB, setting string) string {
	tb.Helper()
	out, err := exec.Command(program(tb, "postconf", "postfix"), "-dhx", setting).Output()
	if err != nil {
		tb.Fatalf("postconf %s: %v", setting, err)
	}
	return strings.TrimSpace(string(out))
}

// rootPrefix returns the command prefix that is needed to run as root.
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
