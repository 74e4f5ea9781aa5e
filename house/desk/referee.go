package desk

// Referee reports whether the sender decides about the current match without playing in it.
func (d *Desk) Referee() bool { return d.Operator || d.Organiser }
