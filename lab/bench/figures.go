package bench

import (
	"fmt"
	"io"
	"math"
	"text/tabwriter"
	"time"
)

// figure is a line of the bench's output.
type figure struct {
	what   string
	value  float64
	unit   string
	beside string  // what value is compared with, in the same run; "" for nothing
	ratio  float64 // value divided by that of beside
	aim    string  // the aim in words
	least  float64 // least ratio or, if there is none, least value; 0 for none
	most   float64 // the upper limit, likewise
}

// met returns "yes" or "no" for whether the aim is reached, "" if there is no aim.
func (f figure) met() string {
	v := f.value
	if f.beside != "" {
		v = f.ratio
	}
	switch {
	case f.least == 0 && f.most == 0:
		return ""
	case f.least > 0 && v < f.least, f.most > 0 && v > f.most:
		return "no"
	}
	return "yes"
}

// rounded formats a number with about three digits.
func rounded(v float64) string {
	switch a := math.Abs(v); {
	case a >= 100:
		return fmt.Sprintf("%.0f", v)
	case a >= 10:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.2f", v)
}

// Figures lists what was measured, one figure per line.
type Figures []figure

// Print writes the figures as a table.
func (f Figures) Print(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "what\tfigure\tratio\tbeside\taim\tmet")
	for _, one := range f {
		ratio := ""
		if one.beside != "" {
			ratio = fmt.Sprintf("%.2f", one.ratio)
		}
		fmt.Fprintf(w, "%s\t%s %s\t%s\t%s\t%s\t%s\n", one.what, rounded(one.value), one.unit, ratio, one.beside, one.aim, one.met())
	}
	return w.Flush()
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
