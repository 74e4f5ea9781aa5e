package play

import (
	"fmt"
	"slices"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/notice"
	"pitpost.example/house/reading"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Pause stops all clocks. The host does that alone; other players need a vote.
func Pause(d *desk.Desk, _ command.Line, _ string) desk.Answer {
	return aloneOrVote(d, table.Ballot{What: model.VotePause})
}

// Resume starts the clocks again, in the same way.
func Resume(d *desk.Desk, _ command.Line, _ string) desk.Answer {
	if d.Table.Row.Phase != model.PhasePaused {
		return desk.Refuse("house.not-paused")
	}
	return aloneOrVote(d, table.Ballot{What: model.VoteResume})
}

// Extend gives the present turn more time, "extend 24h", in the same way.
func Extend(d *desk.Desk, _ command.Line, rest string) desk.Answer {
	span, ok := reading.Span(rest)
	if !ok || span < time.Hour || span > 14*24*time.Hour {
		return desk.Refuse("house.extend-form")
	}
	return aloneOrVote(d, table.Ballot{What: model.VoteExtend, Span: span})
}

// Concede gives up the round, in the same way. It cannot be undone, so even the host must confirm it.
func Concede(d *desk.Desk, line command.Line, _ string) desk.Answer {
	if _, no := d.Table.Match.Concede(d.By()); no != nil {
		return desk.Refused(no)
	}
	if !d.Sure && !d.Operator {
		return d.SureFirst(line, engine.Say("house.concede-sure"))
	}
	return aloneOrVote(d, table.Ballot{What: model.VoteConcede})
}

// aloneOrVote carries out what the host wants, or a person who plays alone. For others it asks all seated people, and
// more than half of them must say yes.
func aloneOrVote(d *desk.Desk, b table.Ballot) desk.Answer {
	if d.Host() || table.People(d.Table) == 1 {
		if no := CarryVote(d, b, d.By()); no != nil {
			return desk.Refused(no)
		}
		return desk.Done(engine.Say("house.did-"+string(b.What), "in", int(b.Span/time.Second)))
	}
	if d.Seat != nil && d.Seat.State == model.SeatBot {
		return desk.Refuse("house.bot-sits")
	}
	if d.Seat == nil || d.Seat.State != model.SeatJoined {
		return desk.Refuse("house.not-seated", "match", int(d.Table.Row.ID))
	}
	b.By, b.Round, b.Deals = d.Seat.Name, fmt.Sprintf("%s:%d", b.What, d.Table.Match.Seq), d.Table.Match.Deals
	for _, a := range world.Get(d.W, world.Asks{Match: d.Table.Row.ID, Kind: model.AskVote, Open: true}) {
		switch other := table.BallotOf(&a); {
		case other.What != b.What:
		case other.Matters(d.Table):
			return desk.Refuse("house.vote-open", "what", other.About(), "name", other.By)
		default:
			CloseVote(d, other)
		}
	}
	lapse := table.VoteLasts
	switch b.What {
	case model.VoteConcede:
		lapse = d.Table.Row.Terms.Pace
	case model.VoteExtend:
		b.Due, lapse = dueNow(d)
	}
	for s := range d.Table.In(model.SeatJoined) {
		askVote(d, s, b, lapse)
	}
	d.W.SetDue(model.Due{Owner: model.DueOfMatch, ID: d.Table.Row.ID, Seat: -1, What: model.DueVote, Of: string(b.What), At: d.Now().Add(lapse)})
	return desk.Done(engine.Say("house.vote-asked", "what", b.About(), "count", table.People(d.Table)/2+1))
}

// dueNow returns the seats whose turn it is, with how many steps each has made, and how long a vote on more time for
// them lasts: until the last of them runs out of time, within limits.
func dueNow(d *desk.Desk) (due map[string]int, lapse time.Duration) {
	due = map[string]int{}
	for _, name := range d.Table.Match.ToMove() {
		due[name] = d.Table.Match.Chair(name).Steps
		if c := d.Table.Clock(table.SeatNamed(d.Table, name).No); c != nil {
			lapse = max(lapse, c.Due.Sub(d.Now()))
		}
	}
	return due, min(max(lapse, time.Minute), table.VoteLasts)
}

func askVote(d *desk.Desk, s *model.Seat, b table.Ballot, lapse time.Duration) {
	a := model.Ask{Player: s.Player, Address: s.Address, Match: d.Table.Row.ID, Seat: s.No, Kind: model.AskVote, Params: notice.Params(b), LapsesAt: d.Now().Add(lapse)}
	if s.No == d.Seat.No {
		a.Answer = model.AnswerYes
		d.W.NewAsk(a)
		return
	}
	id := d.W.NewAsk(a)
	table.Note(d.W, d.Table, s, fmt.Sprintf("vote:%d", id), notice.Note{Ask: id, Answers: []string{"yes", "no"},
		Subject: engine.Say("house.vote-subject", "match", int(d.Table.Row.ID), "what", b.About()),
		Lines: []engine.Phrase{engine.Say("house.vote", "name", b.By, "what", b.About()),
			engine.Say("house.vote-how-"+map[bool]string{true: "yes", false: "no"}[b.What == model.VoteConcede], "count", table.People(d.Table)/2+1, "until", a.LapsesAt.Format(time.RFC3339))}})
}

// Vote counts the answers to a vote, including ask, and carries out what the vote is about as soon as it has passed.
func Vote(d *desk.Desk, ask *model.Ask) desk.Answer {
	b := table.BallotOf(ask)
	if !b.Matters(d.Table) {
		CloseVote(d, b)
		return desk.Done(engine.Say("house.vote-past"))
	}
	cast := slices.DeleteFunc(ballots(d, b.Round), func(a model.Ask) bool { // whoever has left the table since has no vote
		s := d.Table.Seat(a.Seat)
		return s == nil || s.State != model.SeatJoined || s.Player != a.Player
	})
	ayes := engine.Count(cast, func(a model.Ask) bool { return a.Answer == model.AnswerYes })
	noes := engine.Count(cast, func(a model.Ask) bool { return a.Answer == model.AnswerNo })
	need := table.People(d.Table)/2 + 1
	switch {
	case ayes >= need:
		CloseVote(d, b)
		if no := CarryVote(d, b, b.By); no != nil {
			return desk.Refused(no)
		}
		return desk.Done(engine.Say("house.vote-passed", "what", b.About()))
	case table.People(d.Table)-noes < need:
		CloseVote(d, b)
		TellFailed(d, b)
	}
	return desk.Done(engine.Say("house.vote-counted"))
}

// TellFailed tells the table that a vote has failed.
func TellFailed(d *desk.Desk, b table.Ballot) {
	table.TellAll(d.W, d.Table, nil, "vote-failed:"+b.Round, table.News(d.Table, "house.vote-failed-subject", engine.Say("house.vote-failed", "name", b.By, "what", b.About())))
}

// ballots returns all asks of one vote, answered or not.
func ballots(d *desk.Desk, round string) []model.Ask {
	all := world.Get(d.W, world.Asks{Match: d.Table.Row.ID, Kind: model.AskVote})
	return slices.DeleteFunc(all, func(a model.Ask) bool { return table.BallotOf(&a).Round != round })
}

// CloseVote lets the open asks of a vote lapse and removes its due row.
func CloseVote(d *desk.Desk, b table.Ballot) {
	for _, a := range ballots(d, b.Round) {
		if a.Answer == "" {
			d.W.Answer(&a, model.AnswerLapsed)
		}
	}
	d.W.DropDue(model.Due{Owner: model.DueOfMatch, ID: d.Table.Row.ID, Seat: -1, What: model.DueVote, Of: string(b.What)})
}

// Actor returns the name of who did something, where "host" is the host's own name.
func Actor(d *desk.Desk, by string) string {
	if h := d.Table.Seat(d.Table.Row.Host); by == "host" && h != nil {
		return h.Name
	}
	return by
}

// CarryVote carries out what the host or a vote decided, and tells the table. Only a game may refuse it: its round may
// be past giving up.
func CarryVote(d *desk.Desk, b table.Ballot, by string) *engine.Refusal {
	w, t := d.W, d.Table
	lines := []engine.Phrase{engine.Say("house.all-"+string(b.What), "by", Actor(d, by), "in", int(b.Span/time.Second))}
	switch b.What {
	case model.VotePause:
		w.Append(t, engine.Fact{Event: engine.Paused{By: by}})
		t.Row.Phase = model.PhasePaused
		table.StopClock(w, t, -1, "paused")
	case model.VoteResume:
		w.Append(t, engine.Fact{Event: engine.Resumed{By: by}})
		t.Row.Phase = model.PhaseRunning
		table.StartClock(w, t, -1, "paused")
	case model.VoteExtend:
		until := w.Now()
		for _, c := range t.Clocks {
			table.Shift(w, t, c, b.Span)
			if c.Soft.Add(b.Span).After(until) {
				until = c.Soft.Add(b.Span)
			}
		}
		w.Append(t, engine.Fact{Event: engine.Extended{By: by, Until: until}})
	case model.VoteConcede:
		facts, no := t.Match.Concede(by)
		if no != nil {
			return no
		}
		w.Append(t, facts...)
		return nil // the digests at the end of a round tell the table
	}
	table.TellAll(w, t, d.Seat, fmt.Sprintf("%s:%d", b.What, t.Match.Seq), notice.Note{
		Subject: engine.Say("house.all-"+string(b.What)+"-subject", "match", int(t.Row.ID)), Lines: lines, Pressing: b.What == model.VoteResume, Logged: true})
	return nil
}

// Rewind takes back the last move, or the last few: "rewind 3". The table is told. Players may have seen the cards that
// came next, so the cards not drawn yet are put in another order.
func Rewind(d *desk.Desk, line command.Line, rest string) desk.Answer {
	n, asked := 1, -1
	if rest != "" {
		if read, _ := fmt.Sscanf(rest, "%d before %d", &n, &asked); read == 0 {
			return desk.Refuse("house.rewind-form")
		}
	}
	t := d.Table
	to, name, turn, ok := t.Match.Takeback(n, func(seat string) bool {
		s := table.SeatNamed(t, seat)
		return s != nil && s.State != model.SeatBot
	})
	if !ok {
		return desk.Refuse("house.rewind-none")
	}
	if !d.Sure && !d.Operator {
		line.Folded = fmt.Sprintf("rewind %d before %d", n, to) // a yes must not take back a move made meanwhile
		return d.SureFirst(line, engine.Say("house.rewind-sure", "name", name, "turn", turn, "count", n))
	}
	if asked >= 0 && asked != to {
		return desk.Refuse("house.rewind-moved")
	}
	by := d.By()
	d.W.Append(t, t.Match.Rewind(engine.Rewound{To: to, By: by})...)
	for s := range t.In() {
		t.DropPlan(s.No, model.PlanDraft, model.PlanNext)
	}
	says := engine.Say("house.rewound", "name", name, "turn", turn, "by", by)
	table.TellAll(d.W, t, d.Seat, fmt.Sprintf("rewound:%d", t.Match.Seq), notice.Note{Subject: engine.Say("house.rewound-subject", "match", int(t.Row.ID)),
		Lines: []engine.Phrase{says, engine.Say("house.rewound-how")}, Logged: true})
	return desk.Done(says)
}

// Hand makes another player the host.
func Hand(d *desk.Desk, line command.Line, rest string) desk.Answer {
	s := table.SeatBegins(d.Table, rest)
	switch {
	case s == nil || s.State != model.SeatJoined:
		return desk.Refuse("house.host-whom", "names", d.Others())
	case s.No == d.Table.Row.Host:
		return desk.Refuse("house.host-already", "name", s.Name)
	}
	if !d.Sure && !d.Operator {
		return d.SureFirst(line, engine.Say("house.host-sure", "name", s.Name))
	}
	key, now := fmt.Sprintf("host:%d", d.Now().UnixNano()), engine.Say("house.host-now", "name", s.Name)
	table.GiveChair(d.W, d.Table, s, key)
	for other := range d.Table.In(model.SeatJoined) {
		if other.No != s.No && (d.Seat == nil || other.No != d.Seat.No) {
			table.Note(d.W, d.Table, other, key, table.News(d.Table, "house.host-news-subject", now))
		}
	}
	return desk.Done(now)
}
