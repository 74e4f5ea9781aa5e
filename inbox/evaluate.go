package inbox

import (
	"context"

	"pitpost.example/inbox/auth"
)

// Evaluation finds out itself who sent a letter that came straight from the net; it is for
// Receiver.Evaluate. What cannot be found out for now proves nobody and makes nobody a forger.
func Evaluation(c *auth.Checker) func(context.Context, []byte, string, *Envelope) Trust {
	return func(ctx context.Context, raw []byte, from string, e *Envelope) Trust {
		return trustOf(c.Check(ctx, auth.Mail{Raw: raw, From: from, Return: e.From, Client: e.Client, Helo: e.Helo}))
	}
}

// trusted is how far the sender of a letter is believed by its Authentication-Results headers:
// the topmost that names our receiving server, and no other. With authservID "" no server vouches.
func trusted(l *Letter, authservID string) Trust {
	return atMost(l, Judge(l.Results, authservID, l.From))
}

// atMost takes the proof from a letter whose head may be read in two ways.
func atMost(l *Letter, trust Trust) Trust {
	if l.Loose && trust == Proved {
		return Unproved
	}
	return trust
}

// trustOf is the same rule as for what a server reports: a pass of DMARC proves, its failure
// or, where the domain has no policy, that of SPF without a signature of theirs, forges.
func trustOf(r auth.Report) Trust {
	switch {
	case r.DMARC == auth.Pass:
		return Proved
	case r.DMARC == auth.Fail:
		return Failed
	case r.DMARC == auth.None && r.SPF == auth.Fail && !r.Signed() && !r.Doubtful():
		return Failed
	}
	return Unproved
}
