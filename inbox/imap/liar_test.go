package imap

import (
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"runtime"
	"strings"
	"testing"
	"time"

	"pitpost.example/lab"
)

// endlessly writes a text again and again until the other side hangs up, and returns how many bytes went.
func endlessly(conn net.Conn, text string) (sent int64) {
	block := []byte(strings.Repeat(text, 64<<10/len(text)+1))
	for {
		n, err := conn.Write(block)
		if sent += int64(n); err != nil {
			return sent
		}
	}
}

// A server that sends what nobody asked for, without an end, costs a bounded part of memory and is left at once. Each kind
// drives one guard around go-imap.
func TestAServerThatLiesIsLeftAtOnce(t *testing.T) {
	const letter = "From: ana@example.com\r\n\r\n3 C5\r\n"
	lies := map[string]struct {
		on    string // the command at which it begins; "" is the greeting
		first string
		more  string
	}{
		"a greeting without an end":   {"", "* OK ", "x"},
		"brackets in the greeting":    {"", "* 1 FETCH (BODYSTRUCTURE ", "("},
		"a line without an end":       {"SELECT", "* OK ", "hello "},
		"flags without an end":        {"SELECT", "* FLAGS (", "\\Seen "},
		"a literal of 99 GB":          {"SELECT", "* LIST () \"/\" {99000000000}\r\n", "x"},
		"a storm of EXISTS":           {"SELECT", "", "* 5 EXISTS\r\n"},
		"a storm of EXPUNGE":          {"SELECT", "* 99 EXISTS\r\n", "* 1 EXPUNGE\r\n"},
		"a list without an end":       {"FETCH", "", "* 1 FETCH (UID 1 INTERNALDATE \"03-Aug-2026 09:00:00 +0000\" RFC822.SIZE 5)\r\n"},
		"brackets in a list":          {"FETCH", "* 1 FETCH (UID 1 BODYSTRUCTURE ", "("},
		"an envelope without an end":  {"FETCH", "* 1 FETCH (ENVELOPE (\"", "x"},
		"a literal nobody asked for":  {"FETCH", "* 1 FETCH (UID 1 RFC822.TEXT {99000000000}\r\n", "x"},
		"a search without an end":     {"FETCH", "* SEARCH", " 1"},
		"capabilities without an end": {"LOGIN", "* CAPABILITY", " X"},
		"a BYE without an end":        {"LOGIN", "* BYE ", "x"},
	}
	for name, lie := range lies {
		t.Run(name, func(t *testing.T) {
			server := startIMAPScript(t, letter)
			sent := make(chan int64, 8)
			begin := func(k *imapTalk) bool {
				_, _ = io.WriteString(k.conn, lie.first)
				sent <- endlessly(k.conn, lie.more)
				return true
			}
			url := imapURL("imap", server.addr, "play@example.org")
			if lie.on == "" {
				listener := lab.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
				defer listener.Close()
				go func() {
					if conn, err := listener.Accept(); err == nil {
						begin(&imapTalk{conn: conn})
					}
				}()
				url = imapURL("imap", listener.Addr().String(), "play@example.org")
			} else {
				server.on[lie.on] = func(k *imapTalk, _, _ string) bool { return begin(k) }
				server.on["UID "+lie.on] = server.on[lie.on]
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			begun := time.Now()
			account := Account{URL: url, CommandTimeout: 20 * time.Second}
			line, err := account.dial(t.Context())
			if err == nil {
				_, err = line.List(t.Context(), func(uint32) (uint32, error) { return 0, nil })
				line.Close()
			}
			runtime.ReadMemStats(&after)
			if err == nil || time.Since(begun) > time.Minute {
				t.Errorf("it took %v and ended with %v", time.Since(begun), err)
			}
			if grown := after.TotalAlloc - before.TotalAlloc; grown > 256<<20 {
				t.Errorf("%d MB were allocated", grown>>20)
			}
			select {
			case n := <-sent:
				if n > 64<<20 {
					t.Errorf("%d MB were read", n>>20)
				}
			case <-time.After(5 * time.Second):
				t.Error("the connection is still open")
			}
		})
	}
}

// The bytes of letters that were asked for come through, a little more does too, and what a literal holds is no bracket.
func TestBoundsLetThroughWhatWasAskedFor(t *testing.T) {
	near, far := net.Pipe()
	c := &boundedConn{Conn: near}
	c.left.Store(1 << 20)
	text := "* 1 FETCH (UID 1 BODY[] {" + fmt.Sprint(4*depthMost) + "}\r\n" + strings.Repeat("(", 4*depthMost) + ")\r\n" +
		"* 2 FETCH (FLAGS (\\Seen) X \"" + strings.Repeat("(", 2*depthMost) + "\\\"(\" Y ((a) (b {3+}\r\n((() c)))\r\n" + strings.Repeat("(", depthMost-1) + "\r\n"
	go func() {
		for _, b := range []byte(text) { // byte by byte, as slow servers do
			_, _ = far.Write([]byte{b})
		}
		far.Close()
	}()
	if got, err := io.ReadAll(c); err != nil || string(got) != text {
		t.Errorf("%d of %d bytes, %v", len(got), len(text), err)
	}
	for end, want := range map[string]int64{"{5}": 5, "{5+}": 5, "{}": 0, "5}": 0, "{5": 0, "{-5}": 0, "{99999999999999999999}": 0} {
		if n := literalLength([]byte(end)); n != want {
			t.Errorf("%s: %d", end, n)
		}
	}
}

// A server that offers STARTTLS and then says something else gets no password.
func TestNoPasswordWithoutTheEncryptionThatWasOffered(t *testing.T) {
	for name, answer := range map[string]string{"refuses": "T0 NO not now\r\n", "goes on in plain text": "T0 OK begin\r\n* OK [CAPABILITY IMAP4rev1] hello\r\n", "hangs up": "",
		"never ends": strings.Repeat("x", 2*lineMost), "says nothing to the point": strings.Repeat("* 1 EXISTS\r\n", 30)} {
		listener := lab.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
		said := make(chan string, 1)
		go func() {
			far, err := listener.Accept()
			if err != nil {
				return
			}
			defer far.Close()
			_, _ = io.WriteString(far, "* OK hello\r\n")
			asked := make([]byte, len("T0 STARTTLS\r\n"))
			_, _ = io.ReadFull(far, asked)
			_, _ = io.WriteString(far, answer)
			said <- string(asked)
		}()
		near := lab.Must(net.Dial("tcp", listener.Addr().String()))(t)
		lab.Check(t, near.SetDeadline(time.Now().Add(10*time.Second)))
		_, err := startTLS(near, &tls.Config{ServerName: "mail.example", MinVersion: tls.VersionTLS12})
		if asked := <-said; err == nil || asked != "T0 STARTTLS\r\n" {
			t.Errorf("%s: %v, asked %q", name, err, asked)
		}
		near.Close()
		listener.Close()
	}
}
