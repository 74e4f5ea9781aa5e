package table

import (
	"maps"
	"slices"

	"pitpost.example/engine"
	"pitpost.example/model"
	"pitpost.example/speech/dates"
)

// A table may change its terms while it plays. A longer time holds at once, also for whoever is due. A shorter one, and
// what may be said to whom, hold from the next round on; where none is to come, from each seat's next turn on. Whoever's
// clock runs keeps the better of both.

// ChangeTerms gives a match those of the new terms that are named. It returns which of them, as they are written, hold
// only from the next round on.
func (t *Timed) ChangeTerms(now model.Terms, named map[string]string) (late []string) {
	was := t.Row.Terms
	terms := was
	waits := map[string]string{}
	if was.Later != nil {
		waits = maps.Clone(was.Later.Set)
	}
	spelled := dates.SpellTerms(now)
	for name := range named {
		delete(waits, name)
		if t.Match.RoundsLeft() > 0 && spelled[name] != dates.SpellTerms(was)[name] && holdsLater(name, was, now) {
			waits[name] = spelled[name]
			late = append(late, name+"="+spelled[name])
			continue
		}
		setTerm(&terms, name, now)
	}
	if terms.Later = nil; len(waits) > 0 {
		terms.Later = &model.LaterTerms{Deal: t.Match.Deals + 1, Set: waits}
	}
	t.putTerms(terms)
	slices.Sort(late)
	return late
}

// DropsLater reports whether settings take back terms that were to hold from the next round on.
func (t *Timed) DropsLater(set map[string]string) bool {
	later := t.Row.Terms.Later
	for name := range set {
		if later != nil && later.Set[name] != "" {
			return true
		}
	}
	return false
}

// holdsLater reports whether a new term waits for the next round: a shorter time, and who may talk to whom.
func holdsLater(name string, was, now model.Terms) bool {
	switch name {
	case "pace":
		return now.Pace < was.Pace
	case "bank":
		return now.Bank < was.Bank
	case "weekends":
		return now.Weekends
	}
	return name == "talk"
}

// setTerm copies one term.
func setTerm(to *model.Terms, name string, from model.Terms) {
	switch name {
	case "pace":
		to.Pace = from.Pace
	case "bank":
		to.Bank = from.Bank
	case "weekends":
		to.Weekends = from.Weekends
	case "remind":
		to.Remind = from.Remind
	case "slips":
		to.Slips = from.Slips
	case "talk":
		to.Talk = from.Talk
	}
}

// putTerms gives the match these terms, each seat what is more of its reserve time, and each clock that runs or stands the
// better of its time and the new one.
func (t *Timed) putTerms(terms model.Terms) {
	more := terms.Bank - t.Row.Terms.Bank
	t.Row.Terms = terms
	for s := range t.In() {
		if more > 0 && s.Round == t.Match.Deals && !t.Match.Choosing() {
			s.Bank += more
		}
	}
	for _, c := range slices.Clone(t.Clocks) {
		s := t.Seat(c.Seat)
		if s == nil || optional(c) {
			continue
		}
		bank := s.Bank
		if t.Match.Choosing() {
			bank = 0
		}
		p := t.Player(s.Player)
		times := HoursOf(p).Start(c.Began, terms.Pace, bank, terms.Weekends)
		if times.Soft.Before(c.Soft) {
			times.Soft = c.Soft
		}
		if times.Due.Before(c.Due) {
			times.Due = c.Due
		}
		if c.StoppedAt != nil {
			c.Soft, c.Due = times.Soft, times.Due
			t.SetClock(c)
			continue
		}
		t.setClock(p, c, engine.Clock{Began: c.Began, Soft: times.Soft, Due: times.Due})
	}
}

// beginLater gives the match the terms that were to hold from this round on.
func (t *Timed) beginLater() {
	later := t.Row.Terms.Later
	if later == nil || t.Match.Deals < later.Deal {
		return
	}
	order := dates.Order{Game: t.Match.Game, Edition: t.Row.Edition, Options: t.Row.Options, Terms: t.Row.Terms}
	if no := order.Change(later.Set, t.Match.Setup.Rules); no == nil {
		t.Row.Terms = order.Terms
	}
	t.Row.Terms.Later = nil
}
