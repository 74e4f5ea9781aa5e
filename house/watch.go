package house

import (
	"context"
	"strconv"
	"strings"
	"time"

	"pitpost.example/house/command"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

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
		return told(table.Say("house.watch-none"))
	}
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = "#" + table.Itoa(id)
	}
	return told(table.Say("house.watch-list", "matches", names, "first", names[0]))
}

// follow writes a player down for the letters of a match. One that is not public is
// refused as if there were none.
func follow(d *desk, id int64, watched []int64) answer {
	t := d.w.FindTable(id)
	if t == nil {
		return refuse("house.watch-not", "match", int(id))
	}
	if s := table.SeatOf(t, d.player.ID); s != nil && s.State != model.SeatDeclined && s.State != model.SeatLeft {
		return refuse("house.watch-own", "match", int(id))
	}
	if !table.Public(t) || t.Row.Phase == model.PhaseOver || t.Row.Phase == model.PhaseAborted {
		return refuse("house.watch-not", "match", int(id))
	}
	if table.KeptOut(d.w, t, d.player.ID, d.from) {
		return refuse("house.watch-not", "match", int(id))
	}
	for _, other := range watched {
		if other == id {
			return done(table.Say("house.watch-already", "match", int(id)))
		}
	}
	all := world.Get(d.w, world.Watchers{Match: id})
	switch {

	case len(watched) >= table.WatchedMost:
		return refuse("house.watch-many", "count", table.WatchedMost)
	case len(all) >= table.WatchersMost:
		return refuse("house.watch-full", "match", int(id), "count", table.WatchersMost)
	}
	d.w.Do(world.Watch{Match: id, Player: d.player.ID, Told: t.Match.Seq})
	if len(all) == 0 {
		d.w.SetDue(model.Due{Owner: model.DueOfMatch, ID: id, Seat: -1, What: model.DueWatch, At: d.now().Add(table.WatchWeek)})
	}
	if t.Row.StartedAt != nil {
		table.ShowWatcher(d.w, t, model.Watcher{Player: d.player.ID}, false)
	}
	return done(table.Say("house.watch-on", "match", int(id), "game", table.Say(t.Row.Game+".title")))
}

func unwatch(d *desk, id int64) answer {
	was := d.w.Unwatch(id, d.player.ID)
	if !was {
		return refuse("house.watch-not-on", "match", int(id))
	}
	return done(table.Say("house.watch-off", "match", int(id)))
}

// Unwatch ends all letters about a match to somebody who follows it. Doing it twice is doing
// it once.
func (h *House) Unwatch(ctx context.Context, match, player int64, now time.Time) error {
	return h.play(ctx, model.Cause{Kind: model.CausePage, Now: now}, 0, func(w *world.Tx) error {
		w.Unwatch(match, player)
		return nil
	})
}
