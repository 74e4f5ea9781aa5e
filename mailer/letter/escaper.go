package letter

import (
	"regexp"
	"slices"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"

	"pitpost.example/engine"
	words "pitpost.example/speech"
)

// rowsKept is how many rows are cached.
const rowsKept = 1 << 14

// Rows caches whether rows read like commands, because most rows are in many letters. All users must fold
// lines in the same way. It is safe for concurrent use.
type Rows struct{ known *lru.Cache[rowKey, bool] }

// rowKey is a question about a row.
type rowKey struct{ question, row string }

// NewRows returns an empty cache.
func NewRows() *Rows {
	known, _ := lru.New[rowKey, bool](rowsKept) // fails for no size alone
	return &Rows{known}
}

// recall returns the cached answer to a question about a row, or finds and caches it. question names the
// language and the game; if it is "", nothing is cached. Rows that differ only in numbers of two or more
// figures share an answer: such numbers are counts, dates and times, which are new in almost every letter and
// do not make a row a command.
func (r *Rows) recall(question, row string, find func(row string) bool) bool {
	if r == nil || question == "" {
		return find(row)
	}
	key := rowKey{question, longFigures.ReplaceAllString(row, "99")}
	yes, known := r.known.Get(key)
	if !known {
		yes = find(row)
		key.row = strings.Clone(key.row) // without the copy, the whole letter would stay in memory
		r.known.Add(key, yes)
	}
	return yes
}

// longFigures matches numbers of two or more figures.
var longFigures = regexp.MustCompile(`[0-9]{2,}`)

// escaper knows which rows of a letter would be read as commands if they came back without a quote mark. It
// is for one letter.
type escaper struct {
	game  engine.Game   // nil if the letter is about no game
	all   []engine.Game // games that answers may be about
	ears  []words.Ear   // read rows as the reader of answers does: in the letter's language and in English, for everybody else
	rows  *Rows         // nil means no cache
	seats []string      // names that may be in a row
	// about is the language and the game, for rows; "" means that nothing is cached.
	about string
}

// escaper returns the escaper for a letter.
func (s *builder) escaper() *escaper {
	w := &escaper{game: s.game(), all: s.w.Games, rows: s.w.Rows}
	at := words.Place{}
	switch {
	case s.games.Game != nil: // several games, so nothing is cached
	case s.table == nil:
		w.about = s.lang + " "
	default:
		w.about, w.seats = s.lang+" "+s.table.Row.Game, s.table.Match.Names()
		at.Game, at.Seats = s.game(), w.seats
		if s.seat != nil {
			at.Me = s.seat.Name
		}
	}
	for _, lang := range slices.Compact([]string{s.lang, "en"}) {
		w.ears = append(w.ears, words.Ear{Lang: lang, Fold: s.w.Fold, Clean: s.w.Clean, Games: s.w.Games, At: func(int64) words.Place { return at }})
	}
	return w
}

// Starts reports whether a row that begins with these words reads like a command.
func (w *escaper) Starts(row string) bool {
	return w.rows.recall(w.about, row+"\n", func(string) bool {
		first, _, _ := strings.Cut(row, " ")
		return slices.ContainsFunc(w.ears, func(ear words.Ear) bool {
			return w.command(ear.English(first, 0)) || w.command(ear.English(row+" so", 0))
		})
	})
}

func (w *escaper) command(folded string) bool {
	return words.Read(folded, w.game, w.all...).Kind != words.Aside
}

// Stops reports whether a row needs a bar.
func (w *escaper) Stops(row string) bool {
	if bare := strings.TrimSpace(row); bare == "" || bare[0] == '|' {
		return false // empty, or with a bar already
	}
	about := w.about
	if about != "" && slices.ContainsFunc(w.seats, func(name string) bool { return strings.Contains(row, name) }) {
		about += strings.Join(w.seats, ",")
	}
	return w.rows.recall(about, row, w.commands)
}

// commands reports whether a row would be read as one or more commands.
func (w *escaper) commands(row string) bool {
	if bare := strings.TrimSpace(row); bare == "end" || bare == "--" {
		return true
	}
	return slices.ContainsFunc(w.ears, func(ear words.Ear) bool {
		return slices.ContainsFunc(ear.Lines(row, nil), func(l words.Line) bool { return l.Block || w.command(l.Folded) })
	})
}
