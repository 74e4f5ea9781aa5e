// Package phrases measures how well the house understands what people write about their moves. It sends natural
// lines in seven languages as letters by the player who is due, in a position of a real match, and looks at the
// match, the player's settings and the receipt afterwards: what was played, what the house asked, and what it
// took for talk. It also sends lines that are no moves and counts those that changed anything. It knows nothing
// about the reader in the house.
//
// The package has only tests: make test runs a part of them, make phrases runs all and prints the tables.
// BATCH=folder with -run Batch -v measures new tables before they are added to testdata/own.
package phrases
