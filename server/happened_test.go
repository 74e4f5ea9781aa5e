package server_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/model"
	"pitpost.example/model/notice"
)

// seen is what a transcript has printed about a match so far.
type seen struct {
	phase   model.Phase
	host    string
	seq     int
	stopped string
}

// happened lists what the last step did: the letter's final state, facts, letters out, and due rows.
func (s *stage) happened() []string {
	var out []string
	if s.state != "" {
		out = append(out, s.state)
	}
	return append(append(out, s.extra...), s.changes()...)
}

func (s *stage) changes() []string {
	return slices.Concat(s.newFacts(), s.newMail(), s.newDue())
}

func (s *stage) newFacts() []string {
	var out []string
	for _, row := range s.holds.matches() {
		was := s.seen[row.ID]
		if was == nil {
			was = &seen{}
			s.seen[row.ID] = was
		}
		if was.seq < row.Seq {
			out = append(out, fmt.Sprintf("#%d log: %s", row.ID, s.kinds(row.ID, was.seq)))
			was.seq = row.Seq
		}
		if was.phase != row.Phase {
			out = append(out, fmt.Sprintf("#%d is %s", row.ID, row.Phase))
			was.phase = row.Phase
		}
		host := s.seatName(row.ID, row.Host)
		if row.Referee != 0 {
			host = row.RefereeName + ", without a seat"
		}
		if was.host != host {
			out = append(out, fmt.Sprintf("#%d host: %s", row.ID, host))
			was.host = host
		}
		if stopped := s.stoppedClocks(row.ID); was.stopped != stopped {
			out = append(out, fmt.Sprintf("#%d clocks that stand: %s", row.ID, orNone(stopped)))
			was.stopped = stopped
		}
	}
	return out
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

// kinds lists the new facts; the same kind several times in a row is listed once.
func (s *stage) kinds(match int64, since int) string {
	list := s.holds.facts(match, since)
	var out []string
	for i := 0; i < len(list); {
		n := 1
		for i+n < len(list) && list[i+n] == list[i] {
			n++
		}
		word := list[i]
		if n > 1 {
			word = fmt.Sprintf("%s ×%d", word, n)
		}
		out, i = append(out, word), i+n
	}
	return strings.Join(out, ", ")
}

func (s *stage) seatName(match int64, no int) string {
	for _, seat := range s.holds.seats(match) {
		if seat.No == no {
			return seat.Name
		}
	}
	return fmt.Sprint("seat ", no)
}

func (s *stage) stoppedClocks(match int64) string {
	var names []string
	for _, no := range s.holds.stopped(match) {
		names = append(names, s.seatName(match, no))
	}
	return strings.Join(names, ", ")
}

// newMail prints the letters queued since it was last called.
func (s *stage) newMail() []string {
	since := int64(0)
	if len(s.sent) > 0 {
		since = s.sent[len(s.sent)-1].ID
	}
	list := s.holds.mail(since)
	s.sent = append(s.sent, list...)
	var out []string
	for i := range list {
		out = append(out, s.mail(&list[i])...)
	}
	return out
}

func (s *stage) mail(n *model.Notice) []string {
	head := fmt.Sprintf("to %s: %s", s.reader(n), n.Purpose)
	switch n.Purpose {
	case "receipt":
		return append([]string{head}, s.receipt(n)...)
	case "invite", "ask", "note":
		var note notice.Note
		s.decode(n.Params, &note)
		out := []string{fmt.Sprintf("%s “%s”", head, s.print.Print(note.Subject))}
		if note.Known {
			out[0] += ", with the host's note if there is one"
		}
		for _, l := range slices.Concat(note.Lines, note.Foot) {
			line := "  " + s.print.Print(l)
			if n.Purpose == "invite" && s.told[line] {
				continue // invitations differ in only a line or two
			}
			s.told[line] = true
			out = append(out, line)
		}
		return out
	}
	if n.Purpose == "offer" {
		var o notice.Offer
		s.decode(n.Params, &o)
		return []string{fmt.Sprintf("%s of %s's seat in #%d by the %s, until %s", head, o.Seat, n.Match, o.By, o.Until.UTC().Format("Mon 2 Jan 15:04"))}
	}
	out := []string{fmt.Sprintf("%s, step %d", head, n.Step)}
	if n.Purpose != "watch" && n.Purpose != "ping" {
		var told notice.Digest
		s.decode(n.Params, &told)
		if told.Begins {
			out[0] += ", the match begins"
		}
		if told.Answers != nil {
			out = append(out, s.became(told.Answers)...)
		}
		for _, p := range told.Acts {
			out = append(out, "  act: "+s.print.Print(p))
		}
		for _, p := range told.Also {
			out = append(out, "  also: "+s.print.Print(p))
		}
	}
	return out
}

func (s *stage) decode(b []byte, v any) {
	if err := json.Unmarshal(b, v); err != nil {
		s.fatal("%v", err)
	}
}

func (s *stage) receipt(n *model.Notice) []string {
	var r notice.Receipt
	s.decode(n.Params, &r)
	return s.became(&r)
}

func (s *stage) became(r *notice.Receipt) []string {
	var out []string
	for _, l := range r.Lines {
		line := fmt.Sprintf("  %s “%s”", l.State, strings.ReplaceAll(l.Text, "\n", " | "))
		if len(l.Says) > 0 {
			line += " " + s.phrases(l.Says)
		}
		if len(l.Chips) > 0 {
			line += " Chips: " + strings.ReplaceAll(strings.Join(l.Chips, ", "), "\n", " | ")
		}
		if len(l.Nearest) > 0 {
			line += " Nearest: " + strings.Join(l.Nearest, ", ")
		}
		out = append(out, line)
	}
	for _, p := range r.Acts {
		out = append(out, "  act: "+s.print.Print(p))
	}
	if len(r.Says) > 0 {
		out = append(out, "  "+s.phrases(r.Says))
	}
	for _, p := range r.Pages {
		out = append(out, fmt.Sprintf("  page: %s (%d lines)", s.print.Print(p.Title), len(p.Lines)))
	}
	if r.Digest {
		out = append(out, "  the digest is enclosed")
	}
	return out
}

func (s *stage) phrases(list []engine.Phrase) string {
	var out []string
	for _, p := range list {
		out = append(out, s.print.Print(p))
	}
	return strings.Join(out, " ")
}

// newDue prints due rows that were added, moved or removed. Ratings and statistics are left out, because
// nobody at a table is told of them.
func (s *stage) newDue() []string {
	now := map[string]string{}
	var out []string
	for _, d := range s.holds.due() {
		if d.What == model.DueRate || d.What == model.DueTally {
			continue
		}
		who := ""
		if d.Owner == model.DueOfMatch && d.Seat >= 0 {
			who = " of " + s.seatName(d.ID, d.Seat)
		}
		if d.What == model.DueDaily {
			who = fmt.Sprint(" of player ", d.ID)
		}
		name := fmt.Sprintf("#%d %s%s", d.Match(), d.Name(), who)
		now[name] = d.At.UTC().Format("Mon 2 Jan 15:04")
		if was, ok := s.due[name]; !ok || was != now[name] {
			out = append(out, "due "+name+": "+now[name])
		}
	}
	for name := range s.due {
		if _, ok := now[name]; !ok {
			out = append(out, "gone "+name)
		}
	}
	slices.Sort(out)
	s.due = now
	return out
}
