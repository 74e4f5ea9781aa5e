package desk

import (
	"fmt"

	"pitpost.example/house/world"
	"pitpost.example/model"
)

func (d *Desk) Display() string {
	if d.Letter == nil {
		return ""
	}
	return d.Letter.Display
}

// needPlayer makes the sender a player if they were none.
func (d *Desk) NeedPlayer() {
	if d.Player != nil {
		return
	}
	if d.From == "" {
		panic(world.Fault{Err: fmt.Errorf("no player to act for")})
	}
	p := d.W.NewPlayer(d.From, d.Display())
	d.Player = p
	if d.Lang != "" && d.Lang != p.Lang {
		p.Lang = d.Lang
		d.W.Do(world.SavePlayer{Player: *p})
	}
	if d.Letter != nil && d.Letter.Trust == Proved {
		d.W.Do(world.SaveAddress{Address: model.Address{Address: d.From, Player: p.ID, First: true, Proved: true, Display: d.Display()}})
	}
}

func (d *Desk) InLobby() (Answer, bool) {
	if d.Table.Row.Phase != model.PhaseLobby {
		return Refuse("house.started-already", "match", int(d.Table.Row.ID)), false
	}
	return Answer{}, true
}
