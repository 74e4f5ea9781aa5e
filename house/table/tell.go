package table

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/speech/dates"
)

// Note queues a letter to a seat's player, together with what was waiting for their next letter. It is sent
// once under its key. If the seat has had enough unrequested notes for this hour, the lines wait for the next
// letter instead, unless n asks something. A pressing note waits only after many more of them.
func (t *Gathering) Note(s *model.Seat, key string, n notice.Note) {
	if s.Stopped != nil || s.Player == 0 {
		return
	}
	purpose := model.PurposeAsk
	if n.Ask == 0 {
		purpose = model.PurposeNote
		if had := len(recentNotes(s, t.Now())); had >= notesAnHour && !n.Pressing || had >= pressingAnHour {
			if !n.Logged {
				KeepSentences(s, n.Lines...)
			}
			return
		}
		s.Standing.Noted = append(recentNotes(s, t.Now()), t.Now())
	}
	n.Lines = append(withActs(n.Lines, TakeActsUntold(s), n.OfAct), TakeKeptSentences(s)...)
	t.Queue(t.letterTo(s, purpose, key, n)) // the letter names the step, so that a move may answer it
}

// withActs puts what was done to the table right behind the first line of a note, or in front of one that is about it.
func withActs(lines, acts []engine.Phrase, first bool) []engine.Phrase {
	at := min(1, len(lines))
	if first {
		at = 0
	}
	return slices.Insert(slices.Clone(lines), at, acts...)
}

// actsMost is how many acts may wait for one letter; the match's history has the rest.
const actsMost = 10

// TellAct has the next letter to a seat say, right behind its first line, what was done to the table.
func TellAct(s *model.Seat, does engine.Phrase) {
	if len(s.Standing.Acts) < actsMost {
		s.Standing.Acts = append(slices.Clone(s.Standing.Acts), does)
	}
}

// TakeActsUntold returns what was done to the table since the seat's last letter, for the letter that is about to be
// queued, and forgets it.
func TakeActsUntold(s *model.Seat) []engine.Phrase {
	acts := s.Standing.Acts
	s.Standing.Acts = nil
	return acts
}

// News returns a note about a match, whose subject names its number.
func (t *Gathering) News(subject string, lines ...engine.Phrase) notice.Note {
	return notice.Note{Subject: engine.Say(subject, "match", int(t.Row.ID)), Lines: lines}
}

// letterTo returns a notice to a seat about everything that has happened so far.
func (t *Gathering) letterTo(s *model.Seat, purpose model.Purpose, key string, params any) model.Notice {
	return model.Notice{Key: fmt.Sprintf("%s:%d:%d:%s", purpose, t.Row.ID, s.No, key), Match: t.Row.ID, Seat: s.No, Player: s.Player,
		Address: s.Address, Purpose: purpose, Step: t.StepOf(s), Seq: t.Match.Seq, Params: notice.EncodeParams(params)}
}

// TellAll sends the same note to every person at the table except one, and to the referee unless they caused it.
func (t *Gathering) TellAll(but *model.Seat, key string, n notice.Note) {
	t.TellReferee(key, n)
	for s := range t.In(model.SeatJoined) {
		if but == nil || s.No != but.No {
			t.Note(s, key, n)
		}
	}
}

// Digest queues a digest for a seat, once under its key, unless it is left to the daily letter.
func (t *Gathering) Digest(s *model.Seat, purpose model.Purpose, key string) {
	if s.Stopped != nil || s.Player == 0 {
		return
	}
	if purpose == model.PurposeTurn {
		t.pingTurn(s, key)
	}
	if t.waitsForDaily(s, purpose) {
		return
	}
	var digest notice.Digest
	if purpose == model.PurposeTurn {
		digest.Lesson = t.lesson(s, t.StepOf(s))
	}
	t.queueDigest(s, purpose, key, digest)
}

// queueDigest queues a digest for a seat, with what was waiting for its next letter.
func (t *Gathering) queueDigest(s *model.Seat, purpose model.Purpose, key string, digest notice.Digest) {
	if taken := t.Match.TakenOver(s.Name); taken > 0 { // a new player has not seen what the previous one was told
		key += fmt.Sprintf(":%d", taken)
	}
	digest.Also, digest.Acts = TakeKeptSentences(s), TakeActsUntold(s)
	t.Queue(t.letterTo(s, purpose, key, digest))
}

// lesson returns the number of the lesson in the letter for a step, 0 for none. A newcomer's first letters
// teach the game, and a letter for the same step repeats its lesson.
func (t *Gathering) lesson(s *model.Seat, step int) int {
	if !s.Standing.Newcomer || !t.Match.HoldsUp(s.Name) || t.Match.Choosing() {
		return 0
	}
	if at := slices.Index(s.Standing.Taught, step); at >= 0 {
		return at + 1
	}
	if len(s.Standing.Taught) == engine.Lessons {
		return 0
	}
	s.Standing.Taught = append(slices.Clone(s.Standing.Taught), step)
	return len(s.Standing.Taught)
}

// pingTurn queues a call of the player's ping URL, if they have one, to say that it is their turn.
func (t *Gathering) pingTurn(s *model.Seat, key string) {
	p := t.Player(s.Player)
	if p == nil || p.Settings.Ping == "" {
		return
	}
	t.Queue(model.Notice{Key: fmt.Sprintf("ping:%d:%d:%s", t.Row.ID, s.No, key), Match: t.Row.ID, Seat: s.No, Player: s.Player, Purpose: model.PurposePing,
		Step: t.Match.Chair(s.Name).Steps + 1, Seq: t.Match.Seq, Params: notice.EncodeParams(notice.Ping{URL: p.Settings.Ping, Says: engine.Say("ping.turn", "match", int(t.Row.ID))})})
}

// dailyAt is the local time of the daily letter for players who have set none.
const dailyAt = "8:00"

// WantsDailyLetter reports whether a player gets one letter a day for all matches.
func WantsDailyLetter(p *model.Player) bool {
	return p != nil && p.Settings.Notify == model.NotifyDaily
}

// NextDailyLetter returns when a player's next daily letter is due. It is the same local time each day, also when
// the clocks change.
func NextDailyLetter(p *model.Player, now time.Time) time.Time {
	hour, minute, _ := dates.TimeOfDay(cmp.Or(p.Settings.DailyAt, dailyAt))
	here := now.In(HoursOf(p).Zone)
	for day := 0; ; day++ {
		next := time.Date(here.Year(), here.Month(), here.Day()+day, hour, minute, 0, 0, here.Location())
		if next.After(now) {
			return next
		}
	}
}

// waitsForDaily reports whether a digest is left to the next daily letter. A turn whose time would run out
// before then is not.
func (t *Gathering) waitsForDaily(s *model.Seat, purpose model.Purpose) bool {
	if purpose == model.PurposeEnd {
		return false
	}
	p := t.Player(s.Player)
	if !WantsDailyLetter(p) {
		return false
	}
	if purpose != model.PurposeTurn && purpose != model.PurposeRemind {
		return true
	}
	c := t.Clock(s.No)
	return c != nil && c.Soft.After(NextDailyLetter(p, t.Now()))
}

// WriteDaily queues the daily letter, if there is anything to tell, and schedules the next.
func WriteDaily(w *world.Tx, player int64) {
	p := w.Player(player)
	if !WantsDailyLetter(p) {
		return
	}
	w.SetDue(model.Due{Owner: model.DueOfPlayer, ID: player, What: model.DueDaily, At: NextDailyLetter(p, w.Now())})
	var day notice.Daily
	for t, s := range SeatsOf(w, player) {
		if s.State != model.SeatJoined || s.Stopped != nil || t.Row.Phase != model.PhaseRunning {
			continue
		}
		last := w.LastDigested(t.Row.ID, s.No, player)
		news := slices.ContainsFunc(t.Match.Heard(s.Name, last), func(h engine.Heard) bool { return len(h.Lines) > 0 })
		if news || slices.Contains(t.Match.ToMove(), s.Name) || len(s.Standing.Untold)+len(s.Standing.Acts) > 0 {
			day.Matches = append(day.Matches, notice.DailyMatch{Match: t.Row.ID, Seat: s.No, Step: t.Match.Chair(s.Name).Steps + 1, Seq: t.Match.Seq,
				Also: TakeKeptSentences(s), Acts: TakeActsUntold(s)})
		}
	}
	if len(day.Matches) > 0 {
		key := fmt.Sprintf("daily:%d:%s", player, w.Now().In(HoursOf(p).Zone).Format("2006-01-02T15:04"))
		w.Queue(model.Notice{Key: key, Player: player, Purpose: model.PurposeDaily, Rank: 1, Params: notice.EncodeParams(day)})
	}
}

// notesAnHour is how many unrequested notes a seat gets in an hour. Answers, questions, turns and the ends of
// rounds and matches do not count.
const notesAnHour = 3

// pressingAnHour limits notes that must not wait, too: who makes the house write them may do so again and again.
const pressingAnHour = 10

// untoldMost is how many sentences may wait for one letter. The rest is dropped; the match's history still
// has it.
const untoldMost = 20

// recentNotes returns the times of the notes of the last hour.
func recentNotes(s *model.Seat, now time.Time) []time.Time {
	return slices.DeleteFunc(slices.Clone(s.Standing.Noted), func(at time.Time) bool { return !at.After(now.Add(-time.Hour)) })
}

// KeepSentences keeps sentences for the seat's next letter. Repeated ones are counted.
func KeepSentences(s *model.Seat, says ...engine.Phrase) {
	untold := slices.Clone(s.Standing.Untold)
	for _, p := range says {
		at := slices.IndexFunc(untold, func(u model.Untold) bool {
			return bytes.Equal(notice.EncodeParams(u.Says), notice.EncodeParams(p)) // compared as JSON, because one of them may have been read from a row
		})
		switch {
		case at >= 0:
			untold[at].Times++
		case len(untold) < untoldMost:
			untold = append(untold, model.Untold{Says: p, Times: 1})
		}
	}
	s.Standing.Untold = untold
}

// TakeKeptSentences returns the sentences that were waiting, for the letter that is about to be queued, and forgets
// them.
func TakeKeptSentences(s *model.Seat) (says []engine.Phrase) {
	for _, u := range s.Standing.Untold {
		p := u.Says
		if u.Times > 1 && p.Args["count"] != nil {
			p.Args = maps.Clone(p.Args)
			p.Args["count"] = u.Times
		}
		says = append(says, p)
	}
	s.Standing.Untold = nil
	return says
}
