package lab

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Screenshot renders a page in a real browser and returns a PNG of width by
// height pixels. page is an http or file URL, or else the HTML itself; dark
// asks for the colours of people who prefer dark ones. The browser is handed a
// proxy that does not exist: it reaches loopback only.
func Screenshot(tb testing.TB, page string, width, height int, dark bool) []byte {
	tb.Helper()
	dir := folder(tb)
	address := page
	if !strings.HasPrefix(page, "http://") && !strings.HasPrefix(page, "https://") && !strings.HasPrefix(page, "file://") {
		file := filepath.Join(dir, "page.html")
		if err := os.WriteFile(file, []byte(page), 0o600); err != nil {
			tb.Fatal(err)
		}
		address = (&url.URL{Scheme: "file", Path: file}).String()
	}
	picture := filepath.Join(dir, "page.png")
	ctx, cancel := context.WithTimeout(context.Background(), 2*patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, program(tb, "chromium", "chromium"),
		append(browserFlags(tb, dir, dark), fmt.Sprintf("--window-size=%d,%d", width, height), "--screenshot="+picture, address)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_CONFIG_HOME="+dir, "XDG_CACHE_HOME="+dir)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	out, err := cmd.CombinedOutput()
	if err != nil {
		tb.Fatalf("chromium: %v: %s", err, out)
	}
	png, err := os.ReadFile(picture)
	if err != nil {
		tb.Fatalf("chromium made no picture: %v: %s", err, out)
	}
	return png
}

// browserFlags start a browser that shows one page and otherwise keeps still:
// no first-run pages, no updates, no calls home.
func browserFlags(tb testing.TB, dir string, dark bool) []string {
	flags := []string{
		"--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync",
		"--disable-default-apps", "--disable-extensions", "--disable-dev-shm-usage", "--hide-scrollbars",
		"--force-device-scale-factor=1", "--proxy-server=" + Nowhere(tb), "--user-data-dir=" + filepath.Join(dir, "profile"),
	}
	if dark {
		return append(flags, "--blink-settings=preferredColorScheme=0")
	}
	return append(flags, "--blink-settings=preferredColorScheme=1")
}
