package faults

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-message/mail"
)

// person is somebody with fixed habits of writing: at once or late, above the quotation or without one, with
// typing errors or without.
type person struct {
	name, address string
	late          bool      // answers when the time is nearly over, or after that
	slips         bool      // makes typing errors
	quotes        bool      // leaves the whole digest below the answer
	pictures      bool      // gets letters with pictures
	silent        time.Time // from then on they do not write; zero for never
	leaves        time.Time // then they resign from a match; zero for never
}

// posted is a letter that is sent at a time.
type posted struct {
	at     time.Time
	letter *sent
	copies int
}

// gather creates the people. The fifth and every ninth after fall silent for
// good, one after the other over the whole time; some resign.
func (s *soak) gather() {
	all := []string{"Ana", "Bo", "Cy", "Di", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jo"}
	for n := range s.term.people {
		p := &person{name: all[n%len(all)], late: n%7 == 3, slips: n%5 == 1, quotes: n%2 == 0, pictures: n%9 == 0}
		p.address = fmt.Sprintf("%s.%d@example.org", strings.ToLower(p.name), n)
		if n%9 == 4 {
			p.silent = s.began.Add(time.Duration(s.days) * day * time.Duration(n) / time.Duration(s.term.people))
		}
		if n%8 == 2 {
			p.leaves = s.began.Add(time.Duration(s.days) * day * time.Duration(n) / time.Duration(s.term.people) / 2)
		}
		s.people = append(s.people, p)
		words := "attach json\nleague join yearly"
		if !p.pictures {
			words += "\npictures off"
		}
		if n%4 == 1 {
			words += "\nstandin"
		}
		if n == 0 {
			words = "attach json"
		}
		s.write(p, houseAddress, "hello", words, "", s.began.Add(time.Duration(12+n)*time.Hour))
	}
}

func (s *soak) whose(address string) *person {
	at := slices.IndexFunc(s.people, func(p *person) bool { return p.address == address })
	if at < 0 {
		return nil
	}
	return s.people[at]
}

// read lets a person read a letter from the house.
func (s *soak) read(l letter) error {
	head, asks, text, err := parse(l)
	if err != nil {
		return err
	}
	reply, err := head.AddressList("Reply-To")
	if err != nil || len(reply) != 1 {
		return nil
	}
	id, err := head.MessageID()
	if err != nil {
		return err
	}
	p := s.whose(l.to)
	if p == nil {
		return fmt.Errorf("a letter to %s, whom nobody knows", l.to)
	}
	again := 0
	if len(asks.Legal) > 0 {
		which := step{asks.Match, asks.Seat, asks.Step}
		again = s.asked[which]
		s.asked[which]++
	}
	if !p.silent.IsZero() && s.now().After(p.silent) {
		return nil
	}
	s.answer(p, head, asks, text, reply[0].Address, id, again)
	return nil
}

// answer decides on a reply.
func (s *soak) answer(p *person, head mail.Header, asks turn, text, to, id string, again int) {
	subject, _ := head.Subject()
	if !strings.HasPrefix(strings.ToLower(subject), "re:") {
		subject = "Re: " + subject
	}
	quoted := ""
	if p.quotes {
		quoted = "\n\nOn Monday Pitpost wrote:\n> " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n> ")
	}
	answers, _ := head.MsgIDList("In-Reply-To")
	switch {
	case len(asks.Legal) > 0 && !p.leaves.IsZero() && s.now().After(p.leaves):
		p.leaves = time.Time{}
		s.write(p, to, subject, "resign"+quoted, id, s.now().Add(time.Hour))
	case len(asks.Legal) > 0 && (again == 0 || again == 1 && p.slips):
		body := asks.Legal[s.odds.IntN(len(asks.Legal))]
		if p.slips && again == 0 && s.odds.IntN(5) == 0 {
			body = slip(body, s.odds.IntN(len(body)))
		}
		if s.odds.IntN(10) == 0 {
			body += "\nsay well dug, all"
		}
		if s.odds.IntN(40) == 0 {
			body += "\nkey"
		}
		if s.odds.IntN(10) == 0 {
			body = "Good evening everybody!\n" + body
		}
		s.write(p, to, subject, body+quoted, id, s.now().Add(s.thinks(p)))
	case strings.Contains(text, "“yes”") && (len(answers) == 0 || s.odds.IntN(3) == 0):
		body := "yes"
		if len(answers) == 0 && s.odds.IntN(12) == 0 {
			body = "no"
		}
		s.write(p, to, subject, body+quoted, id, s.now().Add(s.thinks(p)))
	}
}

// thinks returns how long a person takes to answer.
func (s *soak) thinks(p *person) time.Duration {
	if p.late {
		return 20*time.Hour + time.Duration(s.odds.Int64N(int64(100*time.Hour)))
	}
	return time.Hour + time.Duration(s.odds.Int64N(int64(9*time.Hour)))
}

// slip swaps two neighbouring letters.
func slip(words string, at int) string {
	b := []byte(words)
	if at > 0 {
		b[at-1], b[at] = b[at], b[at-1]
	}
	return string(b)
}

// write composes a letter to be sent at a time. One in thirty arrives twice.
func (s *soak) write(p *person, to, subject, body, answers string, at time.Time) {
	s.numbered++
	id := fmt.Sprintf("%d.%016x@example.org", s.numbered, s.odds.Uint64())
	head := "Authentication-Results: " + houseDomain + "; dmarc=pass header.from=example.org\r\nFrom: " + p.name + " <" + p.address + ">\r\nTo: <" + to + ">\r\n" +
		"Subject: " + subject + "\r\nDate: " + at.Format(time.RFC1123Z) + "\r\nMessage-ID: <" + id + ">\r\n"
	if answers != "" {
		head += "In-Reply-To: <" + answers + ">\r\nReferences: <" + answers + ">\r\n"
	}
	s.send(head+"MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"+strings.ReplaceAll(strings.ReplaceAll(body, "\r", ""), "\n", "\r\n")+"\r\n", id, p.address, at)
}

func (s *soak) send(raw, id, from string, at time.Time) {
	copies := 1
	if s.odds.IntN(30) == 0 {
		copies = 2
	}
	s.mail = append(s.mail, &posted{at: at, copies: copies, letter: &sent{id: id, from: from, raw: []byte(raw)}})
}

// post puts the letters whose time has come into the house's mailbox, dated by the house's clock.
func (s *soak) post() {
	now := s.now()
	s.mail = slices.DeleteFunc(s.mail, func(m *posted) bool {
		if m.at.After(now) {
			return false
		}
		for range m.copies {
			cmd := s.desk.Append("INBOX", int64(len(m.letter.raw)), &imap.AppendOptions{Time: now})
			if _, err := cmd.Write(m.letter.raw); err != nil {
				s.t.Fatal(err)
			}
			if err := cmd.Close(); err != nil {
				s.t.Fatal(err)
			}
			if _, err := cmd.Wait(); err != nil {
				s.t.Fatal(err)
			}
		}
		s.letters = append(s.letters, m.letter)
		return true
	})
}

// daily does once a day of the house's clock what does not depend on letters: people open matches in place of
// finished ones, programs answer for them, and spam arrives.
func (s *soak) daily() {
	today := int(s.elapsed() / day)
	if today == s.book.today {
		return
	}
	s.book.today = today
	s.countOut()
	open := s.number(s.conn, "select count(*) from matches where phase in ('lobby', 'running', 'paused') and not terms ? 'league'")
	for ; open < s.tables; open++ {
		s.open()
	}
	p := s.people[s.odds.IntN(len(s.people))]
	s.numbered++
	id := fmt.Sprintf("%d@robot.example.org", s.numbered)
	s.send("From: <"+p.address+">\r\nTo: <"+houseAddress+">\r\nSubject: Out of office\r\nAuto-Submitted: auto-replied\r\nMessage-ID: <"+id+">\r\n\r\nI am away.\r\n", id, p.address, s.now())
	if today%3 == 0 {
		id = fmt.Sprintf("%d@nobody.example.org", s.numbered)
		s.send("To: <"+houseAddress+">\r\nSubject: cheap gold\r\nMessage-ID: <"+id+">\r\n\r\n"+strings.Repeat("gold ", 2000)+"\r\n", id, "", s.now())
	}
}

// open lets a person who is still active invite three or four others to a match.
func (s *soak) open() {
	var there []*person
	for _, p := range s.people[1:] {
		if p.silent.IsZero() || s.now().Before(p.silent) {
			there = append(there, p)
		}
	}
	s.odds.Shuffle(len(there), func(i, j int) { there[i], there[j] = there[j], there[i] })
	game, with := "saboteur", there[1:4]
	options := " rounds=1"
	if s.odds.IntN(3) == 0 {
		game, with, options = "clonk", there[1:3], ""
	}
	var guests []string
	for _, p := range with {
		guests = append(guests, p.address)
	}
	s.write(there[0], houseAddress, "a match", "new "+game+" with "+strings.Join(guests, ", ")+options+" pace=48h bank=24h remind=50%", "", s.now().Add(time.Hour))
}
