package auth

import "context"

// SPFAnywhere is what SPF says of a client, of a private network too.
func (c *Checker) SPFAnywhere(ctx context.Context, m Mail) Outcome {
	out, _ := c.spfOf(ctx, m, m.Client.Unmap())
	return out
}
