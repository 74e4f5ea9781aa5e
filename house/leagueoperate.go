package house

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/reading"
	"pitpost.example/house/season"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// OperateLeague carries out one "league …" line of the operator's, who may do what the
// organisers may.
func (h *House) OperateLeague(ctx context.Context, text string, now time.Time) (*Said, error) {
	out := &Said{}
	err := h.play(ctx, model.Cause{Kind: model.CauseOperator, Now: now}, 0, func(w *world.Tx) error {
		d := &desk.Desk{House: w.Rules(), W: w, Operator: true, Sure: true}
		line := command.Line{Raw: text, Folded: h.Rules.Fold(text)}
		_, rest, _ := strings.Cut(line.Folded, " ")
		a := League(d, line, rest)
		*out = Said{Done: a.State != model.LineRefused, Lines: a.Says, Near: a.Nearest}
		return nil
	})
	return out, err
}

// ReadSignUps reads a list of people for a league, as season.ReadSignUps says.
func ReadSignUps(from io.Reader) ([]season.SignUp, error) {
	return season.ReadSignUps(from, reading.Plain, command.LanguageNamed)
}

// ImportLeague puts a list of people down for the season of a league that is under way, all
// of them or, at any error, nobody.
func (h *House) ImportLeague(ctx context.Context, league string, people []season.SignUp, now time.Time) (*season.Imported, error) {
	var out *season.Imported
	err := h.play(ctx, model.Cause{Kind: model.CauseOperator, Now: now}, 0, func(w *world.Tx) error {
		l := world.Get(w, world.LeagueNamed{Name: league})
		if l == nil || l.EndedAt != nil {
			return fmt.Errorf("no league called %q is under way; see `pitpost league list`", league)
		}
		s := desk.LatestSeason(w, l)
		out = season.Import(w, s, people, func(display, address string) string {
			return table.NameOf(display, address, h.Rules.Games, h.Rules.Names)
		})
		return nil
	})
	return out, err
}
