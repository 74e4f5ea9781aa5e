// Package mailer is the way out of the house. Its five subpackages do the work: letter decides what a letter
// says, render turns that into text, HTML and MIME, picture paints boards, send hands letters to the relay,
// and hook calls the web. The package itself only has the tests of all of them together.
package mailer
