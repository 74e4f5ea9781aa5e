package house

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/notice"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Most matches that one player follows, and most who follow one match.
const (
	watchedMost  = 20
	watchersMost = 200
)

// watchWeek is after how long those who follow a match hear of it although no round ended.
const watchWeek = 7 * 24 * time.Hour

// public says whether a match may be followed without a seat in it: its host opened it to
// anybody, or said so at "new".
func public(t *model.Table) bool { return t.Row.Listed || t.Row.Terms.Watch }

// Watch follows a public match: "watch #42", "watch #42 off"; alone it says which.
func Watch(d *desk, _ command.Line, rest string) answer {
	if d.operator {
		return refuse("house.operator-plays-not")
	}
	id, off := int64(0), false
	for _, f := range strings.Fields(rest) {
		if n, err := strconv.ParseInt(strings.TrimPrefix(f, "#"), 10, 64); err == nil {
			id = n
			continue
		}
		off = true
	}
	if id == 0 && d.ref != nil && d.ref.Purpose == ForWatch {
		id = d.ref.Match
	}
	d.needPlayer()
	watched := world.Get(d.w, world.Watched{Player: d.player.ID})
	switch {
	case off && id == 0 && len(watched) == 1:
		return unwatch(d, watched[0])
	case off && id != 0:
		return unwatch(d, id)
	case off || id == 0:
		return watching(watched)
	}
	return follow(d, id, watched)
}

// watching lists what a player follows.
func watching(ids []int64) answer {
	if len(ids) == 0 {
		return told(say("house.watch-none"))
	}
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = "#" + itoa(id)
	}
	return told(say("house.watch-list", "matches", names, "first", names[0]))
}

// follow writes a player down for the letters of a match. One that is not public is
// refused as if there were none.
func follow(d *desk, id int64, watched []int64) answer {
	t := d.w.FindTable(id)
	if t == nil {
		return refuse("house.watch-not", "match", int(id))
	}
	if s := seatOf(t, d.player.ID); s != nil && s.State != model.SeatDeclined && s.State != model.SeatLeft {
		return refuse("house.watch-own", "match", int(id))
	}
	if !public(t) || t.Row.Phase == model.PhaseOver || t.Row.Phase == model.PhaseAborted {
		return refuse("house.watch-not", "match", int(id))
	}
	if keptOut(d.w, t, d.player.ID, d.from) {
		return refuse("house.watch-not", "match", int(id))
	}
	for _, other := range watched {
		if other == id {
			return done(say("house.watch-already", "match", int(id)))
		}
	}
	all := world.Get(d.w, world.Watchers{Match: id})
	switch {

	case len(watched) >= watchedMost:
		return refuse("house.watch-many", "count", watchedMost)
	case len(all) >= watchersMost:
		return refuse("house.watch-full", "match", int(id), "count", watchersMost)
	}
	d.w.Do(world.Watch{Match: id, Player: d.player.ID, Told: t.Match.Seq})
	if len(all) == 0 {
		d.w.SetDue(model.Due{Owner: model.DueOfMatch, ID: id, Seat: -1, What: model.DueWatch, At: d.now().Add(watchWeek)})
	}
	if t.Row.StartedAt != nil {
		showWatcher(d.w, t, model.Watcher{Player: d.player.ID}, false)
	}
	return done(say("house.watch-on", "match", int(id), "game", say(t.Row.Game+".title")))
}

func unwatch(d *desk, id int64) answer {
	was := d.w.Unwatch(id, d.player.ID)
	if !was {
		return refuse("house.watch-not-on", "match", int(id))
	}
	return done(say("house.watch-off", "match", int(id)))
}

// Unwatch ends all letters about a match to somebody who follows it. Doing it twice is doing
// it once.
func (h *House) Unwatch(ctx context.Context, match, player int64, now time.Time) error {
	return h.play(ctx, model.Cause{Kind: model.CausePage, Now: now}, 0, func(w *world.Tx) error {
		w.Unwatch(match, player)
		return nil
	})
}

// showWatcher queues the public view of a match as it is now.
func showWatcher(w *world.Tx, t *model.Table, v model.Watcher, end bool) {
	w.Queue(model.Notice{Key: fmt.Sprintf("watch:%d:%d:%d", t.Row.ID, v.Player, t.Match.Seq), Match: t.Row.ID, Seat: noSeat, Player: v.Player,
		Purpose: model.PurposeWatch, Seq: t.Match.Seq, Params: notice.Params(notice.Watching{Since: v.Told, End: end})})
}

// noSeat stands for the seat of those who have none.
const noSeat = -1

// tellWatchers writes to those who follow a match what is public: at a round's end, at the
// end, after each turn to those who want that, and else once a week.
func tellWatchers(w *world.Tx, t *model.Table, ended bool) {
	if !public(t) {
		return
	}
	over := t.Row.Phase == model.PhaseOver || t.Row.Phase == model.PhaseAborted
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
	if len(list) == 0 {
		return
	}
	for _, v := range list {
		each := moved && turnsEnded(t) && wantsEach(w, v.Player)
		if !ended && !over && !each {
			continue
		}
		tellWatcher(w, t, v, over)
	}
	if over {
		w.Do(world.UnwatchAll{Match: t.Row.ID})
		return
	}
}

func tellWatcher(w *world.Tx, t *model.Table, v model.Watcher, over bool) {
	if s := seatOf(t, v.Player); s != nil && (s.State == model.SeatJoined || s.State == model.SeatBot) {
		w.Unwatch(t.Row.ID, v.Player) // they have a seat by now
		return
	}
	if t.Row.StartedAt == nil {
		return // there is nothing to see
	}
	showWatcher(w, t, v, over)
	w.Do(world.Watch{Match: t.Row.ID, Player: v.Player, Told: t.Match.Seq})
}

func wantsEach(w *world.Tx, player int64) bool {
	p := w.Player(player)
	return p != nil && p.Settings.Notify == model.NotifyEach
}

// watchWeekly writes to those who have heard nothing of a match for a week in which
// something happened, and sees when to look again.
func watchWeekly(w *world.Tx, t *model.Table) {
	list := world.Get(w, world.Watchers{Match: t.Row.ID})
	if len(list) == 0 || t.Row.Phase == model.PhaseOver || t.Row.Phase == model.PhaseAborted {
		return
	}
	next := w.Now().Add(watchWeek)
	for _, v := range list {
		switch due := v.ToldAt.Add(watchWeek); {
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
	for _, h := range t.Match.Heard("", seq) {
		for _, p := range h.Lines {
			if p.Key != "match.said" {
				return true
			}
		}
	}
	return false
}

// toldOfWatching is the line by which guests learn that others may look on.
func toldOfWatching(t *model.Table) []engine.Phrase {
	if !t.Row.Terms.Watch {
		return nil
	}
	return []engine.Phrase{say("house.watch-allowed", "match", int(t.Row.ID))}
}
