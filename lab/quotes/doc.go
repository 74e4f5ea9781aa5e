// Package quotes tests that the reader of letters never takes our words for a player's. The house writes real
// letters of both games in each language. Thousands of answers to them, as written by the mail programs of the
// world, are generated from a seed, and what is read in each is compared with what its writer wrote. The
// package has only tests: make test reads some hundreds of letters, make letters-all twenty thousand.
package quotes
