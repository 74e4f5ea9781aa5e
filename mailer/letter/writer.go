// Package letter says what stands in a letter out, section by section: it turns a notice, a duty to
// tell somebody something, into the bytes of one letter. It reads the log up to the notice's fact
// and never further, for the one seat it is for, so the same notice gives the same letter.
package letter

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"pitpost.example/db"
	"pitpost.example/db/lookup"
	"pitpost.example/db/mail"
	"pitpost.example/engine"
	words "pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/notice"
	"pitpost.example/mailer/render"
	"pitpost.example/model"
	"pitpost.example/templates"
	"pitpost.example/token"
)

// Writer writes letters.
type Writer struct {
	DB      *db.DB
	Words   *templates.Catalog
	Keys    token.Keys
	Address string // the mailbox letters come from and go to
	// PublicURL is where the pages are reached, "" for nowhere.
	PublicURL string
	// Fold makes a line comparable, as the reader of letters does.
	Fold func(string) string
	// Clean frees a line of odd spaces, quotes and digits, as the reader of letters does.
	Clean func(string) string
	// Games are those that a letter may be answered about.
	Games []engine.Game
	// Rows remembers what is found out about rows of letters; nil to find it out each time.
	Rows *Rows
}

// builder is a letter while it is being written.
type builder struct {
	w        *Writer
	src      lookup.Reader
	ctx      context.Context
	n        *model.Notice
	now      time.Time
	lang     string
	printer  *templates.Printer
	print    func(engine.Phrase) string // by printer, in the words of the edition of table
	player   *model.Player
	table    *model.Table // nil outside a match
	seat     *model.Seat
	address  string // where it goes
	replyTo  string
	subject  string
	root     string   // of the thread
	answers  string   // Message-ID of the letter answered
	chain    []string // Message-IDs that the letter answered followed, the oldest first
	sections []render.Section
	pictures []drawing
	since    int // the fact from which on a letter tells; what is newer is marked on the board
	closed   int // the fact that ended a round of which the letter tells, 0 for none
	lesson   int // of the letter to a newcomer, 0 for none
	attach   []render.Part
	foot     []string
	opening  bool              // the first of a match: its seal stands at the foot, and links lead to what it is
	private  []engine.Phrase   // what the reader learned and others did not, for below the board
	prefix   string            // of each command, "#42 " where a letter is about several matches
	games    dayGames          // of such a letter
	also     []engine.Phrase   // what such a letter says of one of its matches beside the news
	seen     *engine.View      // what the seat sees; nil before anybody looked
	ready    render.ReplyLinks // links to answers
	news     *learned          // what is new to the seat; nil before anybody looked
	err      error             // the first read that failed: such a letter is not written
	reworded any               // what stands in place of the notice's params from here on; nil for those
}

// kinds write the letters of their purposes; those of any other are digests.
var kinds = map[model.Purpose]func(*builder) error{
	model.PurposeReceipt:   from(receipt),
	model.PurposeInvite:    from(note),
	model.PurposeAsk:       from(note),
	model.PurposeNote:      from(note),
	model.PurposeWatch:     from(watchLetter),
	model.PurposeOffer:     from(offerLetter),
	model.PurposeDaily:     from(dailyLetter),
	model.PurposeStandings: from(standingsLetter),
	model.PurposeOrganise:  from(organiseLetter),
}

// from writes a letter from the params of its notice.
func from[T any](write func(*builder, T) error) func(*builder) error {
	return func(s *builder) error {
		var told T
		if err := s.params(&told); err != nil {
			return err
		}
		return write(s, told)
	}
}

// Write gives the bytes of the letter a notice asks for, and the address it
// goes to. It reads the log up to the notice's fact and never further, for the
// one seat it is for.
func (w *Writer) Write(ctx context.Context, n *model.Notice, now time.Time) (raw []byte, to string, err error) {
	l, err := w.WriteFrom(ctx, lookup.Each(w.DB), n, now)
	return l.Raw, l.To, err
}

// WriteFrom is Write with what a source knows.
func (w *Writer) WriteFrom(ctx context.Context, src lookup.Reader, n *model.Notice, now time.Time) (model.Written, error) {
	s, err := w.begin(ctx, src, n, now)
	if err != nil {
		return model.Written{}, err
	}
	if s.seat != nil && s.seat.Stopped != nil && n.Purpose != model.PurposeReceipt {
		return model.Written{}, model.ErrSuperseded
	}
	write := kinds[n.Purpose]
	if write == nil {
		write = from(digestLetter)
	}
	if err := write(s); err != nil {
		return model.Written{}, err
	}
	raw, err := s.compose()
	return model.Written{To: s.address, Raw: raw, Params: s.reworded}, err
}

// begin begins a letter: who reads it, where it goes, and the match it tells of.
func (w *Writer) begin(ctx context.Context, src lookup.Reader, n *model.Notice, now time.Time) (*builder, error) {
	s := &builder{w: w, src: src, ctx: ctx, n: n, now: now, address: n.Address, ready: render.ReplyLinks{Answers: n.MessageID}}
	if err := s.load(); err != nil {
		return nil, fmt.Errorf("notice %d, match %d: %w", n.ID, n.Match, err)
	}
	return s, nil
}

// seated begins what a page or a program is told of a seat as it is now.
func (w *Writer) seated(ctx context.Context, match int64, seat int, player int64, now time.Time) (*builder, error) {
	return w.begin(ctx, lookup.Each(w.DB), &model.Notice{Match: match, Seat: seat, Player: player, Purpose: model.PurposePage}, now)
}

func (s *builder) load() error {
	var err error
	if s.n.Player != 0 {
		if s.player, err = s.src.PlayerByID(s.ctx, s.n.Player); err != nil {
			return err
		}
	}
	if s.address == "" && s.n.Player != 0 {
		if s.address, err = s.src.FirstAddress(s.ctx, s.n.Player); err != nil {
			return err
		}
	}
	if !strings.HasPrefix(s.n.Key, mail.LastWord) {
		if s.address, err = s.src.Reachable(s.ctx, s.address); errors.Is(err, mail.ErrBarred) {
			return model.ErrSuperseded
		} else if err != nil {
			return err
		}
	}
	if s.n.Match != 0 {
		if s.table, err = s.src.Fold(s.ctx, s.n.Match, s.n.Seq); err != nil {
			return err
		}
		s.seat = s.table.Seat(s.n.Seat)
	}
	s.lang = "en"
	zone := time.UTC
	var answered notice.Receipt
	switch {
	case s.player != nil:
		s.lang, zone = s.player.Lang, model.Location(s.player.Zone)
	case s.n.Purpose == model.PurposeReceipt && s.params(&answered) == nil && answered.Lang != "":
		s.lang = answered.Lang // what was written in, of a sender whose language is not kept
	}
	s.speak(s.w.Words.Printer(s.lang, zone))
	return nil
}

// speak prints what the letter says in the words of the edition that is played; commands as its
// reader's language has them.
func (s *builder) speak(p *templates.Printer) {
	if s.printer = p; s.table != nil {
		s.printer = p.Of(s.table.Row.Game, s.table.Row.Edition)
	}
	s.print = s.printer.Spelling(s.spell).Print
}

// spell is a plain command as the letter prints it.
func (s *builder) spell(command string) string { return words.Spell(command, s.lang, s.game()) }

func (s *builder) say(key string, pairs ...any) string { return s.print(engine.Say(key, pairs...)) }

// line is a sentence of no special weight.
func (s *builder) line(key string, pairs ...any) render.Line {
	return s.weighed("", key, pairs...)
}

func (s *builder) weighed(kind render.Weight, key string, pairs ...any) render.Line {
	return render.Line{Text: s.say(key, pairs...), Kind: kind}
}

// plain are sentences of no special weight.
func plain(texts ...string) []render.Line {
	return engine.Each(texts, func(text string) render.Line { return render.Line{Text: text} })
}

// tell adds a section of sentences, unless there are none.
func (s *builder) tell(title string, lines ...render.Line) {
	s.add(render.Section{Title: title, Lines: lines})
}

// keep remembers the first error. A letter that lacks anything is not written, so what is printed
// behind an error is never seen.
func (s *builder) keep(err error) {
	if s.err == nil {
		s.err = err
	}
}

// add puts a section into the letter, unless it is empty.
func (s *builder) add(sec render.Section) {
	if len(sec.Lines)+len(sec.Table)+len(sec.Choices)+len(sec.Board) > 0 || sec.Picture != nil {
		s.sections = append(s.sections, sec)
	}
}

// clock is the seat's clock, nil where none runs.
func (s *builder) clock() *model.Clock {
	clock, err := s.src.ClockOf(s.ctx, s.n.Match, s.n.Seat)
	s.keep(err)
	return clock
}

// wordsOf are the words people said, which stand outside the log, by the numbers they have there.
func (s *builder) wordsOf(refs ...int64) map[int64]string {
	if len(refs) == 0 {
		return nil
	}
	words, err := s.src.Words(s.ctx, refs)
	s.keep(err)
	return words
}

func (s *builder) game() engine.Game {
	if s.games.Game != nil {
		return s.games
	}
	if s.table == nil {
		return nil
	}
	return s.table.Match.Game
}

// view is what the seat sees. Nobody may change what it points to.
func (s *builder) view() engine.View {
	if s.seen == nil {
		v := s.table.Match.State().View(s.seat.Name)
		s.seen = &v
	}
	return *s.seen
}

// due says that the seat has something to choose.
func (s *builder) due() bool { return len(s.view().Choices) > 0 }

// reply sets the address an answer to this letter goes to: a token that names
// match, seat, purpose and step.
func (s *builder) reply(purpose desk.Purpose, step int64) {
	t := token.Token{Purpose: byte(purpose), Step: step}
	if s.table != nil && s.seat != nil {
		t.Match, t.Seat = s.table.Row.ID, s.seat.No
	}
	s.replyTo = s.tokened(t)
}

// params are those of the letter's notice, put into out.
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
		s.reply(desk.ForAsk, n.Ask)
	case s.n.Purpose == model.PurposeInvite:
		s.reply(desk.ForInvite, 0)
	case s.table != nil && s.seat != nil:
		s.reply(desk.ForTurn, int64(s.step()))
	default:
		s.reply(desk.ForAnybody, s.n.Player)
	}
	s.sections = append(s.sections, render.Section{Lines: plain(engine.Each(n.Lines, s.print)...)})
	s.answerRow(n.Answers)
	if s.n.Purpose == model.PurposeInvite {
		s.tell("", beginLinks(s)...)
	}
	return nil
}

// answerRow offers ready-written answers.
func (s *builder) answerRow(answers []string) {
	s.offer("mail.answer-with", s.commands(answers...))
}

// offer adds commands in a section of their own, unless there are none.
func (s *builder) offer(head string, commands []render.Command) {
	if len(commands) > 0 {
		s.add(render.Section{Choices: []render.Choices{{Head: s.say(head), Commands: commands}}})
	}
}

func (s *builder) commands(texts ...string) []render.Command {
	return engine.Each(texts, s.command)
}

// command is a ready answer. What its link writes has no accents, so that no program can spoil them.
func (s *builder) command(text string) render.Command {
	text = s.prefix + s.spell(text)
	return render.Command{Text: text, Link: s.ready.Link(s.replyTo, s.subject, engine.Unaccented(text))}
}

// step is the choice the seat's next letter asks for.
func (s *builder) step() int {
	if c := s.table.Match.Chair(s.seat.Name); c != nil {
		return c.Steps + 1
	}
	return 1
}
