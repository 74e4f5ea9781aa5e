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
func ShowWatcher(w *world.Tx, t *model.Table, v model.Watcher, end bool) {
	w.Queue(model.Notice{Key: fmt.Sprintf("watch:%d:%d:%d", t.Row.ID, v.Player, t.Match.Seq), Match: t.Row.ID, Seat: model.NoSeat, Player: v.Player,
		Purpose: model.PurposeWatch, Seq: t.Match.Seq, Params: notice.Params(notice.Watching{Since: v.Told, End: end})})
}

// tellWatchers writes to the referee, and to those who follow a match, when a round or the match ends, and after
// each turn to followers who want that. WatchWeekly does the rest.
func tellWatchers(w *world.Tx, t *model.Table) {
	over := t.Row.Phase.Ended()
	ended := over || lastRoundEnd(w, t) > 0 || began(w, t) // when it began there is a board to look at
	if ended {
		ShowReferee(w, t)
	}
	if !t.Public() {
		return
	}
	if !ended && !moved(w, t) {
		return // a watcher would see nothing new
	}
	for _, v := range w.Watchers(t.Row.ID) {
		if ended || turnsEnded(t) && wantsEach(w, v.Player) {
			tellWatcher(w, t, v, over)
		}
		if over {
			w.Unwatch(t.Row.ID, v.Player)
		}
	}
}

func tellWatcher(w *world.Tx, t *model.Table, v model.Watcher, over bool) {
	if SeatOf(t, v.Player).Played() {
		w.Unwatch(t.Row.ID, v.Player) // they have got a seat in the meantime
		return
	}
	if t.Row.StartedAt == nil {
		return // there is nothing to see yet
	}
	ShowWatcher(w, t, v, over)
	w.SaveWatcher(model.Watcher{Match: t.Row.ID, Player: v.Player, Told: t.Match.Seq})
}

func wantsEach(w *world.Tx, player int64) bool {
	p := w.Player(player)
	return p != nil && p.Settings.Notify == model.NotifyEach
}

// WatchWeekly writes to those who have heard nothing for a week in which something happened, and schedules
// the next look.
func WatchWeekly(w *world.Tx, t *model.Table, _ model.Due) {
	list := w.Watchers(t.Row.ID)
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

// seenSince reports whether anything public other than talk has happened since a fact.
func seenSince(t *model.Table, seq int) bool {
	return slices.ContainsFunc(t.Match.Heard("", seq), func(h engine.Heard) bool {
		return slices.ContainsFunc(h.Lines, func(p engine.Phrase) bool { return p.Key != "match.said" })
	})
}
