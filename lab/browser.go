package lab

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/net/websocket"
)

// Browser is a real browser with one open page, controlled through DevTools.
type Browser struct {
	tb   testing.TB
	conn *websocket.Conn
	mu   sync.Mutex
	last int
	// complaints lists the errors in its console: of scripts, of policies, and requests that failed.
	complaints []string
}

// OpenBrowser starts a browser with an empty page of width by height pixels; dark sets the
// preference for dark colours. Its proxy does not exist, so it only reaches loopback. It
// stops when the test ends; errors in its console fail the test.
func OpenBrowser(tb testing.TB, width, height int, dark bool) *Browser {
	tb.Helper()
	dir := folder(tb)
	cmd := exec.Command(program(tb, "chromium", "chromium"), append(browserFlags(tb, dir), "--proxy-bypass-list=127.0.0.1",
		"--remote-debugging-port=0", "--remote-allow-origins=http://127.0.0.1", fmt.Sprintf("--window-size=%d,%d", width, height), "about:blank")...)
	cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_CONFIG_HOME="+dir, "XDG_CACHE_HOME="+dir)
	p := startProcess(tb, "chromium", cmd, dir, filepath.Join(dir, "chromium.log"))
	tb.Cleanup(func() { p.stop(tb) })
	b := &Browser{tb: tb, conn: devTools(tb, filepath.Join(dir, "profile", "DevToolsActivePort"))}
	tb.Cleanup(func() { _ = b.conn.Close() })
	b.Resize(width, height)
	b.Colours(dark)
	b.call("Runtime.enable", nil, nil)
	b.call("Log.enable", nil, nil)
	tb.Cleanup(func() {
		if tb.Failed() {
			return
		}
		b.Eval("0") // reads the events before the answer
		for _, c := range b.complaints {
			tb.Errorf("the browser complains: %s", c)
		}
	})
	return b
}

// Resize changes the size of the page to that of another screen.
func (b *Browser) Resize(width, height int) {
	b.tb.Helper()
	b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}, nil)
}

// Colours sets the preference for dark or light colours.
func (b *Browser) Colours(dark bool) {
	b.tb.Helper()
	b.call("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]any{
		{"name": "prefers-color-scheme", "value": map[bool]string{true: "dark", false: "light"}[dark]}}}, nil)
}

// devTools waits for the port that the browser writes to a file, and connects to its page.
func devTools(tb testing.TB, file string) *websocket.Conn {
	tb.Helper()
	var conn *websocket.Conn
	waitFor(tb, "the browser's DevTools", func() error {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		port, _, _ := strings.Cut(string(text), "\n")
		res, err := http.Get("http://127.0.0.1:" + port + "/json/list")
		if err != nil {
			return err
		}
		defer res.Body.Close()
		var open []struct{ Type, WebSocketDebuggerURL string }
		err = json.NewDecoder(res.Body).Decode(&open)
		for _, one := range open {
			if one.Type == "page" {
				conn, err = websocket.Dial(one.WebSocketDebuggerURL, "", "http://127.0.0.1")
				return err
			}
		}
		return fmt.Errorf("no page is open: %w", err)
	})
	return conn
}

// call calls a method of DevTools and decodes the result into out, unless that is nil. The test fails if the browser
// refuses it.
func (b *Browser) call(method string, params map[string]any, out any) {
	b.tb.Helper()
	if err := b.try(method, params, out); err != nil {
		b.tb.Fatal(err)
	}
}

// try is call, but returns why the browser refuses it.
func (b *Browser) try(method string, params map[string]any, out any) error {
	b.tb.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.last++
	if params == nil {
		params = map[string]any{}
	}
	Check(b.tb, b.conn.SetDeadline(time.Now().Add(patience)))
	if err := websocket.JSON.Send(b.conn, map[string]any{"id": b.last, "method": method, "params": params}); err != nil {
		b.tb.Fatalf("%s: %v", method, err)
	}
	for {
		var answer struct {
			ID     int
			Result json.RawMessage
			Error  *struct{ Message string }
			Method string
			Params json.RawMessage
		}
		if err := websocket.JSON.Receive(b.conn, &answer); err != nil {
			b.tb.Fatalf("%s: %v", method, err)
		}
		if answer.ID != b.last {
			b.event(answer.Method, answer.Params)
			continue
		}
		if answer.Error != nil {
			return fmt.Errorf("%s: %s", method, answer.Error.Message)
		}
		if out != nil {
			if err := json.Unmarshal(answer.Result, out); err != nil {
				b.tb.Fatalf("%s: %v", method, err)
			}
		}
		return nil
	}
}

// event records an event of the browser if it is an error.
func (b *Browser) event(method string, params json.RawMessage) {
	var e struct {
		Entry            struct{ Level, Text, URL string }                // Log.entryAdded
		Type             string                                           // Runtime.consoleAPICalled
		Args             []struct{ Value any }                            // of that call
		ExceptionDetails struct{ Exception struct{ Description string } } // Runtime.exceptionThrown
	}
	if json.Unmarshal(params, &e) != nil {
		return
	}
	switch {
	case method == "Log.entryAdded" && e.Entry.Level == "error":
		b.complaints = append(b.complaints, e.Entry.Text+" "+e.Entry.URL)
	case method == "Runtime.consoleAPICalled" && e.Type == "error":
		b.complaints = append(b.complaints, fmt.Sprint(e.Args))
	case method == "Runtime.exceptionThrown":
		b.complaints = append(b.complaints, e.ExceptionDetails.Exception.Description)
	}
}

// Open opens an address and waits until the page has loaded.
func (b *Browser) Open(address string) {
	b.tb.Helper()
	b.call("Page.navigate", map[string]any{"url": address}, nil)
	b.Until(fmt.Sprintf("location.href === new URL(%q).href && document.readyState === 'complete'", address))
}

// Eval returns the value of a JavaScript expression on the page, as text.
func (b *Browser) Eval(expression string) string {
	b.tb.Helper()
	text, err := b.eval(expression)
	Check(b.tb, err)
	return text
}

func (b *Browser) eval(expression string) (string, error) {
	var out struct {
		Result struct{ Value any }
	}
	err := b.try("Runtime.evaluate", map[string]any{"expression": "String(" + expression + ")"}, &out)
	return fmt.Sprint(out.Result.Value), err
}

// Until waits until a JavaScript expression is true on the page, also while another page is about to load.
func (b *Browser) Until(expression string) {
	b.tb.Helper()
	waitFor(b.tb, expression, func() error {
		got, err := b.eval(expression)
		if err == nil && got != "true" {
			at, _ := b.eval("location.pathname")
			err = fmt.Errorf("is %s at %s", got, at)
		}
		return err
	})
}

// Click clicks the middle of the first element that matches a selector. It first waits until the page has
// loaded, because loading could move the element.
func (b *Browser) Click(selector string) {
	b.tb.Helper()
	b.Until(`document.readyState === "complete"`)
	var at struct{ X, Y float64 }
	where := b.Eval(fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		if (!e) return "nothing";
		e.scrollIntoView({block: "center"});
		const r = e.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2, hit = document.elementFromPoint(x, y);
		return e.contains(hit) ? JSON.stringify({x, y}) : "covered by " + (hit ? hit.outerHTML : "the edge");
	})()`, selector))
	if json.Unmarshal([]byte(where), &at) != nil {
		b.tb.Fatalf("no click on %s: %.300s", selector, where)
	}
	b.ClickAt(at.X, at.Y)
}

// ClickAt clicks a point of the visible page.
func (b *Browser) ClickAt(x, y float64) {
	b.tb.Helper()
	for _, kind := range []string{"mouseMoved", "mousePressed", "mouseReleased"} {
		b.call("Input.dispatchMouseEvent", map[string]any{"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1}, nil)
	}
}

// Press presses a key: "Tab", "Enter", " ", "Escape", "ArrowLeft" and so on, or "Shift+Tab".
func (b *Browser) Press(key string) {
	b.tb.Helper()
	key, shift := strings.CutPrefix(key, "Shift+")
	codes := map[string]int{"Tab": 9, "Enter": 13, " ": 32, "Escape": 27, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
	params := map[string]any{"key": key, "windowsVirtualKeyCode": codes[key], "modifiers": 0}
	if shift {
		params["modifiers"] = 8
	}
	params["code"] = strings.ReplaceAll(key, " ", "Space")
	params["type"] = "keyDown"
	switch key {
	case "Enter":
		params["text"] = "\r"
	case " ":
		params["text"] = " "
	}
	b.call("Input.dispatchKeyEvent", params, nil)
	delete(params, "text")
	params["type"] = "keyUp"
	b.call("Input.dispatchKeyEvent", params, nil)
}

// Type inserts text at the cursor.
func (b *Browser) Type(words string) {
	b.tb.Helper()
	b.call("Input.insertText", map[string]any{"text": words}, nil)
}

// Screenshot returns what the page shows, as a PNG.
func (b *Browser) Screenshot() []byte {
	b.tb.Helper()
	var out struct{ Data string }
	b.call("Page.captureScreenshot", map[string]any{"format": "png"}, &out)
	return Must(base64.StdEncoding.DecodeString(out.Data))(b.tb)
}

// Screenshot renders a page in a new browser and returns a PNG of width by height pixels. page is an http URL or HTML.
func Screenshot(tb testing.TB, page string, width, height int, dark bool) []byte {
	tb.Helper()
	address := page
	if !strings.HasPrefix(page, "http://") {
		address = "file://" + File(tb, "page.html", page)
	}
	b := OpenBrowser(tb, width, height, dark)
	b.Open(address)
	return b.Screenshot()
}

// browserFlags returns the flags for a browser that shows one page and does nothing else: no first-run pages,
// no updates, no requests to its maker.
func browserFlags(tb testing.TB, dir string) []string {
	return []string{
		"--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync",
		"--disable-default-apps", "--disable-extensions", "--disable-dev-shm-usage", "--hide-scrollbars",
		"--force-device-scale-factor=1", "--proxy-server=" + Nowhere(tb), "--user-data-dir=" + filepath.Join(dir, "profile"),
	}
}
