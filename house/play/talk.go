package play

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/notice"
	"pitpost.example/house/table"
	"pitpost.example/model"
)

// saidMost is how long one say may be, in characters.
const saidMost = 1000

// Say tells words to all at the table: they stand in the next digest of each.
func Say(d *desk.Desk, line command.Line, _ string) desk.Answer {
	words := line.Raw
	if !line.Block {
		words = desk.After(line)
	}
	words = Tidied(words)
	if a, ok := mayTalk(d, words); !ok {
		return a
	}
	if line.Block && !d.Sure {
		if inside := commandInside(d, words); inside != "" {
			return d.SureFirst(line, engine.Say("house.say-command", "line", inside))
		}
	}
	ref := d.W.Say(d.Table, d.Seat.Name, words)
	d.W.Append(d.Table, engine.Fact{Event: engine.Said{By: d.Seat.Name, Ref: ref}})
	return desk.Done(engine.Say("house.said"))
}

// Tidied are words as they are kept, so that none are none before they are.
func Tidied(words string) string { return strings.TrimSpace(engine.Tidy(words)) }

// commandInside finds a line of a block that would be a command by itself.
func commandInside(d *desk.Desk, words string) string {
	for row := range strings.SplitSeq(words, "\n") {
		for _, line := range d.Lines(row) {
			r := command.Read(line.Folded, d.Game())
			if r.Kind == command.HouseWord && !r.Order && r.Need() != command.ToRead && r.Word != "say" {
				return row
			}
			if r.Kind != command.GameLine {
				continue
			}
			if _, no := d.Table.Match.State().Parse(d.Seat.Name, line.Folded, nil); no == nil {
				return row
			}
		}
	}
	return ""
}

// Nudge lets the house ask the one who is due, once a turn, unsigned.
func Nudge(d *desk.Desk, _ command.Line, _ string) desk.Answer {
	var names, asked []string
	for _, name := range d.Table.Match.ToMove() {
		s := table.SeatNamed(d.Table, name)
		if s == nil || d.Seat != nil && s.No == d.Seat.No || s.State != model.SeatJoined {
			continue
		}
		step := d.Table.Match.Chair(name).Steps + 1
		if s.Standing.Nudged == step {
			asked = append(asked, name)
			continue
		}
		if SlipOf(d, s.No) == nil { // who has moved and may still undo it is not pressed, and nobody hears why
			table.Digest(d.W, d.Table, s, model.PurposeNudge, fmt.Sprint(step))
		}
		s.Standing.Nudged = step
		names = append(names, name)
	}
	switch {
	case len(names) == 0 && len(asked) > 0:
		return desk.Told(engine.Say("house.nudged-already", "names", asked))
	case len(names) == 0:
		return desk.Refuse("house.nudge-you")
	}
	return desk.Done(engine.Say("house.nudged", "names", names))
}

// Tell sends words to one seat alone, where the match has whispers. Before the first the
// sender hears who will read it, and when.
func Tell(d *desk.Desk, line command.Line, _ string) desk.Answer {
	if d.Table.Row.Terms.Talk != model.TalkWhispers {
		return desk.Refuse("house.no-whispers")
	}
	who, words, _ := strings.Cut(strings.TrimSpace(desk.After(line)), " ")
	words = Tidied(words)
	to := table.SeatBegins(d.Table, strings.TrimRight(who, ":,"))
	switch {
	case to == nil || d.Seat != nil && to.No == d.Seat.No:
		return desk.Refuse("house.tell-whom", "names", d.Others())
	case to.State == model.SeatBot:
		return desk.Refuse("house.tell-bot", "name", to.Name)
	}
	if a, ok := mayTalk(d, words); !ok {
		return a
	}
	ref := d.W.Say(d.Table, d.Seat.Name, words)
	first := !slices.ContainsFunc(d.Table.Match.Facts(), func(f engine.Fact) bool {
		e, ok := f.Event.(engine.Said)
		return ok && e.To != nil && e.By == d.Seat.Name
	})
	d.W.Append(d.Table, engine.Fact{Event: engine.Said{By: d.Seat.Name, To: []string{to.Name}, Ref: ref}})
	if first {
		return desk.Done(engine.Say("house.told-first", "name", to.Name))
	}
	return desk.Done(engine.Say("house.told", "name", to.Name))
}

// MayTalk says whether words may be carried to the table of the letter at hand.
func MayTalk(d *desk.Desk, words string) bool {
	if d.Table == nil {
		return false
	}
	_, ok := mayTalk(d, Tidied(words))
	return ok
}

// mayTalk says whether the sender's words may be carried.
func mayTalk(d *desk.Desk, words string) (desk.Answer, bool) {
	switch {
	case d.Seat == nil || d.Seat.State != model.SeatJoined:
		return desk.Refuse("house.not-seated", "match", int(d.Table.Row.ID)), false
	case d.Table.Row.Phase == model.PhaseLobby:
		return desk.Refuse("house.not-started", "match", int(d.Table.Row.ID)), false
	case d.Table.Row.Phase.Ended():
		return desk.Refuse("house.over", "match", int(d.Table.Row.ID)), false // no digest is left to carry them
	case d.Seat.Standing.Muted:
		return desk.Refuse("house.muted-you"), false
	case words == "":
		return desk.Refuse("house.say-what"), false
	case len([]rune(words)) > saidMost:
		return desk.Refuse("house.say-long", "count", saidMost), false
	}
	return desk.Answer{}, true
}

// Mute keeps a player's words from the table, "mute Bo off" lets them through again. All
// are told.
func Mute(d *desk.Desk, _ command.Line, rest string) desk.Answer {
	name, off := strings.CutSuffix(rest, " off")
	s := table.SeatBegins(d.Table, name)
	if s == nil || s.State == model.SeatUninvited || s.State == model.SeatDeclined {
		return desk.NobodyCalled(d, "mute", name)
	}
	if s.No == d.Table.Row.Host {
		return desk.Refuse("house.mute-host")
	}
	if s.Standing.Muted != off {
		if off {
			return desk.Done(engine.Say("house.unmute-already", "name", s.Name))
		}
		return desk.Done(engine.Say("house.mute-already", "name", s.Name))
	}
	s.Standing.Muted = !off
	key := "house.muted"
	if off {
		key = "house.unmuted"
	}
	line := engine.Say(key, "name", s.Name)
	table.TellAll(d.W, d.Table, d.Seat, fmt.Sprintf("mute:%d:%d", s.No, d.Now().UnixNano()),
		notice.Note{Subject: engine.Say("house.muted-subject", "match", int(d.Table.Row.ID)), Lines: []engine.Phrase{line}})
	return desk.Done(line)
}

// Suspect seals a guess at who is against the others. It is opened at the end, to all.
func Suspect(d *desk.Desk, _ command.Line, rest string) desk.Answer {
	if _, ok := d.Table.Match.State().(engine.HiddenRoles); !ok {
		return desk.Refuse("house.suspect-nobody")
	}
	s := table.SeatBegins(d.Table, rest)
	if s == nil || !Seated(s) {
		return desk.Refuse("house.suspect-whom", "names", d.Others())
	}
	if s.No == d.Seat.No {
		return desk.Refuse("house.suspect-you")
	}
	d.W.Append(d.Table, engine.Fact{Event: engine.Suspected{By: d.Seat.Name, Whom: s.Name}})
	return desk.Done(engine.Say("house.suspected", "name", s.Name))
}

// Seated says whether a seat is played in the match.
func Seated(s *model.Seat) bool { return s.State == model.SeatJoined || s.State == model.SeatBot }

// announcedADay is how often a host may write to all at once in a day.
const announcedADay = 5

// Announce carries the host's words, or the operator's, to everybody at the table at once:
// "announce I am on a train until six". They go whatever the match has agreed about talk.
func Announce(d *desk.Desk, line command.Line, _ string) desk.Answer {
	words := Tidied(desk.After(line))
	t := d.Table
	switch {
	case words == "":
		return desk.Refuse("acts.announce-what")
	case len([]rune(words)) > saidMost:
		return desk.Refuse("house.say-long", "count", saidMost)
	case t.Row.Phase.Ended():
		return desk.Refuse("house.over", "match", int(t.Row.ID))
	case t.Row.Phase == model.PhaseLobby && !d.Operator:
		return desk.Refuse("acts.announce-lobby")
	case !d.Operator && announcedSince(t.Match, d.Now().Add(-24*time.Hour)) >= announcedADay:
		return desk.Refuse("acts.announce-many", "count", announcedADay)
	}
	if t.Row.Phase != model.PhaseLobby { // a lobby has no log yet
		ref := d.W.Say(t, d.By(), words)
		d.W.Append(t, engine.Fact{Event: engine.Said{By: d.By(), Ref: ref}})
	}
	table.TellAll(d.W, t, d.Seat, fmt.Sprintf("announce:%d:%d", t.Match.Seq, d.Now().UnixNano()), notice.Note{Subject: engine.Say("acts.announced-subject", "match", int(t.Row.ID)),
		Lines: []engine.Phrase{engine.Say("match.said", "name", engine.Speaker(d.By()), "words", words)}, Logged: t.Row.Phase != model.PhaseLobby})
	readers := table.People(t)
	if d.Seat != nil {
		readers--
	}
	return desk.Done(engine.Say("acts.announced", "count", readers))
}

func announcedSince(m *engine.Match, since time.Time) int {
	return engine.Count(m.Facts(), func(f engine.Fact) bool {
		e, ok := f.Event.(engine.Said)
		return ok && e.By == "host" && f.At.After(since)
	})
}
