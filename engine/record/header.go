package record

import (
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
)

// checkHeader checks a header and returns its game.
func checkHeader(h Header, games func(string) engine.Game) (engine.Game, error) {
	if games == nil {
		games = catalog.Find
	}
	game := games(h.Game)
	if game == nil {
		return nil, fmt.Errorf("header: there is no game %q", h.Game)
	}
	differ, refusal := game.Options(h.Edition, h.Options)
	if refusal != nil {
		return nil, fmt.Errorf("header: %s has no edition %q with the options %v", h.Game, h.Edition, h.Options)
	}
	if len(differ) != len(h.Options) {
		return nil, fmt.Errorf("header: options that do not differ from the edition %q are left out", h.Edition)
	}
	if h.Match == "" {
		return nil, errors.New("header: the match has no name")
	}
	if _, most := game.Seats(); len(h.Seats) > most {
		return nil, fmt.Errorf("header: %s has %d seats at most", h.Game, most)
	}
	for i, name := range h.Seats {
		if !isName(name) {
			return nil, fmt.Errorf("header: %q cannot be the name of a seat", name)
		}
		if slices.Contains(h.Seats[:i], name) {
			return nil, fmt.Errorf("header: two seats are called %s", name)
		}
	}
	if h.First != "" && !slices.Contains(h.Seats, h.First) {
		return nil, fmt.Errorf("header: the first to play, %s, has no seat", h.First)
	}
	for _, text := range []string{h.Commitment, cmp.Or(h.Cards, h.Commitment)} {
		if _, ok := hash(text); !ok {
			return nil, errors.New("header: a commitment is 64 lower-case hex digits")
		}
	}
	if err := engine.HasCards(game, h.Cards); err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	return game, nil
}

// isName reports whether a seat can have this name: 1 to 20 letters, possibly with hyphens inside.
func isName(name string) bool {
	if n := utf8.RuneCountInString(name); n < 1 || n > 20 {
		return false
	}
	odd := func(r rune) bool { return r != '-' && !unicode.IsLetter(r) && !unicode.IsMark(r) }
	return !strings.ContainsFunc(name, odd) && !strings.HasPrefix(name, "-") && !strings.HasSuffix(name, "-")
}

// hash parses 64 lower-case hex digits.
func hash(text string) (sum [32]byte, ok bool) {
	b, err := hex.DecodeString(text)
	if err != nil || len(b) != len(sum) {
		return sum, false
	}
	return [32]byte(b), hex.EncodeToString(b) == text
}
