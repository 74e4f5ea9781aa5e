package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"
)

// playHTTP plays the seat of a key until the match ends. It needs only the standard library.
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

// program plays one seat. etag stands for the turn that it read last.
type program struct {
	seat, key string
	web       *http.Client
	etag      string
}

// next waits for a turn that is not the one it read last.
func (p *program) next(ctx context.Context) (*turn, error) {
	for {
		status, body, err := p.ask(ctx, http.MethodGet, p.seat+"?wait=30", nil)
		switch {
		case err != nil:
			return nil, err
		case status == http.StatusNotModified:
			continue
		case status != http.StatusOK:
			return nil, fmt.Errorf("the seat answered %d: %s", status, body)
		}
		var t turn
		return &t, json.Unmarshal(body, &t)
	}
}

// play sends a move for the step of a turn. If a request or its answer is lost, the same request
// may be sent again, because the house makes only one move for a step.
func (p *program) play(ctx context.Context, t *turn) error {
	move, err := json.Marshal(map[string]any{"step": t.Step, "lines": []string{choose(t)}})
	if err != nil {
		return err
	}
	status, answer, err := p.ask(ctx, http.MethodPost, p.seat, move)
	switch {
	case err != nil:
		return err
	case status == http.StatusOK, status == http.StatusConflict: // done, or the step has passed
		return nil
	}
	return fmt.Errorf("the move was answered %d: %s", status, answer)
}

// ask sends a request and repeats it, up to ten times, until the seat itself answers. It keeps the
// ETag of a turn that it reads.
func (p *program) ask(ctx context.Context, method, url string, body []byte) (status int, answer []byte, err error) {
	for try := 0; ; try++ {
		req, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(body))
		if err != nil {
			return 0, nil, err
		}
		req.Header.Set("Authorization", "Bearer "+p.key)
		req.Header.Set("Content-Type", "application/json")
		if method == http.MethodGet && p.etag != "" {
			req.Header.Set("If-None-Match", p.etag)
		}
		wait := time.Second
		res, err := p.web.Do(req)
		if err == nil {
			answer, broken := io.ReadAll(res.Body)
			res.Body.Close()
			if broken == nil && res.StatusCode != http.StatusTooManyRequests && res.StatusCode < 500 {
				if method == http.MethodGet && res.StatusCode == http.StatusOK {
					p.etag = res.Header.Get("ETag")
				}
				return res.StatusCode, answer, nil
			}
			if seconds, none := strconv.Atoi(res.Header.Get("Retry-After")); none == nil {
				wait = time.Duration(seconds) * time.Second
			}
			err = errors.Join(errors.New(res.Status), broken)
		}
		if try >= 10 || ctx.Err() != nil {
			return 0, nil, fmt.Errorf("the seat is not reached: %w", err)
		}
		time.Sleep(wait)
	}
}
