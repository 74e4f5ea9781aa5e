package attacks

import (
	"strings"
	"testing"
	"time"
)

// Limits of what a bomb may cost: far more than an ordinary letter, and far less than an unbounded one.
const (
	waitMost   = 20 * time.Second // for an honest letter behind it
	memoryMost = 300 << 20        // increase in bytes
)

// bombs leaves expensive letters at the post office, all at once, and an honest letter behind them. None of
// these tests is parallel, because they measure time and memory.
func (h *house) bombs(honest letter, bombs ...letter) {
	h.Helper()
	h.quiet()
	before := h.memory()
	for _, l := range bombs {
		h.drop(&l)
	}
	honest.id = "honest" + time.Now().Format("150405.000000") + "@" + domain
	begun := time.Now()
	h.drop(&honest)
	answered := func() bool {
		return h.number("select count(*) from letters where trim(both '<>' from message_id) = $1 and state = 'apply'", honest.id) == 1
	}
	for !answered() {
		if time.Since(begun) > waitMost {
			h.broke("an honest letter behind %d KB of %q waits longer than %s", len(bombs[0].body)>>10, bombs[0].body[:9], waitMost)
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	for done := time.Now().Add(waitMost); time.Now().Before(done) && h.waits(bombs); {
		time.Sleep(50 * time.Millisecond)
	}
	if h.waits(bombs) {
		h.broke("%d KB of %q keep the house busy for more than %s", len(bombs[0].body)>>10, bombs[0].body[:9], 2*waitMost)
	}
	if more := h.memory() - before; more > memoryMost {
		h.broke("%d KB of %q took %d MB of memory", len(bombs[0].body)>>10, bombs[0].body[:9], more>>20)
	}
	if h.dead() {
		h.broke("%d KB of %q ended the house", len(bombs[0].body)>>10, bombs[0].body[:9])
	}
	h.Logf("%d KB of %q: %s", len(bombs[0].body)>>10, bombs[0].body[:9], time.Since(begun).Round(time.Millisecond))
}

// waits reports whether a bomb has not been decided yet.
func (h *house) waits(bombs []letter) bool {
	return h.number("select count(*) from letters where sender = any($1)", senders(bombs)) < len(bombs)
}

func senders(letters []letter) (all []string) {
	for _, l := range letters {
		all = append(all, l.from)
	}
	return all
}

func (h *house) dead() bool {
	select {
	case <-h.gone:
		return true
	default:
		return false
	}
}

const expands = "\ufdfa" // one character that NFKC normalisation expands to eighteen

// If each piece of a line is read together with all that follows it, the cost is quadratic.
func TestAttackSemicolonsStallTheMailbox(t *testing.T) {
	h := try(t, "keep honest letters waiting by 32 KB of semicolons").open()
	honest := letter{from: ana, body: "help"}
	h.bombs(honest, letter{from: "a@evil.example", body: strings.Repeat(expands+";", 8000)})
	h.bombs(honest, letter{from: "b@evil.example", body: strings.Repeat("é;", 16000)})
}

// Each line of a letter is answered, so a receipt can become huge.
func TestAttackOneLetterFillsTheMemory(t *testing.T) {
	h := try(t, "fill the memory by a letter that asks for the same page 60,000 times").open()
	h.bombs(letter{from: ana, body: "help"}, letter{from: "a@evil.example", body: strings.Repeat("help;", 60000)})
	h.bombs(letter{from: ana, body: "help"}, letter{from: mallory, body: strings.Repeat("rules\nhelp\n", 9000)})
}

// The match is locked while a player's lines are carried out.
func TestAttackManyLinesHoldTheMatch(t *testing.T) {
	h := try(t, "keep the others of a match waiting by a letter of 80,000 lines").open()
	h.match("new saboteur", bo, cy)
	h.bombs(letter{from: cy, body: "status"}, letter{from: bo, body: strings.Repeat("status;", 80000)})
}

// If each alternative is read together with all that follow, the cost is quadratic.
func TestAttackAlternativesCostTheirSquare(t *testing.T) {
	h := try(t, "keep honest letters waiting by thousands of alternatives").open()
	h.bombs(letter{from: ana, body: "help"}, letter{from: mallory, body: strings.Repeat("or é\n", 19000)})
	h.bombs(letter{from: ana, body: "help"}, letter{from: mallory, body: "help\n" + strings.Repeat("or "+strings.Repeat("é", 30)+"\n", 10000)})
}

// The same attacks with letters of the maximum size.
func TestAttackHeaviestLetters(t *testing.T) {
	a := try(t, "stall the house, fill its memory or end it by letters of a megabyte")
	a.heavy()
	h := a.open()
	h.match("new saboteur", bo, cy)
	honest := letter{from: cy, body: "status"}
	h.bombs(honest, letter{from: "a@evil.example", body: strings.Repeat(expands+";", 250000)})
	h.bombs(honest, letter{from: "b@evil.example", body: strings.Repeat("help;", 190000)})
	h.bombs(honest, letter{from: bo, body: strings.Repeat("status;", 120000)})
	h.bombs(honest, letter{from: "c@evil.example", body: strings.Repeat("or "+strings.Repeat("é", 15)+"\n", 18000)})
	h.bombs(honest, letter{from: "d@evil.example", body: strings.Repeat("say: x\n\n", 120000)})
	h.bombs(honest, letter{from: "e@evil.example", body: strings.Repeat("> "+expands+"\n", 100000)})
	var many []letter
	for _, from := range []string{"f@evil.example", "g@evil.example", "h@evil.example", "i@evil.example", "j@evil.example"} {
		many = append(many, letter{from: from, body: strings.Repeat("help;", 190000)})
	}
	h.bombs(honest, many...)
}

// Letters that cannot be acted on are kept for the operator.
func TestAttackUnreadableLettersFillTheDisk(t *testing.T) {
	t.Parallel()
	h := try(t, "fill the disk with letters that cannot be read or name two senders").open()
	big := strings.Repeat(strings.Repeat("x", 70)+"\n", 8<<20/71)
	for _, l := range []letter{
		{from: "a@evil.example", head: "From: b@evil.example\r\n"},
		{from: "a@evil.example, b@evil.example"},
		{from: "c@evil.example", head: "X-Odd: \x00\r\n"},
		{from: "c@evil.example", head: "Content-Type: multipart/mixed; boundary=\r\n"},
		{from: "d@evil.example", head: "X-Long: " + strings.Repeat("y", 300<<10) + "\r\n"},
	} {
		l.body = big
		h.bring(h.lmtp, "LHLO", desk, h.raw(&l))
	}
	h.quiet()
	if kept := h.number("select coalesce(sum(length(raw)), 0) from letters"); kept > 2<<20 {
		h.broke("of five such letters %d MB are kept", kept>>20)
	}
}
