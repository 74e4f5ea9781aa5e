package house

import (
	"encoding/json"
	"fmt"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/notice"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Pause stops every clock: the host alone, or by vote.
func Pause(d *desk, _ command.Line, _ string) answer {
	if d.table.Row.Phase != model.PhaseRunning {
		return refuse("house.not-running")
	}
	return aloneOrVote(d, table.Ballot{What: model.VotePause})
}

// Resume lets them run on.
func Resume(d *desk, _ command.Line, _ string) answer {
	if d.table.Row.Phase != model.PhasePaused {
		return refuse("house.not-paused")
	}
	return aloneOrVote(d, table.Ballot{What: model.VoteResume})
}

// Extend gives the present turn more time: "extend 24h".
func Extend(d *desk, _ command.Line, rest string) answer {
	if d.table.Row.Phase != model.PhaseRunning {
		return refuse("house.not-running")
	}
	span, ok := engine.ParseSpan(rest)
	if !ok || span < time.Hour || span > 14*24*time.Hour {
		return refuse("house.extend-form")
	}
	return aloneOrVote(d, table.Ballot{What: model.VoteExtend, Span: span})
}

// Concede gives the round up; it cannot be undone, so the host confirms too.
func Concede(d *desk, line command.Line, _ string) answer {
	if d.table.Row.Phase != model.PhaseRunning {
		return refuse("house.not-running")
	}
	if !d.sure && !d.operator {
		return d.sureFirst(line, table.Say("house.concede-sure"))
	}
	return aloneOrVote(d, table.Ballot{What: model.VoteConcede})
}

// aloneOrVote carries a thing out for the host, and for anybody else asks all
// seated people; more than half of them must say yes.
func aloneOrVote(d *desk, b table.Ballot) answer {
	if d.host() || table.People(d.table) == 1 {
		carryVote(d, b, d.by())
		return done(table.Say("house.did-"+string(b.What), "in", int(b.Span/time.Second)))
	}
	if d.seat == nil || d.seat.State != model.SeatJoined {
		return refuse("house.not-seated", "match", int(d.table.Row.ID))
	}
	b.By, b.Round = d.seat.Name, fmt.Sprintf("%s:%d", b.What, d.table.Match.Seq)
	open := world.Get(d.w, world.MatchAsks{Match: d.table.Row.ID, Kind: model.AskVote})
	for _, a := range open {
		var other table.Ballot
		if json.Unmarshal(a.Params, &other) == nil && other.What == b.What {
			return refuse("house.vote-open", "what", table.Say("house.vote-"+string(b.What)), "name", other.By)
		}
	}
	lapse := table.VoteLasts
	if b.What == model.VoteConcede {
		lapse = d.table.Row.Terms.Pace
	}
	own := d.seat
	for i := range d.table.Seats {
		s := &d.table.Seats[i]
		if s.State != model.SeatJoined {
			continue
		}
		askVote(d, s, own, b, lapse)
	}
	d.seat = own
	d.w.SetDue(model.Due{Owner: model.DueOfMatch, ID: d.table.Row.ID, Seat: -1, What: model.DueVote, Of: string(b.What), At: d.now().Add(lapse)})
	return done(table.Say("house.vote-asked", "what", table.Say("house.vote-"+string(b.What)), "count", table.People(d.table)/2+1))
}

func askVote(d *desk, s, proposer *model.Seat, b table.Ballot, lapse time.Duration) {
	if c := d.table.Match.Chair(s.Name); c != nil {
		b.Step = c.Steps + 1
	}
	a := model.Ask{Player: s.Player, Address: s.Address, Match: d.table.Row.ID, Seat: s.No, Kind: model.AskVote, Params: notice.Params(b),
		AskedAt: d.now(), LapsesAt: d.now().Add(lapse)}
	if s.No == proposer.No {
		a.Answer = model.AnswerYes
	}
	id := d.w.NewAsk(a)
	if s.No == proposer.No {
		return
	}
	table.Note(d.w, d.table, s, model.PurposeAsk, fmt.Sprintf("vote:%d", id), notice.Note{Ask: id, Answers: []string{"yes", "no"},
		Subject: table.Say("house.vote-subject", "match", int(d.table.Row.ID), "what", table.Say("house.vote-"+string(b.What))),
		Lines: []engine.Phrase{table.Say("house.vote", "name", b.By, "what", table.Say("house.vote-"+string(b.What)), "in", int(b.Span/time.Second)),
			table.Say("house.vote-how-"+table.Silence(b.What), "count", table.People(d.table)/2+1, "until", a.LapsesAt.Format(time.RFC3339))}})
}

// vote counts an answer and carries the thing out once it has passed.
func vote(d *desk, ask *model.Ask, yes bool) answer {
	var b table.Ballot
	if err := json.Unmarshal(ask.Params, &b); err != nil {
		panic(world.Fault{Err: err})
	}
	ayes, noes := count(d, b, ask.ID, yes)
	need := table.People(d.table)/2 + 1
	switch {
	case ayes >= need:
		closeVote(d, b)
		carryVote(d, b, b.By)
		return done(table.Say("house.vote-passed", "what", table.Say("house.vote-"+string(b.What))))
	case table.People(d.table)-noes < need:
		closeVote(d, b)
		table.TellAll(d.w, d.table, nil, "vote-failed:"+b.Round, notice.Note{Subject: table.Say("house.vote-failed-subject", "match", int(d.table.Row.ID)),
			Lines: []engine.Phrase{table.Say("house.vote-failed", "name", b.By, "what", table.Say("house.vote-"+string(b.What)))}})
		return done(table.Say("house.vote-counted"))
	}
	return done(table.Say("house.vote-counted"))
}

// count adds up a vote, the answer at hand in it.
func count(d *desk, b table.Ballot, answered int64, yes bool) (ayes, noes int) {
	asks := world.Get(d.w, world.VoteAsks{Match: d.table.Row.ID, Round: b.Round})
	for _, a := range asks {
		v := a.Answer
		if a.ID == answered {
			v = map[bool]model.Answer{true: model.AnswerYes, false: model.AnswerNo}[yes]
		}
		switch v {
		case model.AnswerYes:
			ayes++
		case model.AnswerNo:
			noes++
		}
	}
	return ayes, noes
}

// closeVote drops what is still open of a vote.
func closeVote(d *desk, b table.Ballot) {
	asks := world.Get(d.w, world.VoteAsks{Match: d.table.Row.ID, Round: b.Round})
	for _, a := range asks {
		if a.Answer == "" {
			a.Answer = model.AnswerLapsed
			d.w.SaveAsk(a)
		}
	}
	d.w.DropDue(model.Due{Owner: model.DueOfMatch, ID: d.table.Row.ID, Seat: -1, What: model.DueVote, Of: string(b.What)})
}

// actor is who did a thing as players call them.
func actor(d *desk, by string) string {
	if h := d.table.Seat(d.table.Row.Host); by == "host" && h != nil {
		return h.Name
	}
	return by
}

// carryVote does what the host said or the vote decided, as a fact told to all.
func carryVote(d *desk, b table.Ballot, by string) {
	w, t := d.w, d.table
	d.touch()
	lines := []engine.Phrase{table.Say("house.all-"+string(b.What), "by", actor(d, by), "in", int(b.Span/time.Second))}
	switch b.What {
	case model.VotePause:
		w.Append(t, engine.Fact{Event: engine.Paused{By: by}})
		t.Row.Phase = model.PhasePaused
		w.Save(t)
		table.StopClock(w, t, -1, "paused")
	case model.VoteResume:
		w.Append(t, engine.Fact{Event: engine.Resumed{By: by}})
		t.Row.Phase = model.PhaseRunning
		w.Save(t)
		table.StartClock(w, t, -1, "paused")
	case model.VoteExtend:
		until := w.Now()
		table.EachClock(w, t, func(c model.Clock) {
			table.Shift(w, t, c, b.Span)
			if c.Soft.Add(b.Span).After(until) {
				until = c.Soft.Add(b.Span)
			}
		})
		w.Append(t, engine.Fact{Event: engine.Extended{By: by, Until: until}})
	case model.VoteConcede:
		w.Append(t, t.Match.Concede(by)...)
		return // the round's end is told by its own digests
	}
	table.TellAll(w, t, d.seat, fmt.Sprintf("%s:%d", b.What, t.Match.Seq), notice.Note{
		Subject: table.Say("house.all-"+string(b.What)+"-subject", "match", int(t.Row.ID)), Lines: lines})
}
