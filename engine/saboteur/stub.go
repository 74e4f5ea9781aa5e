package saboteur

import "pitpost/engine"

func (Game) Words() []string { return nil }
func (s *State) Parse(seat, line string, places []string) (engine.Move, *engine.Refusal) {
	return engine.Move{}, nil
}
func (s *State) Idle(seat string) string                      { return "" }
func (s *State) Check(seat, command string) []engine.Phrase   { return nil }
func (s *State) View(seat string) engine.View                 { return engine.View{} }
func (s *State) Tell(f engine.Fact, seat string) *engine.News { return nil }
