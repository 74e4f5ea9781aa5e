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
