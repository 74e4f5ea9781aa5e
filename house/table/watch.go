package table

import (
	"fmt"
	"slices"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/model/notice"
)

// How many matches one player may follow, and how many may follow one match.
const (
	WatchedMost  = 20
	WatchersMost = 200
)

// WatchWeek is how long followers wait at most for news if no round ends.
const WatchWeek = 7 * 24 * time.Hour

// ShowWatcher queues a letter with the public view of a match as it is now.
func (t *Table) ShowWatcher(v model.Watcher, end bool) {
	t.Queue(model.Notice{Key: fmt.Sprintf("watch:%d:%d:%d", t.Row.ID, v.Player, t.Match.Seq), Match: t.Row.ID, Seat: model.NoSeat, Player: v.Player,
		Purpose: model.PurposeWatch, Seq: t.Match.Seq,
		Params: notice.EncodeParams(notice.Watching{Since: v.Known, End: end})})
}

// tellWatchers writes to the referee, and to those who follow a match, when a round or the match ends, and after
// each turn to followers who want that. WatchWeekly does the rest.
func (t *Table) tellWatchers() {
	over := t.Row.Phase.Ended()
	ended := over || t.lastRoundEnd() > 0 || t.began() // when it began there is a board to look at
	if ended {
		t.ShowReferee()
	}
	if !t.Public() {
		return
	}
	if !ended && !t.moved() {
		return // a watcher would see nothing new
	}
	for _, v := range t.Watchers(t.Row.ID) {
		if ended || t.turnsEnded() && wantsEach(t.Tx, v.Player) {
			t.tellWatcher(v, over)
		}
		if over {
			t.Unwatch(t.Row.ID, v.Player)
		}
	}
}

func (t *Table) tellWatcher(v model.Watcher, over bool) {
	if t.SeatOf(v.Player).Played() {
		t.Unwatch(t.Row.ID, v.Player) // they have got a seat in the meantime
		return
	}
	if t.Row.StartedAt == nil {
		return // there is nothing to see yet
	}
	t.ShowWatcher(v, over)
	t.SaveWatcher(model.Watcher{Match: t.Row.ID, Player: v.Player, Known: t.Match.Seq})
}

func wantsEach(w *world.Tx, player int64) bool {
	p := w.Player(player)
	return p != nil && p.Settings.Notify == model.NotifyEach
}

// WatchWeekly writes to those who have heard nothing for a week in which something happened, and schedules
// the next look.
func (t *Table) WatchWeekly(_ model.Due) {
	list := t.Watchers(t.Row.ID)
	if len(list) == 0 || t.Row.Phase.Ended() {
		return
	}
	next := t.Now().Add(WatchWeek)
	for _, v := range list {
		switch due := v.KnownAt.Add(WatchWeek); {
		case due.After(t.Now()):
			if due.Before(next) {
				next = due
			}
		case t.Row.Phase == model.PhaseRunning && t.seenSince(v.Known):
			t.tellWatcher(v, false)
		}
	}
	t.SetDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: -1, What: model.DueWatch, At: next})
}

// seenSince reports whether anything public other than talk has happened since a fact.
func (t *Table) seenSince(seq int) bool {
	return slices.ContainsFunc(t.Match.Heard("", seq), func(h engine.Heard) bool {
		return slices.ContainsFunc(h.Lines, func(p engine.Phrase) bool { return p.Key != "match.said" })
	})
}
