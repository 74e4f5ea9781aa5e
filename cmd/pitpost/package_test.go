package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"pitpost.example/lab"
)

// tool runs a program that must succeed and returns its output.
func tool(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// The Debian package is built and unpacked below another root, and its unit's command is run there as the
// unit's user. systemd accepts the unit and rates it as well confined.
func TestDebianPackage(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Fatal("a package is installed by root: run the tests as root")
	}
	dir := t.TempDir()
	for _, up := range []string{dir, filepath.Dir(dir)} {
		if err := os.Chmod(up, 0o755); err != nil { // so that the house's user can enter
			t.Fatal(err)
		}
	}
	binary, file, root := filepath.Join(dir, "pitpost"), filepath.Join(dir, "pitpost.deb"), filepath.Join(dir, "root")
	self, err := os.Executable() // under that name the test binary acts as pitpost
	if err != nil {
		t.Fatal(err)
	}
	tool(t, "cp", self, binary)
	tool(t, "../../scripts/deb", binary, file)
	for _, folder := range []string{"var/lib/dpkg/updates", "var/lib/dpkg/info", "etc/default", "var/lib/pitpost/post"} {
		if err := os.MkdirAll(filepath.Join(root, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(root, "var/lib/dpkg/status"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	// A version before read its settings in another place, and root has made files in the house's folder.
	data, former := filepath.Join(root, "var/lib/pitpost"), "# of mine\nPITPOST_ADDRESS=play@example.org\nPITPOST_SEND_LIMIT=70\n"
	for name, text := range map[string]string{"etc/default/pitpost": former, "var/lib/pitpost/post/letter": "x", "outside": "x"} {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(root, "outside"), filepath.Join(data, "link")); err != nil {
		t.Fatal(err)
	}
	tool(t, "dpkg", "--root="+root, "--force-script-chrootless", "--force-depends", "--log="+os.DevNull, "--install", file)
	if said := tool(t, "dpkg", "--root="+root, "--status", "pitpost"); !strings.Contains(said, "Status: install ok installed") {
		t.Fatal(said)
	}
	users, err := os.ReadFile(filepath.Join(root, "etc/passwd"))
	if err != nil {
		t.Fatal(err)
	}
	var uid, gid int
	for line := range strings.Lines(string(users)) {
		if fields := strings.Split(line, ":"); fields[0] == "pitpost" {
			uid, _ = strconv.Atoi(fields[2])
			gid, _ = strconv.Atoi(fields[3])
		}
	}
	if uid == 0 || gid == 0 {
		t.Fatalf("no user of the house:\n%s", users)
	}

	for name, owner := range map[string]int{"var/lib/pitpost": uid, "var/lib/pitpost/post/letter": uid, "var/backups/pitpost": uid, "outside": 0, "etc/pitpost/pitpost.yaml": 0} {
		info, err := os.Stat(filepath.Join(root, name))
		if err != nil || int(info.Sys().(*syscall.Stat_t).Uid) != owner {
			t.Errorf("%s is not of user %d: %v", name, owner, err)
		}
	}
	if text, err := os.ReadFile(filepath.Join(root, "etc/default/pitpost")); err != nil || string(text) != "# of mine\n" {
		t.Errorf("left in /etc/default/pitpost: %q %v", text, err)
	}
	if text, err := os.ReadFile(filepath.Join(root, "etc/default/pitpost.carried-over")); err != nil || string(text) != former {
		t.Errorf("the copy of it: %q %v", text, err)
	}

	unit, err := os.ReadFile(filepath.Join(root, "usr/lib/systemd/system/pitpost.service"))
	if err != nil {
		t.Fatal(err)
	}
	set := map[string]string{}
	for line := range strings.Lines(string(unit)) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), "="); ok {
			set[name] = value
		}
	}
	start := strings.Fields(set["ExecStart"])
	here := filepath.Join(dir, "pitpost.service") // systemd requires that the program exists on this machine
	if err := os.WriteFile(here, bytes.ReplaceAll(unit, []byte("ExecStart="), []byte("ExecStart="+root)), 0o644); err != nil {
		t.Fatal(err)
	}
	if said := tool(t, "systemd-analyze", "verify", "--man=no", here); strings.Contains(said, "pitpost.service") {
		t.Error(said)
	}
	tool(t, "systemd-analyze", "security", "--offline=true", "--threshold=20", here)

	if data != filepath.Join(root, "var/lib", set["StateDirectory"]) || set["Environment"]+set["EnvironmentFile"] != "" {
		t.Errorf("the unit sets what commands by hand do not read: %v", set)
	}
	database := emptyHouse(t)
	config, err := pgx.ParseConfig(database)
	if err != nil {
		t.Fatal(err)
	}
	for _, door := range []string{config.Host, filepath.Join(config.Host, fmt.Sprintf(".s.PGSQL.%d", config.Port))} { // normally closed to anybody but the tests' user
		if err := os.Chmod(door, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	as := func(uid, gid int, args ...string) *exec.Cmd {
		cmd := exec.CommandContext(t.Context(), filepath.Join(root, start[0]), args...)
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
		cmd.Dir = data
		cmd.Env = append(lab.Settings(), "PITPOST_TEST_ETC="+filepath.Join(root, "etc/pitpost"), "PITPOST_DATA="+data, "PITPOST_DATABASE_URL="+database,
			"PITPOST_POST_SMTP=127.0.0.1:0", "PITPOST_POST_IMAP=127.0.0.1:0", "PITPOST_HTTP=127.0.0.1:0")
		return cmd
	}
	settled := as(uid, gid, "settings")
	if out, err := settled.CombinedOutput(); err != nil || !strings.Contains(string(out), "play@example.org") || !strings.Contains(string(out), "etc/pitpost/pitpost.yaml") {
		t.Errorf("by hand: %v\n%s", err, out)
	}
	stranger := as(65534, 65534, "match", "list")
	stranger.Dir = "/"
	if out, err := stranger.CombinedOutput(); err == nil || !strings.Contains(string(out), "run this as ") || !strings.Contains(string(out), "--config") {
		t.Errorf("another user: %v\n%s", err, out)
	}
	serve := as(uid, gid, start[1:]...)
	said, err := serve.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	serve.Stderr = &log
	if err := serve.Start(); err != nil {
		t.Fatal(err)
	}
	if line, _ := bufio.NewReader(said).ReadString('\n'); !strings.HasPrefix(line, "ready ") {
		t.Errorf("serve says %q\n%s", line, log.String())
	}
	if err := serve.Process.Signal(syscall.SIGTERM); err != nil {
		t.Error(err)
	}
	if err := serve.Wait(); err != nil {
		t.Errorf("%v\n%s", err, log.String())
	}

	page := filepath.Join(root, "usr/share/man/man1/pitpost.1.gz")
	if said := tool(t, "zcat", page); !strings.Contains(said, ".SS pitpost match list") || !strings.Contains(said, `PITPOST_IMAP_URL`) {
		t.Errorf("the man page:\n%s", said)
	}
	completed := tool(t, "bash", "-c", `source "$0"; COMP_WORDS=(pitpost match list --j); COMP_CWORD=3; _pitpost; echo "${COMPREPLY[@]}"; COMP_WORDS=(pitpost lea); COMP_CWORD=1; _pitpost; echo "${COMPREPLY[@]}"`,
		filepath.Join(root, "usr/share/bash-completion/completions/pitpost"))
	if completed != "--json\nleague\n" {
		t.Errorf("completed: %q", completed)
	}
	tool(t, "dpkg", "--root="+root, "--force-script-chrootless", "--log="+os.DevNull, "--remove", "pitpost")
	if _, err := os.Stat(data); err != nil {
		t.Errorf("what the house keeps went with the package: %v", err)
	}
}
