package auth

import "context"

// SPFAnywhere returns the SPF result for a client, also of a private network.
func (c *Checker) SPFAnywhere(ctx context.Context, m Mail) Result {
	out, _ := c.spfOf(ctx, m, m.Client.Unmap())
	return out
}
