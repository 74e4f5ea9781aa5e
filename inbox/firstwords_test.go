package inbox

import (
	"math/rand/v2"
	"regexp"
	"regexp/syntax"
	"strings"
	"testing"
)

// No line that an expression matches is passed over for its first word.
func TestFirstWords(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for name, c := range map[string]struct {
		line  *regexp.Regexp
		mayBe func(folded string) bool
	}{
		"device": {deviceLine, mayBeDevice}, "footer": {footerLine, footerWords.begin},
		"banner": {bannerLine, bannerWords.begin}, "disclaimer": {disclaimerLine, disclaimerWords.begin},
	} {
		tree, err := syntax.Parse(c.line.String(), syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		matched := 0
		for range 5000 {
			var b strings.Builder
			example(&b, tree, random)
			line := b.String()
			if !c.line.MatchString(line) {
				continue
			}
			if matched++; !c.mayBe(line) {
				t.Errorf("%s: %q is passed over", name, line)
			}
			if before, _, wrapped := strings.Cut(strings.TrimLeft(line, "*_ \t\r\n\f"), " "); wrapped && name == "disclaimer" && before != "" && !c.mayBe(before) {
				t.Errorf("%s: %q is passed over where it is wrapped", name, line)
			}
		}
		if matched < 1000 {
			t.Errorf("%s: only %d lines tried", name, matched)
		}
		for _, move := range []string{"3 c5 turned", "attach json", "lantern ana"} {
			if c.mayBe(move) && name == "disclaimer" || c.mayBe("3 c5 turned") {
				t.Errorf("%s: %q may be one", name, move)
			}
		}
	}
}

// example writes something that an expression matches.
func example(b *strings.Builder, re *syntax.Regexp, random *rand.Rand) {
	times := func(least, most int) {
		for range least + random.IntN(most-least+1) {
			example(b, re.Sub[0], random)
		}
	}
	switch re.Op {
	case syntax.OpLiteral:
		b.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		pair := 2 * random.IntN(len(re.Rune)/2)
		b.WriteRune(re.Rune[pair] + random.Int32N(min(30, re.Rune[pair+1]-re.Rune[pair]+1)))
	case syntax.OpAnyCharNotNL, syntax.OpAnyChar:
		b.WriteByte('x')
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			example(b, sub, random)
		}
	case syntax.OpAlternate:
		example(b, re.Sub[random.IntN(len(re.Sub))], random)
	case syntax.OpCapture:
		example(b, re.Sub[0], random)
	case syntax.OpStar:
		times(0, 3)
	case syntax.OpPlus:
		times(1, 3)
	case syntax.OpQuest:
		times(0, 1)
	case syntax.OpRepeat:
		times(re.Min, max(re.Min, min(re.Max, re.Min+5)))
	}
}
