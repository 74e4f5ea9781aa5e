package desk

import (
	"pitpost.example/model"
)

// keyMay says which house words a program's key is for: those of the seat at its table. What
// concerns the player, the other seats or the match whole needs a letter.
func KeyMay(name string) bool {
	switch name {
	case "rules", "cards", "story", "status", "matches", "check", "next", "plan", "clear", "undo", "say", "tell", "suspect", "nudge", "salt":
		return true
	}
	return false
}

func (d *Desk) ByKey() bool { return d.Letter != nil && d.Letter.Door == model.DoorKey }
