package inbox

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/token"
)

// mover is the player whom the house waits for, and how an answer of theirs is addressed.
type mover struct {
	name, address string
	seat, step    int
	token         string // the reply address of their digest
	answers       string // the Message-ID of a letter of the house that holds the digest's bytes
}

// digestText returns a digest as the house writes it, for letters that quote one.
func digestText(s *stand) string {
	s.t.Helper()
	text, err := os.ReadFile("../mailer/testdata/digest-21.txt")
	if err != nil {
		s.t.Fatal(err)
	}
	return string(text)
}

// toMove returns whose turn it is. The last letter to them becomes a whole digest.
func (s *stand) toMove() mover {
	s.t.Helper()
	table, err := s.d.Fold(s.t.Context(), 1, 0)
	if err != nil {
		s.t.Fatal(err)
	}
	names := table.Match.ToMove()
	if len(names) != 1 {
		s.t.Fatalf("%q are to move", names)
	}
	for _, seat := range table.Seats {
		if seat.Name != names[0] {
			continue
		}
		address := map[string]string{"Ana": ana, "Bo": bo, "Cy": cy}[seat.Name]
		d := mover{name: seat.Name, address: address, seat: seat.No, step: table.Match.Chair(seat.Name).Steps + 1}
		d.token = "play+" + s.r.Keys.Mint(token.Token{Match: 1, Seat: seat.No, Purpose: byte(model.ForTurn), Step: int64(d.step)}) + "@example.org"
		raw := "Content-Type: text/plain; charset=utf-8\r\n\r\n" + strings.ReplaceAll(digestText(s), "\n", "\r\n")
		n := s.sentTo(address)
		if _, err := s.d.Pool().Exec(s.t.Context(), "update outbox set raw = $1 where id = $2", []byte(raw), n.ID); err != nil {
			s.t.Fatal(err)
		}
		d.answers = n.MessageID
		return d
	}
	s.t.Fatal("nobody is to move")
	return mover{}
}

// letter returns a letter of d that answers the digest. more holds headers of its body, each with its
// line end; by default the body is plain UTF-8.
func (s *stand) letter(d mover, subject, more, body string) string {
	s.count++
	if more == "" {
		more = "Content-Type: text/plain; charset=utf-8\n"
	}
	text := fmt.Sprintf("From: %s <%s>\nTo: %s\nSubject: %s\nMessage-ID: <answer.%d@mail.example>\nIn-Reply-To: %s\nMIME-Version: 1.0\n%s\n%s\n",
		d.name, d.address, d.token, subject, s.count, d.answers, more, body)
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", "\r\n")
}

const turnSubject = "Re: [#1 Saboteur] Your turn: round 1, move 1"

// end is what became of a letter.
type end struct {
	state, why string
	moves      int             // facts of the game
	receipts   int             // receipts queued
	receipt    *notice.Receipt // the last of them
}

// bring hands in a letter and returns what it changed.
func (s *stand) bring(raw string) end {
	s.t.Helper()
	last := s.number("select coalesce(max(id), 0) from outbox")
	moves := s.number("select count(*) from facts where kind like 'saboteur.%'")
	var e end
	e.state, e.why = s.take(raw, nil)
	e.moves = s.number("select count(*) from facts where kind like 'saboteur.%'") - moves
	for _, n := range s.told(last) {
		if n.Purpose == "receipt" {
			e.receipts++
			e.receipt = s.receipt(n)
		}
	}
	return e
}

func (s *stand) receipt(n model.Notice) *notice.Receipt {
	s.t.Helper()
	var r notice.Receipt
	if err := json.Unmarshal(n.Params, &r); err != nil {
		s.t.Fatal(err)
	}
	return &r
}

// lines returns the lines of the receipt with their states, such as "pass 1: done".
func (e end) lines() string {
	if e.receipt == nil {
		return ""
	}
	var out []string
	for _, l := range e.receipt.Lines {
		row := l.Text + ": " + string(l.State)
		if l.State == "refused" && len(l.Says) > 0 {
			row += " " + l.Says[0].Key
		}
		out = append(out, row)
	}
	return strings.Join(out, " | ")
}

// applied fails the test unless the letter played one move and got one receipt.
func (s *stand) applied(name string, e end) {
	s.t.Helper()
	if e.state != "apply" || e.moves == 0 || e.receipts != 1 || !strings.Contains(e.lines(), ": done") {
		s.t.Errorf("%s: %s, %q, %d facts, %d receipts: %s", name, e.state, e.why, e.moves, e.receipts, e.lines())
	}
}

// stopped fails the test unless the letter ended in that state for that reason, changed nothing, and got
// that many receipts.
func (s *stand) stopped(name string, e end, state, why string, receipts int) {
	s.t.Helper()
	if e.state != state || !strings.Contains(e.why, why) || e.moves != 0 || e.receipts != receipts {
		s.t.Errorf("%s: %s, %q, %d facts, %d receipts: %s", name, e.state, e.why, e.moves, e.receipts, e.lines())
	}
}
