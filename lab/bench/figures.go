package bench

import (
	"fmt"
	"io"
	"math"
	"text/tabwriter"
	"time"
)

// figure is a line of what the bench prints.
type figure struct {
	what   string
	value  float64
	unit   string
	beside string  // the yardstick of the same run, "" for none
	ratio  float64 // to the yardstick; what it means stands in beside
	aim    string  // as people read it
	least  float64 // aim of the ratio, or else of the value; 0 for none
	most   float64 // the same from above
}

// met says whether the aim was reached: "yes", "no", or nothing where there is none.
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

// rounded keeps three figures or so.
func rounded(v float64) string {
	switch a := math.Abs(v); {
	case a >= 100:
		return fmt.Sprintf("%.0f", v)
	case a >= 10:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.2f", v)
}

// Figures are what was measured, a line each.
type Figures []figure

// Print writes them as a table.
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
