package notice

import (
	"encoding/json"

	"pitpost.example/model"
)

// RefOf returns what an answer to a notice is about.
func RefOf(n *model.Notice) model.Ref {
	switch n.Purpose {
	case model.PurposeInvite:
		return model.Ref{Match: n.Match, Seat: n.Seat, Purpose: model.ForInvite}
	case model.PurposeAsk, model.PurposeOffer, model.PurposeReceipt:
		var p struct{ Ask int64 }
		if json.Unmarshal(n.Params, &p) == nil && p.Ask != 0 {
			return model.Ref{Match: n.Match, Seat: n.Seat, Purpose: model.ForAsk, Step: p.Ask}
		}
	case model.PurposeWatch:
		var p Watching
		if json.Unmarshal(n.Params, &p) == nil && p.Referee {
			return model.Ref{Match: n.Match, Seat: model.NoSeat, Purpose: model.ForReferee, Step: n.Player}
		}
		return model.Ref{Match: n.Match, Seat: model.NoSeat, Purpose: model.ForWatch, Step: n.Player}
	case model.PurposeDaily:
		return model.Ref{Seat: model.NoSeat, Purpose: model.ForDaily, Step: n.ID}
	}
	switch {
	case n.Match == 0:
		return model.Ref{Purpose: model.ForAnybody, Step: n.Player}
	case n.Seat == model.NoSeat:
		return model.Ref{Match: n.Match, Seat: model.NoSeat, Purpose: model.ForReferee, Step: n.Player}
	}
	return model.Ref{Match: n.Match, Seat: n.Seat, Purpose: model.ForTurn, Step: int64(n.Step)}
}
