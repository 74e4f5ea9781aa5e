// Command example-bot plays a seat of a Pitpost match: over HTTP with the key of the seat, or by
// mail with the part turn.json of each digest. It plays a random legal command, and passes only if
// nothing else is legal. Write your own choose to make it play better.
//
//	PITPOST_KEY=pit_… go run ./docs/example-bot http http://127.0.0.1:8025/api/seat/42
//	go run ./docs/example-bot mail -smtp 127.0.0.1:2525 -imap 127.0.0.1:1143 bo@pit.localhost
//
// See docs/programs.md.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"slices"
	"strings"
)

// turn has the fields of turn.json that a program needs. Others are ignored, because new ones may
// be added.
type turn struct {
	Match int             `json:"match"`
	Seat  string          `json:"seat"`
	Step  int             `json:"step"`
	Phase phase           `json:"phase"` // only over HTTP
	Legal []string        `json:"legal"`
	News  []event         `json:"news"`
	View  json.RawMessage `json:"view"`
}

// event is something that happened, in the form that records use.
type event struct {
	Kind string          `json:"kind"`
	Seat string          `json:"seat"`
	Data json.RawMessage `json:"data"`
}

// phase says how far a match has come; the bot needs only these two.
type phase string

const (
	over    phase = "over"
	aborted phase = "aborted"
)

// choose decides what the bot plays.
func choose(t *turn) string {
	var moves []string
	for _, line := range t.Legal {
		if !strings.HasPrefix(line, "pass") {
			moves = append(moves, line)
		}
	}
	if len(moves) == 0 {
		moves = t.Legal
	}
	return moves[rand.IntN(len(moves))]
}

// over reports whether the match has ended, with or without a result.
func (t *turn) over() bool {
	return t.Phase == over || t.Phase == aborted || slices.ContainsFunc(t.News, func(n event) bool {
		return n.Kind == "match.ended" || n.Kind == "match.aborted"
	})
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "example-bot:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	switch {
	case len(args) == 2 && args[0] == "http":
		key := os.Getenv("PITPOST_KEY")
		if key == "" {
			return errors.New("PITPOST_KEY is the key of the seat, which the word “key” brings by mail")
		}
		return playHTTP(ctx, args[1], key)
	case len(args) > 1 && args[0] == "mail":
		return playMail(ctx, args[1:])
	}
	return errors.New("say: http URL, or mail -smtp HOST:PORT -imap HOST:PORT ADDRESS")
}
