package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/stores"
	"pitpost.example/engine"
	"pitpost.example/house/letter"
)

type matchCmd struct {
	New      matchNew  `cmd:"" help:"Open a match for a host, as if they had written \"new …\"."`
	List     matchList `cmd:"" help:"List matches: who is to move and until when."`
	Show     matchShow `cmd:"" help:"Show where a match stands."`
	Invite   matchSay  `cmd:"" help:"Ask more people to a match that has not begun: invite 42 di@example.org."`
	Uninvite matchSay  `cmd:"" help:"Take an invitation back: uninvite 42 Di."`
	Resend   matchSay  `cmd:"" help:"Send an invitation once more: resend 42 Di."`
	Note     matchSay  `cmd:"" help:"Words that stand in the invitations from now on."`
	Open     matchWord `cmd:"" help:"Let anybody join."`
	Fill     matchWord `cmd:"" help:"Seat bots: fill 42 2."`
	Start    matchWord `cmd:"" help:"Start with those who have said yes."`
	Pause    matchWord `cmd:"" help:"Let all clocks stand still."`
	Resume   matchWord `cmd:"" help:"Let them run again."`
	Extend   matchSay  `cmd:"" help:"Give the present turn more time: extend 42 24h."`
	Force    matchSay  `cmd:"" help:"Play for a seat that is stuck: force 42 Bo. After a look with show --secrets a move may follow: force 42 Bo pass 2."`
	Rewind   matchWord `cmd:"" help:"Take moves back: rewind 42 3."`
	Mute     matchSay  `cmd:"" help:"Keep a player's words from the table: mute 42 Bo; mute 42 Bo off."`
	Kick     matchSay  `cmd:"" help:"Take a player off a seat: kick 42 Bo."`
	Replace  matchSay  `cmd:"" help:"Offer a seat to another: replace 42 Bo with di@example.org."`
	Host     matchSay  `cmd:"" help:"Give the host's chair to another player: host 42 Bo. Or ask somebody to be its referee: host 42 di@example.org."`
	Announce matchSay  `cmd:"" help:"Write to everybody at the table at once: announce 42 We go on after Easter."`
	Block    matchSay  `cmd:"" help:"Keep somebody from all matches of the host: block 42 bo@example.org; block 42 Bo off."`
	Fairplay matchWord `cmd:"" help:"Show signs of one person in two seats, without an address."`
	Abort    matchWord `cmd:"" help:"End a match without a result."`
}

type matchNew struct {
	settings.Fields `embed:"" group:"Settings"`
	Host            string   `help:"The address of the host." required:"" placeholder:"ADDRESS"`
	Words           []string `arg:"" name:"words" help:"What would stand after \"new\" in a letter; seat=no opens a match that its host does not play."`
}

// Run opens the match.
func (c matchNew) Run(ctx context.Context, d *desk, kept *stores.Stores) error {
	said, err := kept.House.OpenMatchFor(ctx, c.Host, "", "new "+strings.Join(c.Words, " "), time.Now())
	return d.answer(kept, said, err)
}

// answer prints the house's answer. If the house refused, answer returns that as an error.
func (d *desk) answer(kept *stores.Stores, said *letter.Said, err error) error {
	if err != nil {
		return err
	}
	print := kept.Words.Printer("en", time.UTC).Print
	lines := engine.MapList(said.Lines, print)
	if len(said.Near) > 0 {
		lines = append(lines, "Did you mean: "+strings.Join(said.Near, ", ")+"?")
	}
	if !said.Done {
		return errors.New(strings.Join(lines, " "))
	}
	fmt.Fprintln(d.out, strings.Join(lines, "\n"))
	return nil
}

type matchWord struct {
	settings.Fields `embed:"" group:"Settings"`
	Match           matchNumber `arg:"" help:"The match, such as 42."`
	Words           []string    `arg:"" optional:"" help:"What would stand after the word in a letter, such as 24h after extend."`
}

// Run carries out the word by which the command was called.
func (c matchWord) Run(ctx context.Context, d *desk, kept *stores.Stores, called *kong.Context) error {
	return d.operate(ctx, kept, c.Match, called.Selected().Name, c.Words)
}

// matchSay is a command that needs more words after it.
type matchSay struct {
	settings.Fields `embed:"" group:"Settings"`
	Match           matchNumber `arg:"" help:"The match, such as 42."`
	Words           []string    `arg:"" help:"What would stand after the word in a letter, such as 24h after extend."`
}

// Run carries out the word by which the command was called.
func (c matchSay) Run(ctx context.Context, d *desk, kept *stores.Stores, called *kong.Context) error {
	return matchWord(c).Run(ctx, d, kept, called)
}

// operate carries out a line by the operator about a match.
func (d *desk) operate(ctx context.Context, kept *stores.Stores, match matchNumber, word string, words []string) error {
	said, err := kept.House.Operate(ctx, int64(match), strings.TrimSpace(word+" "+strings.Join(words, " ")), time.Now())
	return d.answer(kept, said, noMatch(err, match))
}
