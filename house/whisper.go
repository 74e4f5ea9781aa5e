package house

import (
	"fmt"
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/notice"
	"pitpost.example/model"
)

// Tell sends words to one seat alone, where the match has whispers. Before the first the
// sender hears who will read it, and when.
func Tell(d *desk, line command.Line, _ string) answer {
	if d.table.Row.Terms.Talk != model.TalkWhispers {
		return refuse("house.no-whispers")
	}
	_, rest, _ := strings.Cut(strings.TrimSpace(line.Raw), " ")
	who, words, _ := strings.Cut(strings.TrimSpace(rest), " ")
	words = tidied(words)
	to := seatBegins(d.table, strings.TrimRight(who, ":,"))
	switch {
	case to == nil || d.seat != nil && to.No == d.seat.No:
		return refuse("house.tell-whom", "names", d.others())
	case to.State == model.SeatBot:
		return refuse("house.tell-bot", "name", to.Name)
	}
	if a, ok := mayTalk(d, words); !ok {
		return a
	}
	ref := d.w.Say(d.table, d.seat.Name, words)
	first := !slices.ContainsFunc(d.table.Match.Facts(), func(f engine.Fact) bool {
		e, ok := f.Event.(engine.Said)
		return ok && e.To != nil && e.By == d.seat.Name
	})
	d.w.Append(d.table, engine.Fact{Event: engine.Said{By: d.seat.Name, To: []string{to.Name}, Ref: ref}})
	if first {
		return done(say("house.told-first", "name", to.Name))
	}
	return done(say("house.told", "name", to.Name))
}

// mayTalk says whether the sender's words may be carried.
func mayTalk(d *desk, words string) (answer, bool) {
	switch {
	case d.seat == nil || d.seat.State != model.SeatJoined:
		return refuse("house.not-seated", "match", int(d.table.Row.ID)), false
	case d.table.Row.Phase == model.PhaseLobby:
		return refuse("house.not-started", "match", int(d.table.Row.ID)), false
	case d.table.Row.Phase == model.PhaseOver || d.table.Row.Phase == model.PhaseAborted:
		return refuse("house.over", "match", int(d.table.Row.ID)), false // no digest is left to carry them
	case d.seat.Standing.Muted:
		return refuse("house.muted-you"), false
	case words == "":
		return refuse("house.say-what"), false
	case len([]rune(words)) > saidMost:
		return refuse("house.say-long", "count", saidMost), false
	}
	return answer{}, true
}

func (d *desk) others() (names []string) {
	for _, s := range d.table.Seats {
		if s.State == model.SeatJoined && (d.seat == nil || s.No != d.seat.No) {
			names = append(names, s.Name)
		}
	}
	return names
}

// Mute keeps a player's words from the table, "mute Bo off" lets them through again. All
// are told.
func Mute(d *desk, _ command.Line, rest string) answer {
	if a, ok := d.inPlay(); !ok {
		return a
	}
	name, off := strings.CutSuffix(rest, " off")
	s := seatBegins(d.table, name)
	if s == nil || s.State == model.SeatUninvited || s.State == model.SeatDeclined {
		return refuse("house.no-such-seat", "name", engine.Clip(name))
	}
	if s.No == d.table.Row.Host {
		return refuse("house.mute-host")
	}
	if s.Standing.Muted != off {
		return done(say("house.mute-already", "name", s.Name))
	}
	s.Standing.Muted = !off
	d.w.Save(d.table)
	key := "house.muted"
	if off {
		key = "house.unmuted"
	}
	line := say(key, "name", s.Name)
	tellAll(d.w, d.table, d.seat, fmt.Sprintf("mute:%d:%d", s.No, d.now().UnixNano()),
		notice.Note{Subject: say("house.muted-subject", "match", int(d.table.Row.ID)), Lines: []engine.Phrase{line}})
	return done(line)
}

// Suspect seals a guess at who is against the others. It is opened at the end, to all.
func Suspect(d *desk, _ command.Line, rest string) answer {
	if a, ok := mayMove(d); !ok {
		return a
	}
	if _, ok := d.table.Match.State().(engine.HiddenRoles); !ok {
		return refuse("house.suspect-nobody")
	}
	s := seatBegins(d.table, rest)
	if s == nil || !seated(s) {
		return refuse("house.suspect-whom", "names", d.others())
	}
	if s.No == d.seat.No {
		return refuse("house.suspect-you")
	}
	d.w.Append(d.table, engine.Fact{Event: engine.Suspected{By: d.seat.Name, Whom: s.Name}})
	return done(say("house.suspected", "name", s.Name))
}

// seated says whether a seat is played in the match.
func seated(s *model.Seat) bool { return s.State == model.SeatJoined || s.State == model.SeatBot }
