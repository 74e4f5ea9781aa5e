package inbox

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"pitpost.example/db/people"
	"pitpost.example/engine"
	"pitpost.example/inbox/intake"
	"pitpost.example/inbox/reply"
	"pitpost.example/inbox/spelling"
	"pitpost.example/speech"
	"pitpost.example/speech/dates"
	"pitpost.example/token"
)

// startBytes is how much of a letter is read to find its first line.
const startBytes = intake.StartSize

// passesBy reports whether a letter stays where it is, because it is not ours in a mailbox that a person
// reads too, or because the server took it for spam and it answers none of ours.
func (r *Receiver) passesBy(ctx context.Context, l *reply.Letter, raw []byte, door intake.Source) (bool, error) {
	if door.Junk || !door.Shared {
		return door.Junk && !r.answersUs(l), nil
	}
	if r.ours(l) {
		return false, nil
	}
	begins, err := r.OursByStart(ctx, raw[:min(len(raw), startBytes)])
	return !begins, err
}

// ours reports whether the header of a letter shows that it is for us in a shared mailbox: it has a token of ours, even an
// altered one, it answers a letter of ours or has the subject of one, or it comes to the door.
func (r *Receiver) ours(l *reply.Letter) bool {
	_, altered := r.Keys.Find(l.To, r.Mailbox)
	return altered > 0 || r.answersUs(l) || r.atDoor(l) || r.subjectOfOurs(l)
}

// answersUs reports whether a letter answers one of ours, by token or Message-ID.
func (r *Receiver) answersUs(l *reply.Letter) bool {
	tokens, _ := r.Keys.Find(l.To, r.Mailbox)
	return len(tokens) > 0 || slices.ContainsFunc(slices.Concat(l.InReplyTo, l.References), r.isOurs)
}

// isOurs reports whether a Message-ID is one of ours, perhaps from before the house moved.
func (r *Receiver) isOurs(id string) bool {
	return slices.ContainsFunc(append([]string{r.Mailbox}, r.Also...), func(address string) bool {
		_, domain, _ := strings.Cut(address, "@")
		_, ours := token.MessageKey(id, domain)
		return ours
	})
}

// atDoor reports whether a letter comes to the door of this house or of an alias.
func (r *Receiver) atDoor(l *reply.Letter) bool {
	return slices.ContainsFunc(append([]string{r.Mailbox}, r.Also...), func(own string) bool { return token.IsSentToDoor(l.To, own) })
}

// subjectOfOurs reports whether the subject is one that our letters have: "Re: [#42 Saboteur] Your turn".
func (r *Receiver) subjectOfOurs(l *reply.Letter) bool {
	within, _, closed := strings.Cut(strings.TrimPrefix(l.BareSubject(), "[#"), "]")
	number, game, _ := strings.Cut(within, " ")
	return closed && strings.HasPrefix(l.BareSubject(), "[#") && onlyDigits(number) &&
		slices.ContainsFunc(r.games(), func(g engine.Game) bool { return g.Name() == engine.NormaliseText(strings.TrimRight(game, "!")) })
}

func (r *Receiver) games() []engine.Game {
	return speech.FindGames(r.House.Rules.Games, r.House.Rules.Names)
}

func onlyDigits(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}

// OursByHeader is ours for a letter whose header alone has been fetched.
func (r *Receiver) OursByHeader(header []byte) bool {
	return r.ours(headOnly(header))
}

// AnswersByHeader reports whether a letter whose header alone has been fetched answers one of ours. In
// the spam folder nothing else is touched.
func (r *Receiver) AnswersByHeader(header []byte) bool {
	return r.answersUs(headOnly(header))
}

func headOnly(header []byte) *reply.Letter {
	l, _ := reader.Open(slices.Concat(header, []byte("\r\n\r\n")))
	return l
}

// OursByStart reports whether a letter is for us whose header does not show it, in a shared mailbox: its subject or its first
// line is wholly a command that names a game or a match, or a player writes "stop" and nothing else. start is how the
// letter begins, intake.StartSize bytes of it.
func (r *Receiver) OursByStart(ctx context.Context, start []byte) (bool, error) {
	l, subject, first := beginning(start)
	if l.Automatic != "" || l.From == "" {
		return false, nil
	}
	known := stops(strings.TrimSpace(l.Kept)) || l.Kept == "" && stops(subject)
	for _, line := range []string{subject, first, strings.TrimSpace(subject + " " + first)} {
		switch r.begins(line) {
		case anybodys:
			return true, nil
		case aPlayers:
			known = true
		}
	}
	if !known {
		return false, nil
	}
	return people.IsPlayerAddress(ctx, r.DB, l.From)
}

// beginning opens what there is of a letter and returns it with its own subject and its first line.
func beginning(start []byte) (l *reply.Letter, subject, first string) {
	l, err := reader.Open(start)
	if err != nil {
		return l, "", ""
	}
	l.Trim(func() reply.Known { return reply.Known{} })
	for line := range strings.Lines(l.Kept) {
		if first = strings.TrimSpace(line); first != "" {
			break
		}
	}
	if subject = l.BareSubject(); subject != strings.TrimSpace(l.Subject) {
		subject = "" // somebody's answer to another letter
	}
	return l, subject, first
}

// stops reports whether a text is the command to send no more letters, alone, in any of our languages.
func stops(text string) bool {
	if len(text) > commandMost {
		return false
	}
	ear := speech.Ear{Fold: spelling.NormaliseLine, Clean: spelling.CleanLine}
	for lang := range speech.Tongues() {
		if ear.Lang = lang; ear.English(text, 0) == "stop" {
			return true
		}
	}
	return speech.IsUnsubscribe(text)
}

// aMatch matches the number of a match within a line.
var aMatch = regexp.MustCompile(`(?:^|\s)#\s?\d{1,12}\b`)

// from says from whom a line is wholly a command.
type from uint8

const (
	nobodys  from = iota
	aPlayers      // words of a player's own stand in it: "#42 say hello"
	anybodys
)

// begins reports from whom a line is wholly a command, in any of our languages, that names a match ("#42 3 C5") or a game
// ("new saboteur with bo@example.org").
func (r *Receiver) begins(line string) from {
	if line == "" || len(line) > addressedMost {
		return nobodys
	}
	games, rules := r.games(), r.House.Rules
	ear := speech.Ear{Fold: spelling.NormaliseLine, Clean: spelling.CleanLine, Games: games}
	plain := speech.Hash.ReplaceAllString(line, "")
	inMatch := plain != line
	if inMatch && slices.ContainsFunc(games, func(g engine.Game) bool { return plainMove(g, plain) }) {
		return anybodys
	}
	for lang := range speech.Tongues() {
		ear.Lang = lang
		if inMatch && len(plain) <= commandMost && ear.HearMoves(plain, 0).Kind == engine.SureMove {
			return anybodys
		}
		english := ear.English(plain, 0)
		read := speech.ReadCommand(english, nil)
		switch w := speech.FindCommand(read.Word); {
		case read.Kind != speech.HouseWord || w == nil:
		case inMatch && !w.Bare && w.Fits == nil:
			return aPlayers
		case inMatch, (read.Word == "join" || read.Word == "watch") && aMatch.MatchString(line):
			return anybodys
		case read.Word == "new" && slices.ContainsFunc(rules.Names, func(name string) bool { return slices.Contains(strings.Fields(read.Rest), name) }):
			if _, no := dates.ReadNewMatch(english, lang, rules.Games, rules.Names); no == nil {
				return anybodys
			}
		}
	}
	return nobodys
}

// place matches the name of a place on a board, and what may stand for one.
var place = regexp.MustCompile(`^[a-z]?\d{1,3}$`)

// plainMove reports whether a line has the form of a plain command of a game: a number or a word of the game first, then
// nothing but numbers, places, words of the game and at most one name.
func plainMove(g engine.Game, line string) bool {
	words, names := strings.Fields(line), 0
	if len(words) == 0 || len(words) > 8 {
		return false
	}
	for i, word := range words {
		folded := spelling.NormaliseLine(word)
		switch first, _ := utf8.DecodeRuneInString(word); {
		case onlyDigits(folded), slices.Contains(g.Words(), folded), i > 0 && place.MatchString(folded):
		case i > 0 && unicode.IsUpper(first):
			names++
		default:
			return false
		}
	}
	return names < 2
}

// roles matches the addresses of offices, from which nobody writes to a friend.
var roles = regexp.MustCompile(`(?i)^(abuse|accounts?|admin|administrator|alerts?|billing|bienvenue|bienvenida|benvenut[oi]|contact|hello|help|hostmaster|info|kunden\w*|magazin|mail|mailer|mailings?|` +
	`marketing|news|newsletter|notice|notifications?|notify|office|postmaster|security|service|sicherheit|soporte|supporto?|suporte|team|updates?|webmaster|welcome|willkommen|welkom)([+._-][^@]*)?@|` +
	`[._-](no-?reply|notifications?|team|support)@|noreply`)

// mailHosts are the domains from which providers of mailboxes write to those who have one, where these have addresses in
// another domain.
var mailHosts = []string{"google.com", "microsoft.com", "fastmail.com", "yahoo-inc.com", "apple.com"}

// IsPrivateMail reports whether a person's own mail begins like this: it was written by somebody and is not for us. What robots,
// lists and the provider of a mailbox send is no person's mail. start is as in OursByStart.
func (r *Receiver) IsPrivateMail(ctx context.Context, start []byte) (bool, error) {
	l, _, _ := beginning(start)
	_, domain, _ := strings.Cut(strings.ToLower(l.From), "@")
	provider := slices.ContainsFunc(append(mailHosts, r.Provider), func(p string) bool { return p != "" && (domain == p || strings.HasSuffix(domain, "."+p)) })
	switch {
	case l.From == "" || l.Automatic != "" || r.reaches(l.From) || provider || roles.MatchString(l.From):
		return false, nil
	case r.ours(l):
		return false, nil
	}
	ours, err := r.OursByStart(ctx, start)
	return !ours, err
}
