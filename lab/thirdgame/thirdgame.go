// Package thirdgame tests what authors of games are promised: a game is one folder and one line in the
// catalogue. It uses the example game of docs/example-game, which the house does not know. One test lays both
// over the tree and runs the house's own tests; another one plays a whole match of it by mail.
package thirdgame
