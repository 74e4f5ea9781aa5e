package acts

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/speech"
)

// Ballot is the Params of an ask of kind "vote".
type Ballot struct {
	What model.ActKind `json:"what"`
	By   string        `json:"by"`
	// Line does what is voted on. A ballot without one is of an older version, and asks nothing any more.
	Line  speech.Line   `json:"line"`
	About engine.Phrase `json:"about"`
	Round string        `json:"round"` // names the vote that an ask belongs to: nobody asks for the same act twice between two deals
	// More than half of the seats in Most must say yes, and each of those in Must. Whom is the seat it is about, -1 for
	// none.
	Most []int `json:"most,omitempty"`
	Must []int `json:"must,omitempty"`
	Whom int   `json:"whom"`
	// Due holds the seats whose time is voted on, with the number of choices they had made.
	Due map[string]int `json:"due,omitempty"`
	// Deals is the number of deals so far.
	Deals int `json:"deals,omitempty"`
}

// ReadBallot reads the ballot of an ask of that kind.
func ReadBallot(a *model.Ask) Ballot { return world.DecodeJSON[Ballot]("what is voted on", a.Params) }

// secret reports whether nobody learns who was against.
func (b Ballot) secret() bool { return b.What == model.ActConcede }

// Matters reports whether there is still something to decide. The turn that it was about may be over, and so may the
// round that was to be given up.
func (b Ballot) Matters(t *table.Table) bool {
	switch {
	case b.Line.Folded == "" || !t.Row.Phase.InPlay():
		return false
	case b.What == model.ActResume:
		return t.Row.Phase == model.PhasePaused
	case b.What == model.ActPause:
		return t.Row.Phase == model.PhaseRunning
	case b.What == model.ActTerms || b.What == model.ActOptions:
		return true
	case b.What == model.ActExtend || b.What == model.ActForce || b.What == model.ActRewind:
		return slices.ContainsFunc(t.Match.Chairs, func(c engine.Chair) bool {
			steps, due := b.Due[c.Name]
			return due && c.Steps == steps
		})
	}
	return b.Deals == t.Match.Deals
}

// leastLasts is how long a vote stays open at least; otherwise it is the time for a move.
const leastLasts = 24 * time.Hour

// callVote asks those who decide on an act, or refuses.
func callVote(d *desk.Desk, a Act) desk.Result {
	switch {
	case d.Seat != nil && d.Seat.State == model.SeatBot:
		return desk.Refuse("house.bot-sits")
	case !plays(d):
		return desk.Refuse("house.not-seated", "match", int(d.Table.Row.ID))
	}
	about := aboutOf(d, a)
	if ask, of := openVote(d); ask != nil && of.What == a.What && of.Line.Folded == a.Line.Folded {
		if ask.Seat != d.Seat.No { // they are not among those who decide
			return desk.Refuse("acts.vote-open", "what", of.About, "name", of.By)
		}
		d.W.Answer(ask, model.AnswerYes)
		passed, said := CountVote(d, ask)
		d.Passed = passed
		return said
	} else if ask != nil {
		return desk.Refuse("acts.vote-open", "what", of.About, "name", of.By)
	}
	decide, no := rows[a.What].poll(d, a)
	if no != nil {
		return desk.RefuseWith(no)
	}
	if calledBefore(d, a.What) {
		return desk.Refuse("acts.vote-once")
	}
	b := Ballot{What: a.What, By: d.Seat.Name, Line: a.Line, About: about, Round: fmt.Sprintf("%s:%s:%d", a.What, d.Seat.Name, d.Table.Match.Deals),
		Most: decide.most, Must: decide.must, Whom: model.NoSeat, Due: dueNow(d.Table), Deals: d.Table.Match.Deals}
	if a.Whom != nil {
		b.Whom = a.Whom.No
	}
	return b.ask(d)
}

// ask sends the questions of a vote. Whoever asks for it says yes by that, and where that is enough it has passed.
func (b Ballot) ask(d *desk.Desk) desk.Result {
	lapses := lapse(d, b)
	var own *model.Ask
	var asked []string
	for s := range d.Table.In(model.SeatJoined) {
		if !slices.Contains(b.Most, s.No) && !slices.Contains(b.Must, s.No) {
			continue
		}
		a := model.Ask{Player: s.Player, Address: s.Address, Match: d.Table.Row.ID, Seat: s.No, Kind: model.AskVote, Params: notice.EncodeParams(b), LapsesAt: lapses}
		if s.No == d.Seat.No {
			a.Answer = model.AnswerYes
			a.ID = d.W.AddAsk(a)
			own = &a
			continue
		}
		asked = append(asked, s.Name)
		id := d.W.AddAsk(a)
		lines := []engine.Phrase{engine.Say("acts.vote", "name", b.By, "what", b.About), b.needs(d.Table, s, lapses)}
		if b.What == model.ActConcede {
			lines = slices.Insert(lines, 1, givingUp(d))
		}
		d.Table.Note(s, fmt.Sprintf("vote:%d", id), notice.Note{Ask: id, Answers: []string{"yes", "no"},
			Subject: engine.Say("acts.vote-subject", "match", int(d.Table.Row.ID), "what", b.About), Lines: lines})
	}
	if own != nil {
		if passed, said := CountVote(d, own); passed != nil {
			d.Passed = passed
			return said
		}
	}
	d.W.SetDue(model.Due{Owner: model.DueOfMatch, ID: d.Table.Row.ID, Seat: -1, What: model.DueVote, Of: string(b.What), At: lapses})
	return desk.AnswerDone(engine.Say("acts.vote-asked", "names", asked, "what", b.About), b.needs(d.Table, d.Seat, lapses))
}

// givingUp says what giving up comes to in the match at hand.
func givingUp(d *desk.Desk) engine.Phrase {
	_, rounds := d.Game().(engine.Parties)
	switch {
	case !d.Table.Match.Setup.HasRules(2):
		return engine.Say("acts.vote-first-rules")
	case rounds:
		return engine.Say("acts.vote-nobody-paid")
	}
	return engine.Say("acts.vote-nobody-wins")
}

// needs says to a seat what the vote needs, and until when. Where more than half is all of them, each yes is needed.
func (b Ballot) needs(t *table.Table, to *model.Seat, until time.Time) engine.Phrase {
	most, must := b.Most, b.Must
	if len(most) <= 2 {
		most, must = nil, slices.Concat(b.Most, b.Must)
	}
	var names []string
	for _, no := range must {
		if s := t.Seat(no); s != nil && s.No != to.No {
			names = append(names, s.Name)
		}
	}
	yours := slices.Contains(must, to.No)
	key := "acts.vote-most"
	switch {
	case len(most) == 0 && len(names) == 0:
		key = "acts.vote-yours"
	case len(most) == 0 && len(names) == 1 && !yours:
		key = "acts.vote-theirs"
	case len(most) == 0:
		key = "acts.vote-all"
	case len(must) > 0:
		key = "acts.vote-both"
	}
	return engine.Say(key, "count", len(most)/2+1, "of", len(most), "names", names, "yours", yours, "until", until.UTC().Format(time.RFC3339))
}

// lapse returns until when a vote is open: for one time of a move, at least a day, and where somebody is away whose
// yes it needs, for a day after their return.
func lapse(d *desk.Desk, b Ballot) time.Time {
	until := d.Now().Add(max(d.Table.Row.Terms.Pace, leastLasts))
	for _, no := range b.Must {
		p := d.W.Player(d.Table.Seat(no).Player)
		if p == nil || !table.IsAbsent(p, d.Now()) {
			continue
		}
		if back := p.AwayUntil.Add(leastLasts); back.After(until) {
			until = back
		}
	}
	return until
}

// dueNow returns the seats whose turn it is, with how many choices each has made.
func dueNow(t *table.Table) map[string]int {
	due := map[string]int{}
	for _, name := range t.Match.ToMove() {
		due[name] = t.Match.Chair(name).Steps
	}
	return due
}

// openVote returns the vote that is open, and the sender's ask in it or, if they have none, another's. One that does not matter
// any more is closed.
func openVote(d *desk.Desk) (ask *model.Ask, of Ballot) {
	for _, a := range d.W.Asks(model.AskFilter{Match: d.Table.Row.ID, Kind: model.AskVote, Open: true}) {
		b := ReadBallot(&a)
		if !b.Matters(d.Table) {
			CloseBallot(d, b)
			continue
		}
		if ask == nil || a.Seat == d.Seat.No {
			ask, of = &a, b
		}
	}
	return ask, of
}

// calledBefore reports whether the sender has asked the table about such an act since the last deal.
func calledBefore(d *desk.Desk, what model.ActKind) bool {
	return slices.ContainsFunc(d.W.Asks(model.AskFilter{Match: d.Table.Row.ID, Kind: model.AskVote}), func(a model.Ask) bool {
		b := ReadBallot(&a)
		return b.What == what && b.By == d.Seat.Name && b.Deals == d.Table.Match.Deals && b.Line.Folded != ""
	})
}

// CountVote counts an answer to a vote. If the vote has passed by it, passed is what has to be done.
func CountVote(d *desk.Desk, ask *model.Ask) (passed *desk.Passed, said desk.Result) {
	b := ReadBallot(ask)
	if !b.Matters(d.Table) {
		CloseBallot(d, b)
		return nil, desk.AnswerDone(engine.Say("house.vote-past"))
	}
	switch of := countOf(d, b); {
	case of.passes(b):
		CloseBallot(d, b)
		why := engine.Say("acts.right-vote", "name", b.By, "yes", of.yes, "no", of.no, "silent", of.silent)
		if b.secret() {
			why = engine.Say("acts.right-vote-all", "name", b.By)
		}
		return &desk.Passed{Line: b.Line, By: b.By, Votes: desk.Votes{Why: why, Last: d.Seat}}, desk.AnswerDone(engine.Say("acts.vote-passed", "what", b.About))
	case of.fails(b):
		CloseBallot(d, b)
		TellVoteFailed(d, b, of)
	}
	return nil, desk.AnswerDone(engine.Say("house.vote-counted"))
}

// count is how a vote stands: names by answer, and how many of those whose votes are counted by half said yes or no, or may still.
type count struct {
	yes, no, silent         []string
	mostYes, mostNo, mostOf int
	mustYes, mustNo, mustOf int
	alone                   bool // fewer than two of the others are left, and whom it is about has no voice
}

// countOf counts the answers of those who still hold the seats they were asked in.
func countOf(d *desk.Desk, b Ballot) (n count) {
	for _, a := range ballots(d, b.Round) {
		s := d.Table.Seat(a.Seat)
		if s == nil || s.State != model.SeatJoined || s.Player != a.Player {
			continue
		}
		yes, no := a.Answer == model.AnswerYes, a.Answer == model.AnswerNo
		of, ayes, noes := &n.mostOf, &n.mostYes, &n.mostNo
		if slices.Contains(b.Must, a.Seat) {
			of, ayes, noes = &n.mustOf, &n.mustYes, &n.mustNo
		}
		*of++
		switch {
		case yes:
			*ayes++
			n.yes = append(n.yes, s.Name)
		case no:
			*noes++
			n.no = append(n.no, s.Name)
		default:
			n.silent = append(n.silent, s.Name)
		}
	}
	whom := d.Table.Seat(b.Whom)
	n.alone = whom != nil && whom.State == model.SeatJoined && n.mostOf < 2 && !slices.Contains(b.Must, b.Whom)
	return n
}

func (n count) passes(b Ballot) bool {
	majority := len(b.Most) == 0 || n.mostYes > n.mostOf/2
	everyMust := n.mustYes == n.mustOf && (len(b.Must) == 0 || n.mustOf > 0)
	return majority && everyMust && !n.alone
}

func (n count) fails(b Ballot) bool {
	hopeless := len(b.Most) > 0 && n.mostOf-n.mostNo <= n.mostOf/2
	return n.mustNo > 0 || hopeless || n.alone
}

// TellVoteFailed tells the table that a vote has failed, and how each voted.
func TellVoteFailed(d *desk.Desk, b Ballot, n count) {
	says := engine.Say("acts.vote-failed", "name", b.By, "what", b.About, "yes", n.yes, "no", n.no, "silent", n.silent)
	if b.secret() {
		says = engine.Say("acts.vote-failed-all", "name", b.By, "what", b.About)
	}
	d.Table.TellAll(nil, "vote-failed:"+b.Round, d.Table.News("house.vote-failed-subject", says))
}

// LetVoteLapse closes the vote on an act, whose time is over. Silence is a no.
func LetVoteLapse(t *table.Table, what model.ActKind) {
	d := desk.ForPlayer(t.Tx, nil, "", model.ProofFailing)
	d.Table = t
	for _, a := range t.Asks(model.AskFilter{Match: t.Row.ID, Kind: model.AskVote, Open: true}) {
		b := ReadBallot(&a)
		if b.What != what {
			continue
		}
		n := countOf(d, b)
		CloseBallot(d, b)
		if b.Matters(t) {
			TellVoteFailed(d, b, n)
		}
		return
	}
}

// ballots returns all asks of one vote, answered or not.
func ballots(d *desk.Desk, round string) []model.Ask {
	all := d.W.Asks(model.AskFilter{Match: d.Table.Row.ID, Kind: model.AskVote})
	return slices.DeleteFunc(all, func(a model.Ask) bool { return ReadBallot(&a).Round != round })
}

// CloseBallot lets the open asks of a vote lapse and removes its due row.
func CloseBallot(d *desk.Desk, b Ballot) {
	for _, a := range ballots(d, b.Round) {
		if a.Answer == "" {
			d.W.Answer(&a, model.AnswerLapsed)
		}
	}
	d.W.DropDue(model.Due{Owner: model.DueOfMatch, ID: d.Table.Row.ID, Seat: -1, What: model.DueVote, Of: string(b.What)})
}

// aboutOf says what an act would do, as it stands in a question to the table.
func aboutOf(d *desk.Desk, a Act) engine.Phrase {
	key, name := "acts.vote-"+string(a.What), ""
	if a.Whom != nil {
		name = a.Whom.Name
	}
	if _, rounds := d.Game().(engine.Parties); a.What == model.ActConcede && !rounds {
		key = "acts.vote-concede-match"
	}
	if a.What == model.ActOptions {
		key = "acts.vote-terms"
	}
	return engine.Say(key, "name", name, "names", slices.Sorted(maps.Keys(dueNow(d.Table))), "in", int(a.Span/time.Second), "seat", a.Back.Seat, "turn", a.Back.Turn, "terms", a.Terms)
}
