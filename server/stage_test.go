package server_test

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/house/desk"
	"pitpost.example/house/world"
	"pitpost.example/lab"
	"pitpost.example/lab/friends"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/server"
	"pitpost.example/speech"
	"pitpost.example/templates"
)

// monday is when every transcript begins.
var monday = time.Date(2026, 8, 3, 9, 0, 0, 0, time.UTC)

// stage is a house with a clock that a transcript sets.
type stage struct {
	t     *testing.T
	house *server.House
	holds holdings
	now   time.Time
	row   int // row number in the transcript
	print *templates.Printer

	state   string // of the last letter
	letters int
	last    desk.Letter
	sent    []model.Notice
	due     map[string]string
	seen    map[int64]*seen
	extra   []string
	must    bool                 // fail if an answered letter does not exist
	listed  map[string]time.Time // who was forgotten
	told    map[string]bool      // lines of invitations printed before
}

func newStage(t *testing.T) *stage { return stageOf(t, newPostgres) }

// stageOf returns a stage with a house that kept creates.
func stageOf(t *testing.T, kept func(*testing.T) (holdings, *server.House)) *stage {
	games := []string{"saboteur", "clonk"} // the games that transcripts expect, even if the catalogue has more
	words := friends.Words(t)
	holds, h := kept(t)
	h.Rules.Games, h.Rules.Names, h.Rules.Address, h.Log, h.Rules.Fold, h.Rules.Random, h.Rules.Bot = catalog.FindGame, games, "play@example.org", slog.New(faults{t}), plainFold, &lab.Chance{}, "random"
	h.Rules.Patient, h.Rules.Also = true, []string{"games@example.org"}
	h.Rules.Seal = func(use string, plain []byte) []byte { return []byte(use + " " + string(plain)) }
	return &stage{t: t, house: h, holds: holds, now: monday, print: words.Printer("en", time.UTC), due: map[string]string{}, seen: map[int64]*seen{}, told: map[string]bool{}}
}

// faults is a log handler that fails the test if the house logs an error.
type faults struct{ t *testing.T }

func (faults) Enabled(_ context.Context, l slog.Level) bool { return l >= slog.LevelError }
func (f faults) Handle(_ context.Context, r slog.Record) error {
	r.Attrs(func(a slog.Attr) bool { f.t.Errorf("%s: %s", r.Message, a); return true })
	return nil
}
func (f faults) WithAttrs([]slog.Attr) slog.Handler { return f }
func (f faults) WithGroup(string) slog.Handler      { return f }

// plainFold folds text as that of letters is folded, but keeps fillers.
func plainFold(s string) string {
	return strings.TrimRight(engine.NormaliseText(strings.Join(strings.Fields(s), " ")), " .!,;")
}

var (
	letterRow = regexp.MustCompile(`^(\w+)(?:\(([^)]*)\))?> ?(.*)$`)
	clockRow  = regexp.MustCompile(`^(clock|wait|outage) (\+?)(\S+)$`)
)

func (s *stage) step(row int, text string) {
	s.row, s.state, s.extra = row, "", nil
	if m := letterRow.FindStringSubmatch(text); m != nil {
		s.letter(m[1], m[2], m[3])
		return
	}
	if m := clockRow.FindStringSubmatch(text); m != nil {
		s.clock(m[1], m[3])
		return
	}
	word, rest, _ := strings.Cut(text, " ")
	switch word {
	case "sweep":
		s.sweep()
	case "show":
		s.show(rest)
	case "operator":
		s.operate(rest)
	case "unsubscribe":
		s.unsubscribe(rest)
	case "league":
		s.organise(rest)
	case "limit":
		caps := world.DefaultCaps()
		fmt.Sscan(rest, &caps.InvitesAHost)
		s.house.Rules.Caps = &caps
	case "failing":
		s.holds.failing(rest)
	case "old": // a lobby that was opened before the present rules
		var match int64
		fmt.Sscanf(rest, "#%d", &match)
		s.holds.old(match)
	default:
		s.fatal("no such step: %s", text)
	}
}

func (s *stage) fatal(format string, args ...any) {
	s.t.Helper()
	s.t.Fatalf("row %d: %s", s.row, fmt.Sprintf(format, args...))
}

func (s *stage) exec(sql string, args ...any) {
	if _, err := s.house.DB.Pool().Exec(s.t.Context(), sql, args...); err != nil {
		s.fatal("%v", err)
	}
}

// letter sends a letter. how says what it answers and what is unusual about it.
func (s *stage) letter(who, how, text string) {
	s.letters++
	l := desk.Letter{From: strings.ToLower(who) + "@example.org", Display: who, Trust: model.TrustProved, Door: "test",
		MessageID: fmt.Sprintf("<%d@example.org>", s.letters), Subject: "Re: letter", ReceivedAt: s.now, Now: s.now}
	unsure := false
	for _, part := range strings.Split(how, ";") {
		switch part = strings.TrimSpace(part); {
		case part == "":
		case part == "unproved" || part == "forged":
			l.Trust = map[string]model.Trust{"unproved": model.TrustUnproved, "forged": model.TrustForged}[part]
		case part == "unsure":
			unsure = true
		case part == "page":
			l.Door = model.DoorPage
		case part == "to the house":
			l.Own = true
		case part == "twice":
			l.MessageID = s.last.MessageID
		case strings.HasPrefix(part, "east "):
			fmt.Sscanf(part, "east %d", &l.East)
			l.East *= 3600
		case strings.HasPrefix(part, "called "):
			l.Display = strings.TrimPrefix(part, "called ")
		case strings.HasPrefix(part, "subject "):
			l.Subject = strings.TrimPrefix(part, "subject ")
		case strings.HasPrefix(part, "from "):
			l.From = strings.TrimPrefix(part, "from ")
		case strings.HasPrefix(part, "#"):
			fmt.Sscanf(part, "#%d", &l.SubjectMatch)
		default:
			ref, to := s.answered(who, part)
			if l.Ref = &ref; ref.Purpose == model.ForTurn && !strings.HasPrefix(part, "receipt") {
				l.SentTo = to // the answered letter was sent to this address; a reply to a receipt has only the token
			}
			if l.Trust == model.TrustProved {
				l.Trust = model.TrustUnproved // nobody vouches, but the token is enough
			}
		}
	}
	l.Kept = strings.ReplaceAll(strings.ReplaceAll(text, "||", "\n\n"), "|", "\n")
	l.Lines, l.Text = speech.SplitLines(l.Kept, plainFold, catalog.AllGames()...), l.Kept
	if unsure { // whatever its reader makes of it
		l.Text = ""
		for i := range l.Lines {
			l.Lines[i].Graced = true
		}
	}
	l.WordsHash = sha256.Sum256([]byte(l.Kept))
	l.Hash = sha256.Sum256([]byte(l.MessageID + l.From + l.Kept))
	state, why, err := s.house.Take(s.t.Context(), &l)
	if err != nil {
		s.fatal("%v", err)
	}
	s.last, s.state = l, strings.TrimSuffix(string(state)+": "+why, ": ")
}

// answered finds the letter that is answered and where it was sent: "turn", "turn -1", "Bo's ask".
func (s *stage) answered(who, what string) (ref model.Ref, to string) {
	if owner, rest, ok := strings.Cut(what, "'s "); ok {
		who, what = owner, rest
	}
	purpose, back, _ := strings.Cut(what, " ")
	skip := 0
	fmt.Sscanf(back, "-%d", &skip)
	kinds := []model.Purpose{model.Purpose(purpose)}
	if purpose == "turn" {
		kinds = []model.Purpose{"turn", "remind", "nudge", "round", "each", "end"}
	}
	for _, n := range slices.Backward(s.sent) {
		if !slices.Contains(kinds, n.Purpose) || s.reader(&n) != who {
			continue
		}
		if skip--; skip < 0 {
			return notice.RefOf(&n), cmp.Or(n.Address, s.holds.firstAddress(n.Player))
		}
	}
	if s.must {
		s.fatal("%s has no such letter: %s", who, what)
	}
	s.extra = append(s.extra, "FAULT: no such letter") // for whoever writes the transcript
	return model.Ref{}, ""
}

// reader returns the reader of a letter, as transcripts name people.
func (s *stage) reader(n *model.Notice) string {
	if called := s.holds.called(n.Player); called != "" {
		return called // whoever's mailbox it goes to
	}
	address := n.Address
	if address == "" {
		address = s.holds.firstAddress(n.Player)
	}
	local, domain, _ := strings.Cut(address, "@")
	if domain != "example.org" {
		return address
	}
	return strings.ToUpper(local[:1]) + local[1:]
}
