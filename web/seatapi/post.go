package seatapi

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"

	"pitpost.example/house/people"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/server"
	"pitpost.example/web/browser"
)

// Limits of one request.
const (
	seatBytes = 16 << 10
	seatLines = 50
)

// seatPost is a program's request: lines as in a letter, and the step that they answer.
type seatPost struct {
	Step  *int     `json:"step"`
	Lines []string `json:"lines"`
}

// seatAnswer is a receipt for a program.
type seatAnswer struct {
	State string          `json:"state"` // done, refused, again
	Lines any             `json:"lines,omitempty"`
	Turn  json.RawMessage `json:"turn"`
}

// post carries out lines as a letter by the player would.
func (d *API) post(w http.ResponseWriter, r *http.Request, p *player) error {
	if !d.posts.Allow(p.key.Player) {
		return refuse(http.StatusTooManyRequests, "rate", "the keys of this player send too much")
	}
	post, err := read(w, r)
	if err != nil {
		return err
	}
	if match := r.Header.Get("If-Match"); match != "" && post.Step == nil {
		turn, err := d.Turn(r.Context(), p.key.Match, p.seat, -1, 0, d.Now())
		if err != nil {
			return err
		}
		if browser.ETag(turn) != match {
			return &refusal{http.StatusPreconditionFailed, "changed", "the turn is another than the one of If-Match", turn}
		}
		post.Step = &p.step
	}
	if post.Step == nil {
		return refuse(http.StatusPreconditionRequired, "step", "say which step the lines are for, as “step” or by If-Match")
	}
	once := r.Header.Get("Idempotency-Key")
	if len(once) > 200 {
		return refuse(http.StatusBadRequest, "idempotency", "an Idempotency-Key has 200 characters at most")
	}
	state, receipt, err := d.House.TakeKey(r.Context(), server.KeyWords{Key: p.key, Step: *post.Step, Once: once, Lines: post.Lines, Now: d.Now()})
	if err != nil {
		return err
	}
	return d.answer(w, r, p, state, receipt)
}

// read parses and checks a program's request.
func read(w http.ResponseWriter, r *http.Request) (*seatPost, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, seatBytes))
	if err != nil {
		return nil, refuse(http.StatusRequestEntityTooLarge, "size", "16 kB at most")
	}
	var post seatPost
	in := json.NewDecoder(bytes.NewReader(body))
	in.DisallowUnknownFields()
	if err := in.Decode(&post); err != nil || in.More() {
		return nil, refuse(http.StatusBadRequest, "json", `send JSON: {"step":3,"lines":["3 C5"]}`)
	}
	filled := slices.ContainsFunc(post.Lines, func(l string) bool { return strings.TrimSpace(l) != "" })
	if !filled || len(post.Lines) > seatLines || post.Step != nil && (*post.Step < 0 || *post.Step > 1<<30) {
		return nil, refuse(http.StatusBadRequest, "lines", "1 to 50 lines, and a step of 0 or more")
	}
	return &post, nil
}

// answer sends the receipt, with the turn as it is afterwards.
func (d *API) answer(w http.ResponseWriter, r *http.Request, p *player, state model.LetterState, receipt *notice.Receipt) error {
	if state == people.KeyGone {
		return errGone
	}
	again, err := d.seatOf(r.Context(), p.key)
	if err != nil {
		return err
	}
	since := 0
	if receipt != nil {
		since = receipt.Since
	}
	turn, err := d.Turn(r.Context(), p.key.Match, again.seat, -1, since, d.Now())
	if err != nil {
		return err
	}
	out, status := seatAnswer{State: "done", Turn: turn}, http.StatusOK
	switch {
	case receipt == nil && state == people.KeyAgain:
		out.State = "again"
	case receipt == nil:
		return &refusal{http.StatusConflict, "step", "this step is not the one that is awaited; nothing was done", turn}
	case state != model.LetterApply:
		out.State, status = "refused", http.StatusUnprocessableEntity
	}
	if receipt != nil {
		if out.Lines, err = d.Lines(r.Context(), p.key, receipt); err != nil {
			return err
		}
	}
	browser.WriteJSON(w, status, out)
	return nil
}
