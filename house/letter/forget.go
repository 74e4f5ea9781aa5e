package letter

import (
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/house/leagues"
	"pitpost.example/house/seats"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/model/notice"
)

// confirmForgetting forgets the sender, who has answered the letter that asked them: who they are, their addresses, letters and
// words. Their running matches are left as by "resign".
func confirmForgetting(d *desk.Desk) desk.Result {
	StartForgetting(d.W, d.Player.ID)
	return desk.AnswerDone(engine.Say("own.forgotten"))
}

// StartForgetting has a player, and whoever writes from their mailbox, leave everything they take part in. The rest is
// forgotten match by match, as soon as the last letter to them is out.
func StartForgetting(w *world.Tx, player int64) {
	for _, kept := range w.KeptPlayers(player) {
		leaveAll(w, kept.ID)
		w.SetDue(model.Due{Owner: model.DueOfPlayer, ID: kept.ID, What: model.DueForget, At: w.Now()})
	}
	leaveAll(w, player)
	w.SetDue(model.Due{Owner: model.DueOfPlayer, ID: player, What: model.DueForget, At: w.Now()})
}

// leaveAll takes a player out of all that goes on.
func leaveAll(w *world.Tx, player int64) {
	leagues.LeaveAllSeasons(w, player)
	seats.LeaveAllSeats(w, player)
	table.NoteRefereeGone(w, player)
	w.DropStandin(player)
	for _, match := range w.Watched(player) {
		w.Unwatch(match, player)
	}
}

// lastLetterWaits is how long forgetting waits for the last letter to a player to leave.
const lastLetterWaits = 24 * time.Hour

// GoOnForgetting forgets a player in the next of their matches, and when none is left, the player.
func GoOnForgetting(w *world.Tx, d model.Due) {
	after, _ := strconv.ParseInt(d.Of, 10, 64) // "" is 0
	if of := w.EverSat(d.ID, after); len(of) > 0 {
		forgetInMatch(table.LoadTable(w, of[0]), d.ID)
		w.SetDue(model.Due{Owner: model.DueOfPlayer, ID: d.ID, What: model.DueForget, Of: strconv.FormatInt(of[0], 10), At: w.Now()})
		return
	}
	var waits struct{ Since time.Time }
	if len(d.Data) > 0 {
		world.StopOnError(json.Unmarshal(d.Data, &waits))
	}
	if waits.Since.IsZero() {
		waits.Since = w.Now()
	}
	if w.HasUnsent(d.ID) && w.Now().Sub(waits.Since) < lastLetterWaits {
		w.SetDue(model.Due{Owner: model.DueOfPlayer, ID: d.ID, What: model.DueForget, Of: d.Of, At: w.Now().Add(time.Minute), Data: notice.EncodeParams(waits)})
		return
	}
	f := model.Forgetting{Player: d.ID, Hashes: map[string]string{}}
	if p := w.Player(d.ID); p != nil && p.Keeper == 0 {
		for _, a := range w.Addresses(d.ID) {
			f.Hashes[a.Address] = w.Rules().Hash(a.Address)
		}
	}
	w.DropDue(model.Due{Owner: model.DueOfPlayer, ID: d.ID})
	w.Forget(f)
}

// former is what a seat is called whose player was forgotten.
const former = "Former"

// forgetInMatch takes a player's name and words from a match. The log keeps the seat's name, and so does a seat that salted the
// shuffle, since the shuffles are checked by it.
func forgetInMatch(t *table.Table, player int64) {
	changes := t.SeatChanges(t.Row.ID)
	begun := t.Row.StartedAt != nil
	for i := range t.Seats {
		s := &t.Seats[i]
		first, touched := s.Player, s.Player == player
		for _, c := range slices.Backward(changes) {
			if c.Seat == s.No {
				touched = touched || c.Player == player
				if first = 0; c.What == model.ChangeLeft {
					first = c.Player
				}
			}
		}
		if !touched {
			continue
		}
		if s.Player == player {
			s.Address, s.Standing.Memo, s.Standing.Deaf, s.Standing.Untold, s.Standing.Acts = "", "", nil, nil, nil
		}
		if first == player && !(begun && s.Salt != "") {
			t.RenameFormer(s, former)
			if s.No == 0 {
				t.Row.Note = ""
			}
		}
		if !begun {
			s.Salt = ""
		}
	}
	if t.Row.Referee == player {
		t.Row.RefereeAddress, t.Row.RefereeName = "", t.FreeName(former)
	}
}
