package imap

import (
	"bytes"
	"errors"
	"net"
	"strings"
	"sync/atomic"
)

// What a server may send is bounded before the IMAP library sees it. The library grows a slice for each bracket, and keeps
// each line, greeting and answer that it was not asked for, however many come.

var (
	errFlood  = errors.New("the server sends more than was asked for")
	errNested = errors.New("the server nests brackets too deep")
)

const (
	// bytesMost is what an exchange may bring beside the letters that were asked for.
	bytesMost = 1 << 20
	// listedBytes is more than a letter takes in a list, foundBytes in the answer to a search, lettersMost what is believed of
	// how many there are.
	listedBytes, foundBytes, lettersMost = 200, 11, 1 << 20
	// depthMost is how deep brackets may be nested. A body structure, which is never asked for, has a level for each part
	// within a part.
	depthMost = 50
)

// boundedConn is a connection in plain text whose answers are bounded.
type boundedConn struct {
	net.Conn
	left    atomic.Int64 // bytes that may still come in this exchange
	failed  error
	literal int64  // bytes of a literal that are still to come
	length  []byte // the digits of a literal's length, with its brackets, as far as they have come
	depth   int
	quoted  bool
	escaped bool
}

// Read reads what the exchange may bring.
func (c *boundedConn) Read(b []byte) (int, error) {
	if c.failed != nil {
		return 0, c.failed
	}
	n, err := c.Conn.Read(b)
	if c.left.Add(-int64(n)) < 0 {
		c.failed = errFlood
	} else if !c.watch(b[:n]) {
		c.failed = errNested
	}
	if c.failed != nil {
		c.Close()
		return 0, c.failed
	}
	return n, err
}

// watch counts brackets outside of literals and quoted strings. It reports whether they are not too deep.
func (c *boundedConn) watch(b []byte) bool {
	for len(b) > 0 {
		if c.literal > 0 {
			n := min(c.literal, int64(len(b)))
			b, c.literal = b[n:], c.literal-n
			continue
		}
		c.mark(b[0])
		if c.depth > depthMost {
			return false
		}
		b = b[1:]
	}
	return true
}

// mark goes on by one character outside of literals.
func (c *boundedConn) mark(char byte) {
	switch {
	case char == '\n':
		c.literal = literalLength(c.length)
		if c.length, c.quoted, c.escaped = c.length[:0], false, false; c.literal == 0 {
			c.depth = 0 // an answer ends
		}
		return
	case c.escaped:
		c.escaped = false
	case c.quoted:
		c.escaped, c.quoted = char == '\\', char != '"'
	case char == '"':
		c.quoted = true
	case char == '(':
		c.depth++
	case char == ')':
		c.depth--
	}
	switch {
	case char == '{':
		c.length = append(c.length[:0], char)
	case char == '\r':
	case len(c.length) > 0 && len(c.length) < 24 && strings.IndexByte("0123456789+}", char) >= 0:
		c.length = append(c.length, char)
	default:
		c.length = c.length[:0]
	}
}

// literalLength returns the bytes that follow a line that ends with "{12}" or "{12+}".
func literalLength(end []byte) (n int64) {
	digits, opened := bytes.CutPrefix(end, []byte("{"))
	digits, closed := bytes.CutSuffix(digits, []byte("}"))
	digits = bytes.TrimSuffix(digits, []byte("+"))
	if !opened || !closed || len(digits) == 0 {
		return 0
	}
	for _, d := range digits {
		if d < '0' || d > '9' || n > 1<<50 {
			return 0
		}
		n = n*10 + int64(d-'0')
	}
	return n
}
