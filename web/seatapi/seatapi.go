// Package seatapi lets programs play seats of matches, by JSON over HTTP and with a key that a player gets by
// mail for one seat of one match. A GET returns the turn, the same turn.json that a letter would bring, at once
// or when it changes; a POST carries out lines as a letter would.
package seatapi

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/server"
	"pitpost.example/web/browser"
)

// Path is the path of the API; the number of the match follows it.
const Path = "/api/seat/"

// The limits of a program.
const (
	keyRate  = 10 // requests a second of one key
	keyBurst = 40
	ownRate  = 5 // of them those with lines, of all keys of a player: each is kept like a letter
	ownBurst = 100
	keyWaits = 4 // requests of one key that wait for news: each looks at the database again and again
	allWaits = 1000
	longest  = 60 * time.Second // how long one of them waits
)

// API lets programs play seats by their keys. A request without a
// valid key learns nothing, not even whether a match exists.
type API struct {
	House *server.House
	Now   func() time.Time
	// Turn returns turn.json of a seat with the news since a point: after heard public events; or, if heard is
	// -1, after the fact with that number; or, if fact is 0 too, after the seat's last choice.
	Turn func(ctx context.Context, match int64, seat *model.Seat, heard, fact int, now time.Time) ([]byte, error)
	// Lines turns the receipt's answer to each line into a value for JSON.
	Lines func(ctx context.Context, k model.SeatKey, r *notice.Receipt) (any, error)

	rates   *browser.Rates[model.SeatKey]
	posts   *browser.Rates[int64] // by player
	mu      sync.Mutex
	waiting map[model.SeatKey]int // how many requests of each key wait for news
	waits   int                   // how many of all keys
}

// refusal is the JSON of every answer that refuses a request.
type refusal struct {
	status int
	Word   string          `json:"error"`
	Why    string          `json:"why"`
	Turn   json.RawMessage `json:"turn,omitempty"`
}

func (r *refusal) Error() string { return r.Why }

func refuse(status int, word, why string) error {
	return &refusal{status: status, Word: word, Why: why}
}

// failed answers with the reason for a refusal. For any other error it says only that the house cannot answer now.
func (d *API) failed(w http.ResponseWriter, err error) {
	var no *refusal
	if !errors.As(err, &no) {
		d.House.Log.Error("seat of a program", "err", err)
		no = &refusal{status: http.StatusServiceUnavailable, Word: "house", Why: "not now; the same request may be sent again"}
	}
	switch no.status {
	case http.StatusUnauthorized:
		w.Header().Set("WWW-Authenticate", `Bearer realm="pitpost"`)
	case http.StatusTooManyRequests:
		w.Header().Set("Retry-After", "1")
	case http.StatusServiceUnavailable:
		w.Header().Set("Retry-After", "5")
	}
	browser.WriteJSON(w, no.status, no)
}

// Handler answers GET (the seat's turn) and POST (lines) at Path.
func (d *API) Handler() http.Handler {
	d.rates = browser.NewRates[model.SeatKey](keyRate, keyBurst)
	d.posts, d.waiting = browser.NewRates[int64](ownRate, ownBurst), map[model.SeatKey]int{}
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+Path+"{match}", d.keyed(d.get))
	mux.HandleFunc("POST "+Path+"{match}", d.keyed(d.post))
	mux.HandleFunc(Path, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Allow", "GET, POST")
		d.failed(w, refuse(http.StatusMethodNotAllowed, "method", "GET and POST "+Path+"{match} are all there is"))
	})
	return mux
}

// player is a program with a valid key, and its seat.
type player struct {
	key  model.SeatKey
	seat *model.Seat
	step int
}

// keyed wraps a handler so that it only gets requests with a valid key for the match in the path.
func (d *API) keyed(do func(http.ResponseWriter, *http.Request, *player) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Cache-Control", "private, no-cache")
		p, err := d.open(r)
		if err == nil {
			err = do(w, r, p)
		}
		if err != nil {
			d.failed(w, err)
		}
	}
}

// open checks the key of a request and returns its program.
func (d *API) open(r *http.Request) (*player, error) {
	word, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	k, err := d.House.KeyOf(r.Context(), strings.TrimSpace(word))
	switch {
	case err != nil:
		return nil, err
	case k == nil:
		return nil, refuse(http.StatusUnauthorized, "key", "send Authorization: Bearer and the key that the word “key” brought by mail")
	case !d.rates.Allow(*k):
		return nil, refuse(http.StatusTooManyRequests, "rate", "this key asks too often")
	case browser.MatchNumber(r) != k.Match:
		return nil, refuse(http.StatusNotFound, "match", "this key opens match #"+strconv.FormatInt(k.Match, 10)+" alone")
	}
	return d.seatOf(r.Context(), *k)
}

// seatOf returns the seat of a key. It returns errGone if the seat no longer belongs to the key's player.
func (d *API) seatOf(ctx context.Context, k model.SeatKey) (*player, error) {
	t, err := d.House.DB.Fold(ctx, k.Match, 0)
	if err != nil {
		return nil, err
	}
	seat := t.SeatTakenBy(k.Player)
	if seat == nil || seat.No != k.Seat {
		return nil, errGone
	}
	return &player{k, seat, max(1, t.StepOf(seat))}, nil
}

// get answers with the turn, at once or, with If-None-Match and wait=SECONDS, when it has changed.
func (d *API) get(w http.ResponseWriter, r *http.Request, p *player) error {
	heard, wait := -1, 0
	for name, into := range map[string]*int{"heard": &heard, "wait": &wait} {
		if text := r.URL.Query().Get(name); text != "" {
			n, err := strconv.Atoi(text)
			if err != nil || n < 0 || n > 1<<30 {
				return refuse(http.StatusBadRequest, "query", name+" is a number, 0 or more")
			}
			*into = n
		}
	}
	have := r.Header.Get("If-None-Match")
	body, err := d.await(r.Context(), p, heard, have, min(time.Duration(wait)*time.Second, longest))
	switch {
	case r.Context().Err() != nil:
		return nil
	case err != nil:
		return err
	}
	browser.ServeUnlessCached(w, r, "application/json", body)
	return nil
}

var errGone = refuse(http.StatusForbidden, "seat", "the seat is not this player's any more")

// await returns the turn. If the program has that turn already, it waits until it changes or the time is over.
func (d *API) await(ctx context.Context, p *player, heard int, have string, wait time.Duration) ([]byte, error) {
	version, err := d.House.DB.Version(ctx, p.key.Match)
	if err != nil {
		return nil, err
	}
	body, err := d.Turn(ctx, p.key.Match, p.seat, heard, 0, d.Now())
	if err != nil || wait == 0 || browser.ETag(body) != have {
		return body, err
	}
	if err := d.mayWait(p.key); err != nil {
		return nil, err
	}
	defer d.waited(p.key)
	for end := time.Now().Add(wait); time.Now().Before(end); {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(300 * time.Millisecond):
		}
		now, err := d.House.DB.Version(ctx, p.key.Match)
		if err != nil {
			return nil, err
		}
		if now == version {
			continue
		}
		version = now
		again, err := d.seatOf(ctx, p.key)
		if err != nil {
			return nil, err
		}
		// A change that this seat may not see is no change of its turn.
		if body, err = d.Turn(ctx, p.key.Match, again.seat, heard, 0, d.Now()); err != nil || browser.ETag(body) != have {
			return body, err
		}
	}
	return body, nil
}

// mayWait counts a request that begins to wait, or refuses it. waited ends it.
func (d *API) mayWait(k model.SeatKey) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.waiting[k] >= keyWaits:
		return refuse(http.StatusTooManyRequests, "rate", "this key waits in too many requests already")
	case d.waits >= allWaits:
		return refuse(http.StatusServiceUnavailable, "crowded", "too many programs wait; ask again without wait")
	}
	d.waiting[k]++
	d.waits++
	return nil
}

func (d *API) waited(k model.SeatKey) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.waits--
	if d.waiting[k]--; d.waiting[k] == 0 {
		delete(d.waiting, k)
	}
}
