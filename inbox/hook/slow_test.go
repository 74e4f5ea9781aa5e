package hook

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"
)

// Strangers who begin letters and send no more of them keep no provider's letter out.
func TestStrangersWhoSendSlowlyKeepNobodyOut(t *testing.T) {
	s := open(t, &Hooks{Plain: []string{"secret"}, Topic: ourTopic})
	for range 3 * atOnce {
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		fmt.Fprint(conn, "POST /in/ses HTTP/1.1\r\nHost: pit.test\r\nContent-Type: text/plain\r\nExpect: 100-continue\r\nContent-Length: 1000\r\n\r\n")
		if line, err := bufio.NewReader(conn).ReadString('\n'); err != nil || !strings.Contains(line, "100") {
			t.Fatalf("the server does not begin to read: %q %v", line, err)
		}
		fmt.Fprint(conn, "{")
	}
	begun := time.Now()
	if code := s.post("/in/mail", "message/rfc822", []byte(plainLetter), "Authorization", "Bearer secret"); code != 200 || time.Since(begun) > takePatience/2 {
		t.Errorf("a letter beside slow strangers answers %d after %v", code, time.Since(begun))
	}
}

// What bodies hold in memory is given back when they are done.
func TestBodiesInMemoryAreCounted(t *testing.T) {
	hooks := &Hooks{Plain: []string{"secret"}, Topic: ourTopic, MaxSize: 1000}
	s := open(t, hooks)
	s.post("/in/ses", "text/plain", make([]byte, 2<<20)) // too big
	s.post("/in/ses", "text/plain", []byte("{"))
	s.post("/in/mail", "message/rfc822", []byte(plainLetter), "Authorization", "Bearer secret")
	if n := hooks.inMemory.Load(); n != 0 {
		t.Errorf("%d bytes are still counted", n)
	}

	hooks.inMemory.Store(atOnce * 2 << 20)
	if code := s.post("/in/ses", "text/plain", []byte("{}")); code != 503 {
		t.Errorf("with no memory left a letter answers %d", code)
	}
}
