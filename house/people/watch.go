package people

import (
	"slices"
	"strconv"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/table"
	"pitpost.example/model"
	"pitpost.example/speech"
)

// WatchMatch follows a public match with "watch #42" and stops with "watch #42 off". Alone it lists what is
// followed.
func WatchMatch(d *desk.Desk, _ speech.Line, rest string) desk.Result {
	id, off := int64(0), false
	for f := range strings.FieldsSeq(rest) {
		if n, err := strconv.ParseInt(strings.TrimPrefix(f, "#"), 10, 64); err == nil {
			id = n
			continue
		}
		off = true
	}
	if id == 0 && d.Ref != nil && d.Ref.Purpose == model.ForWatch {
		id = d.Ref.Match
	}
	watched := d.W.Watched(d.Player.ID)
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

// watching lists the matches that a player follows.
func watching(ids []int64) desk.Result {
	if len(ids) == 0 {
		return desk.AnswerInfo(engine.Say("house.watch-none"))
	}
	names := engine.MapList(ids, func(id int64) string { return "#" + strconv.FormatInt(id, 10) })
	return desk.AnswerInfo(engine.Say("house.watch-list", "matches", names, "first", names[0]))
}

// follow has the sender follow a match. A match that is not public is refused as if it did not exist.
func follow(d *desk.Desk, id int64, watched []int64) desk.Result {
	t := table.FindTable(d.W, id)
	if t == nil {
		return desk.Refuse("house.watch-not", "match", int(id))
	}
	if s := t.SeatOf(d.Player.ID); s != nil && s.State != model.SeatDeclined && s.State != model.SeatLeft {
		return desk.Refuse("house.watch-own", "match", int(id))
	}
	if !t.Public() || t.Row.Phase.Ended() || t.KeptOut(d.Player.ID, d.From) {
		return desk.Refuse("house.watch-not", "match", int(id))
	}
	if slices.Contains(watched, id) || t.Row.Referee == d.Player.ID {
		return desk.AnswerDone(engine.Say("house.watch-already", "match", int(id)))
	}
	all := d.W.Watchers(id)
	switch {
	case len(watched) >= table.WatchedMost:
		return desk.Refuse("house.watch-many", "count", table.WatchedMost)
	case len(all) >= table.WatchersMost:
		return desk.Refuse("house.watch-full", "match", int(id), "count", table.WatchersMost)
	}
	d.W.SaveWatcher(model.Watcher{Match: id, Player: d.Player.ID, Known: t.Match.Seq})
	if len(all) == 0 {
		d.W.SetDue(model.Due{Owner: model.DueOfMatch, ID: id, Seat: -1, What: model.DueWatch, At: d.Now().Add(table.WatchWeek)})
	}
	if t.Row.StartedAt != nil {
		t.ShowWatcher(model.Watcher{Player: d.Player.ID}, false)
	}
	return desk.AnswerDone(engine.Say("house.watch-on", "match", int(id), "game", engine.Say(t.Row.Game+".title")))
}

func unwatch(d *desk.Desk, id int64) desk.Result {
	if !d.W.Unwatch(id, d.Player.ID) {
		return desk.Refuse("house.watch-not-on", "match", int(id))
	}
	return desk.AnswerDone(engine.Say("house.watch-off", "match", int(id)))
}
