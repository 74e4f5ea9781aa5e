package imap

import (
	"bytes"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"strings"
)

// errNoTLS is the error for a server that offered encryption and then did not begin it.
var errNoTLS = errors.New("the mail server does not begin the encryption that it offers")

// startTLS asks for encryption on a new connection. The library could do that too, but then nobody sees the plain text to
// bound it. Bytes behind the answer are the encrypted connection's, so nothing said in plain text counts later.
func startTLS(conn net.Conn, config *tls.Config) (net.Conn, error) {
	greeting, err := readLine(conn)
	if err != nil {
		return nil, err
	}
	if !hasWord(greeting, "* OK") {
		return nil, errNoTLS
	}
	if _, err := io.WriteString(conn, askForTLS); err != nil {
		return nil, err
	}
	for range 20 { // untagged answers
		line, err := readLine(conn)
		if err != nil {
			return nil, err
		}
		if hasWord(line, "T0 OK") {
			secure := tls.Client(conn, config)
			if err := secure.Handshake(); err != nil {
				return nil, err
			}
			return &greeted{Conn: secure, greeting: strings.NewReader("* OK encrypted\r\n")}, nil
		}
		if !hasWord(line, "*") {
			break
		}
	}
	return nil, errNoTLS
}

const askForTLS = "T0 STARTTLS\r\n"

func hasWord(line []byte, word string) bool {
	return bytes.EqualFold(line[:min(len(line), len(word))], []byte(word))
}

// lineMost is the longest line of a server in plain text.
const lineMost = 8 << 10

// readLine reads a line, and no byte behind it.
func readLine(conn net.Conn) (line []byte, err error) {
	var char [1]byte
	for len(line) < lineMost {
		if _, err := io.ReadFull(conn, char[:]); err != nil {
			return nil, err
		}
		if char[0] == '\n' {
			return line, nil
		}
		line = append(line, char[0])
	}
	return nil, errFlood
}

// greeted is a connection that begins with a greeting, which the library waits for. No server greets twice.
type greeted struct {
	net.Conn
	greeting *strings.Reader
}

// Read reads the greeting, then the connection.
func (g *greeted) Read(b []byte) (int, error) {
	if g.greeting.Len() > 0 {
		return g.greeting.Read(b)
	}
	return g.Conn.Read(b)
}
