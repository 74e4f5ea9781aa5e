// Package seatapi is the seats of matches for programs: JSON over HTTP, with a key that a player gets
// by mail for one seat of one match. A GET shows the turn that a letter would bring as turn.json, at
// once or when it changes; a POST carries lines out as a letter would.
package seatapi

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"pitpost.example/db"
	"pitpost.example/house"
	"pitpost.example/house/notice"
	"pitpost.example/model"
	"pitpost.example/web/browser"
)

// Path is where programs play seats: Path and the number of the match.
const Path = "/api/seat/"

// A key may ask so often in a second, and so many times at once; so many requests of all keys
// together wait for news.
const (
	keyRate  = 10
	keyBurst = 40
	keyWaits = 1000
	longest  = 60 * time.Second
)

// API lets programs play seats by their keys. A request without a good key learns
// nothing, not even whether there is a match.
type API struct {
	House *house.House
	DB    *db.DB
	Log   *slog.Logger
	Now   func() time.Time
	// Turn is turn.json of a seat, with the news after so many events heard, or after a fact
	// where heard is -1, or after the seat's last choice where both are not given (-1, 0).
	Turn func(ctx context.Context, match int64, seat *model.Seat, heard, fact int) ([]byte, error)
	// Lines prints what a receipt says of each line.
	Lines func(ctx context.Context, k model.SeatKey, r *notice.Receipt) (any, error)

	mu      sync.Mutex
	rates   map[model.SeatKey]*rate.Limiter
	waiting int
}

// seatError is the body of every answer that is not what was asked for.
type seatError struct {
	Error string          `json:"error"`
	Why   string          `json:"why"`
	Turn  json.RawMessage `json:"turn,omitempty"`
}

// Handler answers GET (the seat's turn) and POST (lines) at Path.
func (d *API) Handler() http.Handler {
	d.rates = map[model.SeatKey]*rate.Limiter{}
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+Path+"{match}", d.keyed(d.get))
	mux.HandleFunc("POST "+Path+"{match}", d.keyed(d.post))
	mux.HandleFunc(Path, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Allow", "GET, POST")
		d.fail(w, http.StatusMethodNotAllowed, "method", "GET and POST "+Path+"{match} are all there is", nil)
	})
	return mux
}

// player is a program with a good key, and the seat it opens.
type player struct {
	key  model.SeatKey
	seat *model.Seat
	step int
}

func (d *API) keyed(do func(http.ResponseWriter, *http.Request, *player)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Cache-Control", "private, no-cache")
		word, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		k, err := d.House.KeyOf(r.Context(), strings.TrimSpace(word))
		if err != nil {
			d.broken(w, err)
			return
		}
		if k == nil {
			w.Header().Set("WWW-Authenticate", `Bearer realm="pitpost"`)
			d.fail(w, http.StatusUnauthorized, "key", "send Authorization: Bearer and the key that the word “key” brought by mail", nil)
			return
		}
		if !d.rate(*k).Allow() {
			w.Header().Set("Retry-After", "1")
			d.fail(w, http.StatusTooManyRequests, "rate", "this key asks too often", nil)
			return
		}
		if browser.Number(r, "match") != k.Match {
			d.fail(w, http.StatusNotFound, "match", "this key opens match #"+strconv.FormatInt(k.Match, 10)+" alone", nil)
			return
		}
		p, err := d.sit(r.Context(), *k)
		if err != nil {
			d.broken(w, err)
			return
		}
		if p == nil {
			d.gone(w)
			return
		}
		do(w, r, p)
	}
}

// sit finds the seat of a key; nil where it is another player's by now.
func (d *API) sit(ctx context.Context, k model.SeatKey) (*player, error) {
	t, err := d.DB.Fold(ctx, k.Match, 0)
	if err != nil {
		return nil, err
	}
	seat := house.SeatHeld(t, k.Player)
	if seat == nil || seat.No != k.Seat {
		return nil, nil
	}
	p := &player{key: k, seat: seat, step: 1}
	if c := t.Match.Chair(seat.Name); c != nil {
		p.step = c.Steps + 1
	}
	return p, nil
}

func (d *API) rate(k model.SeatKey) *rate.Limiter {
	d.mu.Lock()
	defer d.mu.Unlock()
	l := d.rates[k]
	if l == nil {
		if len(d.rates) > 10000 {
			clear(d.rates) // the patience of all begins anew; nothing else is lost
		}
		l = rate.NewLimiter(keyRate, keyBurst)
		d.rates[k] = l
	}
	return l
}

// get shows the turn, at once or, with If-None-Match and wait=SECONDS, once it is another.
func (d *API) get(w http.ResponseWriter, r *http.Request, p *player) {
	heard, wait := -1, time.Duration(0)
	for name, set := range map[string]func(int){"heard": func(n int) { heard = n }, "wait": func(n int) { wait = min(time.Duration(n)*time.Second, longest) }} {
		if text := r.URL.Query().Get(name); text != "" {
			n, err := strconv.Atoi(text)
			if err != nil || n < 0 || n > 1<<30 {
				d.fail(w, http.StatusBadRequest, "query", name+" is a number, 0 or more", nil)
				return
			}
			set(n)
		}
	}
	have := r.Header.Get("If-None-Match")
	body, err := d.await(r.Context(), p, heard, have, wait)
	switch {
	case errors.Is(err, errGone):
		d.gone(w)
	case errors.Is(err, errCrowded):
		w.Header().Set("Retry-After", "5")
		d.fail(w, http.StatusServiceUnavailable, "crowded", "too many programs wait; ask again without wait", nil)
	case r.Context().Err() != nil:
	case err != nil:
		d.broken(w, err)
	case etag(body) == have:
		w.Header().Set("ETag", have)
		w.WriteHeader(http.StatusNotModified)
	default:
		w.Header().Set("ETag", etag(body))
		send(w, http.StatusOK, body)
	}
}

var (
	errGone    = errors.New("the seat is another player's")
	errCrowded = errors.New("too many wait")
)

// await gives the turn, if need be once it is another than the one the program has.
func (d *API) await(ctx context.Context, p *player, heard int, have string, wait time.Duration) ([]byte, error) {
	stamp, err := d.DB.Stamp(ctx, p.key.Match)
	if err != nil {
		return nil, err
	}
	body, err := d.Turn(ctx, p.key.Match, p.seat, heard, 0)
	if err != nil || wait == 0 || etag(body) != have {
		return body, err
	}
	if !d.enter() {
		return nil, errCrowded
	}
	defer d.leave()
	for end := time.Now().Add(wait); time.Now().Before(end); {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(300 * time.Millisecond):
		}
		now, err := d.DB.Stamp(ctx, p.key.Match)
		if err != nil {
			return nil, err
		}
		if now == stamp {
			continue
		}
		stamp = now
		again, err := d.sit(ctx, p.key)
		if err != nil {
			return nil, err
		}
		if again == nil {
			return nil, errGone
		}
		// A change that this seat may not see is none.
		if body, err = d.Turn(ctx, p.key.Match, again.seat, heard, 0); err != nil || etag(body) != have {
			return body, err
		}
	}
	return body, nil
}

func (d *API) enter() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.waiting++
	if d.waiting > keyWaits {
		d.waiting--
		return false
	}
	return true
}

func (d *API) leave() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.waiting--
}

// etag names a body; it tells no more than the body does.
func etag(body []byte) string {
	sum := sha256.Sum256(body)
	return `"` + hex.EncodeToString(sum[:16]) + `"`
}
