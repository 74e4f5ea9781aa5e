package house

import (
	"encoding/json"
	"fmt"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/notice"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// voteLasts is how long a vote stays open; silence is no.
const voteLasts = 48 * time.Hour

// ballot is the params of an ask of kind "vote".
type ballot struct {
	What  model.VoteKind `json:"what"`
	By    string         `json:"by"`
	Span  time.Duration  `json:"span,omitempty"`
	Round string         `json:"round"` // one vote has one name
	Yes   []string       `json:"yes"`   // kept on the proposer's own row
	Step  int            `json:"step"`
}

// Pause stops every clock: the host alone, or by vote.
func Pause(d *desk, _ command.Line, _ string) answer {
	if d.table.Row.Phase != model.PhaseRunning {
		return refuse("house.not-running")
	}
	return aloneOrVote(d, ballot{What: model.VotePause})
}

// Resume lets them run on.
func Resume(d *desk, _ command.Line, _ string) answer {
	if d.table.Row.Phase != model.PhasePaused {
		return refuse("house.not-paused")
	}
	return aloneOrVote(d, ballot{What: model.VoteResume})
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
	return aloneOrVote(d, ballot{What: model.VoteExtend, Span: span})
}

// Concede gives the round up; it cannot be undone, so the host confirms too.
func Concede(d *desk, line command.Line, _ string) answer {
	if d.table.Row.Phase != model.PhaseRunning {
		return refuse("house.not-running")
	}
	if !d.sure && !d.operator {
		return d.sureFirst(line, say("house.concede-sure"))
	}
	return aloneOrVote(d, ballot{What: model.VoteConcede})
}

// aloneOrVote carries a thing out for the host, and for anybody else asks all
// seated people; more than half of them must say yes.
func aloneOrVote(d *desk, b ballot) answer {
	if d.host() || people(d.table) == 1 {
		carryVote(d, b, d.by())
		return done(say("house.did-"+string(b.What), "in", int(b.Span/time.Second)))
	}
	if d.seat == nil || d.seat.State != model.SeatJoined {
		return refuse("house.not-seated", "match", int(d.table.Row.ID))
	}
	b.By, b.Round = d.seat.Name, fmt.Sprintf("%s:%d", b.What, d.table.Match.Seq)
	open := world.Get(d.w, world.MatchAsks{Match: d.table.Row.ID, Kind: model.AskVote})
	for _, a := range open {
		var other ballot
		if json.Unmarshal(a.Params, &other) == nil && other.What == b.What {
			return refuse("house.vote-open", "what", say("house.vote-"+string(b.What)), "name", other.By)
		}
	}
	lapse := voteLasts
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
	return done(say("house.vote-asked", "what", say("house.vote-"+string(b.What)), "count", people(d.table)/2+1))
}

func askVote(d *desk, s, proposer *model.Seat, b ballot, lapse time.Duration) {
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
	note(d.w, d.table, s, model.PurposeAsk, fmt.Sprintf("vote:%d", id), notice.Note{Ask: id, Answers: []string{"yes", "no"},
		Subject: say("house.vote-subject", "match", int(d.table.Row.ID), "what", say("house.vote-"+string(b.What))),
		Lines: []engine.Phrase{say("house.vote", "name", b.By, "what", say("house.vote-"+string(b.What)), "in", int(b.Span/time.Second)),
			say("house.vote-how-"+silence(b.What), "count", people(d.table)/2+1, "until", a.LapsesAt.Format(time.RFC3339))}})
}

// silence says what no answer means: yes to a concession, no to all else.
func silence(what model.VoteKind) string {
	if what == model.VoteConcede {
		return "yes"
	}
	return "no"
}

func people(t *model.Table) int {
	n := 0
	for _, s := range t.Seats {
		if s.State == model.SeatJoined {
			n++
		}
	}
	return n
}

// vote counts an answer and carries the thing out once it has passed.
func vote(d *desk, ask *model.Ask, yes bool) answer {
	var b ballot
	if err := json.Unmarshal(ask.Params, &b); err != nil {
		panic(world.Fault{Err: err})
	}
	ayes, noes := count(d, b, ask.ID, yes)
	need := people(d.table)/2 + 1
	switch {
	case ayes >= need:
		closeVote(d, b)
		carryVote(d, b, b.By)
		return done(say("house.vote-passed", "what", say("house.vote-"+string(b.What))))
	case people(d.table)-noes < need:
		closeVote(d, b)
		tellAll(d.w, d.table, nil, "vote-failed:"+b.Round, notice.Note{Subject: say("house.vote-failed-subject", "match", int(d.table.Row.ID)),
			Lines: []engine.Phrase{say("house.vote-failed", "name", b.By, "what", say("house.vote-"+string(b.What)))}})
		return done(say("house.vote-counted"))
	}
	return done(say("house.vote-counted"))
}

// count adds up a vote, the answer at hand in it.
func count(d *desk, b ballot, answered int64, yes bool) (ayes, noes int) {
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

func ballotOf(a model.Ask) (ballot, bool) {
	var b ballot
	err := json.Unmarshal(a.Params, &b)
	return b, err == nil
}

// closeVote drops what is still open of a vote.
func closeVote(d *desk, b ballot) {
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
func carryVote(d *desk, b ballot, by string) {
	w, t := d.w, d.table
	d.touch()
	lines := []engine.Phrase{say("house.all-"+string(b.What), "by", actor(d, by), "in", int(b.Span/time.Second))}
	switch b.What {
	case model.VotePause:
		w.Append(t, engine.Fact{Event: engine.Paused{By: by}})
		t.Row.Phase = model.PhasePaused
		w.Save(t)
		stopClock(w, t, -1, "paused")
	case model.VoteResume:
		w.Append(t, engine.Fact{Event: engine.Resumed{By: by}})
		t.Row.Phase = model.PhaseRunning
		w.Save(t)
		startClock(w, t, -1, "paused")
	case model.VoteExtend:
		until := w.Now()
		eachClock(w, t, func(c model.Clock) {
			shift(w, t, c, b.Span)
			if c.Soft.Add(b.Span).After(until) {
				until = c.Soft.Add(b.Span)
			}
		})
		w.Append(t, engine.Fact{Event: engine.Extended{By: by, Until: until}})
	case model.VoteConcede:
		w.Append(t, t.Match.Concede(by)...)
		return // the round's end is told by its own digests
	}
	tellAll(w, t, d.seat, fmt.Sprintf("%s:%d", b.What, t.Match.Seq), notice.Note{
		Subject: say("house.all-"+string(b.What)+"-subject", "match", int(t.Row.ID)), Lines: lines})
}
