package table

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/notice"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Most matches that one player follows, and most who follow one match.
const (
	WatchedMost  = 20
	WatchersMost = 200
)

// WatchWeek is after how long those who follow a match hear of it although no round ended.
const WatchWeek = 7 * 24 * time.Hour

// Public says whether a match may be followed without a seat in it: its host opened it to
// anybody, or said so at "new".
func Public(t *model.Table) bool { return t.Row.Listed || t.Row.Terms.Watch }

// ShowWatcher queues the public view of a match as it is now.
func ShowWatcher(w *world.Tx, t *model.Table, v model.Watcher, end bool) {
	w.Queue(model.Notice{Key: fmt.Sprintf("watch:%d:%d:%d", t.Row.ID, v.Player, t.Match.Seq), Match: t.Row.ID, Seat: NoSeat, Player: v.Player,
		Purpose: model.PurposeWatch, Seq: t.Match.Seq, Params: notice.Params(notice.Watching{Since: v.Told, End: end})})
}

// NoSeat stands for the seat of those who have none.
const NoSeat = -1

// tellWatchers writes to those who follow a match what is public: at a round's end, at the
// end, after each turn to those who want that, and else once a week.
func tellWatchers(w *world.Tx, t *model.Table, ended bool) {
	if !Public(t) {
		return
	}
	over := t.Row.Phase.Ended()
	moved := false
	for _, f := range w.Appended(t) {
		moved = moved || f.Seat != ""
		if _, ok := f.Event.(engine.Started); ok {
			ended = true // there is a board now
		}
	}
	if !ended && !over && !moved {
		return // nothing that a watcher would see
	}
	list := world.Get(w, world.Watchers{Match: t.Row.ID})
	for _, v := range list {
		if ended || over || moved && turnsEnded(t) && wantsEach(w, v.Player) {
			tellWatcher(w, t, v, over)
		}
	}
	if over && len(list) > 0 {
		w.Do(world.UnwatchAll{Match: t.Row.ID})
	}
}

func tellWatcher(w *world.Tx, t *model.Table, v model.Watcher, over bool) {
	if s := SeatOf(t, v.Player); s != nil && (s.State == model.SeatJoined || s.State == model.SeatBot) {
		w.Unwatch(t.Row.ID, v.Player) // they have a seat by now
		return
	}
	if t.Row.StartedAt == nil {
		return // there is nothing to see
	}
	ShowWatcher(w, t, v, over)
	w.Do(world.Watch{Match: t.Row.ID, Player: v.Player, Told: t.Match.Seq})
}

func wantsEach(w *world.Tx, player int64) bool {
	p := w.Player(player)
	return p != nil && p.Settings.Notify == model.NotifyEach
}

// WatchWeekly writes to those who have heard nothing of a match for a week in which
// something happened, and sees when to look again.
func WatchWeekly(w *world.Tx, t *model.Table) {
	list := world.Get(w, world.Watchers{Match: t.Row.ID})
	if len(list) == 0 || t.Row.Phase.Ended() {
		return
	}
	next := w.Now().Add(WatchWeek)
	for _, v := range list {
		switch due := v.ToldAt.Add(WatchWeek); {
		case due.After(w.Now()):
			if due.Before(next) {
				next = due
			}
		case t.Row.Phase == model.PhaseRunning && seenSince(t, v.Told):
			tellWatcher(w, t, v, false)
		}
	}
	w.SetDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: -1, What: model.DueWatch, At: next})
}

// seenSince says whether anything happened since a fact that all may see, talk aside.
func seenSince(t *model.Table, seq int) bool {
	return slices.ContainsFunc(t.Match.Heard("", seq), func(h engine.Heard) bool {
		return slices.ContainsFunc(h.Lines, func(p engine.Phrase) bool { return p.Key != "match.said" })
	})
}

// VoteLasts is how long a vote stays open; silence is no.
const VoteLasts = 48 * time.Hour

// Ballot is the params of an ask of kind "vote".
type Ballot struct {
	What  model.VoteKind `json:"what"`
	By    string         `json:"by"`
	Span  time.Duration  `json:"span,omitempty"`
	Round string         `json:"round"` // one vote has one name
	Step  int            `json:"step"`
	// Due are the seats whose time is voted on, and how many choices they had made.
	Due map[string]int `json:"due,omitempty"`
	// Deals are how many deals there were.
	Deals int `json:"deals,omitempty"`
}

// About is what a vote asks, in words.
func (b Ballot) About() engine.Phrase {
	return engine.Say("house.vote-"+string(b.What), "names", slices.Sorted(maps.Keys(b.Due)), "in", int(b.Span/time.Second))
}

// Matters says whether there is still something to vote on: a turn that was given no more time may
// be over, and so may the round that was to be given up.
func (b Ballot) Matters(t *model.Table) bool {
	switch b.What {
	case model.VoteResume:
		return t.Row.Phase == model.PhasePaused
	case model.VoteExtend:
		for name, steps := range b.Due {
			if c := t.Match.Chair(name); c != nil && c.Steps == steps {
				return true
			}
		}
		return false
	}
	return t.Row.Phase == model.PhaseRunning && b.Deals == t.Match.Deals
}

// BallotOf reads what a vote is about.
func BallotOf(a model.Ask) (Ballot, bool) {
	var b Ballot
	err := json.Unmarshal(a.Params, &b)
	return b, err == nil
}
