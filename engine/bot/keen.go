package bot

import (
	"cmp"
	"slices"

	"pitpost/engine"
)

// Guessing is a state in which a seat can weigh its commands by playing on from
// positions that it thinks possible.
type Guessing interface {
	Sensible
	// Worth lists the legal commands of a seat that deserve a thought, judged as
	// Careful judges: at least one, in a fixed order. What is plainly foolish, or
	// as good as another, is left out, for each costs a share of the thinking.
	Worth(seat string) []string
	// Guess is a whole position drawn from those that agree with all the seat
	// knows, and made from that knowledge alone: the same view and the same stream
	// give the same position. It has the same View and Legal for the seat as the
	// state itself, and shares nothing with it that Apply changes.
	Guess(seat string, s *engine.Stream) engine.State
	// Try is asked of a position that Guess made: it plays the command, then all
	// seats on as they are likely to, to the end or as far as it pays, and says
	// how well that went for the seat, from 0 to 1. The state stays as it is.
	Try(seat, command string, s *engine.Stream) float64
}

// Budget bounds the thinking on one choice.
type Budget struct {
	// Playouts is the most positions played on; the same number gives the same
	// choice on any machine.
	Playouts int
	// Stop, if it is not nil, is asked between positions and ends the thinking
	// early. Only who cares more for time than for sameness sets it.
	Stop func() bool
}

// playouts is what keen spends on a choice when nobody says otherwise.
const playouts = 400

// Keen searches: it guesses at what is hidden, again and again, tries every
// command worth a thought on the same guess with the same luck, and drops the
// worse half of them until one is left. Where a game cannot be guessed at it
// plays as Careful does.
func Keen(b Budget) Bot {
	return func(s Sight, stream *engine.Stream) string {
		game, ok := s.state.(Guessing)
		if !ok {
			return Careful(s, stream)
		}
		worth := game.Worth(s.Seat)
		if len(worth) == 1 {
			return worth[0]
		}
		return search(game, s.Seat, worth, b, stream)
	}
}

// tried is a command and what was got by trying it.
type tried struct {
	command string
	sum     float64
}

// search halves the list in rounds, each with an equal share of the playouts.
// Sums stay comparable, because all that are left were tried equally often.
func search(game Guessing, seat string, worth []string, b Budget, stream *engine.Stream) string {
	left := make([]tried, len(worth))
	for i, c := range worth {
		left[i].command = c
	}
	rounds := 0
	for n := len(left); n > 1; n = (n + 1) / 2 {
		rounds++
	}
	for len(left) > 1 {
		for range max(1, b.Playouts/(rounds*len(left))) {
			if b.Stop != nil && b.Stop() {
				return best(left)
			}
			guess, luck := game.Guess(seat, stream).(Guessing), *stream
			for i := range left {
				again := luck
				left[i].sum += guess.Try(seat, left[i].command, &again)
			}
		}
		slices.SortStableFunc(left, better)
		left = left[:(len(left)+1)/2]
	}
	return best(left)
}

// better puts what went better first.
func better(a, b tried) int { return cmp.Compare(b.sum, a.sum) }

func best(left []tried) string { return slices.MinFunc(left, better).command }
