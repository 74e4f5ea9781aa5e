package bot

import "pitpost.example/engine"

// Sensible is a state whose seats can be played with plain sense.
type Sensible interface {
	// Careful is a legal command of a seat that is to move, chosen by what the
	// seat may know and nothing else: the same view and the same stream give the
	// same command.
	Careful(seat string, s *engine.Stream) string
}

// Careful plays with the plain sense that the game has put down; where it has
// none, as Random does.
func Careful(s Sight, stream *engine.Stream) string {
	if game, ok := s.state.(Sensible); ok {
		return game.Careful(s.Seat, stream)
	}
	return Random(s, stream)
}
