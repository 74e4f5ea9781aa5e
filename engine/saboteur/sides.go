package saboteur

import (
	"pitpost.example/engine"
)

// Sides are miners and saboteurs; a round that nobody won has no side.
func (s *State) Sides(f engine.Fact) (of map[string]string, won string, ok bool) {
	e, ok := f.Event.(Ended)
	if !ok {
		return nil, "", false
	}
	of = map[string]string{}
	for i := range s.players {
		of[s.name(i)] = s.players[i].role.String()
	}
	switch e.Winners {
	case "miners":
		won = miner.String()
	case "saboteurs":
		won = saboteur.String()
	}
	return of, won, true
}

// Party names a side: "miner" or "saboteur".
func (Game) Party(side string) engine.Phrase {
	if side == miner.String() {
		return engine.Say("saboteur.party.miner")
	}
	return engine.Say("saboteur.party.saboteur")
}

// Role names one of a side.
func (Game) Role(side string) engine.Phrase {
	if side == miner.String() {
		return engine.Say("saboteur.role.miner")
	}
	return engine.Say("saboteur.role.saboteur")
}
