package attacks

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"mime/multipart"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The user of RUN_AS replaces a folder with a link while root hands over the data folder.
func TestAttackRunAsLedAstray(t *testing.T) {
	a := try(t, "have root give away a folder of its own by a link swapped in while it hands the data folder over")
	if os.Geteuid() != 0 {
		a.Skip("only root can be led astray")
	}
	nobody, err := user.Lookup("nobody")
	if err != nil {
		a.Fatal(err)
	}
	uid, _ := strconv.Atoi(nobody.Uid)
	path, err := program()
	if err != nil {
		a.Fatal(err)
	}
	top, err := os.MkdirTemp("/tmp", "pitpost-attacks-") // a folder that the user nobody can enter
	if err != nil {
		a.Fatal(err)
	}
	a.Cleanup(func() { os.RemoveAll(top) })
	if err := os.Chmod(top, 0o755); err != nil {
		a.Fatal(err)
	}
	for round := range 2 {
		root := filepath.Join(top, "root"+strconv.Itoa(round))
		data := filepath.Join(top, "data"+strconv.Itoa(round))
		post, big := filepath.Join(data, "post"), filepath.Join(data, "post", "0big")
		errs := errors.Join(os.MkdirAll(root, 0o755), os.WriteFile(filepath.Join(root, "shadow"), nil, 0o600), os.MkdirAll(big, 0o755), os.Mkdir(filepath.Join(post, "a"), 0o755),
			os.WriteFile(filepath.Join(post, "a", "shadow"), nil, 0o600))
		for i := range 10_000 {
			errs = errors.Join(errs, os.WriteFile(filepath.Join(big, strconv.Itoa(i)), nil, 0o600))
		}
		if errs != nil {
			a.Fatal(errs)
		}
		cmd := exec.Command(path, "serve", "--data", data, "--run-as", "nobody", "--database-url", "postgres://127.0.0.1:1/none", "--post-smtp", "127.0.0.1:0", "--post-imap", "127.0.0.1:0", "--http", "127.0.0.1:0")
		cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
		if err := cmd.Start(); err != nil {
			a.Fatal(err)
		}
		gone := make(chan struct{})
		go func() { _ = cmd.Wait(); close(gone) }()
		swapped := false
		for end := time.Now().Add(20 * time.Second); !swapped && time.Now().Before(end); {
			// Once the big folder belongs to the user, root is working on its files.
			if owner(big) == uid || owner(filepath.Join(big, "0")) == uid {
				swapped = os.Rename(filepath.Join(post, "a"), filepath.Join(post, "away")) == nil && os.Symlink(root, filepath.Join(post, "a")) == nil
			}
		}
		if !swapped {
			a.Error("the data folder was never handed over")
		}
		select {
		case <-gone: // it ends because there is no database
		case <-time.After(5 * time.Second):
		}
		_ = cmd.Process.Kill()
		<-gone
		if theirs := ownedBy(root, uid); theirs != "" {
			a.broke("%s became %s's", strings.TrimPrefix(theirs, top), nobody.Username)
			return
		}
	}
}

func owner(path string) int {
	info, err := os.Lstat(path)
	if err != nil {
		return -1
	}
	return int(info.Sys().(*syscall.Stat_t).Uid)
}

// ownedBy returns a file of a user at or below a folder, "" for none.
func ownedBy(root string, uid int) (found string) {
	_ = filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err == nil && owner(path) == uid {
			found = path
		}
		return err
	})
	return found
}

// The post office's page shows everybody's mail and is only for this machine.
func TestAttackPostOfficeThroughAProxy(t *testing.T) {
	t.Parallel()
	a := try(t, "read everybody's mail, or the house's figures, through a proxy that leads the world to the pages")
	h := a.open()
	h.match("new saboteur", bo, cy)
	if status, page := h.ask("GET", "/", ""); status != http.StatusOK || !strings.Contains(page, "bo@") {
		h.Fatalf("the page does not even open here: %d", status)
	}
	local := "127.0.0.1:" + h.http[strings.LastIndexByte(h.http, ':')+1:]
	forwarded := [][]string{{"X-Forwarded-For", "203.0.113.7"}, {"Forwarded", "for=203.0.113.7"}, {"Via", "1.1 proxy"}, {"X-Real-IP", "203.0.113.7"}, {"X-Forwarded-Host", "pit.example"},
		{"X-Forwarded-Proto", "https"}, {"CF-Connecting-IP", "203.0.113.7"}}
	for _, head := range forwarded {
		for _, path := range []string{"/", "/metrics"} {
			if status, page := h.ask("GET", path, "", append([]string{"Host", local}, head...)...); status == http.StatusOK || strings.Contains(page, "bo@") {
				h.broke("GET %s with %s answers %d", path, head[0], status)
			}
		}
	}
	for _, host := range []string{"pit.example", "localhost.evil.example", "127.0.0.1.evil.example", ""} {
		if status, page := h.ask("GET", "/", "", "Host", host); host != "" && (status == http.StatusOK || strings.Contains(page, "bo@")) {
			h.broke("GET / for the host %q answers %d", host, status)
		}
	}
	abroad := a.open("--public-url", "https://pit.example")
	local = abroad.http
	for _, host := range []string{local, "localhost", "pit.example"} {
		for _, path := range []string{"/", "/mailbox/bo@pit.localhost"} { // "/" is the front page then
			if status, page := abroad.ask("GET", path, "", "Host", host); path != "/" && status == http.StatusOK || strings.Contains(page, "bo@") || strings.Contains(page, "/mailbox/") {
				h.broke("with a public address GET %s for the host %q answers %d", path, host, status)
			}
		}
	}
	if status, page := abroad.ask("GET", "/metrics", "", "Host", "pit.example"); status == http.StatusOK {
		h.broke("GET /metrics at the public address answers %d, %d bytes", status, len(page))
	}
}

// Silent connections could stay open forever.
func TestAttackSilentConnections(t *testing.T) {
	t.Parallel()
	a := try(t, "use up the house's connections by keeping them open and silent")
	a.heavy()
	h := a.open()
	for name, first := range map[string]string{"after a request": "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", "within a header": "GET / HTTP/1.1\r\nHost: lo", "within a body": "POST /stop/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nx"} {
		conn, err := net.Dial("tcp", h.http)
		if err != nil {
			h.Fatal(err)
		}
		defer conn.Close()
		if _, err := conn.Write([]byte(first)); err != nil {
			h.Fatal(err)
		}
		_ = conn.SetReadDeadline(time.Now().Add(4 * time.Minute))
		var none [4096]byte
		for err == nil {
			_, err = conn.Read(none[:])
		}
		if errors.Is(err, os.ErrDeadlineExceeded) {
			h.broke("a connection silent %s is still open after 4 minutes", name)
		}
	}
}

// A provider's signature covers a time and a word, but not the letter that comes with them.
func TestAttackWebhookAgainAfterARestart(t *testing.T) {
	t.Parallel()
	const key = "key-of-mailgun-for-this-house"
	h := try(t, "bring another letter under a provider's signature that was heard before the house was started anew").open("--mailgun-key", key)
	match := h.match("new saboteur", bo, cy)
	token := h.turnOf(match, bo)
	stamp, word := strconv.FormatInt(time.Now().Unix(), 10), strings.Repeat("a1", 25)
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write([]byte(stamp + word))
	send := func(words string) int {
		l := letter{from: bo, body: words, token: token}
		raw := h.raw(&l)
		var body bytes.Buffer
		form := multipart.NewWriter(&body)
		for name, value := range map[string]string{"timestamp": stamp, "token": word, "signature": hex.EncodeToString(mac.Sum(nil)), "recipient": l.to, "sender": bo, "body-mime": string(raw)} {
			if err := form.WriteField(name, value); err != nil {
				h.Fatal(err)
			}
		}
		if err := form.Close(); err != nil {
			h.Fatal(err)
		}
		status, _ := h.ask("POST", "/in/mailgun/mime", body.String(), "Content-Type", form.FormDataContentType())
		h.quiet()
		return status
	}
	if status := send("say once"); status != http.StatusOK || h.number("select count(*) from words where said = 'once'") != 1 {
		h.Fatalf("the provider's own letter is not carried out: %d", status)
	}
	before := h.state()
	send("say another before")
	h.unchanged(before, "another letter was carried out under the same signature")
	h.stop()
	h.start("--mailgun-key", key)
	send("say another after")
	h.unchanged(before, "after a restart another letter was carried out under the same signature")
}

// A house takes letters from the internet, but trusts no server to authenticate senders.
func TestAttackNobodyVouchesAndNobodySaysSo(t *testing.T) {
	t.Parallel()
	h := try(t, "count on an operator who is not told that no server vouches for senders").open()
	out, err := h.run("doctor", "--lmtp", h.lmtp, "--post-smtp", h.smtp, "--post-imap", h.imap, "--http", h.http)
	if err == nil || !strings.Contains(out, "AUTHSERV_ID") {
		h.broke("the doctor finds nothing wrong (%v)", err)
	}
	if said := h.log.String(); !strings.Contains(said, "vouch") || !strings.Contains(said, "lmtp") {
		h.broke("serve says nothing at its start")
	}
}
