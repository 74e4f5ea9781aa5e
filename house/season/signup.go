package season

import (
	"pitpost.example/engine"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Enter keeps a player as an entrant of a season, a substitute or one who plays; e is what they
// were before, nil for nothing, and called what they are called where the season knows no name
// of theirs.
func Enter(w *world.Tx, s *model.Season, e *model.Entrant, player *model.Player, called, address string, substitute bool) *model.Entrant {
	if e == nil {
		name := freeName(w, s, called)
		e = &model.Entrant{Season: s.ID, Player: player.ID, Name: name, Address: address}
	}
	e.State, e.JoinedAt, e.LeftAt = model.EntrantSubstitute, w.Now(), nil
	if !substitute {
		e.State = enteredNow(w, s)
	}
	w.SaveEntrants(*e)
	return e
}

// enteredNow is what somebody is who enters a season as it stands: whoever comes after the
// draw is late, and groups for them are made at the next wave.
func enteredNow(w *world.Tx, s *model.Season) model.EntrantState {
	if s.State == model.SeasonSignup || s.State == model.SeasonMustered {
		return model.EntrantEntered
	}
	seasonDue(w, s, model.DueLate, "", nextLate(w.Now()))
	return model.EntrantLate
}

// freeName is a name that nobody in the season has.
func freeName(w *world.Tx, s *model.Season, name string) string {
	all := world.Get(w, world.Entrants{Season: s.ID})
	taken := map[string]bool{}
	for _, e := range all {
		taken[engine.Normalise(e.Name)] = true
	}
	return nameBeside(taken, name)
}

// nameBeside gives a name a letter, or two, behind it where it is taken, and takes it.
func nameBeside(taken map[string]bool, name string) string {
	base := []rune(name)
	if len(base) > 17 {
		base = base[:17]
	}
	free := name
	for n := 1; taken[engine.Normalise(free)]; n++ {
		free = string(base) + "-" + letters(n)
	}
	taken[engine.Normalise(free)] = true
	return free
}

// letters counts in letters: b to z, then aa, ab and so on.
func letters(n int) string {
	if n < 26 {
		return string(rune('a' + n))
	}
	return letters(n/26-1) + string(rune('a'+n%26))
}
