// Package season plays leagues for a year on a fast clock, through a house in memory and by mail, with
// people as house/forecast says they are, and counts what it was worth: how long matches took, how
// many turns were missed, how many letters came a day, and what was unfair.
package season
