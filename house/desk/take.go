package desk

// match is the one match a letter is about before it is read line by line.
func (l *Letter) Match() int64 {
	if l.Ref != nil && l.Ref.Match != 0 {
		return l.Ref.Match
	}
	for _, line := range l.Lines {
		if line.Match != 0 {
			return line.Match
		}
	}
	return l.SubjectMatch
}

// step is the number of the choice the seat's next letter asks for.
func (d *Desk) Step() int {
	if c := d.Table.Match.Chair(d.Seat.Name); c != nil {
		return c.Steps + 1
	}
	return 1
}
