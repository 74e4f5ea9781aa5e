package table

import (
	"fmt"

	"pitpost.example/engine"
	"pitpost.example/house/notice"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// sayNo gives up a seat in a lobby and tells the host.
func SayNo(w *world.Tx, t *model.Table, s *model.Seat) {
	s.State = model.SeatDeclined
	w.Save(t)
	w.DropDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: s.No, What: model.DueInvite})
	if h := t.Seat(t.Row.Host); h != nil {
		Note(w, t, h, model.PurposeNote, fmt.Sprintf("declined:%d", s.No), notice.Note{
			Subject: Say("house.declined-subject", "name", s.Name, "match", int(t.Row.ID)),
			Lines:   []engine.Phrase{Say("house.declined", "name", s.Name), Say("house.declined-how")}})
	}
}
