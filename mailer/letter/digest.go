package letter

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	dbleague "pitpost.example/db/league"
	"pitpost.example/engine"
	"pitpost.example/house/table"
	"pitpost.example/mailer/render"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/token"
)

// errNoMatch means that a letter about a match has none.
var errNoMatch = errors.New("no match to tell of")

// digestLetter writes the letter for a turn, a reminder, the end of a round or the end of the match.
func digestLetter(s *builder, digest notice.Digest) error {
	if s.table == nil || s.seat == nil || s.table.Match.State() == nil {
		return errNoMatch
	}
	if (s.n.Purpose == model.PurposeTurn || s.n.Reminds()) && s.src.StepPassed(s.n) {
		return model.ErrSuperseded
	}
	s.lesson, s.begins = digest.Lesson, digest.Begins
	s.since = s.src.KnownBefore(s.n)
	s.reply(model.ForTurn, int64(s.step()))
	view := s.view()
	s.subject = s.digestSubject(view, s.n.Purpose)
	s.thread(view)
	if s.table.Match.Phase.Ended() {
		endLetter(s)
		behindFirst(s, digest.Acts)
		s.tell("", plain(engine.MapList(digest.Also, s.print)...)...)
		s.json(view)
		return nil
	}
	if won := roundWon(s); won != "" {
		s.subject = s.say("mail.result-subject", "match", int(s.table.Row.ID), "game", engine.Say(s.table.Row.Game+".title"), "result", won)
		s.tell("", render.Line{Text: won + ".", Kind: render.Strong})
	}
	s.summary()
	behindFirst(s, digest.Acts)
	if r := digest.Answers; r != nil {
		s.answers, s.chain = r.InReplyTo, r.References
		receiptLines(s, *r)
	}
	if !digest.Taken && s.since == 0 {
		welcome(s, digest.Answers == nil)
	}
	if digest.Taken {
		takenOver(s)
	} else {
		s.happened(s.say("mail.news"))
	}
	s.tell("", plain(engine.MapList(digest.Also, s.print)...)...)
	remark(s)
	portrait(s)
	s.position()
	accounts(s)
	roundTalk(s)
	s.json(view)
	return nil
}

// roundWon returns which side won the round that a letter ends, or "" if it ends none or the game has no
// sides.
func roundWon(s *builder) string {
	closed, _ := s.table.Match.Closed(s.since)
	parties, ok := s.table.Match.Game.(engine.Parties)
	if s.n.Purpose != model.PurposeRound || closed == nil || !ok {
		return ""
	}
	outcome := s.table.Match.Outcome()
	rounds := outcome.Won
	switch {
	case len(rounds) == 0:
		return ""
	case rounds[len(rounds)-1] == "" && outcome.GivenUp[len(rounds)-1]:
		return s.say("mail.round-given-up", "round", len(rounds))
	case rounds[len(rounds)-1] == "":
		return s.say("mail.round-nobody", "round", len(rounds))
	}
	return s.say("mail.round-won", "round", len(rounds), "party", parties.Party(rounds[len(rounds)-1]))
}

func (s *builder) top(key string, pairs ...any) {
	s.tell("", s.weighed(render.Strong, key, pairs...))
}

// digestSubject names the match, game and turn. Lock screens show it, so it must not contain secrets.
func (s *builder) digestSubject(v engine.View, purpose model.Purpose) string {
	key, last := "mail.subject-turn", []any(nil)
	switch {
	case s.choosing(), !s.table.Match.HoldsUp(s.seat.Name) && purpose == model.PurposeTurn:
		key = "mail.subject-aside"
	case purpose == model.PurposeReceipt:
		key = "mail.subject-goes-on"
	}
	switch purpose {
	case model.PurposeRemind:
		if clock := s.table.Clock(s.seat.No); clock != nil && !s.n.QueuedAt.Before(clock.Soft) {
			key, last = "mail.subject-last-call", []any{"until", engine.FormatMoment(clock.Due),
				"clock", today(s, clock.Due)}
		}
	case model.PurposeRound, model.PurposeEach:
		if key = "mail.subject-news"; s.begins {
			key = "mail.subject-begins"
		}
	case model.PurposeEnd:
		return endSubject(s)
	}
	return s.say(key, append(last, "match", int(s.table.Row.ID), "game", engine.Say(s.table.Row.Game+".title"), "name", s.seat.Name, "round", v.Round, "turn", v.Turn)...)
}

// thread puts all letters of one turn into one thread, or all of the match if the reader wants that. A turn
// with several choices is one thread too.
func (s *builder) thread(v engine.View) {
	of := fmt.Sprintf("%d.%d.%d", s.n.Match, s.n.Seat, s.n.Step)
	if _, ok := s.table.Match.State().(engine.LongTurn); ok {
		of = fmt.Sprintf("%d.%d.turn.%d", s.n.Match, s.n.Seat, v.Turn)
	}
	if s.player != nil && s.player.Settings.Thread == "match" {
		of = fmt.Sprintf("%d.%d", s.n.Match, s.n.Seat)
	}
	s.root = s.rootOf(of)
}

// rootOf returns the Message-ID that all letters of a thread refer to. No letter has it.
func (s *builder) rootOf(thread string) string {
	_, domain, _ := strings.Cut(s.w.Address, "@")
	return token.MessageID(s.w.Keys.Sign("thread", thread), domain)
}

// said returns the words of people in what a seat heard.
func (s *builder) said(heard []engine.Heard) map[int64]string {
	var refs []int64
	for _, h := range heard {
		if e, ok := h.Data.(engine.Said); ok {
			refs = append(refs, e.Ref)
		}
	}
	return s.wordsOf(refs...)
}

// saidLines prints somebody's words as a quote, so that nothing in them looks like a line by the house.
func saidLines(s *builder, p engine.Phrase, words map[int64]string) []render.Line {
	ref, _ := p.Args["ref"].(int64)
	name, text := p.Args["name"], words[ref]
	if !strings.Contains(text, "\n") {
		return []render.Line{render.PlainLine(s.quoted(name, p.Args["to"], text))}
	}
	rows := engine.MapList(strings.Split(text, "\n"), func(row string) render.Line {
		return s.weighed(render.Quote, "mail.quotes", "words", row)
	})
	return append([]render.Line{s.line("mail.says", "name", name)}, rows...)
}

// printSaid prints a phrase, which may be somebody's words.
func (s *builder) printSaid(p engine.Phrase) string {
	if p.Key != "match.said" {
		return s.print(p)
	}
	ref, ok := p.Args["ref"].(int64)
	if from, json := p.Args["ref"].(float64); !ok && json {
		ref = int64(from)
	}
	return s.quoted(p.Args["name"], p.Args["to"], inOneRow(s.wordsOf(ref)[ref]))
}

// inOneRow joins words of several rows.
func inOneRow(words string) string { return strings.ReplaceAll(words, "\n", " / ") }

// quoted prints what somebody said to everybody, or only to some if to names them.
func (s *builder) quoted(name, to any, words string) string {
	if to != nil {
		return s.say("match.whispered", "name", name, "to", to, "words", words)
	}
	return s.say("match.said", "name", name, "words", words)
}

// welcome begins the first letter of a match. greets is false if the reader has been greeted above.
func welcome(s *builder, greets bool) {
	game := s.table.Row.Game
	var lines []render.Line
	if greets {
		key := "mail.welcome"
		if s.begins {
			key = "mail.welcome-waits"
		}
		lines = append(lines, s.line(key, "name", s.seat.Name, "game", engine.Say(game+".title")))
	}
	lines = append(append(lines, leagueOf(s)...), plain(engine.MapList(table.DescribeReferees(s.table), s.print)...)...)
	title := s.say("mail.welcome-title")
	if s.begins { // the subject says so
		title = ""
	}
	s.tell(title, append(append(lines, s.line(game+".aim")), dealLines(s)...)...)
	s.opening = true
}

// dealLines says what is in the deal and what each side gets, if the game has sides.
func dealLines(s *builder) []render.Line {
	match := s.table.Match
	return plain(engine.MapList(match.Game.RuleBook(match.Setup).Marked(engine.Opening), s.print)...)
}

// leagueOf says of which league the match is a group, if it is one.
func leagueOf(s *builder) []render.Line {
	id := s.table.Row.Terms.League
	if id == 0 {
		return nil
	}
	season, league, err := s.league(id)
	if s.keep(err); err != nil || season == nil {
		return nil
	}
	return []render.Line{s.line("mail.welcome-league", "league", league.Name, "season", season.No)}
}

// league returns a season and its league, or nil if there is no such season.
func (s *builder) league(id int64) (*model.Season, *model.League, error) {
	season, err := dbleague.FindSeason(s.ctx, s.w.DB, id)
	if err != nil || season == nil {
		return nil, nil, err
	}
	league, err := dbleague.LeagueByID(s.ctx, s.w.DB, season.League)
	return season, league, err
}

// remark adds at most one dry remark by the house about what happened, which is the same for everybody.
// Players can turn remarks off, and during the first time round the table a line below tells how.
func remark(s *builder) {
	if s.player != nil && s.player.Settings.NoVoice {
		return
	}
	p := s.learned().remark
	if p == nil {
		return
	}
	lines := []render.Line{{Text: s.print(*p), Kind: render.Faint}}
	if public := s.table.Match.State().View(""); public.Turn <= len(public.Seats) && s.lesson == 0 { // a lesson says it too
		lines = append(lines, s.weighed(render.Faint, "mail.voice-how"))
	}
	s.tell("", lines...)
}

// learned is what a seat has heard since its last letter, and the house's remark about it.
type learned struct {
	heard  []engine.Heard
	remark *engine.Phrase
}

// learned returns the news, and folds the log only once for all sections that need them.
func (s *builder) learned() *learned {
	if s.news == nil {
		s.news = &learned{}
		s.news.heard, s.news.remark = s.table.Match.HeardAndRemark(s.seat.Name, s.table.Row.ID, s.since)
		s.news.heard = slices.DeleteFunc(s.news.heard, func(h engine.Heard) bool { return s.muted(h.Data) })
	}
	return s.news
}

// muted reports whether an event is somebody's words whom the reader has muted.
func (s *builder) muted(e engine.Event) bool {
	said, ok := e.(engine.Said)
	if !ok || s.seat == nil {
		return false
	}
	by := s.table.SeatNamed(said.By)
	return by != nil && slices.Contains(s.seat.Standing.Deaf, by.No)
}

// memo prints the line that the reader has noted for themselves.
func memo(s *builder) {
	if s.seat != nil && s.seat.Standing.Memo != "" && s.seat.Player == s.n.Player {
		s.tell(s.say("own.memo-title"), s.weighed(render.Quote, "mail.quotes", "words", s.seat.Standing.Memo))
	}
}

// portrait adds a line about the reader's own part in the round or match that has ended.
func portrait(s *builder) {
	p := s.table.Match.Portrait(s.seat.Name, s.since)
	if p == nil {
		return
	}
	title := s.say("mail.own-round")
	if _, whole := s.table.Match.Closed(s.since); whole {
		title = s.say("mail.own-match")
	}
	s.tell(title, render.Line{Text: s.print(*p), Kind: render.Strong})
}

// accounts adds what each seat did in the round that has ended, because the board already shows the next one.
func accounts(s *builder) {
	rows := engine.MapList(s.table.Match.Accounts(s.seat.Name, s.since), func(l engine.Ledger) render.Row {
		return render.Row{Head: l.Seat, Text: s.inARow(l.Did)}
	})
	s.add(render.Section{Title: s.say("mail.accounts-title"), Table: rows})
}

// inARow prints phrases one after another.
func (s *builder) inARow(phrases []engine.Phrase) string {
	return strings.Join(counted(engine.MapList(phrases, s.print)), ", ")
}

// counted returns texts without repetitions; repeated ones get the number of times.
func counted(texts []string) []string {
	var once []string
	times := map[string]int{}
	for _, text := range texts {
		if times[text]++; times[text] == 1 {
			once = append(once, text)
		}
	}
	return engine.MapList(once, func(text string) string {
		if n := times[text]; n > 1 {
			return fmt.Sprintf("%s ×%d", text, n)
		}
		return text
	})
}

// roundTalk adds what was said while the roles were hidden to the letter that opens them, so that it can be
// read again with the knowledge of who said it.
func roundTalk(s *builder) {
	ended := lastFact(s.table.Match, func(f engine.Fact) bool { return f.Seq > s.since && engine.ClosesRound(f) })
	from := lastFact(s.table.Match, func(f engine.Fact) bool { return f.Seq < ended && engine.DealsRound(f) })
	var talk []string
	s.saidToAll(from, ended, func(by, words string) {
		talk = append(talk, s.say("match.said", "name", engine.SpeakerName(by), "words", words))
	})
	s.tell(s.say("mail.round-talk"), plain(counted(talk)...)...)
}

// teach adds a lesson above the choices of a newcomer: what their seat wants, one thing about the game, and a
// sensible move. It says nothing if the house's voice is turned off.
func (s *builder) teach() {
	if s.lesson == 0 || s.player != nil && s.player.Settings.NoVoice {
		return
	}
	state := s.table.Match.State()
	game, ok := state.(engine.Teaching)
	if !ok {
		return
	}
	lines := plain(engine.MapList(game.Lesson(s.seat.Name, s.lesson), s.print)...)
	if len(lines) == 0 {
		return
	}
	s.tell(s.say("mail.teach-title"), append(lines, s.weighed(render.Faint, "mail.teach-how"))...)
	if player, ok := state.(engine.Sensible); ok {
		// The stream has no seed, so that the advice reveals nothing about any shuffle.
		chance := engine.Dice{}.For(fmt.Sprintf("advice %s %d", s.seat.Name, s.step()))
		s.offer("mail.teach-unsure", s.commands(player.Careful(s.seat.Name, chance)))
	}
}
