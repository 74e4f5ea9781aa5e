// Package auth says how far the sender of a letter is believed. Judge reads what the receiving server wrote
// into Authentication-Results. Checker is for letters straight from the net and checks them itself, by SPF
// (RFC 7208), DKIM (RFC 6376) and DMARC (RFC 9989, formerly 7489). It believes nothing that the letter says
// about that. If a check cannot be made, the result says so and is never a pass.
package auth

import (
	"cmp"
	"context"
	"net/netip"
	"slices"
	"strings"
	"time"
)

// Result is the result of a check, in the words of RFC 8601.
type Result string

// The results. Unknown is not in RFC 8601: the facts that the check needs were missing.
const (
	Unknown   Result = "unknown"
	None      Result = "none"
	Neutral   Result = "neutral"
	Pass      Result = "pass"
	Fail      Result = "fail"
	SoftFail  Result = "softfail"
	Policy    Result = "policy" // valid, but in a way that we do not trust
	TempError Result = "temperror"
	PermError Result = "permerror"
)

// patience is how long all look-ups for one letter may take together.
const patience = 15 * time.Second

// Mail is a letter and how it was delivered.
type Mail struct {
	Raw    []byte
	From   string     // the only address in its From header
	Return string     // the return address: "<>" if there is none, "" if it is unknown
	Client netip.Addr // the client that delivered it from the net; invalid if unknown
	Helo   string     // the name that the client gave in HELO
}

// Report is the result of all checks of a letter.
type Report struct {
	SPF       Result
	SPFDomain string // the domain that SPF checked
	// DKIM holds the signatures of the sender's organisation, at most five. Signatures of others say nothing
	// about the sender and are not checked.
	DKIM  []Signature
	DMARC Result
}

// Checker checks letters. It keeps nothing between letters and is safe for concurrent use.
type Checker struct {
	DNS Resolver
	// Now returns the time. It must be set.
	Now func() time.Time
	// Patience limits the time of all look-ups for one letter; 0 means 15 seconds.
	Patience time.Duration
}

// Check checks a letter. It has no error: if a name server does not answer, a result says so.
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

// Signed reports whether the sender's organisation has signed the letter validly.
func (r Report) Signed() bool { return r.has(Pass) }

func (r Report) has(want Result) bool {
	return slices.ContainsFunc(r.DKIM, func(s Signature) bool { return s.Result == want })
}

// domainOf returns what follows the last @ of an address, in lower-case ASCII.
func domainOf(address string) string {
	return ascii(address[strings.LastIndexByte(address, '@')+1:])
}
