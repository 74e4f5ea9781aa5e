package season

import (
	"fmt"

	"pitpost.example/engine"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Imported counts what became of a list.
type Imported struct {
	Entered int // their address is proved, so they are in
	Asked   int // get one letter, and are in with its yes
	Were    int // were in already, or have said no
	Blocked int // want no invitations
}

// Import puts a list of people down for a season, all of them or, at any error, nobody.
// called is what somebody of a display name and an address is called.
func Import(w *world.Tx, s *model.Season, people []SignUp, called func(display, address string) string) *Imported {
	in := &importing{w: w, season: s, called: called, taken: map[string]bool{}, was: map[int64]bool{}}
	all := world.Get(w, world.Entrants{Season: s.ID})
	for _, e := range all {
		in.taken[engine.Normalise(e.Name)], in.was[e.Player] = true, true
	}
	for _, p := range people {
		in.one(p)
	}
	tell(w, s, model.News(fmt.Sprintf("%s:%d", model.NewsInvite, w.Now().UnixNano()))) // each list has its own letters
	w.SaveEntrants(in.fresh...)
	return &in.done
}

// importing is one list as it is put down.
type importing struct {
	w      *world.Tx
	season *model.Season
	called func(display, address string) string
	taken  map[string]bool // names
	was    map[int64]bool  // players
	fresh  []model.Entrant
	done   Imported
}

// one puts one person down.
func (in *importing) one(p SignUp) {
	player, address := in.w.PlayerByAddress(p.Address)
	unwanted := world.Get(in.w, world.Unwanted{Address: p.Address})
	switch {
	case unwanted:
		in.done.Blocked++
		return
	case player != nil && in.was[player.ID]:
		in.done.Were++
		return
	}
	if player == nil {
		player = in.w.NewPlayer(p.Address, p.Name)
		player.Settings.LangGuessed = p.Lang == ""
		if p.Lang != "" {
			player.Lang = p.Lang
		}
		if p.Zone != "" {
			player.Zone = p.Zone
		}
		in.w.Do(world.SavePlayer{Player: *player})
	}
	e := model.Entrant{Season: in.season.ID, Player: player.ID, Name: nameBeside(in.taken, in.called(p.Name, p.Address)),
		Address: p.Address, Division: p.Division, State: model.EntrantInvited, JoinedAt: in.w.Now()}
	in.done.Asked++
	if address != nil && address.Proved {
		in.done.Asked--
		in.done.Entered++
		e.State = enteredNow(in.w, in.season)
	}
	in.was[player.ID], in.fresh = true, append(in.fresh, e)
}
