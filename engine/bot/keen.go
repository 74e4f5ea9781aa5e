package bot

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"pitpost.example/engine"
)

// Budget limits thinking by the number of positions played out, never by time. So the same position, stream
// and budget give the same choice on any machine, however busy it is.
type Budget struct {
	// Playouts is the maximum number of positions for one choice.
	Playouts int
	// Spent counts the positions of several choices, up to Shared together. After that, bots play like
	// Careful. Nil means no common limit.
	Spent  *int
	Shared int
}

// take counts n positions about to be played out. It returns false if the shared budget is used up.
func (b Budget) take(n int) bool {
	if b.Spent == nil {
		return true
	}
	*b.Spent += n
	return *b.Spent <= b.Shared
}

// playouts is the default of Budget.Playouts.
const playouts = 400

// NewKeen searches. It guesses the hidden cards again and again, and tries every command worth considering on
// each guess, with the same luck. Step by step it drops the worse half of the commands. The one that remains
// is played if it went clearly better than the command that Careful would choose. Keen plays like Careful if
// the game cannot guess (engine.Guessing).
func NewKeen(b Budget) Bot {
	return func(s Sight, stream *engine.Stream) string {
		game, ok := s.state.(engine.Guessing)
		if !ok || !b.take(0) {
			return PlayCarefully(s, stream)
		}
		worth := game.Worth(s.Seat)
		if len(worth) == 1 {
			return worth[0]
		}
		return search(game, s.Seat, worth, b, stream)
	}
}

// tried is a command and how much better it went than the careful choice on the same guesses, summed up.
type tried struct {
	command      string
	sum, squares float64
}

// sure is the number of standard errors by which a command must beat the careful choice. Otherwise the best
// of many nearly equal commands would often win by luck alone.
const sure = 1

// search compares each command with the first, the careful choice. After each round the worse half is
// dropped, and all rounds get an equal share of the playouts, so the most promising commands are tried most.
func search(game engine.Guessing, seat string, worth []string, b Budget, stream *engine.Stream) string {
	left := engine.MapList(worth[1:], func(command string) tried { return tried{command: command} })
	rounds := 1 + bits.Len(uint(len(left)-1)) // as often as half of them can be dropped, and once with the last
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

// tryAll tries all commands on one guess, with the same luck.
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

// better sorts the command that went better first.
func better(a, b tried) int { return cmp.Compare(b.sum, a.sum) }

// choice returns the best command if it is clearly better than the careful choice, otherwise the careful
// choice.
func choice(sense string, left []tried, deals int) string {
	best := slices.MinFunc(left, better)
	n := float64(deals)
	if mean := best.sum / n; deals > 1 && mean > sure*math.Sqrt(max(0, best.squares/n-mean*mean)/(n-1)) {
		return best.command
	}
	return sense
}
