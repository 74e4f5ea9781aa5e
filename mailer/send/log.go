package send

import (
	"context"
	"log/slog"

	"pitpost.example/db"
	"pitpost.example/model"
)

// tell says in the log how far a letter out has come, under the id of the letter in that let
// it be written, and never to whom it goes or what it says.
func (p *Outbox) tell(level slog.Level, text string, n *model.Notice, more ...any) {
	line := []any{"notice", n.ID, "purpose", n.Purpose}
	if id := db.CauseID(n.Cause); id != "" {
		line = append([]any{"id", id}, line...)
	}
	if n.Match != 0 {
		line = append(line, "match", n.Match)
	}
	p.Log.Log(context.Background(), level, text, append(line, more...)...)
}

// took counts a letter that the relay has, from its commit to the relay's yes.
func (p *Outbox) took(n *model.Notice, out Outcome) {
	waited := p.now().Sub(n.QueuedAt)
	p.DB.Meter().MailDone("sent", string(n.Purpose), waited)
	p.tell(slog.LevelInfo, "letter sent", n, "code", out.Code, "tries", n.Tries, "seconds", waited.Seconds())
}
