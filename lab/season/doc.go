// Package season plays leagues for a year on a fast clock, through a house in memory and by mail, with people
// who behave as house/forecast assumes. It counts how long matches took, how many turns were missed, how many
// letters a day were sent, and what was unfair.
package season
