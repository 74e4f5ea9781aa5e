package letter

import (
	"slices"
	"strings"
	"sync"

	"pitpost.example/engine"
	words "pitpost.example/house/command"
)

// rowsKept is how many rows are remembered; a full memory begins anew.
const rowsKept = 1 << 14

// Rows remembers of rows of letters whether they read like commands: most rows stand in many
// letters. It is for one way of folding, and safe for use by many.
type Rows struct {
	mu    sync.Mutex
	known map[rowKey]bool
}

// rowKey is a question about a row.
type rowKey struct{ question, row string }

// NewRows is a memory of no rows yet.
func NewRows() *Rows { return &Rows{known: map[rowKey]bool{}} }

// recall says what is remembered of a question about a row in a language and a game, and else
// finds it out.
func (r *Rows) recall(question, row string, find func(row string) bool) bool {
	if r == nil || question == "" {
		return find(row)
	}
	key := rowKey{question, row}
	r.mu.Lock()
	yes, known := r.known[key]
	r.mu.Unlock()
	if known {
		return yes
	}
	yes = find(row)
	key.row = strings.Clone(row) // or the whole letter would stay in memory with it
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.known) >= rowsKept {
		clear(r.known)
	}
	r.known[key] = yes
	return yes
}

// escaper knows which rows of a letter would be read as commands if they came back without a
// mark of quotation. It serves one letter, and gets ready when first a row is not remembered.
type escaper struct {
	game  engine.Game   // nil for none
	all   []engine.Game // that a letter may be answered about
	ears  []words.Ear   // hear rows as the reader of letters does: the reader's and, for all others, English ones
	rows  *Rows         // nil for no memory
	read  func(folded string) words.Reading
	seats []string // names that a row may hold
	// about is the language and the game, for rows; "" where nothing is to be remembered.
	about string
}

// escaper guards a letter.
func (s *builder) escaper() *escaper {
	w := &escaper{game: s.game(), all: s.w.Games, rows: s.w.Rows}
	at := words.Place{}
	if s.table != nil && s.games.Game == nil {
		at = words.Place{Game: s.game(), Seats: s.table.Match.Names()}
		if s.seat != nil {
			at.Me = s.seat.Name
		}
	}
	w.seats = at.Seats
	for _, lang := range slices.Compact([]string{s.lang, "en"}) {
		w.ears = append(w.ears, words.Ear{Lang: lang, Fold: s.w.Fold, Clean: s.w.Clean, Games: s.w.Games, At: func(int64) words.Place { return at }})
	}
	switch {
	case s.games.Game != nil: // of several games
	case s.table == nil:
		w.about = s.lang + " "
	default:
		w.about = s.lang + " " + s.table.Row.Game
	}
	return w
}

// ready puts the words of language and game together, once for all rows.
func (w *escaper) ready() {
	if w.read != nil {
		return
	}
	game := w.game
	if game != nil {
		game = dayGames{Game: game, words: game.Words()}
	}
	w.read = func(folded string) words.Reading { return words.Read(folded, game, w.all...) }
}

// Starts says of words whether a row that begins with them reads like a command.
func (w *escaper) Starts(row string) bool {
	return w.rows.recall(w.about, row+"\n", func(string) bool {
		w.ready()
		first, _, _ := strings.Cut(row, " ")
		return slices.ContainsFunc(w.ears, func(ear words.Ear) bool {
			return w.command(ear.English(first, 0)) || w.command(ear.English(row+" so", 0))
		})
	})
}

func (w *escaper) command(folded string) bool { return w.read(folded).Kind != words.Aside }

// Stops says that a row needs a bar.
func (w *escaper) Stops(row string) bool {
	if bare := strings.TrimSpace(row); bare == "" || bare[0] == '|' {
		return false // nothing, or barred already
	}
	about := w.about
	if about != "" && slices.ContainsFunc(w.seats, func(name string) bool { return strings.Contains(row, name) }) {
		about += strings.Join(w.seats, ",")
	}
	return w.rows.recall(about, row, w.commands)
}

// commands says whether a row would be read as one or more.
func (w *escaper) commands(row string) bool {
	if bare := strings.TrimSpace(row); bare == "end" || bare == "--" {
		return true
	}
	w.ready()
	return slices.ContainsFunc(w.ears, func(ear words.Ear) bool {
		return slices.ContainsFunc(ear.Lines(row, nil), func(l words.Line) bool { return l.Block || w.command(l.Folded) })
	})
}
