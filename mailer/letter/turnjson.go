package letter

import (
	"encoding/json"
	"fmt"
	"time"

	"pitpost.example/engine"
	"pitpost.example/mailer/render"
	"pitpost.example/model"
)

// turnJSON is the part turn.json of a digest, for programs that play.
type turnJSON struct {
	Match    int64      `json:"match"`
	Seat     string     `json:"seat"`
	Turn     int        `json:"turn"`
	Step     int        `json:"step"`
	Game     string     `json:"game"`
	Edition  string     `json:"edition"`
	Deadline string     `json:"deadline,omitempty"`
	Legal    []string   `json:"legal"`
	News     []newsJSON `json:"news"`
	View     any        `json:"view"`
	// Phase and Heard are told to programs that ask over HTTP: how far the match is, and how
	// many events this seat has heard.
	Phase model.Phase `json:"phase,omitempty"`
	Heard int         `json:"heard,omitempty"`
}

// newsJSON is an event as a record spells it, without what the seat may not
// know.
type newsJSON struct {
	Kind string       `json:"kind"`
	Seat string       `json:"seat,omitempty"`
	Data engine.Event `json:"data"`
}

// json attaches turn.json for players who asked for it.
func (s *builder) json(v engine.View, since int) error {
	if s.player == nil || !s.player.Settings.JSON {
		return nil
	}
	t, err := s.turn(v, s.learnedSince(since).heard)
	if err != nil {
		return err
	}
	b, err := json.Marshal(t)
	if err != nil {
		return fmt.Errorf("turn.json: %w", err)
	}
	s.attach = append(s.attach, render.Part{Type: "application/json", Name: "turn.json", Data: b})
	return nil
}

// turn is what a program needs to move, with some news.
func (s *builder) turn(v engine.View, heard []engine.Heard) (turnJSON, error) {
	t := turnJSON{Match: s.table.Row.ID, Seat: s.seat.Name, Turn: v.Turn, Step: s.step(), Game: s.table.Row.Game,
		Edition: s.table.Row.Edition, Legal: s.table.Match.State().Legal(s.seat.Name), News: []newsJSON{}, View: v.Data}
	if t.Legal == nil || s.over() {
		t.Legal = []string{}
	}
	seats := map[int]string{}
	for _, f := range s.table.Match.Facts() {
		seats[f.Seq] = f.Seat
	}
	words, err := s.said(heard)
	if err != nil {
		return t, err
	}
	for _, h := range heard {
		if h.Data == nil {
			continue
		}
		if said, ok := h.Data.(engine.Said); ok {
			said.Words, said.Ref = words[said.Ref], 0
			h.Data = said
		}
		t.News = append(t.News, newsJSON{Kind: h.Kind, Seat: seats[h.Seq], Data: h.Data})
	}
	clock, err := s.src.ClockOf(s.ctx, s.n.Match, s.n.Seat)
	if err != nil {
		return t, err
	}
	if clock != nil && len(t.Legal) > 0 {
		t.Deadline = clock.Soft.UTC().Format(time.RFC3339)
	}
	return t, nil
}
