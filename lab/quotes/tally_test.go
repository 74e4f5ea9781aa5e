package quotes

import (
	"fmt"
	"io"
)

// row counts letters of one kind.
type row struct {
	letters, written  int
	wrong, noise      int
	read, held, asked int
	moved, unread     []int // numbers of letters to look at
}

func (c *row) add(r *reply, v verdict) {
	c.letters++
	if len(v.wrong) > 0 {
		c.wrong++
		c.moved = append(c.moved, r.number)
	}
	if len(v.noise) > 0 {
		c.noise++
	}
	if v.held != "" {
		c.held++
	}
	if v.asked {
		c.asked++
	}
	if len(r.written) == 0 {
		return
	}
	c.written++
	if v.read {
		c.read++
	} else if len(c.unread) < shown {
		c.unread = append(c.unread, r.number)
	}
}

// tally counts letters by form and by placement.
type tally struct {
	forms  map[string]*row
	places map[string]*row
	all    row
	wrong  []string // the first letters that did something that was not written
}

const shown = 25 // limit for such letters, and for the numbers in a row

func (s *tally) add(r *reply, v verdict) {
	if s.forms == nil {
		s.forms, s.places = map[string]*row{}, map[string]*row{}
	}
	for _, kind := range []struct {
		rows map[string]*row
		name string
	}{{s.forms, r.form.name}, {s.places, placed(r.place, r.form.marked(), r.depth)}} {
		if kind.rows[kind.name] == nil {
			kind.rows[kind.name] = &row{}
		}
		kind.rows[kind.name].add(r, v)
	}
	s.all.add(r, v)
	if len(v.wrong) > 0 && len(s.wrong) < shown {
		s.wrong = append(s.wrong, fmt.Sprintf("%s: %q", r, v.wrong))
	}
}

func (s *tally) print(out io.Writer) {
	fmt.Fprintf(out, "%-28s %8s %6s %6s %8s %8s %6s %6s  %s\n", "form", "letters", "wrong", "noise", "written", "read", "held", "asked", "moved and not read, such as")
	for _, f := range forms {
		printRow(out, f.name, s.forms[f.name])
	}
	fmt.Fprintln(out)
	for p := range placements {
		for depth := 1; depth <= 2; depth++ {
			for _, marked := range []bool{true, false} {
				name := placed(p, marked, depth)
				printRow(out, name, s.places[name])
			}
		}
	}
	fmt.Fprintln(out)
	printRow(out, "ALL", &s.all)
}

// placed names where a move is in relation to a quotation, which is a letter of ours or, with depth 2, the
// writer's own letter that quotes one.
func placed(p placement, marked bool, depth int) string {
	return p.String() + map[bool]string{true: ", marked", false: ", unmarked"}[marked] + [...]string{"", ", twice"}[depth-1]
}

func printRow(out io.Writer, name string, c *row) {
	if c == nil {
		return
	}
	fmt.Fprintf(out, "%-28s %8d %6d %6d %8d %8d %6d %6d  %v %v\n", name, c.letters, c.wrong, c.noise, c.written, c.read, c.held, c.asked, c.moved[:min(len(c.moved), 3)], c.unread)
}
