package record

import (
	"cmp"
	"encoding/hex"
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
		games = catalog.FindGame
	}
	game := games(h.Game)
	if game == nil {
		return nil, fmt.Errorf("header: there is no game %q", h.Game)
	}
	differ, refusal := game.Options(h.Edition, h.Rules, h.Options)
	_, most := game.Seats()
	err := cmp.Or(
		engine.ErrorIf(h.Rules != 0 && (h.Rules <= engine.FirstRules || h.Rules > engine.NewestRules),
			"this program knows rules 1, which a header leaves out, to %d, and not %d", engine.NewestRules, h.Rules),
		engine.ErrorIf(refusal != nil, "%s has no edition %q with the options %v", h.Game, h.Edition, h.Options),
		engine.ErrorIf(len(differ) != len(h.Options), "options that do not differ from the edition %q are left out", h.Edition),
		engine.ErrorIf(h.Match == "", "the match has no name"),
		engine.ErrorIf(len(h.Seats) > most, "%s has %d seats at most", h.Game, most),
		checkNames(h.Seats),
		engine.ErrorIf(h.First != "" && !slices.Contains(h.Seats, h.First), "the first to play, %s, has no seat", h.First),
		engine.ErrorIf(!isHash(h.Commitment) || h.Cards != "" && !isHash(h.Cards), "a commitment is 64 lower-case hex digits"),
		engine.HasCards(game, h.Cards))
	if err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	return game, nil
}

// checkNames returns an error for a name that no seat can have, or that two have.
func checkNames(names []string) error {
	for i, name := range names {
		err := cmp.Or(engine.ErrorIf(!isName(name), "%q cannot be the name of a seat", name),
			engine.ErrorIf(slices.Contains(names[:i], name), "two seats are called %s", name))
		if err != nil {
			return err
		}
	}
	return nil
}

// isName reports whether a seat can have this name: 1 to 20 letters, possibly with hyphens inside.
func isName(name string) bool {
	if n := utf8.RuneCountInString(name); n < 1 || n > 20 {
		return false
	}
	odd := func(r rune) bool { return r != '-' && !unicode.IsLetter(r) && !unicode.IsMark(r) }
	return !strings.ContainsFunc(name, odd) && !strings.HasPrefix(name, "-") && !strings.HasSuffix(name, "-")
}

func isHash(text string) bool {
	_, ok := hash(text)
	return ok
}

// hash parses 64 lower-case hex digits.
func hash(text string) (sum [32]byte, ok bool) {
	b, err := hex.DecodeString(text)
	if err != nil || len(b) != len(sum) {
		return sum, false
	}
	return [32]byte(b), hex.EncodeToString(b) == text
}
