// Package attacks tries on a running house what an attacker would. Each test is one attack on a pitpost serve
// of its own, with letters from the internet by LMTP, letters of its users by the built-in post office, and
// pages by HTTP, and checks that the house withstands it. The package has only tests: make attacks runs all,
// make test leaves out the heaviest letters.
package attacks
