package bot

import "pitpost.example/engine"

// digger is a game in which a seat can dig with a purpose: the commands that
// bring it on, judged by its own view alone; none where it can do nothing.
type digger interface {
	Dig(seat string) []string
}

// Dig digs on in nine moves of ten: evenly one of the commands by which its
// game says that the seat digs. Else, and where there is none, it plays as
// Random does.
func Dig(s Sight, stream *engine.Stream) string {
	game, ok := s.state.(digger)
	if !ok || stream.Intn(10) == 0 {
		return Random(s, stream)
	}
	commands := game.Dig(s.Seat)
	if len(commands) == 0 {
		return Random(s, stream)
	}
	return commands[stream.Intn(len(commands))]
}
