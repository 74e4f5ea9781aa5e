package letter

import (
	"fmt"

	"pitpost.example/engine"
	"pitpost.example/mailer/render"
)

// teach tells a newcomer, above the choices, what their seat is after and one thing of the game, and
// offers a sensible move. Those who asked for silence are told nothing.
func (s *builder) teach() {
	if s.lesson == 0 || s.player != nil && s.player.Settings.NoVoice {
		return
	}
	state := s.table.Match.State()
	game, ok := state.(engine.Teaching)
	if !ok {
		return
	}
	lines := plain(printed(game.Lesson(s.seat.Name, s.lesson), s.print)...)
	if len(lines) == 0 {
		return
	}
	s.tell(s.say("mail.teach-title"), append(lines, s.weighed(render.Faint, "mail.teach-how"))...)
	if player, ok := state.(engine.Sensible); ok {
		// Its chance has no seed: it must say nothing of any shuffle.
		chance := engine.Dice{}.For(fmt.Sprintf("advice %s %d", s.seat.Name, s.step()))
		s.offer("mail.teach-unsure", s.commands(player.Careful(s.seat.Name, chance)))
	}
}
