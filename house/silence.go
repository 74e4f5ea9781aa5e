package house

// RefusalsAnHour is how many letters of one address in which nothing could be
// carried out are answered in an hour: a robot that answers every answer (a
// challenge, a "no such ticket") falls silent there long before a person does.
const RefusalsAnHour = 20

// silent says whether a letter is better not answered: its sender had enough
// answers this hour.
func (d *desk) silent() (bool, error) {
	n, err := d.w.AnswersThisHour(d.from)
	if err != nil || n >= AnswersAnHour {
		return true, err
	}
	if d.acted || n < RefusalsAnHour {
		return false, nil
	}
	n, err = d.w.RefusedThisHour(d.letter.From)
	return n >= RefusalsAnHour, err
}
