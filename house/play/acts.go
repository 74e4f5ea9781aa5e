package play

import (
	"fmt"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/acts"
	"pitpost.example/house/desk"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/speech"
	"pitpost.example/speech/dates"
)

// PauseClocks stops all clocks. Whoever is due may still move.
func PauseClocks(d *desk.Desk, line speech.Line, _ string) desk.Result {
	g, no := acts.PermitAct(d, acts.Act{What: model.ActPause, Line: line})
	if !g.Given() {
		return no
	}
	t := d.Table
	t.Append(engine.Fact{Event: engine.Paused{By: d.ActorInFacts()}})
	t.Row.Phase = model.PhasePaused
	t.PauseClocks()
	how := engine.Say("acts.paused-how")
	if _, until := acts.PausedBy(t); !until.IsZero() {
		how = engine.Say("acts.paused-until", "until", engine.FormatMoment(until))
	}
	done := acts.AnnounceAct(d, g, fmt.Sprintf("pause:%d", t.Match.Seq), notice.Note{Subject: engine.Say("house.all-pause-subject", "match", int(t.Row.ID)),
		Lines: []engine.Phrase{how}, Logged: true}, engine.Say("acts.did-pause", "by", desk.NameActor(d)))
	return desk.AnswerDone(done, how)
}

// ResumeClocks starts the clocks again.
func ResumeClocks(d *desk.Desk, line speech.Line, _ string) desk.Result {
	if d.Table.Row.Phase != model.PhasePaused {
		return desk.Refuse("house.not-paused")
	}
	g, no := acts.PermitAct(d, acts.Act{What: model.ActResume, Line: line})
	if !g.Given() {
		return no
	}
	t := d.Table
	t.Append(engine.Fact{Event: engine.Resumed{By: d.ActorInFacts()}})
	t.Row.Phase = model.PhaseRunning
	t.ResumeClocks()
	done := acts.AnnounceAct(d, g, fmt.Sprintf("resume:%d", t.Match.Seq), notice.Note{Subject: engine.Say("house.all-resume-subject", "match", int(t.Row.ID)),
		Pressing: true, Logged: true}, engine.Say("acts.did-resume", "by", desk.NameActor(d)))
	return desk.AnswerDone(done)
}

// ExtendTurn gives the present turn more time: "extend 24h".
func ExtendTurn(d *desk.Desk, line speech.Line, rest string) desk.Result {
	span, ok := dates.ReadSpan(rest)
	if !ok || span < time.Hour || span > 14*24*time.Hour {
		return desk.Refuse("house.extend-form")
	}
	g, no := acts.PermitAct(d, acts.Act{What: model.ActExtend, Line: line, Span: span})
	if !g.Given() {
		return no
	}
	w, t := d.W, d.Table
	until := w.Now()
	for _, c := range t.Clocks {
		t.ShiftClock(c, span)
		if c.Soft.Add(span).After(until) {
			until = c.Soft.Add(span)
		}
	}
	t.Append(engine.Fact{Event: engine.Extended{By: d.ActorInFacts(), Until: until}})
	done := acts.AnnounceAct(d, g, fmt.Sprintf("extend:%d", t.Match.Seq), notice.Note{Subject: engine.Say("house.all-extend-subject", "match", int(t.Row.ID)), Logged: true},
		engine.Say("acts.did-extend", "by", desk.NameActor(d), "in", int(span/time.Second)))
	return desk.AnswerDone(done)
}

// ConcedeRound gives up the round, or a match without rounds: nobody is paid for it.
func ConcedeRound(d *desk.Desk, line speech.Line, _ string) desk.Result {
	facts, refused := d.Table.Match.Concede(d.ActorInFacts())
	if refused != nil {
		return desk.RefuseWith(refused)
	}
	g, no := acts.PermitAct(d, acts.Act{What: model.ActConcede, Line: line,
		Sure: new(engine.Say("house.concede-sure"))})
	if !g.Given() {
		return no
	}
	d.Table.Append(facts...)
	did := "acts.did-concede"
	if _, rounds := d.Game().(engine.Parties); !d.Table.Match.Setup.HasRules(2) {
		did = "acts.did-concede-first-rules"
	} else if !rounds {
		did = "acts.did-concede-match"
	}
	return desk.AnswerDone(acts.AnnounceAct(d, g, "", notice.Note{}, engine.Say(did))) // the letters at the end of the round say it first
}

// RewindMoves takes back the last move, or the last few: "rewind 3". What a seat drew in a move that is taken back it
// draws again; the other cards that nobody has drawn are put in another order.
func RewindMoves(d *desk.Desk, line speech.Line, rest string) desk.Result {
	n, asked := 1, -1
	if rest != "" {
		if read, _ := fmt.Sscanf(rest, "%d before %d", &n, &asked); read == 0 {
			return desk.Refuse("house.rewind-form")
		}
	}
	t := d.Table
	back, ok := t.Match.Takeback(n, func(seat string) bool {
		s := t.SeatNamed(seat)
		return s != nil && s.State != model.SeatBot
	})
	switch {
	case !ok:
		return desk.Refuse("house.rewind-none")
	case asked >= 0 && asked != back.To:
		return desk.Refuse("house.rewind-moved")
	}
	line.Folded = fmt.Sprintf("rewind %d before %d", n, back.To) // a yes must not take back a move made meanwhile
	says := engine.Say("house.rewind-sure", "name", back.Seat, "turn", back.Turn, "count", n)
	g, no := acts.PermitAct(d, acts.Act{What: model.ActRewind, Line: line, Back: back, Sure: &says})
	if !g.Given() {
		return no
	}
	t.Append(t.Match.Rewind(engine.Rewound{To: back.To, By: d.ActorInFacts()})...)
	for s := range t.In() {
		t.DropPlan(s.No, model.PlanDraft, model.PlanNext)
	}
	t.LapseGraces()
	done := acts.AnnounceAct(d, g, fmt.Sprintf("rewound:%d", t.Match.Seq), notice.Note{Subject: engine.Say("house.rewound-subject", "match", int(t.Row.ID)),
		Lines: []engine.Phrase{engine.Say("house.rewound-how")}, Pressing: true, Logged: true},
		engine.Say("acts.did-rewind", "by", desk.NameActor(d), "name", back.Seat, "turn", back.Turn))
	return desk.AnswerDone(done)
}

// MakeHost makes another player the host.
func MakeHost(d *desk.Desk, line speech.Line, rest string) desk.Result {
	s := d.Table.SeatBegins(rest)
	switch {
	case s == nil || s.State != model.SeatJoined:
		return desk.Refuse("house.host-whom", "names", d.Others())
	case s.No == d.Table.Row.Host:
		return desk.Refuse("house.host-already", "name", s.Name)
	}
	if !d.Sure && !d.Operator {
		return d.AskIfSure(line, engine.Say("house.host-sure", "name", s.Name))
	}
	key, now := fmt.Sprintf("host:%d", d.Now().UnixNano()), engine.Say("house.host-now", "name", s.Name)
	d.Table.GiveChair(s, key)
	for other := range d.Table.In(model.SeatJoined) {
		if other.No != s.No && (d.Seat == nil || other.No != d.Seat.No) {
			d.Table.Note(other, key, d.Table.News("house.host-news-subject", now))
		}
	}
	return desk.AnswerDone(now)
}
