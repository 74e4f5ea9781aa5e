package bot

import (
	"cmp"
	"math"
	"slices"

	"pitpost.example/engine"
)

// Budget bounds the thinking in positions played on, never in time: the same position, stream
// and budget give the same choice on any machine, however busy it is.
type Budget struct {
	// Playouts is the most positions for one choice.
	Playouts int
	// Spent counts the positions of several choices together, which may come to Shared; where
	// they have, bots play as Careful does. Nil where every choice stands for itself.
	Spent  *int
	Shared int
}

// take counts n positions that are about to be played on; false where too few are left.
func (b Budget) take(n int) bool {
	if b.Spent == nil {
		return true
	}
	*b.Spent += n
	return *b.Spent <= b.Shared
}

// playouts is what keen spends on a choice when nobody says otherwise.
const playouts = 400

// Keen searches: it guesses at what is hidden, again and again, tries every
// command worth a thought on the same guess with the same luck, and drops the
// worse half of them until one is left, which it plays if that went surely better
// than what plain sense would do. Where a game cannot be guessed at it
// plays as Careful does.
func Keen(b Budget) Bot {
	return func(s Sight, stream *engine.Stream) string {
		game, ok := s.state.(engine.Guessing)
		if !ok || !b.take(0) {
			return Careful(s, stream)
		}
		worth := game.Worth(s.Seat)
		if len(worth) == 1 {
			return worth[0]
		}
		return search(game, s.Seat, worth, b, stream)
	}
}

// tried is a command and by how much it went better than plain sense on the same
// guesses.
type tried struct {
	command      string
	sum, squares float64
}

// sure is how many standard errors a command must lead plain sense by to be
// preferred to it: among many tries of little difference the best is mere luck.
const sure = 1

// search tries each command against the first. In rounds that get equal shares of
// the playouts the worse half of them is dropped, so that those that may be best are
// tried most.
func search(game engine.Guessing, seat string, worth []string, b Budget, stream *engine.Stream) string {
	left := make([]tried, len(worth)-1)
	rounds := 1
	for i, c := range worth[1:] {
		left[i].command = c
	}
	for n := len(left); n > 1; n = (n + 1) / 2 {
		rounds++
	}
	deals := 0
	for {
		for range max(1, b.Playouts/(rounds*(len(left)+1))) {
			if !b.take(1 + len(left)) {
				return choice(worth[0], left, deals)
			}
			tryAll(game, seat, worth[0], left, stream)
			deals++
		}
		slices.SortStableFunc(left, better)
		if len(left) == 1 {
			return choice(worth[0], left, deals)
		}
		left = left[:(len(left)+1)/2]
	}
}

// tryAll tries all on one guess, with the same luck.
func tryAll(game engine.Guessing, seat, sense string, left []tried, stream *engine.Stream) {
	guess, luck := game.Guess(seat, stream).(engine.Guessing), *stream
	again := luck
	standard := guess.Try(seat, sense, &again)
	for i := range left {
		again = luck
		d := guess.Try(seat, left[i].command, &again) - standard
		left[i].sum += d
		left[i].squares += d * d
	}
}

// better puts what went better first.
func better(a, b tried) int { return cmp.Compare(b.sum, a.sum) }

// choice is the best command if it is surely better than plain sense.
func choice(sense string, left []tried, deals int) string {
	best := slices.MinFunc(left, better)
	n := float64(deals)
	if mean := best.sum / n; deals > 1 && mean > sure*math.Sqrt(max(0, best.squares/n-mean*mean)/(n-1)) {
		return best.command
	}
	return sense
}
