package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"
)

// playHTTP plays the seat of a key to the end of the match. Only the standard library is
// needed for that.
func playHTTP(ctx context.Context, seat, key string) error {
	p := &program{seat: seat, key: key, web: &http.Client{Timeout: 90 * time.Second}}
	for {
		t, err := p.next(ctx)
		if err != nil {
			return err
		}
		if t.over() {
			return nil
		}
		if len(t.Legal) == 0 {
			continue // somebody else's turn: next waits for news
		}
		if err := p.play(ctx, t); err != nil {
			return err
		}
	}
}

// program is one seat, and the turn it saw last.
type program struct {
	seat, key string
	web       *http.Client
	etag      string
}

// next waits for a turn other than the last one.
func (p *program) next(ctx context.Context) (*turn, error) {
	for {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.seat+"?wait=30", nil)
		if err != nil {
			return nil, err
		}
		if p.etag != "" {
			req.Header.Set("If-None-Match", p.etag)
		}
		status, header, body, err := p.ask(req)
		if err != nil {
			return nil, err
		}
		if status == http.StatusNotModified {
			continue
		}
		if status != http.StatusOK {
			return nil, fmt.Errorf("the seat answered %d: %s", status, body)
		}
		p.etag = header.Get("ETag")
		var t turn
		return &t, json.Unmarshal(body, &t)
	}
}

// play sends one move for the step of a turn. Whatever is lost on the way, the same request
// may be sent again: the step keeps a move from being made twice.
func (p *program) play(ctx context.Context, t *turn) error {
	body, err := json.Marshal(map[string]any{"step": t.Step, "lines": []string{choose(t)}})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.seat, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	status, _, answer, err := p.ask(req)
	switch {
	case err != nil:
		return err
	case status == http.StatusOK, status == http.StatusConflict: // done, or it is another step by now
		return nil
	}
	return fmt.Errorf("the move was answered %d: %s", status, answer)
}

// ask sends a request until it is answered by the seat itself.
func (p *program) ask(req *http.Request) (status int, header http.Header, body []byte, err error) {
	req.Header.Set("Authorization", "Bearer "+p.key)
	for try := 0; ; try++ {
		if try > 0 && req.GetBody != nil {
			if req.Body, err = req.GetBody(); err != nil {
				return 0, nil, nil, err
			}
		}
		res, err := p.web.Do(req)
		if err == nil {
			body, err = io.ReadAll(res.Body)
			res.Body.Close()
			if err == nil && res.StatusCode != http.StatusTooManyRequests && res.StatusCode < 500 {
				return res.StatusCode, res.Header, body, nil
			}
		}
		if try >= 10 || req.Context().Err() != nil {
			return 0, nil, nil, fmt.Errorf("the seat is not reached: %w", err)
		}
		wait := time.Second
		if res != nil {
			if seconds, err := strconv.Atoi(res.Header.Get("Retry-After")); err == nil {
				wait = time.Duration(seconds) * time.Second
			}
		}
		time.Sleep(wait)
	}
}
