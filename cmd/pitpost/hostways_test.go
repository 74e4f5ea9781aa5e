package main

import (
	"bytes"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"pitpost.example/house/world"
	"pitpost.example/lab"
	"pitpost.example/lab/friends"
)

// All that a host can do by mail also works on the command line and on the page, with the same facts, the same
// letters to each seat, and the same match afterwards. What a host who plays may not do alone asks the others by mail and
// by page, and is done on the command line, where the operator decides.
func TestEveryActOfAHostWorksThreeWays(t *testing.T) {
	t.Parallel()
	g := newGallery(t)
	g.House.Rules.Caps = &world.Caps{}
	ways := map[string]func(*hostTable, hostAct){"mail": (*hostTable).byMail, "command": (*hostTable).byCommand, "page": (*hostTable).byPage}
	ana := g.Visitor()
	ana.SignIn(g.AnaLink())
	for _, act := range hostActs() {
		for way, do := range ways {
			t.Run(act.line+" by "+way, func(t *testing.T) {
				whole := g.T
				g.T = t
				defer func() { g.T = whole }()
				if act.asks == "never" && way != "command" {
					return // TestActsTellTheHostNothingHidden shows what a host may force
				}
				h := g.hostTable(act, ana)
				do(h, act)
				want := act
				if act.asks != "" && way != "command" {
					want = act.asked()
				}
				h.check(want, map[string]string{"command": "operator"}[way])
			})
		}
	}
}

// asked returns what is to be seen of an act that a host who plays may only ask the others about.
func (act hostAct) asked() hostAct {
	act.facts, act.target, act.others, act.changes = "", "", "", act.unchanged
	if strings.Contains(act.asks, "T") {
		act.target = "acts.vote-subject"
	}
	if strings.Contains(act.asks, "O") {
		act.others = "acts.vote-subject"
	}
	return act
}

// hostTable is a match of Ana's, with the state of the house before the act.
type hostTable struct {
	*gallery
	ana    *friends.Visitor
	id     int64
	target string // the name that replaces T
	seq    int
	mail   int64
	seats  int
}

func (g *gallery) hostTable(act hostAct, ana *friends.Visitor) *hostTable {
	g.T.Helper()
	g.Write("Ana <ana@example.org>", "play@pit.test", "Subject: new saboteur with bo@example.net, cy@example.net\r\n", "")
	h := &hostTable{gallery: g, ana: ana, target: "Bo"}
	if err := g.DB.Pool().QueryRow(g.T.Context(), "select max(id) from matches").Scan(&h.id); err != nil {
		g.T.Fatal(err)
	}
	if !act.lobby {
		for _, guest := range []string{"bo@example.net", "cy@example.net"} {
			to, _ := g.Read(guest, "invite")
			g.Write(guest, to.Get("Reply-To"), "", "yes")
		}
		for range 3 { // until somebody has moved and the host is not due
			g.ID = h.id
			_, seat := g.Due()
			if name := g.Fold().Seats[seat].Name; name != "Ana" && g.Fold().Match.State().View("").Turn > 1 {
				h.target = name
				break
			}
			g.PlayBlind(int(h.id)*10 + g.Fold().Match.Seq)
		}
	}
	if act.before != "" {
		h.run(h.words(act.before))
	}
	table := g.FoldOf(h.id)
	h.seq, h.seats = table.Match.Seq, h.open()
	if err := g.DB.Pool().QueryRow(g.T.Context(), "select max(id) from outbox").Scan(&h.mail); err != nil {
		g.T.Fatal(err)
	}
	return h
}

// words replaces T in a line.
func (h *hostTable) words(line string) string {
	line = strings.ReplaceAll(line, "fay@", fmt.Sprintf("fay%d@", h.id)) // a block holds for all matches
	return regexp.MustCompile(`\bT\b`).ReplaceAllString(line, h.target)
}

func (h *hostTable) byMail(act hostAct) {
	h.T.Helper()
	state, _ := h.Write("ana@example.org", "play@pit.test", "", fmt.Sprintf("#%d %s", h.id, h.words(act.line)))
	if state != "apply" {
		h.T.Fatalf("the letter: %s", state)
	}
	to, text := h.Read("ana@example.org", "receipt")
	if strings.Contains(text, "Nothing has happened yet") {
		if state, _ = h.Write("ana@example.org", to.Get("Reply-To"), "", "yes"); state != "apply" {
			h.T.Fatalf("the yes: %s", state)
		}
	}
}

func (h *hostTable) byCommand(act hostAct) {
	h.T.Helper()
	if out := h.run(h.words(act.line)); out == "" {
		h.T.Error("the command says nothing")
	}
}

// run runs `pitpost match WORD ID REST`.
func (h *hostTable) run(line string) string {
	h.T.Helper()
	word, rest, _ := strings.Cut(line, " ")
	return h.pitpost(append([]string{"match", word, fmt.Sprint(h.id)}, strings.Fields(rest)...)...)
}

// pitpost runs a command line on the test's house and returns its output.
func (h *hostTable) pitpost(words ...string) string {
	h.T.Helper()
	var out, wrong bytes.Buffer
	d := &desk{in: strings.NewReader(""), out: &out, err: &wrong, environ: []string{"PITPOST_DATA=" + h.kept.Settings.Data, "PITPOST_DATABASE_URL=" + string(h.kept.Settings.DatabaseURL),
		"PITPOST_ADDRESS=play@pit.test", "PITPOST_IMAP_URL=imap://play:word@" + lab.Nowhere(h.T), "PITPOST_SMTP_URL=smtp://" + lab.Nowhere(h.T)}}
	if code := run(words, d); code != 0 {
		h.T.Fatalf("%s: %d %s", strings.Join(words, " "), code, wrong.String())
	}
	return out.String()
}

var askedAgain = regexp.MustCompile(`name="line" value="([^"]*)">\s*<p id="asked">`)

func (h *hostTable) byPage(act hostAct) {
	h.T.Helper()
	path := fmt.Sprintf("/seat/%d", h.id)
	_, page := h.ana.Get(path)
	if !strings.Contains(page, `<button name="act" value="`+act.page[0]+`"`) {
		h.T.Fatalf("the page has no button for %s", act.page[0])
	}
	if act.page[1] != "" && !strings.Contains(page, `<option value="`+h.target+`"`) {
		h.T.Errorf("the page does not offer the seat of %s", h.target)
	}
	f := friends.Fields(page)
	code, page := h.ana.Post(path+"/host", "proof", f["proof"], "once", f["once"], "act", act.page[0], "seat", h.words(act.page[1]), "words", h.words(act.page[2]))
	if m := askedAgain.FindStringSubmatch(page); m != nil {
		if kinds, _ := h.facts(); kinds != "" {
			h.T.Errorf("before the yes there was %s", kinds)
		}
		f = friends.Fields(page)
		code, page = h.ana.Post(path+"/host", "proof", f["proof"], "once", f["once"], "act", "sure", "line", m[1])
		// Sending the form twice counts once.
		h.ana.Post(path+"/host", "proof", f["proof"], "once", f["once"], "act", "sure", "line", m[1])
	}
	if code != http.StatusOK || !strings.Contains(page, `class="result"`) {
		h.T.Errorf("the page: %d %s", code, page)
	}
}

// facts returns the kinds of the facts about the whole match since the act, each once, and who caused them.
func (h *hostTable) facts() (kinds string, by []string) {
	h.T.Helper()
	rows, err := h.DB.Pool().Query(h.T.Context(), `select kind, coalesce(data ->> 'by', '') from facts where match_id = $1 and seq > $2
		and kind like 'match.%' order by seq`, h.id, h.seq)
	if err != nil {
		h.T.Fatal(err)
	}
	var list []string
	var kind, who string
	if _, err := pgx.ForEachRow(rows, []any{&kind, &who}, func() error {
		if !slices.Contains(list, kind) {
			list = append(list, kind)
		}
		if who != "" && who != "house" {
			by = append(by, who)
		}
		return nil
	}); err != nil {
		h.T.Fatal(err)
	}
	return strings.Join(list, " "), by
}

// told returns the keys of the subjects of what was sent to a seat at once, without turns and receipts.
func (h *hostTable) told(name string) string {
	h.T.Helper()
	rows, err := h.DB.Pool().Query(h.T.Context(), `select o.params -> 'subject' ->> 'key' from outbox o join seats s on s.match_id = o.match_id and s.no = o.seat
		where o.match_id = $1 and o.id > $2 and s.name = $3 and o.purpose in ('note', 'invite', 'ask') order by o.id`, h.id, h.mail, name)
	if err != nil {
		h.T.Fatal(err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		h.T.Fatal(err)
	}
	return strings.Join(list, " ")
}

// open counts the seats that are taken or offered to somebody.
func (h *hostTable) open() (n int) {
	for _, s := range h.FoldOf(h.id).Seats {
		if s.State == "invited" || s.State == "joined" || s.State == "bot" {
			n++
		}
	}
	return n
}

func (h *hostTable) check(act hostAct, by string) {
	h.T.Helper()
	if by == "" {
		by = "host"
	}
	kinds, who := h.facts()
	if kinds != act.facts {
		h.T.Errorf("facts %q, not %q", kinds, act.facts)
	}
	for _, w := range who {
		if w != by && act.line != "start" { // the host has placed the bots, whoever begins the match
			h.T.Errorf("by %s, not %s", w, by)
		}
	}
	if got := h.told(h.target); got != act.target {
		h.T.Errorf("%s is told %q, not %q", h.target, got, act.target)
	}
	for _, name := range []string{"Bo", "Cy"} {
		if got := h.told(name); name != h.target && got != act.others {
			h.T.Errorf("%s is told %q, not %q", name, got, act.others)
		}
	}
	table := h.FoldOf(h.id)
	got := string(table.Row.Phase)
	for _, s := range table.Seats {
		if s.Name == h.target {
			got += map[bool]string{true: " muted"}[s.Standing.Muted] + map[bool]string{true: " hosts"}[s.No == table.Row.Host] + map[bool]string{true: " bot"}[s.State == "bot"]
		}
	}
	got += map[bool]string{true: " listed"}[table.Row.Listed] + map[bool]string{true: " noted"}[table.Row.Note == "bring cake"]
	if n := h.open() - h.seats; n != 0 {
		got += fmt.Sprintf(" %+d", n)
	}
	if got != act.changes {
		h.T.Errorf("the match is %q, not %q", got, act.changes)
	}
}
