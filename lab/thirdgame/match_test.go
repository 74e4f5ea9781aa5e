package thirdgame

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"errors"
	"flag"
	"fmt"
	"image/png"
	"io"
	"mime"
	"mime/multipart"
	"net/mail"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	dbmail "pitpost.example/db/mail"
	peak "pitpost.example/docs/example-game"
	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/engine/record"
	"pitpost.example/inbox/reply"
	"pitpost.example/lab"
	"pitpost.example/lab/friends"
	"pitpost.example/model"
	"pitpost.example/templates"
	"pitpost.example/token"
)

var update = flag.Bool("update", false, "write the transcript anew")

// club is a house with one more game than the catalogue, the people in it, and the transcript so far.
type club struct {
	*friends.Match
	story    strings.Builder
	seen     int64                  // the last outgoing letter in the transcript
	last     map[string]mail.Header // headers of the last letter to each address
	pictures int                    // number of pictures in all letters
	record   []byte                 // from the last letter
	whole    map[string]bool        // "purpose" or "purpose name" of letters of which the next one is in the transcript in full
}

var guests = map[string]string{"ana@example.org": "Ana", "bo@example.net": "Bo", "cy@example.net": "Cy"}

func newClub(t *testing.T) *club {
	t.Helper()
	keys, err := token.ParseKeys([]byte(strings.Repeat("stone ", 8)))
	lab.Check(t, err)
	games := catalog.AllGames().With(peak.Game{})
	words, err := templates.LoadCatalog(games.Strings()...)
	lab.Check(t, err)
	s := friends.OpenWith(t, "pit.test", keys, games, words)
	s.House.Rules.Random = &lab.Chance{}
	c := &club{Match: s.Serve(), last: map[string]mail.Header{}, whole: map[string]bool{}}
	c.ID, c.Clock = 1, time.Date(2026, 11, 23, 9, 0, 0, 0, time.UTC)
	s.In.Now = c.Now
	return c
}

// writes lets a person write a letter, with a subject a new one, otherwise an answer to the last letter they
// got, and adds the result to the transcript.
func (c *club) writes(address, subject, words string) {
	c.T.Helper()
	c.Clock = c.Clock.Add(37 * time.Minute)
	to, head := friends.Address, "Subject: "+subject+"\r\n"
	if h, answers := c.last[address]; answers && subject == "" {
		to, head = h.Get("Reply-To"), "Subject: Re: "+h.Get("Subject")+"\r\nIn-Reply-To: "+h.Get("Message-ID")+"\r\n"
	}
	state, _ := c.Write(guests[address]+" <"+address+">", to, head, words)
	said := subject
	if words != "" {
		said = strings.ReplaceAll(words, "\n", " | ")
	}
	fmt.Fprintf(&c.story, "\n%s writes: %s\n", guests[address], said)
	if state != string(model.LetterApply) && state != string(model.LetterRefuse) {
		c.T.Fatalf("%q of %s: %s", said, guests[address], state)
	}
	c.tell()
}

// tell writes the waiting letters and adds each to the transcript, with its recipient and subject, and some in full.
func (c *club) tell() {
	c.T.Helper()
	rows, err := c.DB.Pool().Query(c.T.Context(), "select id from outbox where id > $1 order by id", c.seen)
	lab.Check(c.T, err)
	var ids []int64
	for rows.Next() {
		var id int64
		lab.Check(c.T, rows.Scan(&id))
		ids = append(ids, id)
	}
	lab.Check(c.T, rows.Err())
	for _, id := range ids {
		c.seen = id
		n, err := dbmail.NoticeByID(c.T.Context(), c.DB, id)
		lab.Check(c.T, err)
		l, err := c.Out.WriteFrom(c.T.Context(), nil, n, c.Clock)
		raw, to := l.Raw, l.To
		if errors.Is(err, model.ErrSuperseded) || err == nil && guests[to] == "" {
			continue
		}
		lab.Check(c.T, err)
		msg, err := mail.ReadMessage(bytes.NewReader(raw))
		lab.Check(c.T, err)
		c.last[to] = msg.Header
		with := c.enclosed(raw)
		fmt.Fprintf(&c.story, "  to %s: %s%s\n", guests[to], c.plain(subject(msg.Header)), with)
		if purpose := string(n.Purpose); c.whole[purpose] || c.whole[purpose+" "+guests[to]] {
			delete(c.whole, purpose)
			delete(c.whole, purpose+" "+guests[to])
			for row := range strings.Lines(c.plain(textOf(raw))) {
				c.story.WriteString(strings.TrimRight("      "+row, " \n") + "\n")
			}
		}
	}
}

func textOf(raw []byte) string {
	text, _, _ := reply.TextAndPage(raw)
	return text
}

func subject(h mail.Header) string {
	s, err := new(mime.WordDecoder).DecodeHeader(h.Get("Subject"))
	if err != nil {
		return h.Get("Subject")
	}
	return s
}

// varying matches the part of a letter that differs from run to run: the address of its pages.
var varying = regexp.MustCompile(`http://127\.0\.0\.1:\d+/\S*`)

func (c *club) plain(text string) string { return varying.ReplaceAllString(text, "(a link)") }

// enclosed returns the list of a letter's attachments. It checks each picture and keeps the record.
func (c *club) enclosed(raw []byte) string {
	c.T.Helper()
	msg, err := mail.ReadMessage(bytes.NewReader(raw))
	lab.Check(c.T, err)
	var with []string
	c.parts(msg.Header.Get("Content-Type"), msg.Body, func(kind, name string, body []byte) {
		switch {
		case kind == "image/png":
			picture, err := png.DecodeConfig(bytes.NewReader(body))
			lab.Check(c.T, err)
			c.pictures++
			with = append(with, fmt.Sprintf("a picture of %d × %d", picture.Width, picture.Height))
		case strings.HasSuffix(name, ".jsonl.gz"):
			unpacked, err := gzip.NewReader(bytes.NewReader(body))
			lab.Check(c.T, err)
			c.record, err = io.ReadAll(unpacked)
			lab.Check(c.T, err)
			with = append(with, "the record "+name)
		}
	})
	if with == nil {
		return ""
	}
	return ", with " + strings.Join(with, " and ")
}

func (c *club) parts(kind string, body io.Reader, look func(kind, name string, body []byte)) {
	c.T.Helper()
	kind, params, err := mime.ParseMediaType(kind)
	lab.Check(c.T, err)
	if !strings.HasPrefix(kind, "multipart/") {
		return
	}
	for r := multipart.NewReader(body, params["boundary"]); ; {
		p, err := r.NextPart()
		if err == io.EOF {
			return
		}
		lab.Check(c.T, err)
		c.parts(p.Header.Get("Content-Type"), p, look)
		if kind, _, _ := mime.ParseMediaType(p.Header.Get("Content-Type")); p.Header.Get("Content-Transfer-Encoding") == "base64" {
			data, err := io.ReadAll(base64.NewDecoder(base64.StdEncoding, p))
			lab.Check(c.T, err)
			look(kind, p.FileName(), data)
		}
	}
}

// sense returns a sensible move for the player who is due.
func (c *club) sense() (address, command string) {
	c.T.Helper()
	address, seat := c.Due()
	table := c.Fold()
	return address, table.Match.State().(engine.Sensible).Careful(table.Seats[seat].Name, nil)
}

// next returns the address of the seat after another one.
func (c *club) next(address string) string {
	c.T.Helper()
	seats := c.Fold().Match.Names()
	after := seats[(slices.Index(seats, guests[address])+1)%len(seats)]
	for a, name := range guests {
		if name == after {
			return a
		}
	}
	c.T.Fatalf("nobody sits after %s", address)
	return ""
}

func (c *club) running() bool { return c.Fold().Match.Phase == engine.Running }

// Plays a whole match by mail and on pages, of a game that is not in the catalogue; see the transcript.
func TestAWholeMatchByMail(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.whole["invite Bo"], c.whole["turn"] = true, true
	c.writes("ana@example.org", "new peak hikes=1 watch=on with bo@example.net, cy@example.net", "")
	c.writes("bo@example.net", "", "yes")
	c.writes("cy@example.net", "", "yes\nlang de")
	first, command := c.sense()
	c.whole["receipt "+guests[first]] = true
	c.writes(first, "", "climb 9")
	c.whole["receipt "+guests[first]] = true
	c.writes(first, "", "check "+command)
	second := c.next(first)
	c.writes(first, "", command+"\nsay: What a view!")
	third := c.next(second)
	c.whole["receipt "+guests[third]] = true
	c.writes(third, "", "next rest 1")
	c.writes(second, "", "rest 2")
	c.onItsPage()
	c.overtime()
	c.publicly()
	c.whole["turn Cy"], c.whole["end Bo"] = true, true
	for n := 0; c.running() && n < 100; n++ {
		address, words := c.sense()
		c.writes(address, "", words)
	}
	if c.running() || c.pictures < 10 || c.record == nil {
		t.Fatalf("the match runs: %t; %d pictures, a record of %d bytes", c.running(), c.pictures, len(c.record))
	}
	tally := record.Tally{Games: catalog.AllGames().With(peak.Game{}).Find}
	if err := record.VerifyFile("match-1.jsonl", bytes.NewReader(c.record), &tally); err != nil || tally.Matches != 1 || tally.Running != nil || tally.Unchecked != nil {
		t.Errorf("the record: %v, %+v", err, tally)
	}
	c.replayed()
	c.againstBots()
	hold(t, "testdata/match.txt", c.story.String())
}

// onItsPage lets the player who is due play on the page of their seat.
func (c *club) onItsPage() {
	c.T.Helper()
	address, command := c.sense()
	link, _ := c.Digest(address)
	b := lab.OpenBrowser(c.T, 390, 1800, false)
	b.Open(c.Server.URL + link)
	b.Click("form.code button")
	b.Until(`!!document.getElementById("code") && document.readyState === "complete"`)
	b.Click("#code")
	b.Type(c.Code())
	b.Press("Enter")
	b.Until(`location.pathname === "/seat/1" && document.readyState === "complete"`)
	b.Click(fmt.Sprintf("button[name=pick][value=%q]", command))
	b.Until(fmt.Sprintf(`document.readyState === "complete" && document.getElementById("line").value === %q`, command))
	b.Looks("seat-peak")
	b.Click("#line ~ button.main")
	b.Until(`document.readyState === "complete" && !!document.querySelector(".result")`)
	fmt.Fprintf(&c.story, "\n%s plays on the page of the seat: %s\n  %s\n", guests[address], command, b.Eval(`document.querySelector(".result").innerText.trim().split(/\s*\n\s*/).join(" | ")`))
	b.Open("about:blank") // the page would ask for news after overtime has ended its session
	c.tell()
}

// overtime moves the clock on until the house plays for the player who is due.
func (c *club) overtime() {
	c.T.Helper()
	address, _ := c.Due()
	turn := func() int { return c.Fold().Match.State().View("").Turn }
	for before := turn(); turn() == before; {
		c.Later(6 * time.Hour)
	}
	fmt.Fprintf(&c.story, "\nNobody writes until %s, and the time of %s runs out:\n", c.Clock.Format("Monday 15:04"), guests[address])
	c.tell()
}

// publicly adds the public page to the transcript.
func (c *club) publicly() {
	c.T.Helper()
	b := lab.OpenBrowser(c.T, 800, 1000, false)
	b.Open(c.Server.URL + "/m/1")
	b.Until(`document.readyState === "complete"`)
	b.Looks("public-peak")
	fmt.Fprintf(&c.story, "\nAnybody may read on the public page:\n%s", rows(b.Eval(`document.querySelector("main").innerText`)))
}

// replayed opens the replay of the finished match.
func (c *club) replayed() {
	c.T.Helper()
	b := lab.OpenBrowser(c.T, 800, 1000, false)
	b.Open(c.Server.URL + "/m/1/replay?step=5")
	b.Until(`document.querySelectorAll("#board use").length > 5 && document.getElementById("where").textContent.startsWith("5 /")`)
	b.Looks("replay-peak")
	fmt.Fprintf(&c.story, "\nThe replay, at its fifth step: %s\n%s", b.Eval(`document.getElementById("where").textContent`), rows(b.Eval(`document.getElementById("told").innerText`)))
}

// rows returns the non-empty lines of a page, indented.
func rows(text string) string {
	var out strings.Builder
	for row := range strings.Lines(text) {
		if row = strings.TrimSpace(row); row != "" {
			out.WriteString("      " + row + "\n")
		}
	}
	return out.String()
}

// againstBots lets Ana play another match to its end, by mail, against bots of each kind that the game has.
func (c *club) againstBots() {
	c.T.Helper()
	const ana = "ana@example.org"
	var told strings.Builder
	c.story, told = told, c.story
	c.writes(ana, "new peak hikes=1", "")
	for _, kind := range []string{"random", "careful"} {
		c.writes(ana, "", "fill 1 "+kind)
	}
	c.writes(ana, "", "start")
	c.ID = 2
	letters := 0
	for ; c.running() && letters < 100; letters++ {
		_, command := c.sense()
		c.writes(ana, "", command)
	}
	if c.running() {
		c.T.Fatalf("the match against bots runs on after %d letters:\n%s", letters, c.story.String())
	}
	c.story = told
	fmt.Fprintf(&c.story, "\nAgainst two bots Ana plays a match of %d letters: %v\n", letters, c.Fold().Match.State().Result().Scores)
}

// hold compares a text with a file, or with update writes the file.
func hold(t *testing.T, name, text string) {
	t.Helper()
	if *update {
		lab.Check(t, os.WriteFile(name, []byte(text), 0o600))
		return
	}
	kept, err := os.ReadFile(name)
	lab.Check(t, err)
	was, is := strings.Split(string(kept), "\n"), strings.Split(text, "\n")
	for i := range is {
		if i >= len(was) || was[i] != is[i] {
			t.Fatalf("%s, line %d: %q, and now\n%s", name, i+1, was[min(i, len(was)-1)], strings.Join(is[i:min(len(is), i+20)], "\n"))
		}
	}
	if len(was) != len(is) {
		t.Fatalf("%s has %d lines, and now there are %d", name, len(was), len(is))
	}
}
