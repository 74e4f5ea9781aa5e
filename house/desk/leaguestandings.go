package desk

// offOrOn tells "standings off" from a league's name: such a line changes something, and
// needs a proved sender.
func OffOrOn(rest string) bool { return rest == "off" || rest == "on" }
