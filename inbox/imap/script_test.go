package imap

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// imapScript is an IMAP server that behaves correctly, except for commands that a test answers itself. With
// it tests produce faults that no real server produces on demand.
type imapScript struct {
	addr string

	mu       sync.Mutex
	letters  []scriptLetter
	moved    map[string][]uint32
	validity uint32
	commands []string
	idling   map[*imapTalk]string                                // connections in IDLE, with the tag of the command
	on       map[string]func(k *imapTalk, tag, rest string) bool // a test's answers; false lets the server answer
}

type scriptLetter struct {
	uid uint32
	raw string
	at  time.Time
}

// imapTalk is one connection.
type imapTalk struct {
	*imapScript
	conn net.Conn
	in   *bufio.Reader
}

func startIMAPScript(t *testing.T, letters ...string) *imapScript {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &imapScript{addr: listener.Addr().String(), moved: map[string][]uint32{}, validity: 7, idling: map[*imapTalk]string{},
		on: map[string]func(*imapTalk, string, string) bool{}}
	for _, raw := range letters {
		s.lay(raw)
	}
	var talks sync.WaitGroup
	talks.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			t.Cleanup(func() { conn.Close() })
			talks.Go(func() {
				defer conn.Close()
				(&imapTalk{s, conn, bufio.NewReader(conn)}).serve()
			})
		}
	})
	t.Cleanup(func() { listener.Close() })
	return s
}

// lay puts a letter into the mailbox and announces it to connections in IDLE.
func (s *imapScript) lay(raw string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	uid := uint32(1)
	if n := len(s.letters); n > 0 {
		uid = s.letters[n-1].uid + 1
	}
	for _, gone := range s.moved {
		for _, old := range gone {
			uid = max(uid, old+1)
		}
	}
	s.letters = append(s.letters, scriptLetter{uid, raw, time.Date(2026, 8, 3, 9, 0, int(uid%60), 0, time.UTC)})
	for k := range s.idling {
		k.print("* %d EXISTS", len(s.letters))
	}
}

func (s *imapScript) answer(command string, deed func(k *imapTalk, tag, rest string) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.on[command] = deed
}

func (s *imapScript) waiting() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.letters)
}

func (s *imapScript) said(command string) (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, one := range s.commands {
		if one == command {
			n++
		}
	}
	return n
}

func (k *imapTalk) print(format string, args ...any) {
	_, _ = fmt.Fprintf(k.conn, format+"\r\n", args...)
}

func (k *imapTalk) serve() {
	k.print("* OK [CAPABILITY IMAP4rev1 IDLE MOVE UIDPLUS] ready")
	for {
		line, err := k.in.ReadString('\n')
		if err != nil {
			return
		}
		tag, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		command, rest, _ := strings.Cut(rest, " ")
		if strings.EqualFold(command, "UID") {
			more, args, _ := strings.Cut(rest, " ")
			command, rest = "UID "+more, args
		}
		if strings.EqualFold(tag, "DONE") {
			command = "DONE"
		}
		command = strings.ToUpper(command)
		k.mu.Lock()
		k.commands = append(k.commands, command)
		deed := k.on[command]
		k.mu.Unlock()
		if deed == nil || !deed(k, tag, rest) {
			k.behave(command, tag, rest)
		}
		if command == "LOGOUT" {
			return
		}
	}
}

func (k *imapTalk) behave(command, tag, rest string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	switch command {
	case "IDLE":
		k.idling[k] = tag
		k.print("+ idling")
		return
	case "DONE":
		tag = k.idling[k]
		delete(k.idling, k)
	case "CAPABILITY":
		k.print("* CAPABILITY IMAP4rev1 IDLE MOVE UIDPLUS")
	case "LIST":
		k.print(`* LIST () "/" %s`, rest[strings.LastIndexByte(rest, ' ')+1:])
	case "SELECT":
		k.print("* %d EXISTS", len(k.letters))
		k.print("* OK [UIDVALIDITY %d] ok", k.validity)
	case "UID FETCH":
		set, what, _ := strings.Cut(rest, " ")
		for i, l := range k.letters {
			if inSet(set, l.uid) {
				k.show(i+1, l, what)
			}
		}
	case "UID MOVE":
		set, folder, _ := strings.Cut(rest, " ")
		for i := 0; i < len(k.letters); {
			l := k.letters[i]
			if !inSet(set, l.uid) {
				i++
				continue
			}
			k.letters = slices.Delete(k.letters, i, i+1)
			k.moved[strings.Trim(folder, `"`)] = append(k.moved[strings.Trim(folder, `"`)], l.uid)
			k.print("* %d EXPUNGE", i+1)
		}
	}
	k.print("%s OK done", tag)
}

// show answers a FETCH for one letter.
func (k *imapTalk) show(seq int, l scriptLetter, what string) {
	switch {
	case strings.Contains(what, "INTERNALDATE"):
		k.print(`* %d FETCH (UID %d INTERNALDATE "%s" RFC822.SIZE %d)`, seq, l.uid, l.at.Format("02-Jan-2006 15:04:05 -0700"), len(l.raw))
	default:
		k.literal(seq, l.uid, len(l.raw), l.raw)
	}
}

// literal sends a letter as a literal that claims to have size bytes.
func (k *imapTalk) literal(seq int, uid uint32, size int, raw string) {
	_, _ = io.WriteString(k.conn, fmt.Sprintf("* %d FETCH (UID %d BODY[] {%d}\r\n%s)\r\n", seq, uid, size, raw))
}

// inSet reports whether a set such as 1:3,7,9:* contains a UID.
func inSet(set string, uid uint32) bool {
	for _, part := range strings.Split(set, ",") {
		from, to, ok := strings.Cut(part, ":")
		if !ok {
			to = from
		}
		low, err := strconv.ParseUint(from, 10, 32)
		if err != nil {
			continue
		}
		high, err := strconv.ParseUint(to, 10, 32)
		if err != nil {
			high = 1<<32 - 1
		}
		if uint64(uid) >= low && uint64(uid) <= high {
			return true
		}
	}
	return false
}
