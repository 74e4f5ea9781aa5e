package quotes

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"pitpost.example/lab"
	"pitpost.example/speech"
)

// Whatever a program does to a letter of ours, and wherever it wraps lines, nothing is done that its writer did
// not write, and what is written above, below and inside a quotation is read. LETTERS sets the number of
// letters and LETTERS_SEED their seed. LETTER names a single one, which is printed, or written to LETTER_FILE.
func TestNothingMovesThatNobodyWrote(t *testing.T) {
	count, seed, one := lab.Number(t, "LETTERS", 8*len(forms)), uint64(lab.Number(t, "LETTERS_SEED", 1)), lab.Number(t, "LETTER", -1)
	desk := open(t)
	all := slices.Concat(
		desk.letters("saboteur", "play@example.org", 0, 1, 6, 13, 21),
		desk.letters("clonk", "play@boardgames.example.org", 0, 3, 7, 12, 17))
	if one >= 0 {
		show(t, newReply(seed, one, all))
		return
	}
	var sum tally
	for _, once := range movedOnce {
		r := newReply(once.seed, once.letter, all)
		sum.add(r, r.judge(read(r.raw, r.known, r.ours.ear())))
	}
	for n := range count {
		r := newReply(seed, n, all)
		sum.add(r, r.judge(read(r.raw, r.known, r.ours.ear())))
	}
	if os.Getenv("LETTERS") != "" {
		sum.print(os.Stdout)
	}
	if sum.all.wrong > 0 {
		t.Errorf("%d of %d letters move what their writer did not write; LETTER=%d LETTERS_SEED=%d shows the first:\n%s",
			sum.all.wrong, count, sum.all.moved[0], seed, strings.Join(sum.wrong, "\n"))
	}
	if row := sum.all; row.read*100 < row.written*98 {
		t.Errorf("%d of %d letters are read; not letter %v", row.read, row.written, row.unread)
	}
}

// movedOnce lists letters of larger runs in which the house did something that nobody wrote.
var movedOnce = []struct {
	seed   uint64
	letter int
}{
	{91, 9981}, // "pass 6" between two quoted boxes, right above our line "pass 6"
}

// show prints one letter, and what is read in it.
func show(t *testing.T, r *reply) {
	if file := os.Getenv("LETTER_FILE"); file != "" {
		for name, raw := range map[string][]byte{file: r.raw, file + ".answered": r.ours.raw} {
			if err := os.WriteFile(name, raw, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	} else {
		fmt.Printf("%s\n", r.raw)
	}
	o := read(r.raw, r.known, r.ours.ear())
	v := r.judge(o)
	fmt.Printf("%s\nwritten    %q\nread       %v\nmoves      %q\nstumbles   %q\nasked back %q\nheld       %s\n", r, r.written, v.read, v.wrong, v.noise, raws(o.asked), v.held)
	if len(v.wrong) > 0 {
		t.Errorf("%s: moves %q", r, v.wrong)
	}
}

func raws(lines []speech.Line) []string {
	var out []string
	for _, l := range lines {
		out = append(out, l.Raw)
	}
	return out
}
