// Package attacks tries on a running house what an attacker would: each test is one attack on
// a pitpost serve of its own, with letters from the net by LMTP, letters of its people by the
// built-in post office, and pages by HTTP, and says by what it knows that the house held. All
// of it is tests: make attacks tries everything, make test leaves the heaviest letters out.
package attacks
