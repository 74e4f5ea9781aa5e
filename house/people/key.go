package people

import (
	"encoding/base64"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// KeyPrefix begins each key of a seat.
const KeyPrefix = "pit_"

// Key gives a program the key to the seat, once, in place of the one before; "key off" makes
// it open nothing.
func Key(d *desk.Desk, _ command.Line, rest string) desk.Answer {
	if d.Operator || d.Seat == nil || d.Player == nil || d.Seat.Player != d.Player.ID {
		return desk.Refuse("house.links-seat")
	}
	match := d.Table.Row.ID
	if rest == "off" {
		d.W.Do(world.DropKey{Match: match, Seat: d.Seat.No})
		return desk.Done(engine.Say("house.key-off", "match", int(match)))
	}
	if d.House.Seal == nil {
		return desk.Refuse("house.hook-none-here")
	}
	var b [32]byte
	d.House.Draw(b[:])
	word := KeyPrefix + base64.RawURLEncoding.EncodeToString(b[:])
	d.W.Do(world.KeepKey{SeatKey: model.SeatKey{Match: match, Seat: d.Seat.No, Player: d.Player.ID}, Hash: desk.Hashed(word)})
	d.TellOnce(model.SecretKey, word)
	return desk.Done(engine.Say("house.key-on", "match", int(match)))
}

// The ends of a program's lines that no letter has.
const (
	KeyAgain model.LetterState = "again" // they came before
	KeyStep  model.LetterState = "step"  // the step is not the one that is awaited
	KeyGone  model.LetterState = "gone"  // the seat is another player's
)
