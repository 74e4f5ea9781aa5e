package seatapi

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"

	"pitpost.example/house"
	"pitpost.example/house/notice"
	"pitpost.example/model"
)

// Most bytes and lines that a program may bring at once.
const (
	seatBytes = 16 << 10
	seatLines = 50
)

// seatPost is what a program sends: lines as a letter would have them, and the step they are
// for.
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

// post carries lines out as a letter of the player's would be.
func (d *API) post(w http.ResponseWriter, r *http.Request, p *player) {
	post, ok := d.read(w, r)
	if !ok {
		return
	}
	if match := r.Header.Get("If-Match"); match != "" && post.Step == nil {
		turn, err := d.Turn(r.Context(), p.key.Match, p.seat, -1, 0)
		if err != nil {
			d.broken(w, err)
			return
		}
		if etag(turn) != match {
			d.fail(w, http.StatusPreconditionFailed, "changed", "the turn is another than the one of If-Match", turn)
			return
		}
		post.Step = &p.step
	}
	if post.Step == nil {
		d.fail(w, http.StatusPreconditionRequired, "step", "say which step the lines are for, as “step” or by If-Match", nil)
		return
	}
	once := r.Header.Get("Idempotency-Key")
	if len(once) > 200 {
		d.fail(w, http.StatusBadRequest, "idempotency", "an Idempotency-Key has 200 characters at most", nil)
		return
	}
	state, receipt, err := d.House.TakeKey(r.Context(), house.KeyWords{Key: p.key, Step: *post.Step, Once: once, Lines: post.Lines, Now: d.Now()})
	if err != nil {
		d.broken(w, err)
		return
	}
	d.answer(w, r, p, state, receipt)
}

// read reads what a program sent; false where it was none, and was answered.
func (d *API) read(w http.ResponseWriter, r *http.Request) (*seatPost, bool) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, seatBytes))
	if err != nil {
		d.fail(w, http.StatusRequestEntityTooLarge, "size", "16 kB at most", nil)
		return nil, false
	}
	var post seatPost
	in := json.NewDecoder(strings.NewReader(string(body)))
	in.DisallowUnknownFields()
	if err := in.Decode(&post); err != nil || in.More() {
		d.fail(w, http.StatusBadRequest, "json", `send JSON: {"step":3,"lines":["3 C5"]}`, nil)
		return nil, false
	}
	filled := 0
	for _, l := range post.Lines {
		if strings.TrimSpace(l) != "" {
			filled++
		}
	}
	if filled == 0 || len(post.Lines) > seatLines || post.Step != nil && (*post.Step < 0 || *post.Step > 1<<30) {
		d.fail(w, http.StatusBadRequest, "lines", "1 to 50 lines, and a step of 0 or more", nil)
		return nil, false
	}
	return &post, true
}

// answer says what became of the lines, and encloses the turn as it is then.
func (d *API) answer(w http.ResponseWriter, r *http.Request, p *player, state model.LetterState, receipt *notice.Receipt) {
	if state == house.KeyGone {
		d.gone(w)
		return
	}
	again, err := d.sit(r.Context(), p.key)
	if err != nil {
		d.broken(w, err)
		return
	}
	if again == nil {
		d.gone(w)
		return
	}
	since := 0
	if receipt != nil {
		since = receipt.Since
	}
	turn, err := d.Turn(r.Context(), p.key.Match, again.seat, -1, since)
	if err != nil {
		d.broken(w, err)
		return
	}
	if receipt == nil {
		if state == house.KeyAgain {
			sendJSON(w, http.StatusOK, seatAnswer{State: "again", Turn: turn})
			return
		}
		d.fail(w, http.StatusConflict, "step", "this step is not the one that is awaited; nothing was done", turn)
		return
	}
	out, status := seatAnswer{State: "done", Turn: turn}, http.StatusOK
	if state != model.LetterApply {
		out.State, status = "refused", http.StatusUnprocessableEntity
	}
	if out.Lines, err = d.Lines(r.Context(), p.key, receipt); err != nil {
		d.broken(w, err)
		return
	}
	sendJSON(w, status, out)
}

func (d *API) gone(w http.ResponseWriter) {
	d.fail(w, http.StatusForbidden, "seat", "the seat is not this player's any more", nil)
}

// broken says that the house could not, and not why.
func (d *API) broken(w http.ResponseWriter, err error) {
	d.Log.Error("seat of a program", "err", err)
	w.Header().Set("Retry-After", "5")
	d.fail(w, http.StatusServiceUnavailable, "house", "not now; the same request may be sent again", nil)
}

func (d *API) fail(w http.ResponseWriter, status int, word, why string, turn []byte) {
	sendJSON(w, status, seatError{Error: word, Why: why, Turn: turn})
}

func sendJSON(w http.ResponseWriter, status int, v any) {
	body, err := json.Marshal(v)
	if err != nil {
		http.Error(w, "", http.StatusInternalServerError)
		return
	}
	send(w, status, body)
}

func send(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(append(body, '\n'))
}
