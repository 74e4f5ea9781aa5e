package house

import (
	"context"
	"strings"
	"time"

	"pitpost/db"
)

// OperateLeague carries out one "league …" line of the operator's, who may do what the
// organisers may.
func (h *House) OperateLeague(ctx context.Context, text string, now time.Time) (*Said, error) {
	out := &Said{}
	err := h.DB.Play(ctx, db.Cause{Kind: "operator", Now: now}, 0, func(w *db.Work) error {
		d := &desk{House: h, w: w, operator: true, sure: true}
		line := Line{Raw: text, Folded: h.Fold(text)}
		_, rest, _ := strings.Cut(line.Folded, " ")
		a := d.league(line, rest)
		if a.err != nil {
			return a.err
		}
		*out = Said{Done: a.state != "refused", Lines: a.says, Near: a.nearest}
		return nil
	})
	return out, err
}
