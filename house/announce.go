package house

import (
	"context"
	"crypto/sha256"
	"fmt"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/notice"
	"pitpost.example/house/play"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Message writes the operator's words to every host of a match that is not over, or to all
// players of the house. The same words on the same day reach nobody twice. It gives how many
// it is written to.
func (h *House) Message(ctx context.Context, words string, all bool, now time.Time) (n int, err error) {
	words = play.Tidied(words)
	if words == "" {
		return 0, fmt.Errorf("there are no words to send")
	}
	day := fmt.Sprintf("%x:%s", sha256.Sum256([]byte(words)), now.UTC().Format(time.DateOnly))
	err = h.play(ctx, model.Cause{Kind: model.CauseOperator, Now: now}, 0, func(w *world.Tx) error {
		list := world.Get(w, world.Hosts{All: all})
		n = len(list)
		for _, player := range list {
			w.Queue(model.Notice{Key: fmt.Sprintf("operator:%s:%d", day, player), Player: player, Purpose: model.PurposeNote, Params: notice.Params(notice.Note{
				Subject: table.Say("acts.operator-subject"), Lines: []engine.Phrase{table.Say("match.said", "name", engine.Speaker("operator"), "words", words)}})})
		}
		return nil
	})
	return n, err
}
