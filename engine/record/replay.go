package record

import "pitpost.example/engine"

// Facts verifies a record, as Verify does, and gives the match as it was opened
// and all its facts, numbered as in the record. What is wrong with it comes back
// as a *Fault of that file. games finds the games; nil for the catalogue's.
func (r *Record) Facts(file string, games func(string) engine.Game) (*engine.Match, []engine.Fact, error) {
	if fault := verify(r, &Tally{Games: games}); fault != nil {
		fault.File = file
		return nil, nil, fault
	}
	c, err := newChecker(r, games)
	if err != nil {
		return nil, nil, &Fault{File: file, Line: r.At, Why: err.Error()}
	}
	return c.match, c.facts, nil
}
