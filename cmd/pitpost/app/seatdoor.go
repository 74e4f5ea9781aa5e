package app

import (
	"context"
	"net/http"

	"pitpost.example/house/notice"
	"pitpost.example/mailer"
	"pitpost.example/model"
	"pitpost.example/web"
)

// seatDoor is where programs play seats by their keys; w writes what they are told.
func (st *App) seatDoor(w *mailer.Writer) http.Handler {
	d := &web.SeatDoor{House: st.House, DB: st.DB, Log: st.Log, Now: st.Now,
		Turn: func(ctx context.Context, match int64, seat *model.Seat, heard, fact int) ([]byte, error) {
			return w.Turn(ctx, match, seat, mailer.NewsAfter{Heard: heard, Fact: fact}, st.Now())
		},
		Lines: func(ctx context.Context, k model.SeatKey, r *notice.Receipt) (any, error) {
			return w.KeyLines(ctx, k, r, st.Now())
		},
	}
	return d.Handler()
}
