package saboteur

import "pitpost.example/engine"

// Party names a side: "miner" or "saboteur".
func (Game) Party(side string) engine.Phrase {
	if side == miner.String() {
		return engine.Say("saboteur.party.miner")
	}
	return engine.Say("saboteur.party.saboteur")
}
