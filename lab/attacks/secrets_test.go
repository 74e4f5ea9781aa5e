package attacks

import (
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

// The host takes back a move and sees again which card is drawn after it.
func TestAttackRewindShowsTheDeck(t *testing.T) {
	t.Parallel()
	h := try(t, "draw until the card suits, by rewinds to which everybody says yes").open()
	match := h.match("new saboteur", bo, cy)
	player := h.due(match)
	drawn := map[string]int{}
	const times = 4
	for i := range times {
		h.did(letter{from: player, body: "pass 1", answers: h.digest(match, player)})
		h.quiet()
		drawn[h.text("select data from facts where match_id = $1 and kind = 'saboteur.drew' order by seq desc limit 1", match)]++
		askers := []string{ana, bo, cy}
		asker := askers[i%len(askers)]
		h.post(letter{from: asker, body: "#1 rewind"})
		for _, other := range askers {
			if other != asker && h.number("select count(*) from asks a join addresses p on p.player_id = a.player_id where p.address = $1 and a.kind = 'vote' and a.answer = ''", other) == 1 {
				h.did(letter{from: other, body: "yes", answers: h.read(other, "ask")})
			}
		}
		h.quiet()
		if taken := h.due(match) == player; taken != (i < times-1) {
			h.broke("rewind %d of a round was carried out: %t", i+1, taken)
		}
	}
	if len(drawn) != 1 {
		h.broke("%d tries drew %d cards", times, len(drawn))
	}
}

// Numbers in letters could show how many letters others wrote in between.
func TestAttackCountingOthersLetters(t *testing.T) {
	t.Parallel()
	h := try(t, "count the sealed words of others by the numbers in one's own letters").open("--public-url", "https://pit.example")
	h.match("new saboteur", bo, cy)
	seen := map[string][]int64{}
	var rows []int64
	for i := range 5 {
		for range i % 2 * 2 { // between some letters nothing, between others Bo's secret suspicions
			h.did(letter{from: bo, body: "suspect Cy"})
		}
		h.did(letter{from: ana, body: "status"})
		r := h.read(ana, "receipt")
		rows = append(rows, int64(h.number("select id from outbox where trim(both '<>' from message_id) = $1", r.id)))
		for where, n := range numbersIn(r) {
			seen[where] = append(seen[where], n)
		}
	}
	if rows[2]-rows[1] == rows[1]-rows[0] {
		h.Fatalf("the letters are numbered %v, so nothing was written between them", rows)
	}
	for where, list := range seen {
		counts := len(list) == len(rows)
		for i := 1; counts && i < len(rows); i++ {
			counts = list[i]-list[i-1] == rows[i]-rows[i-1]
		}
		if counts {
			h.broke("the numbers in %s are %v, and so many letters were written: %v", where, list, rows)
		}
	}
}

// numbersIn returns the numbers that a reader may find in a letter: plain ones, those in links, and decoded
// ones at the beginning of the words in reply and return addresses, Message-IDs and X- headers.
func numbersIn(r *received) map[string]int64 {
	out := map[string]int64{}
	word := func(where, text string) {
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			out[where+", decimal"] = n
		}
		for name, set := range map[string]string{"crockford": "0123456789abcdefghjkmnpqrstvwxyz", "hex": "0123456789abcdefghijklmnopqrstuv", "zbase": "abcdefghijklmnopqrstuvwxyz234567"} {
			text := strings.ToLower(text)
			for from := 0; from <= 1 && from+8 <= len(text); from++ {
				if b, err := base32.NewEncoding(set).WithPadding(base32.NoPadding).DecodeString(text[from : from+8]); err == nil && len(b) == 5 {
					out[where+", "+name+strconv.Itoa(from)] = int64(binary.BigEndian.Uint64(append(make([]byte, 3), b...)))
				}
			}
		}
	}
	for fields := r.header.Fields(); fields.Next(); {
		key := fields.Key()
		for i, part := range regexp.MustCompile(`[0-9A-Za-z]+`).FindAllString(fields.Value(), -1) {
			if strings.HasPrefix(key, "X-") || key == "Return-Path" || key == "Reply-To" || key == "Message-Id" || strings.HasPrefix(key, "List-") {
				word(key+" "+strconv.Itoa(i), part)
			}
		}
	}
	for i, link := range regexp.MustCompile(`https://pit\.example/[^\s"<>]+`).FindAllString(r.text, -1) {
		for j, part := range regexp.MustCompile(`[0-9A-Za-z]+`).FindAllString(link, -1) {
			word("link "+strconv.Itoa(i)+"."+strconv.Itoa(j), part)
		}
	}
	return out
}

const escapes = "\x1b]0;owned\x07\x1b[2J\x1b[31mred\u009b31m\u0085\x08\x7f"

// controls returns a line of a text with control characters, "" if there is none.
func controls(text string) string {
	for line := range strings.Lines(text) {
		for _, r := range strings.TrimRight(line, "\r\n") {
			if unicode.IsControl(r) && r != '\t' {
				return strconv.Quote(line)
			}
		}
	}
	return ""
}

// Control characters in words at the table could reach letters and the operator's terminal.
func TestAttackEscapesReachATerminal(t *testing.T) {
	t.Parallel()
	h := try(t, "steer other people's terminals by escape sequences in talk, names and records").open()
	h.match("new saboteur", bo, cy)
	for _, words := range []string{"say to all " + escapes, "announce to all " + escapes, "suspect Bo", "name An" + escapes, "salt " + escapes, "webhook " + escapes} {
		h.post(letter{from: ana, body: words})
	}
	h.post(letter{from: "\"Bo" + escapes[:8] + "\" <" + bo + ">", subject: "Re: " + escapes, body: "say me too " + escapes})
	h.post(letter{from: cy, body: "status " + escapes})
	h.quiet()
	if n := h.number("select count(*) from words where said like '%to all%' or said like '%me too%'"); n == 0 {
		h.Fatal("nothing was said")
	}
	for _, address := range []string{ana, bo, cy} {
		for _, r := range h.mail(address, "") {
			if line := controls(r.text + r.subject); line != "" {
				h.broke("a letter to %s (%s) has the line %s", address, r.purpose, line)
				break
			}
		}
	}
	for _, sql := range []string{"select string_agg(said, e'\\n') from words", "select string_agg(name, e'\\n') from seats", "select string_agg(display, e'\\n') from addresses"} {
		if line := controls(h.text(sql)); line != "" {
			h.broke("kept is %s", line)
		}
	}
	h.did(letter{from: ana, body: "abort"})
	h.did(letter{from: ana, body: "yes", answers: h.read(ana, "receipt")})
	h.quiet()
	for _, args := range [][]string{{"replay", "1"}, {"match", "show", "1"}, {"match", "list"}, {"letters"}} {
		out, err := h.run(args...)
		if err != nil && !strings.Contains(out, "\n") {
			h.Fatalf("%v: %v %s", args, err, out)
		}
		if line := controls(out); line != "" {
			h.broke("pitpost %s prints %s", strings.Join(args, " "), line)
		}
	}
	whole, err := h.run("record", "1")
	if err != nil {
		h.Fatalf("record: %v %s", err, whole)
	}
	foreign := strings.ReplaceAll(whole, `"match":"`, `"match":"\u001b[31m`)
	foreign = strings.ReplaceAll(foreign, `"match":1`, `"match":"\u001b[31m1"`)
	foreign = strings.ReplaceAll(foreign, "to all", `to all\u001b[31m`)
	name := h.path("foreign.jsonl")
	if err := os.WriteFile(name, []byte(foreign), 0o600); err != nil {
		h.Fatal(err)
	}
	for _, command := range []string{"replay", "verify"} {
		out, _ := h.run(command, name) // the command may fail
		if line := controls(out); line != "" {
			h.broke("pitpost %s of somebody else's record prints %s", command, line)
		}
	}
}

// Two seats could have names that look the same.
func TestAttackLookalikeName(t *testing.T) {
	t.Parallel()
	h := try(t, "sit down beside Leo under a name that looks like Leo").open()
	leo, evil := "leo@"+domain, "x7@"+domain
	const lookalike = "L\u0435\u043e" // its last two letters are Cyrillic
	h.did(letter{from: ana, body: "new saboteur with " + leo + ", " + evil + ", " + bo})
	h.did(letter{from: "Leo <" + leo + ">", body: "yes", answers: h.read(leo, "invite")})
	h.did(letter{from: "=?utf-8?q?L=D0=B5=D0=BE?= <" + evil + ">", body: "yes", answers: h.read(evil, "invite")})
	h.post(letter{from: ana, body: "new saboteur with Leo <" + leo + ">, " + lookalike + " <y8@" + domain + ">, " + bo})
	h.post(letter{from: "=?utf-8?q?L=D0=B5=D0=BE?= <z9@" + domain + ">", body: "new saboteur with " + leo + ", " + bo})
	h.post(letter{from: evil, body: "#1 name " + lookalike})
	h.quiet()
	if n := h.number("select count(*) from seats where name = $1 or name like '%\u0435%' or name like '%\u043e%'", lookalike); n > 0 {
		h.broke("%d seats are called %q", n, lookalike)
	}
	h.did(letter{from: "Alan <" + ana + ">", body: "new saboteur with " + bo + ", " + cy})
	at := h.number("select max(id) from matches")
	h.did(letter{from: "AIan <" + bo + ">", body: "yes", answers: h.read(bo, "invite")}) // with a capital I
	h.post(letter{from: bo, body: fmt.Sprintf("#%d name AIan", at)})
	h.quiet()
	if h.text("select name from seats where match_id = $1 and no = 0", at) != "Alan" {
		h.Fatal("nobody is called Alan")
	}
	if name := h.text("select name from seats where match_id = $1 and no = 1", at); name == "AIan" {
		h.broke("%s sits beside Alan", name)
	}
	if n := h.number("select count(*) from seats where match_id = 1 and name = 'Leo'"); n != 1 {
		h.Fatalf("%d seats are called Leo", n)
	}
}
