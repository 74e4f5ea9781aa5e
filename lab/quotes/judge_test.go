package quotes

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"pitpost.example/inbox"
	"pitpost.example/inbox/mime"
	reader "pitpost.example/inbox/reply"
	"pitpost.example/speech"
)

// outcome is what the reader finds in a letter: the lines that the house would act on, those that it asks
// about, and why nothing of the letter is carried out ("" if it is).
type outcome struct {
	lines, asked []speech.Line
	held         string
}

// read is the only place that knows the reader. known has what the house stores of the letter's thread.
func read(raw []byte, known reader.Known, ear speech.Ear) outcome {
	l, err := inbox.OpenLetter(raw)
	if err == nil {
		l.Trim(func() reader.Known { return known })
	}
	var unreadable *mime.Unreadable
	if errors.As(err, &unreadable) {
		return outcome{held: unreadable.Why}
	}
	switch {
	case l.Automatic != "":
		return outcome{held: l.Automatic}
	case l.Disagree != "":
		return outcome{held: fmt.Sprintf("its text says %q, its HTML %q", l.Kept, l.Disagree)}
	}
	var o outcome
	for _, line := range ear.Lines(strings.Join(l.Words(), "\n"), l.Unsure) {
		if line.Quoted {
			o.asked = append(o.asked, line)
		} else {
			o.lines = append(o.lines, line)
		}
	}
	return o
}

// verdict is what a letter did.
type verdict struct {
	wrong []string // lines that change something but were not written
	noise []string // lines of ours that are read as commands but refused, or change nothing
	read  bool     // everything written is read, and nothing prevents it
	asked bool
	held  string
}

// harmless lists the words of the house that change nothing.
var harmless = []string{"help", "rules", "cards", "story", "status", "again", "matches", "plan", "check"}

// judge compares what was read in a letter with what its writer wrote.
func (r *reply) judge(o outcome) verdict {
	v := verdict{asked: len(o.asked) > 0, held: o.held}
	if o.held != "" {
		return v
	}
	own := map[string]int{}
	for _, l := range r.own {
		for _, one := range r.ours.ear().Lines(l, nil) {
			own[one.Folded]++
		}
	}
	var wanted []string
	for _, l := range r.written {
		for _, one := range r.ours.ear().Lines(l, nil) {
			wanted = append(wanted, one.Folded)
		}
	}
	found, clear := 0, true
	for _, l := range o.lines {
		mine := own[l.Folded] > 0
		own[l.Folded]--
		if found < len(wanted) && l.Folded == wanted[found] {
			found++
			continue
		}
		if mine {
			continue
		}
		switch r.reads(l) {
		case moves:
			v.wrong = append(v.wrong, l.Raw)
		case stumbles:
			v.noise = append(v.noise, l.Raw)
		default:
			continue
		}
		clear = clear && found == len(wanted)
	}
	v.read = found == len(wanted) && clear && len(v.wrong) == 0
	return v
}

type effect uint8

const (
	none     effect = iota
	stumbles        // a command that is refused, or a word that changes nothing
	moves
)

// reads returns what the house would do with a line in the position of the answered letter.
func (r *reply) reads(l speech.Line) effect {
	if l.Block {
		return moves
	}
	words := l.Folded
	switch reading := speech.ReadCommand(words, r.ours.game); reading.Kind {
	case speech.HouseWord:
		if slices.Contains(harmless, reading.Word) {
			return stumbles
		}
		return moves
	case speech.GameLine:
		if _, refused := r.ours.position.Parse(r.ours.seat, words, nil); refused == nil {
			return moves
		}
		return stumbles
	case speech.Failed:
		return stumbles
	}
	return none
}
