// Package quotes asks whether the reader of letters ever takes our words for a player's. It lets
// the house write real letters of both games in each language, answers them as the mail programs
// of the world would, in thousands of letters that follow from a seed, and counts what is read in
// each beside what its writer wrote. All of it is tests: make test reads some hundreds of
// letters, make letters-all twenty thousand.
package quotes
