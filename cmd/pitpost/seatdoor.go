package main

import (
	"context"
	"net/http"

	"pitpost.example/house/notice"
	"pitpost.example/mailer/letter"
	"pitpost.example/model"
	"pitpost.example/web/seatapi"
)

// seatDoor is where programs play seats by their keys; w writes what they are told.
func (st *station) seatDoor(w *letter.Writer) http.Handler {
	d := &seatapi.API{House: st.house, DB: st.db, Log: st.log, Now: st.now,
		Turn: func(ctx context.Context, match int64, seat *model.Seat, heard, fact int) ([]byte, error) {
			return w.Turn(ctx, match, seat, letter.NewsAfter{Heard: heard, Fact: fact}, st.now())
		},
		Lines: func(ctx context.Context, k model.SeatKey, r *notice.Receipt) (any, error) {
			return w.KeyLines(ctx, k, r, st.now())
		},
	}
	return d.Handler()
}
