package play

import (
	"fmt"
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/notice"
	"pitpost.example/house/table"
	"pitpost.example/model"
)

// Tell sends words to one seat alone, where the match has whispers. Before the first the
// sender hears who will read it, and when.
func Tell(d *desk.Desk, line command.Line, _ string) desk.Answer {
	if d.Table.Row.Terms.Talk != model.TalkWhispers {
		return desk.Refuse("house.no-whispers")
	}
	_, rest, _ := strings.Cut(strings.TrimSpace(line.Raw), " ")
	who, words, _ := strings.Cut(strings.TrimSpace(rest), " ")
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
		return desk.Done(table.Say("house.told-first", "name", to.Name))
	}
	return desk.Done(table.Say("house.told", "name", to.Name))
}

// mayTalk says whether the sender's words may be carried.
func mayTalk(d *desk.Desk, words string) (desk.Answer, bool) {
	switch {
	case d.Seat == nil || d.Seat.State != model.SeatJoined:
		return desk.Refuse("house.not-seated", "match", int(d.Table.Row.ID)), false
	case d.Table.Row.Phase == model.PhaseLobby:
		return desk.Refuse("house.not-started", "match", int(d.Table.Row.ID)), false
	case d.Table.Row.Phase == model.PhaseOver || d.Table.Row.Phase == model.PhaseAborted:
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
	if a, ok := d.InPlay(); !ok {
		return a
	}
	name, off := strings.CutSuffix(rest, " off")
	s := table.SeatBegins(d.Table, name)
	if s == nil || s.State == model.SeatUninvited || s.State == model.SeatDeclined {
		return desk.Refuse("house.no-such-seat", "name", engine.Clip(name))
	}
	if s.No == d.Table.Row.Host {
		return desk.Refuse("house.mute-host")
	}
	if s.Standing.Muted != off {
		return desk.Done(table.Say("house.mute-already", "name", s.Name))
	}
	s.Standing.Muted = !off
	d.W.Save(d.Table)
	key := "house.muted"
	if off {
		key = "house.unmuted"
	}
	line := table.Say(key, "name", s.Name)
	table.TellAll(d.W, d.Table, d.Seat, fmt.Sprintf("mute:%d:%d", s.No, d.Now().UnixNano()),
		notice.Note{Subject: table.Say("house.muted-subject", "match", int(d.Table.Row.ID)), Lines: []engine.Phrase{line}})
	return desk.Done(line)
}

// Suspect seals a guess at who is against the others. It is opened at the end, to all.
func Suspect(d *desk.Desk, _ command.Line, rest string) desk.Answer {
	if a, ok := mayMove(d); !ok {
		return a
	}
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
	return desk.Done(table.Say("house.suspected", "name", s.Name))
}

// seated says whether a seat is played in the match.
func Seated(s *model.Seat) bool { return s.State == model.SeatJoined || s.State == model.SeatBot }
