// Package acts decides who may do what touches somebody else's turn or seat, or the result of a match: to play for
// somebody, to give a seat away, to take moves back, to stop the clocks, to end a round or the match. A referee, who
// does not play, acts alone. A host who plays may do little alone; what else is wanted the others decide by vote. Each
// act asks PermitAct at the one place where it is done, whoever asks for it, and AnnounceAct has everybody's next letter say
// what was done, by whom and by which right.
package acts

import (
	"slices"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/table"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/speech"
)

// Act is what somebody wants to do.
type Act struct {
	What model.ActKind
	// Line does it; a vote that passes runs it again.
	Line speech.Line
	// Whom is the seat it is about, nil if it is about the whole table.
	Whom *model.Seat
	// Span is how much more time it gives.
	Span time.Duration
	// Terms are those that it changes, as they are written.
	Terms []string
	// Back is what a rewind takes back.
	Back engine.Takeback
	// Sure is what its sender is asked first, nil if it can be undone.
	Sure *engine.Phrase
}

// Grant is the right by which an act is done.
type Grant struct {
	Right model.Right // "" if there is none
	Why   engine.Phrase
}

// Describe says what was done by this right.
func (g Grant) Describe(does engine.Phrase) engine.Phrase {
	if g.Why.Key == "" {
		return engine.Say("acts.told", "what", does, "why", "")
	}
	return engine.Say("acts.told", "what", does, "why", g.Why)
}

// Given reports whether the act may be done.
func (g Grant) Given() bool { return g.Right != "" }

// PermitAct returns the right by which the sender may do an act now. Without one the answer is what they are told: that
// it needs a yes first, that the others are being asked, or why and until when it is not possible.
func PermitAct(d *desk.Desk, a Act) (Grant, desk.Result) {
	g := grant(d, a)
	if !g.Given() {
		return g, callVote(d, a)
	}
	if a.Sure != nil && !d.Sure && !d.Operator && d.Voted == nil {
		return Grant{}, d.AskIfSure(a.Line, *a.Sure)
	}
	return g, desk.Result{}
}

// grant returns the right that the sender has without asking anybody.
func grant(d *desk.Desk, a Act) Grant {
	switch {
	case d.Voted != nil:
		return Grant{model.RightVote, d.Voted.Why}
	case d.Operator:
		if seat := d.OperatorSeat(); seat != "" {
			return Grant{model.RightOperator, engine.Say("acts.right-operator-seat", "name", seat)}
		}
		return Grant{Right: model.RightOperator} // who acts says the right
	case d.Referee():
		return Grant{model.RightReferee, engine.Say("acts.right-referee")}
	case !plays(d):
		return Grant{}
	case d.Table.People() == 1:
		return Grant{model.RightAlone, engine.Say("acts.right-alone")}
	case a.Whom != nil && a.Whom.No == d.Seat.No && rows[a.What].ownWish:
		return Grant{model.RightWish, engine.Say("acts.right-wish", "name", d.Seat.Name)}
	}
	row := rows[a.What]
	if row.anybody != nil {
		if why := row.anybody(d, a); why != nil {
			return Grant{model.RightAnybody, *why}
		}
	}
	if row.host != nil && d.Host() {
		if why := row.host(d, a); why != nil {
			return Grant{model.RightHost, *why}
		}
	}
	return Grant{}
}

// plays reports whether the sender is a person at the table.
func plays(d *desk.Desk) bool { return d.Seat != nil && d.Seat.State == model.SeatJoined }

// row is one row of the table of acts (docs/playing.md).
type row struct {
	// host returns why a host who plays may act alone now, and anybody why anybody who plays may; nil if they may not.
	// A nil function is a row where nobody ever may.
	host, anybody func(*desk.Desk, Act) *engine.Phrase
	// poll returns who decides otherwise, or why nobody can now.
	poll func(*desk.Desk, Act) (poll, *engine.Refusal)
	// ownWish means that the seat it is about may have it for itself.
	ownWish bool
}

// rows has the row of each act.
var rows = map[model.ActKind]row{
	model.ActForce:   {host: waitedFor, poll: othersOnceLate},
	model.ActKick:    {host: missedLast, poll: othersAfterAMiss, ownWish: true},
	model.ActReplace: {poll: othersAfterAMiss, ownWish: true},
	model.ActRewind:  {poll: thoseTakenBack},
	model.ActAbort:   {host: beforeAllHadTurns, poll: allButAway},
	model.ActConcede: {poll: all},
	model.ActPause:   {host: onceARound, poll: most},
	model.ActResume:  {anybody: pauseOver, poll: most},
	model.ActExtend:  {host: onceARound, poll: most},
	model.ActMute:    {poll: others},
	model.ActUnmute:  {poll: others},
	model.ActTerms:   {poll: most},
	model.ActOptions: {poll: all},
}

// waitedFor lets a host play for a seat that the match waits for without end.
func waitedFor(d *desk.Desk, a Act) *engine.Phrase {
	if d.Table.Row.Terms.Timeout != model.TimeoutWait || !d.Table.OutOfTime(a.Whom) {
		return nil
	}
	return new(engine.Say("acts.right-waits", "name", a.Whom.Name))
}

// missedLast lets a host send away whoever missed their last turn.
func missedLast(d *desk.Desk, a Act) *engine.Phrase {
	if c := d.Table.Match.Chair(a.Whom.Name); c == nil || !c.MissedLast {
		return nil
	}
	return new(engine.Say("acts.right-missed", "name", a.Whom.Name))
}

// beforeAllHadTurns lets a host end a match that has hardly begun.
func beforeAllHadTurns(d *desk.Desk, _ Act) *engine.Phrase {
	for s := range d.Table.In(model.SeatJoined) {
		if c := d.Table.Match.Chair(s.Name); c != nil && !c.HadTurn {
			return new(engine.Say("acts.right-early"))
		}
	}
	return nil
}

// pacesMost is how many times the time for a move a host may stop or lengthen the clocks alone, once a round.
const pacesMost = 2

// onceARound lets a host stop the clocks, or give a little more time, once a round.
func onceARound(d *desk.Desk, a Act) *engine.Phrase {
	if a.Span > pacesMost*d.Table.Row.Terms.Pace || hostDid(d.Table.Match, a.What) {
		return nil
	}
	return new(engine.Say("acts.right-once"))
}

// hostDid reports whether a host has done this alone since the last deal.
func hostDid(m *engine.Match, what model.ActKind) bool {
	dealt := m.RewindLimit()
	for _, f := range m.Facts() {
		if f.Seq <= dealt {
			continue
		}
		switch e := f.Event.(type) {
		case engine.Paused:
			if what == model.ActPause && e.By == "host" {
				return true
			}
		case engine.Extended:
			if what == model.ActExtend && e.By == "host" {
				return true
			}
		}
	}
	return false
}

// pauseOver lets anybody go on once a pause has lasted, and a host at any time if the pause was theirs.
func pauseOver(d *desk.Desk, _ Act) *engine.Phrase {
	by, until := PausedBy(d.Table)
	switch {
	case until.IsZero():
		return nil
	case !until.After(d.Now()):
		return new(engine.Say("acts.right-pause-over"))
	case by == "host" && d.Host():
		return new(engine.Say("acts.right-own-pause"))
	}
	return nil
}

// PausedBy returns who paused a match, and until when it may last before anybody can end it. The time is zero for a
// pause by a referee, which only they or a vote end.
func PausedBy(t *table.Table) (by string, until time.Time) {
	for _, f := range t.Match.Facts() {
		if e, ok := f.Event.(engine.Paused); ok {
			by, until = e.By, f.At.Add(pacesMost*t.Row.Terms.Pace)
		}
	}
	if by == "operator" || by == "host" && t.Row.Referee != 0 {
		until = time.Time{}
	}
	return by, until
}

// poll is who decides on an act: more than half of those in most, and each of those in must. A seat stands in one of
// them at most.
type poll struct{ most, must []int }

// counts lists the people whose voices count, but for some seats: no bots, nobody who is away or has missed their last turn. If
// nobody is left but the sender, all others count.
func counts(d *desk.Desk, but ...int) []int {
	var here, everybody []int
	for s := range d.Table.In(model.SeatJoined) {
		if slices.Contains(but, s.No) {
			continue
		}
		everybody = append(everybody, s.No)
		if isHere(d, s) {
			here = append(here, s.No)
		}
	}
	if len(here) == 0 || len(here) == 1 && here[0] == d.Seat.No {
		return everybody
	}
	return here
}

// isHere reports whether somebody can be expected to answer: they are not away and did not miss their last turn.
func isHere(d *desk.Desk, s *model.Seat) bool {
	p := d.W.Player(s.Player)
	c := d.Table.Match.Chair(s.Name)
	return p != nil && !table.IsAbsent(p, d.Now()) && c != nil && !c.MissedLast
}

// most asks everybody.
func most(d *desk.Desk, _ Act) (poll, *engine.Refusal) { return poll{most: counts(d)}, nil }

// all needs everybody's yes, also of those who are away.
func all(d *desk.Desk, _ Act) (poll, *engine.Refusal) {
	must := counts(d)
	for s := range d.Table.In(model.SeatJoined) {
		p := d.W.Player(s.Player)
		if away := p != nil && table.IsAbsent(p, d.Now()); away && !slices.Contains(must, s.No) {
			must = append(must, s.No)
		}
	}
	return poll{must: must}, nil
}

// allButAway needs the yes of everybody who is there.
func allButAway(d *desk.Desk, _ Act) (poll, *engine.Refusal) { return poll{must: counts(d)}, nil }

// others asks all but the seat it is about, or if that is fewer than two, that seat too.
func others(d *desk.Desk, a Act) (poll, *engine.Refusal) {
	p := poll{most: counts(d, a.Whom.No)}
	if len(p.most) < 2 && a.Whom.State == model.SeatJoined {
		p.must = []int{a.Whom.No}
	}
	return p, nil
}

// othersOnceLate asks the others about a seat whose time for this move is over.
func othersOnceLate(d *desk.Desk, a Act) (poll, *engine.Refusal) {
	if until := d.Table.PaceUntil(a.Whom, d.Now()); until.After(d.Now()) {
		return poll{}, engine.Refuse("acts.force-early", "name", a.Whom.Name, "until", engine.FormatMoment(until))
	}
	return others(d, a)
}

// othersAfterAMiss asks the others about a seat that has missed a turn in this round, and otherwise only whoever sits
// there.
func othersAfterAMiss(d *desk.Desk, a Act) (poll, *engine.Refusal) {
	vacant := a.Whom.Player == 0
	if vacant || MissedThisRound(d.Table, a.Whom) {
		return others(d, a)
	}
	if a.Whom.State != model.SeatJoined || a.Whom.Stopped != nil {
		return poll{}, engine.Refuse("house.bot-already", "name", a.Whom.Name)
	}
	return poll{must: []int{a.Whom.No}}, nil
}

// MissedThisRound reports whether whoever holds a seat has missed a turn since the last deal, or missed their last turn.
func MissedThisRound(t *table.Table, s *model.Seat) bool {
	c := t.Match.Chair(s.Name)
	return c != nil && (c.MissedLast || c.MissedIn > 0 && c.MissedIn == t.Match.Deals)
}

// rewindsMost is how often a table may take moves back between two deals.
const rewindsMost = 3

// thoseTakenBack needs the yes of each person whose move is taken back, and most of the others; everybody's, if
// somebody has seen a card meanwhile that stays where it is.
func thoseTakenBack(d *desk.Desk, a Act) (poll, *engine.Refusal) {
	if d.Table.Match.RewindsSinceDeal() >= rewindsMost {
		return poll{}, engine.Refuse("acts.rewind-often", "count", rewindsMost)
	}
	var p poll
	for s := range d.Table.In(model.SeatJoined) {
		if a.Back.Shown || slices.Contains(a.Back.Movers, s.Name) {
			p.must = append(p.must, s.No)
		}
	}
	if rest := counts(d, p.must...); len(p.must) < d.Table.People() {
		p.most = rest
	}
	return p, nil
}

// AnnounceAct has the next letter of everybody at the table say, right behind its first line, what was done, by whom and by
// which right, and returns that sentence. If n has a subject, they hear it by a letter now. The sender reads it in their
// receipt.
func AnnounceAct(d *desk.Desk, g Grant, key string, n notice.Note, does engine.Phrase) engine.Phrase {
	done := g.Describe(does)
	if n.Subject.Key != "" {
		referee := n
		referee.Lines = slices.Concat([]engine.Phrase{done}, n.Lines)
		d.Table.TellReferee(key, referee)
	}
	for s := range d.Table.In(model.SeatJoined) {
		if d.Voted == nil && d.Seat != nil && s.No == d.Seat.No {
			continue
		}
		table.TellAct(s, done)
		if answered := d.Voted != nil && d.Voted.Last != nil && s.No == d.Voted.Last.No; n.Subject.Key != "" && !answered {
			n.OfAct = true
			d.Table.Note(s, key, n)
		}
	}
	return done
}
