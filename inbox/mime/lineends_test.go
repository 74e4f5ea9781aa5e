package mime

import (
	"io"
	"net"
	"strings"
	"testing"
	"testing/iotest"
)

// source is a connection that reads from a text.
type source struct {
	net.Conn
	io.Reader
}

func (s source) Read(b []byte) (int, error) { return s.Reader.Read(b) }

func TestOneCRBeforeAnLF(t *testing.T) {
	for text, want := range map[string]string{
		"a\r\nb\r\n": "a\r\nb\r\n", "a\r\r\n.\r\n": "a\r\n.\r\n", "\r\r\r\r\n": "\r\n", "a\rb\r\rc": "a\rb\rc", "a\r": "a\r", "a\r\r": "a\r", "": "", "\r\n": "\r\n", "x\n": "x\n",
	} {
		for name, r := range map[string]io.Reader{"at once": strings.NewReader(text), "byte by byte": iotest.OneByteReader(strings.NewReader(text)), "with its end": iotest.DataErrReader(strings.NewReader(text))} {
			if got, err := io.ReadAll(&lineEnds{Conn: source{Reader: r}}); string(got) != want || err != nil {
				t.Errorf("%q %s: %q, %v", text, name, got, err)
			}
		}
	}
}
