package inbox

import (
	"context"

	"pitpost.example/db/mail"
	"pitpost.example/house/desk"
	"pitpost.example/inbox/intake"
	"pitpost.example/inbox/reply"
	"pitpost.example/inbox/report"
	"pitpost.example/model"
)

// unsubscribes returns what a letter to our unsubscribe address is about, nil if it came to no such address.
func (r *Receiver) unsubscribes(l *reply.Letter) *model.Ref {
	tokens, _ := r.Keys.Find(l.To, r.Mailbox)
	for _, t := range tokens {
		if model.RefPurpose(t.Purpose) == model.ForStop {
			return refOf(t)
		}
	}
	return nil
}

// obey has the house obey a letter to the unsubscribe address that a program wrote, or that cannot be read. Whoever presses a
// button for it in vain presses that for spam next.
func (r *Receiver) obey(ctx context.Context, l *reply.Letter, stop *model.Ref, raw []byte, door intake.Source) (intake.Fate, error) {
	in := &desk.Letter{From: l.From, Trust: model.TrustUnproved, MessageID: l.MessageID, Door: door.Name, Subject: l.Subject, ReceivedAt: door.ReceivedAt,
		Now: r.Now(), Hash: r.identity(l), Ref: stop, Headers: desk.Headers{Machine: true}}
	state, why, err := r.House.Take(ctx, in)
	if err != nil {
		return r.failed(ctx, l, raw, door, err)
	}
	return r.ended(in.Hash, door, state, why), nil
}

// ofPerson takes a letter for a person's that comes through a list, with the token of a letter that was sent to its sender, or
// because its sender pressed a button: then its subject says what is wanted.
func (r *Receiver) ofPerson(ctx context.Context, l *reply.Letter) error {
	tokens, _ := r.Keys.Find(l.To, r.Mailbox)
	switch {
	case l.Automatic == "" || len(tokens) == 0:
	case l.Button:
		l.Automatic = ""
	case report.IsThroughList(l.Automatic):
		theirs, err := mail.WasSentTo(ctx, r.DB, tokens[0].Match, tokens[0].Seat, l.From)
		if err != nil {
			return err
		}
		if theirs {
			l.Automatic = ""
		}
	}
	return nil
}
