package inbox

import (
	"context"

	"pitpost.example/inbox/auth"
	"pitpost.example/inbox/intake"
	"pitpost.example/inbox/reply"
)

// Evaluation finds out itself who sent a letter that came straight from the net; it is for
// Receiver.Evaluate. What cannot be found out for now proves nobody and makes nobody a forger.
func Evaluation(c *auth.Checker) func(context.Context, []byte, string, *intake.Envelope) auth.Trust {
	return func(ctx context.Context, raw []byte, from string, e *intake.Envelope) auth.Trust {
		return c.Check(ctx, auth.Mail{Raw: raw, From: from, Return: e.From, Client: e.Client, Helo: e.Helo}).Trust()
	}
}

// trusted is how far the sender of a letter is believed by its Authentication-Results headers:
// the topmost that names our receiving server, and no other. With authservID "" no server vouches.
func trusted(l *reply.Letter, authservID string) auth.Trust {
	return atMost(l, auth.Judge(l.Results, authservID, l.From))
}

// atMost takes the proof from a letter whose head may be read in two ways.
func atMost(l *reply.Letter, trust auth.Trust) auth.Trust {
	if l.Loose && trust == auth.Proved {
		return auth.Unproved
	}
	return trust
}
