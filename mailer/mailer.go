// Package mailer is all that leaves the house, in five rooms: letter says what stands in a letter,
// render prints it, picture paints its board, send brings it to the relay, and hook calls the web.
// Here stand only the tests of all of them together.
package mailer
