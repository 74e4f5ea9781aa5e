// Package phrases measures how well the house understands what people write about their moves. It
// sends natural lines in seven languages as letters, each from the player on turn in a position of
// a real match, and looks at what the match, the player's settings and the receipt are afterwards:
// what was played, what was asked back, and what was taken for talk. It also sends lines that are
// no moves and counts those that changed anything. BATCH=folder with -run Batch -v measures new tables, before they
// are kept in testdata/own. It knows nothing of the reader inside the
// house. All of it is tests: make test reads a part, make phrases all of it and prints the tables.
package phrases
