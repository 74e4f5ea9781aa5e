package table

import (
	"fmt"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/notice"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// seatOf finds a player's seat in a match: the one they hold, else one they
// are invited to or left.
func SeatOf(t *model.Table, player int64) *model.Seat {
	var other *model.Seat
	for i := range t.Seats {
		s := &t.Seats[i]
		if s.Player != player || player == 0 {
			continue
		}
		if s.State == model.SeatJoined || s.State == model.SeatBot {
			return s
		}
		if s.State != model.SeatUninvited {
			other = s
		}
	}
	return other
}

// seatNamed finds a seat by its name: as it is spelled, else without regard to
// case and accents.
func SeatNamed(t *model.Table, name string) *model.Seat {
	var found *model.Seat
	for i := range t.Seats {
		s := &t.Seats[i]
		if s.State == model.SeatUninvited || s.State == model.SeatDeclined {
			continue
		}
		if s.Name == name {
			return s
		}
		if found == nil && engine.Normalise(s.Name) == engine.Normalise(name) {
			found = s
		}
	}
	return found
}

// seatBegins finds a seat by its name, then by a unique beginning.
func SeatBegins(t *model.Table, word string) *model.Seat {
	if s := SeatNamed(t, word); s != nil {
		return s
	}
	var found *model.Seat
	for i := range t.Seats {
		s := &t.Seats[i]
		if s.State == model.SeatUninvited || s.State == model.SeatDeclined || word == "" {
			continue
		}
		if strings.HasPrefix(engine.Normalise(s.Name), engine.Normalise(word)) {
			if found != nil {
				return nil
			}
			found = s
		}
	}
	return found
}

// note queues a letter of the house to a seat's player. key makes it a duty
// that is told once.
func Note(w *world.Tx, t *model.Table, s *model.Seat, purpose model.Purpose, key string, n notice.Note) {
	if s.Stopped != nil || s.Player == 0 {
		return
	}
	step := 0
	if c := t.Match.Chair(s.Name); c != nil {
		step = c.Steps + 1 // a move may answer any letter
	}
	w.Queue(model.Notice{
		Key: fmt.Sprintf("%s:%d:%d:%s", purpose, t.Row.ID, s.No, key), Match: t.Row.ID, Seat: s.No, Player: s.Player,
		Address: s.Address, Purpose: purpose, Step: step, Seq: t.Match.Seq, Params: notice.Params(n),
	})
}

// tellAll writes the same note to every person at the table but one.
func TellAll(w *world.Tx, t *model.Table, but *model.Seat, key string, n notice.Note) {
	for i := range t.Seats {
		s := &t.Seats[i]
		if s.State == model.SeatJoined && (but == nil || s.No != but.No) {
			Note(w, t, s, model.PurposeNote, key, n)
		}
	}
}

func Say(key string, pairs ...any) engine.Phrase { return engine.Say(key, pairs...) }
