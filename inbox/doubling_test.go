package inbox

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pitpost.example/inbox/intake"
	"pitpost.example/lab"
)

// hostileWords returns texts of about n bytes that could cost more than their length.
func hostileWords(n int) map[string]string {
	fill := func(piece string) string { return strings.Repeat(piece, max(1, n/len(piece))) }
	rows := func(row string) string { return fill(fmt.Sprintf("%-60s\n", row)) } // as many lines as are read at most
	return map[string]string{
		"semicolons":         fill(";"),
		"expanding pieces":   fill("ﷺ;"),
		"expanding rows":     fill(strings.Repeat("ﷺ", 1300) + "\n"),
		"expanding commands": fill("check " + strings.Repeat("ﷺ", 1300) + "\n"),
		"help; help":         fill("help;"),
		"help in rows":       rows("help"),
		"status; status":     fill("status;"),
		"status of #1":       rows("#1 status"),
		"or in a row":        "check 3 C5 " + fill("or 2 D3 "),
		"or in rows":         "check 3 C5\n" + rows("or 2 D3"),
		"or after or":        fill("or or "),
		"accented or":        rows("or é"),
		"long or":            fill("or " + strings.Repeat("é", 1000) + "\n"),
		"or and look-alike":  fill("or " + strings.Repeat("с", 1000) + "\n"),
		"yes yes":            fill(strings.Repeat("yes ", 1000) + "\n"),
		"next next":          fill(strings.Repeat("next ", 800) + "\n"),
		"talk":               rows("say hello to all of you"),
		"a block":            "say:\n" + rows("status"),
		"blocks":             fill("say: a" + strings.Repeat(" ", 100) + "\n\n"),
		"prose":              rows("I think that we should go on as before"),
		"prose in German":    rows("ich glaube nicht dass wir so weiter machen und danke"),
		"moves":              rows("1 B3"),
		"one word":           fill("a"),
		"invitations":        "new saboteur with " + fill("a@b.example, "),
	}
}

// working returns a function that has the house take a letter of Ana's, each time another one.
func (s *stand) working(words string) func() {
	words = strings.ReplaceAll(words, "\n", "\r\n")
	return func() {
		s.now = s.now.Add(time.Hour) // so that neither the limit per hour nor the limit of receipts applies
		s.count++
		s.r.once = sync.Once{} // so that lines are heard anew
		raw := fmt.Sprintf("Authentication-Results: mx.example.org; dmarc=pass header.from=example.com\r\nFrom: <ana@example.com>\r\nTo: play@example.org\r\n"+
			"Content-Type: text/plain; charset=utf-8\r\nMessage-ID: <cost%d@example.com>\r\n\r\n%s\r\n", s.count, words)
		if fate, err := s.r.Take(s.t.Context(), []byte(raw), intake.Source{Name: "imap"}); err != nil || fate != intake.Processed {
			s.t.Errorf("%v, %v", fate, err)
		}
	}
}

// No text may cost more to read and carry out than a letter may.
func TestHostileWordsCostLittle(t *testing.T) {
	s := newStand(t)
	for _, words := range hostileWords(1 << 10) {
		s.working(words)() // what is loaded once, such as lexicons, costs no letter
	}
	for name, words := range hostileWords(900 << 10) {
		t.Run(name, func(t *testing.T) { within(t, s.working(words)) })
	}
}

// BenchmarkDoublings takes hostile letters of doubling sizes, all sizes in each round. It prints the
// processor time of each and the factor for each doubling; 2 or less is linear. The fastest round counts.
func BenchmarkDoublings(b *testing.B) {
	const least, doublings = 32 << 10, 5
	s := newStand(b)
	cost := map[string][]time.Duration{}
	for round := 0; b.Loop(); round++ {
		for d := range doublings {
			for name, words := range hostileWords(least << d) {
				cpu, _ := lab.Cost(s.working(words))
				if round == 0 {
					cost[name] = append(cost[name], cpu)
				}
				cost[name][d] = min(cost[name][d], cpu)
			}
		}
	}
	names := slices.Sorted(maps.Keys(cost))
	worst := 0.0
	for _, name := range names {
		fmt.Printf("%-20s", name)
		for d, cpu := range cost[name] {
			fmt.Printf(" %4d KB %6.1f ms", least<<d>>10, float64(cpu.Microseconds())/1000)
			if d > 0 {
				fmt.Printf(" x%.1f", float64(cpu)/float64(cost[name][d-1]))
			}
		}
		first, last := max(cost[name][0], time.Millisecond), cost[name][doublings-1]
		mean := math.Pow(float64(last)/float64(first), 1/float64(doublings-1))
		worst = max(worst, mean)
		fmt.Printf("  on average x%.1f\n", mean)
	}
	b.ReportMetric(worst, "x/doubling")
}
