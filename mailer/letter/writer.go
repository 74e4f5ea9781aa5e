// Package letter decides what a letter says, section by section. A Writer turns a notice, which is a duty to
// tell somebody something, into the bytes of one letter. It reads the log only up to the notice's fact, as
// the notice's seat may see it, so the same notice gives the same letter. It does not send letters.
package letter

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"pitpost.example/db"
	"pitpost.example/db/lookup"
	"pitpost.example/db/mail"
	"pitpost.example/engine"
	"pitpost.example/mailer/render"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	words "pitpost.example/speech"
	"pitpost.example/templates"
	"pitpost.example/token"
)

// Writer writes letters, and what pages and programs are told about a seat.
type Writer struct {
	DB      *db.DB
	Words   *templates.Catalog
	Keys    token.Keys
	Address string // the mailbox that letters come from and answers go to
	// PublicURL is the address of the web pages, "" if there are none.
	PublicURL string
}

// builder is a letter that is being written: what it is about, who reads it, its thread, what is told and its pages.
type builder struct {
	w         *Writer
	src       *lookup.Source
	ctx       context.Context
	n         *model.Notice
	now       time.Time
	table     *model.Table // nil if the letter is not about a match
	seat      *model.Seat
	err       error // the first read that failed; a letter with an error is not written
	newParams any   // replaces the notice's params from now on; nil to keep them
	reader
	place
	tidings
	pages
}

// reader is who gets a letter, and how it speaks to them.
type reader struct {
	player  *model.Player
	address string
	lang    string
	zone    *time.Location
	printer *templates.Printer
	print   func(engine.Phrase) string // by printer, with the words of the edition that is played
	prefix  string                     // before each command: "#42 " if the letter is about several matches
}

// place is where a letter stands among others: its thread.
type place struct {
	replyTo string
	subject string
	root    string   // Message-ID at the root of the thread
	answers string   // Message-ID of the letter that is answered
	chain   []string // Message-IDs that the answered letter refers to, oldest first
}

// tidings is what a letter tells of its match.
type tidings struct {
	begins  bool            // the match begins, and others move first
	opening bool            // first letter of a match: its foot has the seal, and there are links to what it is about
	since   int             // the letter tells what came after this fact, and marks it on the board
	closed  int             // the fact that ended a round the letter tells about, 0 for none
	lesson  int             // number of the lesson in a newcomer's letter, 0 for none
	private []engine.Phrase // what only the reader learned, for below the board
	also    []engine.Phrase // what a letter about several matches says about one of them besides the news
	acts    []engine.Phrase // and what was done to that table
	seen    *engine.View    // what the seat sees; nil until it is needed
	news    *learned        // what is new to the seat; nil until it is needed
}

// pages are the parts of a letter as they fill up.
type pages struct {
	sections []render.Section
	foot     []string
	pictures []drawing
	attach   []render.Part
}

// writers has the functions that write the letters of these purposes. All others are digests.
var writers = map[model.Purpose]func(*builder) error{
	model.PurposeReceipt:   from(receipt),
	model.PurposeInvite:    from(note),
	model.PurposeAsk:       from(note),
	model.PurposeNote:      from(note),
	model.PurposeWatch:     from(watchLetter),
	model.PurposeOffer:     from(offerLetter),
	model.PurposeDaily:     from(dailyLetter),
	model.PurposeStandings: from(standingsLetter),
	model.PurposeData:      from(dataLetter),
	model.PurposeOrganise:  from(organiseLetter),
}

// from returns a function that decodes the params of the notice and writes the letter from them.
func from[T any](write func(*builder, T) error) func(*builder) error {
	return func(s *builder) error {
		var params T
		if err := s.params(&params); err != nil {
			return err
		}
		return write(s, params)
	}
}

// WriteFrom returns the bytes of a notice's letter and its recipient. It reads the log only up to the notice's
// fact, as the notice's seat may see it. What it asks stands in src, or if that is nil, is read for this letter alone.
func (w *Writer) WriteFrom(ctx context.Context, src *lookup.Source, n *model.Notice, now time.Time) (model.Written, error) {
	s, err := w.begin(ctx, src, n, now)
	if err != nil {
		return model.Written{}, err
	}
	if s.seat != nil && s.seat.Stopped != nil && n.Purpose != model.PurposeReceipt {
		return model.Written{}, model.ErrSuperseded
	}
	write := writers[n.Purpose]
	if write == nil {
		write = from(digestLetter)
	}
	if err := write(s); err != nil {
		return model.Written{}, err
	}
	forOneOfSeveral(s)
	raw, err := s.compose()
	return model.Written{To: s.address, Raw: raw, Params: s.newParams}, err
}

// begin starts a letter: it finds its reader, its recipient, its match and its language. src may be nil.
func (w *Writer) begin(ctx context.Context, src *lookup.Source, n *model.Notice, now time.Time) (s *builder, err error) {
	if src == nil {
		if src, err = lookup.ReadForLetter(ctx, w.DB, n); err != nil {
			return nil, err
		}
	}
	s = &builder{w: w, src: src, ctx: ctx, n: n, now: now, reader: reader{player: src.Player(n.Player), address: n.Address, lang: "en", zone: time.UTC}}
	if s.address == "" {
		s.address = src.FirstAddress(n.Player)
	}
	if !strings.HasPrefix(n.Key, mail.LastWord) {
		if s.address, err = src.Reachable(s.address); err != nil { // barred
			return nil, model.ErrSuperseded
		}
	}
	if n.Match != 0 {
		if s.table, err = src.Fold(n.Match, n.Seq); err != nil {
			return nil, fmt.Errorf("notice %d, match %d: %w", n.ID, n.Match, err)
		}
		s.seat = s.table.Seat(n.Seat)
	}
	var answered notice.Receipt
	switch {
	case s.player != nil:
		s.lang, s.zone = s.player.Lang, model.ZoneLocation(s.player.Zone)
	case n.Purpose == model.PurposeReceipt && s.params(&answered) == nil && answered.Lang != "":
		s.lang = answered.Lang // the language of the letter that is answered, if the sender's own is not stored
	}
	s.speak(w.Words.Printer(s.lang, s.zone))
	return s, nil
}

// seated starts what a page or a program is told about a seat as it is now.
func (w *Writer) seated(ctx context.Context, match int64, seat int, player int64, now time.Time) (*builder, error) {
	return w.begin(ctx, nil, &model.Notice{Match: match, Seat: seat, Player: player, Purpose: model.PurposePage}, now)
}

// speak sets the printer: texts use the words of the edition that is played, and commands are in the reader's
// language.
func (s *builder) speak(p *templates.Printer) {
	if s.printer = p; s.table != nil {
		s.printer = p.Of(s.table.Row.Game, s.table.Row.Edition)
	}
	s.print = s.printer.Spelling(s.spell).Print
}

// spell returns a plain command as the letter prints it.
func (s *builder) spell(command string) string { return words.SpellCommand(command, s.lang, s.game()) }

func (s *builder) say(key string, pairs ...any) string { return s.print(engine.Say(key, pairs...)) }

// line returns a normal line.
func (s *builder) line(key string, pairs ...any) render.Line {
	return s.weighed("", key, pairs...)
}

func (s *builder) weighed(kind render.Weight, key string, pairs ...any) render.Line {
	return render.Line{Text: s.say(key, pairs...), Kind: kind}
}

// plain returns normal lines.
func plain(texts ...string) []render.Line {
	return engine.MapList(texts, func(text string) render.Line { return render.Line{Text: text} })
}

// tell adds a section of lines, unless there are none.
func (s *builder) tell(title string, lines ...render.Line) {
	s.add(render.Section{Title: title, Lines: lines})
}

// behindFirst puts what was done to the table right behind the first line of the letter.
func behindFirst(s *builder, acts []engine.Phrase) {
	if len(acts) == 0 {
		return
	}
	lines := plain(engine.MapList(acts, s.print)...)
	if len(s.sections) == 0 || len(s.sections[0].Lines) == 0 {
		s.sections = slices.Insert(s.sections, 0, render.Section{Lines: lines})
		return
	}
	s.sections[0].Lines = slices.Insert(slices.Clone(s.sections[0].Lines), 1, lines...)
}

// keep keeps the first error. A letter with an error is not written, so nobody sees what is printed after it.
func (s *builder) keep(err error) {
	if s.err == nil {
		s.err = err
	}
}

// add adds a section, unless it is empty.
func (s *builder) add(sec render.Section) {
	if len(sec.Lines)+len(sec.Table)+len(sec.Choices)+len(sec.Board) > 0 || sec.Picture != nil {
		s.sections = append(s.sections, sec)
	}
}

// wordsOf returns what people said, by number. These words are not in the log, which only has their numbers.
func (s *builder) wordsOf(refs ...int64) map[int64]string {
	if len(refs) == 0 {
		return nil
	}
	words, err := s.src.Words(s.ctx, refs)
	s.keep(err)
	return words
}

func (s *builder) game() engine.Game {
	if s.table == nil {
		return nil
	}
	return s.table.Match.Game
}

// view returns what the seat sees. Callers must not change what it points to.
func (s *builder) view() engine.View {
	if s.seen == nil {
		v := s.table.Match.State().View(s.seat.Name)
		s.seen = &v
	}
	return *s.seen
}

// due reports whether the seat has something to choose.
func (s *builder) due() bool { return len(s.view().Choices) > 0 }

// reply sets the address for answers to this letter. It has a token with match, seat, purpose and step.
func (s *builder) reply(purpose model.RefPurpose, step int64) {
	t := token.Token{Purpose: byte(purpose), Step: step}
	if s.table != nil && s.seat != nil {
		t.Match, t.Seat = s.table.Row.ID, s.seat.No
	}
	s.replyTo = s.tokened(t)
}

// replySeatless sets the address for answers of somebody who has no seat: the referee of a match, or anybody.
func replySeatless(s *builder) {
	if !toReferee(s) {
		s.reply(model.ForAnybody, s.n.Player)
		return
	}
	s.replyTo = s.tokened(token.Token{Match: s.n.Match, Seat: noSeat, Purpose: byte(model.ForReferee), Step: s.n.Player})
}

// toReferee reports whether the letter goes to the referee of its match.
func toReferee(s *builder) bool {
	return s.table != nil && s.n.Seat == noSeat && s.n.Player != 0 && s.table.Row.Referee == s.n.Player
}

// params decodes the params of the letter's notice.
func (s *builder) params(out any) error {
	if err := json.Unmarshal(s.n.Params, out); err != nil {
		return fmt.Errorf("%s: %w", s.n.Purpose, err)
	}
	return nil
}

// note writes an invitation, a question or news of a lobby.
func note(s *builder, n notice.Note) error {
	s.subject = s.print(n.Subject)
	switch {
	case n.Ask != 0:
		s.reply(model.ForAsk, n.Ask)
	case s.n.Purpose == model.PurposeInvite:
		s.reply(model.ForInvite, 0)
	case s.table != nil && s.seat != nil:
		s.reply(model.ForTurn, int64(s.step()))
	default:
		replySeatless(s)
	}
	lines := plain(engine.MapList(n.Lines, s.print)...)
	if n.Known && s.table != nil && s.table.Row.Note != "" {
		lines = slices.Insert(lines, 1, s.line("house.invite-note", "host", s.table.HostName(), "note", s.table.Row.Note))
	}
	s.sections, s.foot = append(s.sections, render.Section{Lines: lines}), engine.MapList(n.Foot, s.print)
	s.answerRow(n.Answers)
	if s.n.Purpose == model.PurposeInvite {
		s.tell("", beginLinks(s)...)
	}
	return nil
}

// answerRow offers ready answers.
func (s *builder) answerRow(answers []string) {
	s.offer("mail.answer-with", s.commands(answers...))
}

// offer adds commands as a section of their own, unless there are none.
func (s *builder) offer(head string, commands []render.Command) {
	if len(commands) > 0 {
		s.add(render.Section{Choices: []render.Choices{{Head: s.say(head), Commands: commands}}})
	}
}

func (s *builder) commands(texts ...string) []render.Command {
	return engine.MapList(texts, s.command)
}

// command returns a ready answer. Its link writes no accents, because some mail programs would spoil them.
func (s *builder) command(text string) render.Command {
	text = s.prefix + s.spell(text)
	return render.Command{Text: text, Link: s.ready(engine.StripAccents(text))}
}

// unfinished returns a ready answer of which the reader writes the rest.
func (s *builder) unfinished(begin string) render.Command {
	return render.Command{Text: begin + " …", Link: s.ready(engine.StripAccents(begin) + " ")}
}

// ready returns a link that opens an answer to the letter.
func (s *builder) ready(body string) string {
	return render.ReplyLink(s.replyTo, s.subject, s.n.MessageID, body)
}

// step is the number of the choice for which the seat's next letter asks.
func (s *builder) step() int { return max(1, s.table.StepOf(s.seat)) }
