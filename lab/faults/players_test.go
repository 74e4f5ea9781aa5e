package faults

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"regexp"
	"strings"
	"time"

	"github.com/emersion/go-message/mail"
	"github.com/emersion/go-smtp"
)

// byLMTP returns a function that dials the mail server of the house's mailbox.
func byLMTP(addr string) func() (*smtp.Client, error) {
	return func() (*smtp.Client, error) {
		conn, err := net.DialTimeout("tcp", addr, time.Second)
		if err != nil {
			return nil, err
		}
		return smtp.NewClientLMTP(conn), nil
	}
}

// names lists the players at each table. Every match has addresses of its own, so that no sender writes more
// letters an hour than the house accepts.
var names = []string{"Ana", "Bo", "Cy"}

// sent is a letter to the house.
type sent struct {
	id, from string
	raw      []byte
	move     bool
	handed   int // copies that the mail server has acknowledged
	tried    int
}

// turn is the turn.json of a digest.
type turn struct {
	Match int64    `json:"match"`
	Seat  string   `json:"seat"`
	Step  int      `json:"step"`
	Legal []string `json:"legal"`
}

// step is a choice that a seat was asked for.
type step struct {
	match int64
	seat  string
	step  int
}

// players are all people at all tables, with what they remember.
type players struct {
	odds     *rand.Rand
	dial     func() (*smtp.Client, error) // connects to the mail server of the house
	tables   int
	numbered int
	letters  []*sent         // all letters that they wrote
	out      []*sent         // letters that the mail server has not taken yet
	todo     []*sent         // answers not sent yet
	asked    map[step]bool   // turns that were mailed
	secrets  map[string]bool // "word address" pairs: who may read which secret word
	words    map[string]bool
	owner    map[string]string // the address for which each token is
	leaks    []string
}

func newPlayers(dial func() (*smtp.Client, error), odds *rand.Rand) *players {
	return &players{odds: odds, dial: dial, asked: map[step]bool{}, secrets: map[string]bool{}, words: map[string]bool{}, owner: map[string]string{}}
}

func address(name string, table int) string {
	return fmt.Sprintf("%s.%d@example.org", strings.ToLower(name), table)
}

// open lets Ana of a new table ask for a match.
func (p *players) open() {
	p.tables++
	with := address(names[1], p.tables) + ", " + address(names[2], p.tables)
	p.write(address(names[0], p.tables), houseAddress, "a match", "new saboteur with "+with+" rounds=1 talk=whispers\nzone Europe/Berlin\nattach json", "", false)
}

// read reads a letter, records what it asks for and decides on an answer.
func (p *players) read(l letter) error {
	p.spy(l)
	head, asks, text, err := parse(l)
	if err != nil {
		return err
	}
	return p.think(l, head, asks, text)
}

// parse parses a letter from the house: its header, turn.json and the plain text.
func parse(l letter) (head mail.Header, asks turn, text string, err error) {
	m, err := mail.CreateReader(bytes.NewReader(l.raw))
	if err != nil {
		return head, asks, "", fmt.Errorf("a letter to %s: %w", l.to, err)
	}
	var all strings.Builder
	for {
		part, err := m.NextPart()
		if errors.Is(err, io.EOF) {
			return m.Header, asks, all.String(), nil
		}
		if err != nil {
			return head, asks, "", fmt.Errorf("a letter to %s: %w", l.to, err)
		}
		body, err := io.ReadAll(part.Body)
		if err != nil {
			return head, asks, "", err
		}
		if strings.Contains(part.Header.Get("Content-Type"), "turn.json") || strings.Contains(part.Header.Get("Content-Disposition"), "turn.json") {
			if err := json.Unmarshal(body, &asks); err != nil {
				return head, asks, "", err
			}
		} else if strings.HasPrefix(part.Header.Get("Content-Type"), "text/plain") {
			all.Write(body)
		}
	}
}

func (p *players) think(l letter, head mail.Header, asks turn, text string) error {
	reply, err := head.AddressList("Reply-To")
	if err != nil || len(reply) != 1 {
		return nil // nothing to answer
	}
	id, err := head.MessageID()
	if err != nil {
		return err
	}
	switch {
	case len(asks.Legal) > 0:
		which := step{asks.Match, asks.Seat, asks.Step}
		if p.asked[which] {
			return nil
		}
		p.asked[which] = true
		body := asks.Legal[p.odds.IntN(len(asks.Legal))]
		if p.odds.IntN(4) == 0 {
			body += "\n" + p.whisper(l.to, asks.Seat)
		}
		p.write(l.to, reply[0].Address, "Re: your turn", body, id, true)
	case asks.Match == 0 && strings.Contains(text, "“yes”"):
		p.write(l.to, reply[0].Address, "Re: the match", "yes\nzone Europe/Berlin\nattach json", id, false)
	}
	return nil
}

// whisper tells one other seat a word that nobody else may ever read.
func (p *players) whisper(from, seat string) string {
	to := names[p.odds.IntN(len(names))]
	for to == seat {
		to = names[p.odds.IntN(len(names))]
	}
	word := fmt.Sprintf("kanari%016x", p.odds.Uint64())
	_, table, _ := strings.Cut(from, ".")
	p.words[word] = true
	p.secrets[word+" "+from], p.secrets[word+" "+strings.ToLower(to)+"."+table] = true, true
	return "tell " + to + " " + word
}

var canaries, tokens = regexp.MustCompile(`kanari[0-9a-f]{16}`), regexp.MustCompile(`play\+[a-z0-9]+@`)

// spy searches a letter for what its reader may not know: words that
// others whispered, and reply addresses of other seats.
func (p *players) spy(l letter) {
	all := strings.ReplaceAll(strings.ReplaceAll(string(l.raw), "=\r\n", ""), "\r\n ", " ")
	for _, word := range canaries.FindAllString(all, -1) {
		if !p.secrets[word+" "+l.to] {
			p.leaks = append(p.leaks, word+" read by "+l.to)
		}
	}
	for _, token := range tokens.FindAllString(all, -1) {
		if owner := p.owner[token]; owner != "" && owner != l.to {
			p.leaks = append(p.leaks, token+" of "+owner+" read by "+l.to)
		}
		p.owner[token] = l.to
	}
}

// write composes a letter; it is sent by the next post.
func (p *players) write(from, to, subject, body, answers string, move bool) {
	p.numbered++
	s := &sent{id: fmt.Sprintf("%d.%016x@example.org", p.numbered, p.odds.Uint64()), from: from, move: move}
	head := "Authentication-Results: " + houseDomain + "; dmarc=pass header.from=example.org\r\nFrom: <" + from + ">\r\nTo: <" + to + ">\r\n" +
		"Subject: " + subject + "\r\nDate: " + time.Now().Format(time.RFC1123Z) + "\r\nMessage-ID: <" + s.id + ">\r\n"
	if answers != "" {
		head += "In-Reply-To: <" + answers + ">\r\nReferences: <" + answers + ">\r\n"
	}
	s.raw = []byte(head + "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n" + strings.ReplaceAll(body, "\n", "\r\n") + "\r\n")
	p.todo = append(p.todo, s)
}

// post sends the letters that were written.
func (p *players) post() {
	p.letters = append(p.letters, p.todo...)
	p.out = append(p.out, p.todo...)
	p.todo = nil
	p.hand()
}

// hand delivers letters to the mail server; those that it does not take are tried again later.
func (p *players) hand() {
	if len(p.out) == 0 {
		return
	}
	c, err := p.dial()
	if err != nil {
		return
	}
	// The server may be frozen, and it is thawed only after this returns.
	c.CommandTimeout, c.SubmissionTimeout = 2*time.Second, 2*time.Second
	defer c.Close()
	for len(p.out) > 0 {
		s := p.out[0]
		s.tried++
		if deliver(c, s) != nil {
			return
		}
		s.handed++
		p.out = p.out[1:]
	}
}

func deliver(c *smtp.Client, s *sent) error {
	if err := c.Mail(s.from, nil); err != nil {
		return err
	}
	if err := c.Rcpt(houseAddress, nil); err != nil {
		return err
	}
	body, err := c.Data()
	if err != nil {
		return err
	}
	if _, err := body.Write(s.raw); err != nil {
		return err
	}
	return body.Close()
}
