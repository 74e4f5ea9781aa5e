package play

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/acts"
	"pitpost.example/house/desk"
	"pitpost.example/house/table"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/speech"
)

// saidMost is the most characters that can be said at once.
const saidMost = 1000

// SayToTable passes words on to everybody at the table, in the next digest of each. Those of a referee go to everybody at
// once, since no move of theirs carries them.
func SayToTable(d *desk.Desk, line speech.Line, rest string) desk.Result {
	if desk.IsRefereeWriting(d) {
		return AnnounceToTable(d, line, rest)
	}
	words := line.Raw
	if !line.Block {
		words = desk.AfterFirstWord(line)
	}
	words = desk.TidyWords(words)
	if a := mayTalk(d, words); a.Refuses() {
		return a
	}
	if line.Block && !d.Sure {
		if inside := commandInside(d, words); inside != "" {
			return d.AskIfSure(line, engine.Say("house.say-command", "line", inside))
		}
	}
	ref := d.Table.Say(d.Seat.Name, words)
	d.Table.Append(engine.Fact{Event: engine.Said{By: d.Seat.Name, Ref: ref}})
	return desk.AnswerDone(engine.Say("house.said"))
}

// commandInside returns the first row of a "say:" block that would be a command by itself, "" if there is none.
func commandInside(d *desk.Desk, words string) string {
	for row := range strings.SplitSeq(words, "\n") {
		for _, line := range d.Lines(row) {
			r := speech.ReadCommand(line.Folded, d.Game())
			if r.Kind == speech.HouseWord && !r.Order && r.Need() != speech.ToRead && r.Word != "say" {
				return row
			}
			if r.Kind != speech.GameLine {
				continue
			}
			if _, no := d.Table.Match.State().Parse(d.Seat.Name, line.Folded, nil); no == nil {
				return row
			}
		}
	}
	return ""
}

// NudgePlayers reminds everybody whose turn it is, at most once a turn. They are not told who asked for it.
func NudgePlayers(d *desk.Desk, _ speech.Line, _ string) desk.Result {
	var names, asked []string
	for _, name := range d.Table.Match.ToMove() {
		s := d.Table.SeatNamed(name)
		if s == nil || d.Seat != nil && s.No == d.Seat.No || s.State != model.SeatJoined {
			continue
		}
		step := d.Table.Match.Chair(name).Steps + 1
		if s.Standing.Nudged == step {
			asked = append(asked, name)
			continue
		}
		if table.OpenGrace(d.Table.Table, s) == nil { // a player whose moves wait is not reminded, and the sender does not learn of that
			d.Table.Digest(s, model.PurposeNudge, fmt.Sprint(step))
		}
		s.Standing.Nudged = step
		names = append(names, name)
	}
	switch {
	case len(names) == 0 && len(asked) > 0:
		return desk.AnswerInfo(engine.Say("house.nudged-already", "names", asked))
	case len(names) == 0:
		return desk.Refuse("house.nudge-you")
	}
	return desk.AnswerDone(engine.Say("house.nudged", "names", names))
}

// WhisperToSeat passes words on to one seat only, if the match allows whispers. The answer to a sender's first one says
// who will read them, and when.
func WhisperToSeat(d *desk.Desk, line speech.Line, _ string) desk.Result {
	if d.Table.Row.Terms.Talk != model.TalkWhispers {
		return desk.Refuse("house.no-whispers")
	}
	who, words, _ := strings.Cut(strings.TrimSpace(desk.AfterFirstWord(line)), " ")
	if next, rest, _ := strings.Cut(words, " "); strings.HasPrefix(line.Folded, "tell "+engine.NormaliseText(next)+" ") && !strings.HasPrefix(line.Folded, "tell "+engine.NormaliseText(who)+" ") {
		who, words = next, rest // "dis à Bo merci"
	}
	to := d.Table.SeatBegins(strings.TrimRight(who, ":,"))
	words = desk.TidyWords(words)
	switch {
	case to == nil || d.Seat != nil && to.No == d.Seat.No:
		return desk.Refuse("house.tell-whom", "names", d.Others())
	case to.State == model.SeatBot:
		return desk.Refuse("house.tell-bot", "name", to.Name)
	}
	if a := mayTalk(d, words); a.Refuses() {
		return a
	}
	ref := d.Table.Say(d.Seat.Name, words)
	first := !slices.ContainsFunc(d.Table.Match.Facts(), func(f engine.Fact) bool {
		e, ok := f.Event.(engine.Said)
		return ok && e.To != nil && e.By == d.Seat.Name
	})
	d.Table.Append(engine.Fact{Event: engine.Said{By: d.Seat.Name, To: []string{to.Name}, Ref: ref}})
	if first {
		return desk.AnswerDone(engine.Say("house.told-first", "name", to.Name))
	}
	return desk.AnswerDone(engine.Say("house.told", "name", to.Name))
}

// MayTalk reports whether the sender may pass these words on to the table.
func MayTalk(d *desk.Desk, words string) bool {
	return d.Table != nil && !mayTalk(d, desk.TidyWords(words)).Refuses()
}

// mayTalk refuses tidied words that the sender may not pass on to the table.
func mayTalk(d *desk.Desk, words string) desk.Result {
	switch {
	case d.Seat == nil || d.Seat.State != model.SeatJoined:
		return desk.Refuse("house.not-seated", "match", int(d.Table.Row.ID))
	case d.Table.Row.Phase == model.PhaseLobby:
		return desk.Refuse("house.not-started", "match", int(d.Table.Row.ID))
	case d.Table.Row.Phase.Ended():
		return desk.Refuse("house.over", "match", int(d.Table.Row.ID)) // no digest is left to carry them
	case d.Seat.Standing.Muted:
		return desk.Refuse("house.muted-you")
	case words == "":
		return desk.Refuse("house.say-what")
	case len([]rune(words)) > saidMost:
		return desk.Refuse("house.say-long", "count", saidMost)
	case strings.HasSuffix(words, notice.Cut), strings.HasSuffix(words, "[...]"):
		return desk.Refuse("house.say-cut", "words", words)
	}
	return desk.Result{}
}

// MutePlayer keeps a player's words out of the sender's own letters, of which nobody hears; "mute Bo for all", which the
// others decide, keeps them from being passed on to anybody. With "off" they are heard again. Who has no seat means all.
func MutePlayer(d *desk.Desk, line speech.Line, rest string) desk.Result {
	name, how, _ := strings.Cut(rest, " ")
	off := how == "off" || strings.HasSuffix(how, " off")
	s := d.Table.SeatBegins(name)
	if s == nil {
		return desk.RefuseUnknownName(d, "mute", name)
	}
	all := speech.MuteForAll(strings.TrimSuffix(how, " off")) || d.Seat == nil || d.Page || d.Operator || d.Voted != nil
	if !all && (!off || slices.Contains(d.Seat.Standing.Deaf, s.No) || !s.Standing.Muted) {
		return muteForMe(d, s, off)
	}
	if s.Standing.Muted != off {
		if off {
			return desk.AnswerDone(engine.Say("house.unmute-already", "name", s.Name))
		}
		return desk.AnswerDone(engine.Say("house.mute-already", "name", s.Name))
	}
	what := model.ActMute
	line.Folded = "mute " + engine.NormaliseText(s.Name) + " for all"
	if off {
		what, line.Folded = model.ActUnmute, "mute "+engine.NormaliseText(s.Name)+" off"
	}
	g, no := acts.PermitAct(d, acts.Act{What: what, Line: line, Whom: s})
	if !g.Given() {
		return no
	}
	s.Standing.Muted = !off
	done := acts.AnnounceAct(d, g, fmt.Sprintf("mute:%d:%d", s.No, d.Now().UnixNano()),
		d.Table.News("house.muted-subject"),
		engine.Say("acts.did-"+string(what), "by", desk.NameActor(d), "name", s.Name))
	return desk.AnswerDone(done)
}

// muteForMe keeps a player's words out of the sender's letters, or lets them in again.
func muteForMe(d *desk.Desk, s *model.Seat, off bool) desk.Result {
	deaf := slices.Contains(d.Seat.Standing.Deaf, s.No)
	switch {
	case s.No == d.Seat.No:
		return desk.Refuse("own.mute-you")
	case off && !deaf:
		return desk.AnswerDone(engine.Say("house.unmute-already", "name", s.Name))
	case off:
		d.Seat.Standing.Deaf = slices.DeleteFunc(slices.Clone(d.Seat.Standing.Deaf), func(no int) bool { return no == s.No })
		return desk.AnswerDone(engine.Say("own.unmuted", "name", s.Name))
	case deaf:
		return desk.AnswerDone(engine.Say("house.mute-already", "name", s.Name))
	}
	d.Seat.Standing.Deaf = append(slices.Clone(d.Seat.Standing.Deaf), s.No)
	return desk.AnswerDone(engine.Say("own.muted", "name", s.Name))
}

// KeepSuspicion keeps a secret guess at who plays against the others. Everybody sees it when the match ends.
func KeepSuspicion(d *desk.Desk, _ speech.Line, rest string) desk.Result {
	if _, ok := d.Table.Match.State().(engine.HiddenRoles); !ok {
		return desk.Refuse("house.suspect-nobody")
	}
	s := d.Table.SeatBegins(rest)
	if !s.Played() {
		return desk.Refuse("house.suspect-whom", "names", d.Others())
	}
	if s.No == d.Seat.No {
		return desk.Refuse("house.suspect-you")
	}
	d.Table.Append(engine.Fact{Event: engine.Suspected{By: d.Seat.Name, Whom: s.Name}})
	return desk.AnswerDone(engine.Say("house.suspected", "name", s.Name))
}

// actsADay is how many things other than moves one seat can add to the log of a match in 24 hours: words, suspicions,
// plans and changes of the clock. Every letter about the match is written from all of its log.
const actsADay = 300

// RefuseTooManyAdded refuses if the sender has added too many of them.
func RefuseTooManyAdded(d *desk.Desk) desk.Result {
	if d.Operator || d.Seat == nil || d.Table.Match == nil {
		return desk.Result{}
	}
	added, since := 0, d.Now().Add(-24*time.Hour)
	for _, f := range slices.Backward(d.Table.Match.Facts()) {
		if f.At.Before(since) {
			break
		}
		if by := adds(f.Event); by != "" && (by == d.Seat.Name || by == d.ActorInFacts()) {
			added++
		}
	}
	return desk.RefuseUnless(added < actsADay, "acts.many", "count", actsADay)
}

// adds returns who caused an event that RefuseTooManyAdded counts, "" for any other.
func adds(event engine.Event) string {
	switch e := event.(type) {
	case engine.Said:
		return e.By
	case engine.Suspected:
		return e.By
	case engine.Planned:
		return e.By
	case engine.Paused:
		return e.By
	case engine.Resumed:
		return e.By
	case engine.Extended:
		return e.By
	}
	return ""
}

// announcedADay is how often a host can write to everybody at once in 24 hours.
const announcedADay = 5

// AnnounceToTable sends words of the host or the operator to everybody at the table at once: "announce I am on a train
// until six". The match's rules for talk do not matter.
func AnnounceToTable(d *desk.Desk, line speech.Line, _ string) desk.Result {
	words := desk.TidyWords(desk.AfterFirstWord(line))
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
		ref := t.Say(d.ActorInFacts(), words)
		t.Append(engine.Fact{Event: engine.Said{By: d.ActorInFacts(), Ref: ref}})
	}
	t.TellAll(d.Seat, fmt.Sprintf("announce:%d:%d", t.Match.Seq, d.Now().UnixNano()), notice.Note{Subject: engine.Say("acts.announced-subject", "match", int(t.Row.ID)),
		Lines: []engine.Phrase{engine.Say("match.said", "name", engine.SpeakerName(d.ActorInFacts()), "words", words)}, Logged: t.Row.Phase != model.PhaseLobby})
	readers := t.People()
	if d.Seat != nil {
		readers--
	}
	return desk.AnswerDone(engine.Say("acts.announced", "count", readers))
}

func announcedSince(m *engine.Match, since time.Time) int {
	return engine.CountWhere(m.Facts(), func(f engine.Fact) bool {
		e, ok := f.Event.(engine.Said)
		return ok && e.By == "host" && f.At.After(since)
	})
}
