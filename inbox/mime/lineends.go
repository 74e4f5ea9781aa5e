package mime

import "net"

// OneCR returns a listener whose connections end each line with one CR, however many the client wrote before the LF. A
// letter whose last row ends in CR arrives as CR CR LF, which ends a row (RFC 5321, 4.1.1.4: CR LF, dot, CR LF ends the
// letter), but the SMTP library takes it for text and waits for an end that has come.
func OneCR(l net.Listener) net.Listener { return oneCR{l} }

type oneCR struct{ net.Listener }

// Accept waits for the next client.
func (l oneCR) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &lineEnds{Conn: c}, nil
}

// lineEnds is a connection that leaves out a CR before another CR.
type lineEnds struct {
	net.Conn
	held bool // a CR was read and not returned yet
}

// Read reads into b, which has room for two bytes at least, as all buffered readers have.
func (c *lineEnds) Read(b []byte) (int, error) {
	if len(b) < 2 {
		return c.Conn.Read(b)
	}
	for {
		n, err := c.Conn.Read(b[1:])
		kept := c.keep(b, n)
		if err != nil && c.held {
			c.held = false
			b[kept], kept = '\r', kept+1
		}
		if kept > 0 || err != nil {
			return kept, err
		}
	}
}

// keep moves the n bytes that were read behind the first of b to its beginning, with the CR that was held, and holds a CR at
// their end. It returns how many there are.
func (c *lineEnds) keep(b []byte, n int) (kept int) {
	for _, char := range b[1 : 1+n] {
		if c.held && char != '\r' {
			b[kept], kept = '\r', kept+1
		}
		if c.held = char == '\r'; !c.held {
			b[kept], kept = char, kept+1
		}
	}
	return kept
}
