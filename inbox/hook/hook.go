// Package hook receives letters that mail providers send by HTTP. From every provider it takes the raw
// letter, never the provider's own parsing of it. Each provider has its own kind of signature, protection
// against replay, and answers for "never" and "later".
package hook

import (
	"cmp"
	"context"
	"crypto/ecdsa"
	"crypto/sha256"
	"errors"
	"io"
	"log/slog"
	"maps"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"pitpost.example/inbox/intake"
	"pitpost.example/meter"
	"pitpost.example/model"
)

const (
	// Prefix is the beginning of all webhook paths.
	Prefix = "/in/"

	atOnce       = 8                // letters decided at the same time, and as many of the largest in memory
	bodyPatience = 30 * time.Second // for reading a body
	takePatience = 12 * time.Second // for deciding; the least patient provider waits 15 s
	ahead        = 5 * time.Minute  // how far a provider's clock may be ahead of ours
)

// Hooks are the webhooks of a house. A provider without a secret gets no path. Where there is a list of
// secrets, each of them is valid, so that they can be changed without a break.
type Hooks struct {
	Take intake.Taker
	// Ours reports whether a recipient is this house.
	Ours func(recipient string) bool
	// Seen is called for tokens that are not signed together with their letter. It reports whether a token is
	// new to a provider, or came with the same letter (by its SHA-256) before, and remembers it until the
	// given time.
	Seen func(ctx context.Context, door, token string, letter [32]byte, now, until time.Time) (bool, error)
	// MaxSize is the largest letter in bytes; 0 means intake.MaxSize.
	MaxSize int64
	Log     *slog.Logger
	// Meter counts refused requests. It may be nil.
	Meter *meter.Meter
	// Now returns the time, by which signatures are too old. It must be set.
	Now func() time.Time
	// Client fetches Amazon's certificates and confirms the subscription. If it is nil, a client is used that
	// has a time limit and follows no redirects.
	Client *http.Client

	Mailgun      []string           // HTTP webhook signing keys
	Postmark     []string           // user:password
	SendGrid     []*ecdsa.PublicKey // for signed parse webhooks, see SendGridKey
	SendGridAuth []string           // user:password
	Topic        string             // the ARN of the SNS topic to which Amazon SES publishes
	Cloudflare   []string           // secrets of our Email Worker
	Plain        []string           // secrets of programs that post message/rfc822

	certs    sync.Map // Amazon's, by URL
	fetches  *rate.Limiter
	room     chan struct{}
	inMemory atomic.Int64 // bytes of bodies in memory
}

// letter is what a provider sent.
type letter struct {
	raw             []byte
	intake.Envelope // with no recipients if the provider does not say

	id   string // the provider's token for this event, "" if the signature covers the letter
	good time.Duration
}

// provider is one kind of webhook.
type provider struct {
	name  string
	set   bool     // a secret is configured
	types []string // accepted content types
	never int      // the status after which the provider does not try again
	// precheck checks the request before its body is read. It may be nil.
	precheck func(r *http.Request) error
	// open checks the signature and returns the letter, or nil for an event without one.
	open func(r *http.Request, body []byte) (*letter, error)
}

// refusal is an error with the status to answer.
type refusal struct {
	code int
	why  string // for the log and the answer; must not repeat the request
}

// Error returns the reason.
func (r *refusal) Error() string { return r.why }

var (
	errSignature = &refusal{http.StatusUnauthorized, "the signature is wrong"}
	errTime      = &refusal{http.StatusUnauthorized, "the time of signing is too old or in the future"}
	errReplay    = &refusal{http.StatusConflict, "another letter came under this token"}
	errForm      = &refusal{http.StatusBadRequest, "the body cannot be read"}
	errCrowded   = errors.New("too many letters at once")
	errNotRaw    = &refusal{http.StatusServiceUnavailable, "the raw letter is missing: have the provider send it"}
)

// Handler returns a handler for all configured webhooks, under Prefix. It is nil if there are none.
func (h *Hooks) Handler() http.Handler {
	list := h.providers()
	if len(list) == 0 {
		return nil
	}
	h.room, h.fetches = make(chan struct{}, atOnce), rate.NewLimiter(rate.Every(fetchEvery), fetchBurst)
	mux := http.NewServeMux()
	for path, p := range list {
		mux.Handle(path, h.serve(p))
	}
	return mux
}

// Paths lists the paths that Handler serves, sorted.
func (h *Hooks) Paths() []string {
	return slices.Sorted(maps.Keys(h.providers()))
}

func (h *Hooks) providers() map[string]provider {
	list := map[string]provider{
		Prefix + "mailgun/mime": h.mailgun(), Prefix + "postmark": h.postmark(), Prefix + "sendgrid": h.sendgrid(), Prefix + "ses": h.ses(),
		Prefix + "cloudflare": h.plain("cloudflare", h.Cloudflare, false), Prefix + "mail": h.plain("webhook", h.Plain, true),
	}
	maps.DeleteFunc(list, func(_ string, p provider) bool { return !p.set })
	return list
}

// serve answers 200 only after the letter's fate has been stored.
func (h *Hooks) serve(p provider) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		err := h.take(w, r, p)
		var no *refusal
		switch {
		case err == nil:
			_, _ = io.WriteString(w, "taken\n")
		case errors.As(err, &no):
			h.Meter.TurnedAway(p.name)
			h.Log.Warn("webhook refused", "door", p.name, "why", no.why, "code", no.code)
			if no.code == http.StatusMethodNotAllowed {
				w.Header().Set("Allow", http.MethodPost)
			}
			http.Error(w, no.why, no.code)
		default:
			h.Log.Warn("letter not taken", "door", p.name, "error", err)
			http.Error(w, "not now: try again later", http.StatusServiceUnavailable)
		}
	})
}

func (h *Hooks) take(w http.ResponseWriter, r *http.Request, p provider) error {
	if r.Method != http.MethodPost {
		return &refusal{http.StatusMethodNotAllowed, "this takes a POST"}
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || !slices.Contains(p.types, kind) {
		return &refusal{http.StatusUnsupportedMediaType, "this content type is not taken here"}
	}
	if p.precheck != nil {
		if err := p.precheck(r); err != nil {
			return err
		}
	}
	body, err := h.body(w, r, p)
	defer h.inMemory.Add(-int64(len(body)))
	if err != nil {
		return err
	}
	select {
	case h.room <- struct{}{}:
		defer func() { <-h.room }()
	case <-r.Context().Done():
		return r.Context().Err()
	case <-time.After(takePatience):
		return errCrowded
	}
	l, err := p.open(r, body)
	if err != nil || l == nil {
		return err
	}
	return h.decide(r.Context(), p, l)
}

// counted counts what is read of a body. It fails if the bodies of all requests take too much memory together.
// Requests are not counted themselves: strangers who send slowly would keep out the letters of providers.
type counted struct {
	io.Reader
	inMemory *atomic.Int64
	most     int64
}

func (c counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	if c.inMemory.Add(int64(n)) > c.most {
		err = errCrowded
	}
	return n, err
}

// body reads the request body, up to the size that the largest letter has in base64. What it returns counts as held, also
// with an error.
func (h *Hooks) body(w http.ResponseWriter, r *http.Request, p provider) ([]byte, error) {
	conn := http.NewResponseController(w)
	if err := conn.SetReadDeadline(time.Now().Add(bodyPatience)); err != nil {
		return nil, err
	}
	most := h.maxSize()/3*4 + 1<<20
	body, err := io.ReadAll(counted{http.MaxBytesReader(w, r.Body, most), &h.inMemory, atOnce * most})
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		code := p.never
		if code == http.StatusOK || code == http.StatusUnprocessableEntity {
			code = http.StatusRequestEntityTooLarge
		}
		return body, &refusal{code, "the letter is too big"}
	}
	if err != nil {
		return body, err
	}
	return body, conn.SetReadDeadline(time.Time{}) // the server reads on while we decide, and a time-out would cancel the request
}

// decide passes the letter to the Taker, unless it is for nobody here or repeats the token of another letter.
func (h *Hooks) decide(ctx context.Context, p provider, l *letter) error {
	if l.id != "" {
		now := h.Now()
		first, err := h.Seen(ctx, p.name, l.id, sha256.Sum256(l.raw), now, now.Add(l.good))
		if err != nil {
			return err
		}
		if !first {
			return errReplay
		}
	}
	door := intake.Source{Name: model.Door(p.name), Size: int64(len(l.raw)), TooBig: int64(len(l.raw)) > h.maxSize()}
	if l.To != nil {
		if l.To = slices.DeleteFunc(l.To, func(to string) bool { return !h.Ours(to) }); len(l.To) == 0 {
			return &refusal{p.never, "nobody here by that address"}
		}
	}
	if l.To != nil || l.From != "" {
		door.Envelope = &l.Envelope
	}
	ctx, cancel := context.WithTimeout(ctx, takePatience)
	defer cancel()
	fate, err := h.Take.Ask(ctx, l.raw, door)
	if err == nil && fate == intake.Later {
		err = errors.New("the letter cannot be decided yet")
	}
	return err
}

func (h *Hooks) maxSize() int64 { return cmp.Or(h.MaxSize, intake.MaxSize) }

// signedAt refuses a time of signing, in seconds since 1970, by the rule of fresh.
func (h *Hooks) signedAt(stamp string, old time.Duration) error {
	n, err := strconv.ParseInt(strings.TrimSpace(stamp), 10, 64)
	if err != nil || n < 0 || n > 1<<40 {
		return errTime
	}
	return h.fresh(time.Unix(n, 0), old)
}

// fresh refuses a time of signing that is older than old or in the future.
func (h *Hooks) fresh(at time.Time, old time.Duration) error {
	if now := h.Now(); at.Before(now.Add(-old)) || at.After(now.Add(ahead)) {
		return errTime
	}
	return nil
}
