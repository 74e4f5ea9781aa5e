package letter

import (
	"pitpost.example/house/desk"
	"pitpost.example/model"
)

// mayBeTold finds the sender, and says whether they may be told of their letter.
func MayBeTold(d *desk.Desk) bool {
	player, address := d.W.PlayerByAddress(d.From)
	if d.Letter.Trust == desk.Forged || address != nil && address.Barred || d.From == "" {
		return false
	}
	d.Player = player
	d.Hear()
	owner := int64(0)
	if d.Ref != nil {
		owner = ownerOf(d)
	}
	matching := player != nil && owner == player.ID
	if !matching {
		d.Table, d.Seat = nil, nil // the match is no business of theirs
	}
	return matching || d.Letter.Trust == desk.Proved
}

// noteOf is how a letter is noted.
func NoteOf(l *desk.Letter) *model.Letter {
	return &model.Letter{Hash: l.Hash, MessageID: l.MessageID, Door: l.Door, Sender: l.From, Subject: l.Subject,
		WordsHash: l.WordsHash, Kept: l.Kept, ReceivedAt: l.ReceivedAt}
}
