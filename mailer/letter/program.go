package letter

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"pitpost.example/db/lookup"
	"pitpost.example/engine"
	"pitpost.example/mailer/render"
	"pitpost.example/model"
	"pitpost.example/model/notice"
)

// WriteTurnJSON returns the turn.json of a seat as it is now. Its news are those after the number of events that the
// program has heard; if heard is -1, those after a fact; and if fact is 0 too, those after the seat's last
// choice.
func (w *Writer) WriteTurnJSON(ctx context.Context, match int64, seat *model.Seat, heard, fact int, now time.Time) ([]byte, error) {
	s, err := w.seated(ctx, match, seat.No, seat.Player, now)
	if err != nil {
		return nil, err
	}
	t := turnJSON{Match: match, Seat: seat.Name, Step: 1, Game: s.table.Row.Game, Edition: s.table.Row.Edition, Legal: []string{}, News: []newsJSON{}}
	if running(s) {
		all := slices.DeleteFunc(s.table.Match.Heard(s.seat.Name, 0), func(h engine.Heard) bool { return h.Data == nil || s.muted(h.Data) })
		if heard < 0 {
			if fact == 0 {
				fact = lastFact(s.table.Match, func(f engine.Fact) bool { return f.Seat == s.seat.Name })
			}
			heard = len(slices.DeleteFunc(slices.Clone(all), func(h engine.Heard) bool { return h.Seq > fact }))
		}
		t = s.turn(s.view(), all[min(heard, len(all)):])
		if s.err != nil {
			return nil, fmt.Errorf("turn of match %d: %w", match, s.err)
		}
		t.Heard = len(all)
	}
	if t.Phase = model.PhaseOf(s.table.Match); s.table.Row.Phase == model.PhasePaused {
		t.Phase = model.PhasePaused
	}
	return json.Marshal(t)
}

// KeyLine is the result of a line that a program sent.
type KeyLine struct {
	Line    string          `json:"line"`
	State   model.LineState `json:"state"`
	Says    []string        `json:"says,omitempty"`
	Nearest []string        `json:"nearest,omitempty"`
}

// KeyLines prints a receipt for a program, in its player's language.
func (w *Writer) KeyLines(ctx context.Context, k model.SeatKey, r *notice.Receipt, now time.Time) ([]KeyLine, error) {
	s, err := w.seated(ctx, k.Match, k.Seat, k.Player, now)
	if err != nil {
		return nil, err
	}
	out := []KeyLine{}
	for _, a := range r.Lines {
		out = append(out, KeyLine{Line: a.Text, State: a.State, Nearest: a.Nearest, Says: engine.MapList(a.Says, s.printSaid)})
	}
	for _, page := range r.Pages {
		out = append(out, KeyLine{Line: s.print(page.Title), State: model.LineShown, Says: engine.MapList(page.Lines, s.printSaid)})
	}
	if s.err != nil {
		return nil, fmt.Errorf("receipt of match %d: %w", k.Match, s.err)
	}
	return out, nil
}

// turnJSON is the file turn.json of a digest, for programs that play.
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
	// Grace is what the player has sent and can still take back; nil if there is nothing.
	Grace *graceJSON `json:"grace,omitempty"`
	// Phase and Heard are only for programs that ask over HTTP: the phase of the match, and how many events
	// this seat has heard.
	Phase model.Phase `json:"phase,omitempty"`
	Heard int         `json:"heard,omitempty"`
}

// graceJSON is what waits: its commands, and when they are played. While the match is paused there is no such time.
type graceJSON struct {
	Commands []string `json:"commands"`
	Until    string   `json:"until,omitempty"`
}

// newsJSON is an event as in a record, without what the seat may not know.
type newsJSON struct {
	Kind string       `json:"kind"`
	Seat string       `json:"seat,omitempty"`
	Data engine.Event `json:"data"`
}

// json attaches turn.json for players who have asked for it.
func (s *builder) json(v engine.View) {
	if s.player == nil || !s.player.Settings.JSON {
		return
	}
	b, err := json.Marshal(s.turn(v, s.learned().heard))
	s.keep(err)
	s.attach = append(s.attach, render.Part{Type: "application/json", Name: "turn.json", Data: b})
}

// turn returns what a program needs to move, with the given news.
func (s *builder) turn(v engine.View, heard []engine.Heard) turnJSON {
	t := turnJSON{Match: s.table.Row.ID, Seat: s.seat.Name, Turn: v.Turn, Step: s.step(), Game: s.table.Row.Game,
		Edition: s.table.Row.Edition, Legal: s.table.Match.State().Legal(s.seat.Name), News: []newsJSON{}, View: v.Data}
	if t.Legal == nil || s.table.Match.Phase.Ended() {
		t.Legal = []string{}
	}
	seats := map[int]string{}
	for _, f := range s.table.Match.Facts() {
		seats[f.Seq] = f.Seat
	}
	words := s.said(heard)
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
	if clock := s.table.Clock(s.seat.No); clock != nil && len(t.Legal) > 0 {
		t.Deadline = engine.FormatMoment(clock.Soft)
	}
	if g := graceOf(s); g != nil {
		if t.Grace = (&graceJSON{Commands: g.Commands}); g.Left == 0 {
			t.Grace.Until = engine.FormatMoment(g.At)
		}
	}
	return t
}

// WritePing returns the address of a ping and its text. It returns model.ErrSuperseded if the player no longer
// wants the ping.
func (w *Writer) WritePing(ctx context.Context, n *model.Notice) (to, text string, err error) {
	var ping notice.Ping
	if err := json.Unmarshal(n.Params, &ping); err != nil {
		return "", "", fmt.Errorf("ping: %w", err)
	}
	src, err := lookup.ReadForLetter(ctx, w.DB, n)
	if err != nil {
		return "", "", err
	}
	player := src.Player(n.Player)
	if n.Match != 0 && src.StepPassed(n) || player == nil || player.Settings.Ping != ping.URL {
		return "", "", model.ErrSuperseded
	}
	return ping.URL, w.Words.Printer(player.Lang, time.UTC).Print(ping.Says), nil
}
