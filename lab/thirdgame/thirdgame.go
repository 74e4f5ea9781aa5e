// Package thirdgame holds the example game of docs/example-game, which the house does not know, to what is
// promised to whoever writes a game: its folder and a line in the catalogue are all. One test lays both over
// the tree and runs the house's own tests; one plays a whole match of it by mail.
package thirdgame
