// Package auth finds out by itself who sent a letter that came straight from the net, by SPF
// (RFC 7208), DKIM (RFC 6376) and DMARC (RFC 9989, once 7489). It believes nothing that stands in the
// letter about that, and where it cannot find out it says so, which is never a pass.
package auth

import (
	"cmp"
	"context"
	"net/netip"
	"slices"
	"strings"
	"time"
)

// Outcome is how one test came out, in the words of RFC 8601.
type Outcome string

// The outcomes. Unknown is ours: what the test needs was not known.
const (
	Unknown   Outcome = "unknown"
	None      Outcome = "none"
	Neutral   Outcome = "neutral"
	Pass      Outcome = "pass"
	Fail      Outcome = "fail"
	SoftFail  Outcome = "softfail"
	Policy    Outcome = "policy" // right, but in a way we do not trust
	TempError Outcome = "temperror"
	PermError Outcome = "permerror"
)

// patience is how long all look-ups for one letter may take.
const patience = 15 * time.Second

// Mail is a letter and how it came.
type Mail struct {
	Raw    []byte
	From   string     // the one address in its From header
	Return string     // its return address, "<>" for none, "" where it is not known
	Client netip.Addr // who brought it from the net; invalid where not known
	Helo   string     // what that one called itself
}

// Report is what the tests say of a letter.
type Report struct {
	SPF       Outcome
	SPFDomain string // the domain that SPF spoke for
	// DKIM holds the signatures for the sender's organisation, at most five; those of others
	// say nothing of the sender and are not looked at.
	DKIM  []Signature
	DMARC Outcome
}

// Checker does the tests. It keeps nothing between letters and may be used at once.
type Checker struct {
	DNS Resolver
	// Now is the time; nil for the machine's.
	Now func() time.Time
	// Patience is how long all look-ups for one letter may take; 0 for 15 seconds.
	Patience time.Duration
}

// Check tests a letter. It never fails: a name server that is away is an outcome.
func (c *Checker) Check(ctx context.Context, m Mail) Report {
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(c.Patience, patience))
	defer cancel()
	from := domainOf(m.From)
	if from == "" {
		return Report{SPF: Unknown, DMARC: None}
	}
	var r Report
	r.SPF, r.SPFDomain = c.spf(ctx, m)
	r.DKIM = c.dkim(ctx, m.Raw, from)
	r.DMARC = c.dmarc(ctx, from, r)
	return r
}

// Signed says whether a signature of the sender's organisation is right.
func (r Report) Signed() bool { return r.has(Pass) }

func (r Report) has(want Outcome) bool {
	return slices.ContainsFunc(r.DKIM, func(s Signature) bool { return s.Outcome == want })
}

// domainOf is what stands behind the last @ of an address, lower case and in ASCII.
func domainOf(address string) string {
	return ascii(address[strings.LastIndexByte(address, '@')+1:])
}
