// Command pitpost runs a server for board games that friends play by mail, and has all that its operator needs.
package main

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/stores"
	"pitpost.example/cmd/pitpost/terminal"
	"pitpost.example/db"
)

// Exit codes of all commands.
const (
	done    = 0
	refused = 1
	misused = 2
)

// command is a word of the command line, with a file of its own.
type command struct {
	name, help string
	flags      any // what follows it
}

func commands() []command {
	return []command{
		{"serve", "Run the house: letters in, letters out.", &serveCmd{}},
		{"setup", "Ask for a mailbox, try it, and write the settings.", &setupCmd{}},
		{"login", "Sign in once to a mailbox that takes no password: google or microsoft.", &loginCmd{}},
		{"play", "Play a match in the terminal against bots, with the same words.", &playCmd{}},
		{"match", "What a host can do by mail, for the operator.", &matchCmd{}},
		{"message", "Write to a table, to all hosts, or to all players.", &messageCmd{}},
		{"webhook", "Who is told on the web what happens in matches.", &webhookCmd{}},
		{"league", "Leagues that run themselves, season after season.", &leagueCmd{}},
		{"player", "Who plays here.", &playerCmd{}},
		{"ratings", "How strong players are: list, one player's history, check, recompute.", &ratingsCmd{}},
		{"letter", "Explain mails: what was read in each and what would become of it.", &letterCmd{}},
		{"letters", "List the letters that came in, each with its end and why.", &lettersCmd{}},
		{"doctor", "Try each part and say how to mend it.", &doctorCmd{}},
		{"backup", "Write all that is kept into one file, while the house runs or not.", &backupCmd{}},
		{"restore", "Bring a backup back into an empty house.", &restoreCmd{}},
		{"bench", "Measure a whole house of bots, beside yardsticks of the same run.", &benchCmd{}},
		{"migrate", "Bring the tables up to date.", &migrateCmd{}},
		{"record", "Write the record of a match that is kept here.", &recordCmd{}},
		{"simulate", "Play whole matches between bots and write their records.", &simulateCmd{}},
		{"verify", "Check every line of records against the rules and the shuffles.", &verifyCmd{}},
		{"replay", "Show a record in the terminal, step by step.", &replayCmd{}},
		{"statistics", "Who wins, how long it takes, whose time runs out: sums over matches that are over.", &statisticsCmd{}},
		{"settings", "Show every setting and where it comes from; secrets stay hidden.", &settingsCmd{}},
		{"man", "Print the man page.", &manCmd{}},
		{"completion", "Print what a shell needs to complete commands and flags.", &completionCmd{}},
		{"version", "Print the program's version.", &versionCmd{}},
		{"help", "Explain pitpost or one of its commands.", &helpCmd{}},
	}
}

// desk has what every command works with: the streams and the environment of the process.
type desk struct {
	in       io.Reader
	out, err io.Writer
	environ  []string
	parser   *kong.Kong
	kept     *stores.Stores // nil until house has opened them
}

// usageError is a mistake in how a command was called; the exit code is then misused.
type usageError struct{ error }

func misuse(format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...)}
}

func main() {
	os.Exit(run(os.Args[1:], &desk{in: os.Stdin, out: os.Stdout, err: os.Stderr, environ: os.Environ()}))
}

// run carries out a command line and returns its exit code. An error is printed as one line to d.err.
func run(args []string, d *desk) int {
	d.out, d.err = &terminal.Quoting{To: d.out}, &terminal.Quoting{To: d.err}
	if len(args) > 0 && args[0] == "--version" {
		return d.fail(versionCmd{}.Run(d))
	}
	parser := newParser(d, cmp.Or(args...))
	d.parser = parser
	if len(args) == 0 {
		called, err := kong.Trace(parser, nil)
		if err == nil {
			err = called.PrintUsage(false)
		}
		return d.fail(usageError{cmp.Or(err, errors.New("name a command"))})
	}
	called, err := parser.Parse(args)
	if wrong, ours := errors.AsType[usageError](err); ours {
		return d.fail(wrong)
	}
	if err != nil {
		return d.fail(usageError{fmt.Errorf("%s (%s)", complaint(err), hint(err))})
	}
	defer func() {
		if d.kept != nil {
			d.kept.Close()
		}
	}()
	return d.fail(called.Run(d))
}

// open opens a file, or standard input for "-".
func (d *desk) open(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(d.in), nil
	}
	return os.Open(name)
}

// settings loads the settings of a command that takes them, from its flags and all other sources.
func (d *desk) settings(called *kong.Context) (*settings.Settings, error) {
	flags := called.Selected().Target.FieldByName("Fields").Interface().(settings.Fields)
	if serve, ok := called.Selected().Target.Interface().(serveCmd); ok && serve.Play != "" {
		var err error
		if flags, err = settings.ForDemo(flags, d.environ); err != nil {
			return nil, err
		}
	}
	return settings.LoadSettings(flags, d.environ)
}

// details has the help text of each command below its first line: a file per command; the file of a subcommand
// has both names, as in league-standings.txt.
//
//go:embed help
var details embed.FS

// newParser returns the parser of a command line that begins with a word. It knows the command of that name alone,
// because all commands with their settings take ten times as long; all of them if there is no such command, and for
// help.
func newParser(d *desk, word string) *kong.Kong {
	all := commands()
	if at := slices.IndexFunc(all, func(c command) bool { return c.name == word }); at >= 0 && word != "help" {
		all = all[at : at+1]
	}
	options := []kong.Option{
		kong.Name("pitpost"),
		kong.Description("Board games by mail: a match whose every move is a letter."),
		kong.Writers(d.out, d.err),
		kong.BindTo(context.Background(), (*context.Context)(nil)),
		kong.BindSingletonProvider(d.settings),
		kong.BindSingletonProvider(d.house),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}),
		kong.ShortUsageOnError(),
	}
	for _, c := range all {
		options = append(options, kong.DynamicCommand(c.name, c.help, "", c.flags))
	}
	parser := kong.Must(&struct {
		ShowVersion bool `name:"version" help:"Print the program's version."`
	}{}, options...)
	for _, command := range nodes(parser.Model.Node)[1:] {
		text, _ := details.ReadFile("help/" + strings.ReplaceAll(command.Path(), " ", "-") + ".txt") // commands without more to say have no file
		command.Detail = strings.TrimSpace(string(text))
		if command.Name != "settings" && hideSettings(command) {
			command.Detail = strings.TrimSpace(command.Detail + "\n\n" + settingsElsewhere)
		}
	}
	return parser
}

// nodes lists a command and all its subcommands, in the order of the help.
func nodes(node *kong.Node) []*kong.Node {
	list := []*kong.Node{node}
	for _, child := range node.Children {
		list = append(list, nodes(child)...)
	}
	return list
}

const settingsElsewhere = "Settings such as --data go with it too: see `pitpost help settings`."

// hideSettings hides the settings, about eighty flags, from a command's help, and reports whether there are
// any. The command still accepts them.
func hideSettings(command *kong.Command) (any bool) {
	for _, f := range command.Flags {
		if f.Group != nil && f.Group.Key == "Settings" {
			f.Hidden, any = true, true
		}
	}
	return any
}

// complaint says what is wrong with a command line. A negative
// number looks like a flag, so it gets a message of its own.
func complaint(err error) string {
	if flag, ok := strings.CutPrefix(err.Error(), "unknown flag -"); ok && flag[0] >= '0' && flag[0] <= '9' {
		return "a number or a length of time can’t be below zero here"
	}
	if missing, ok := strings.CutPrefix(err.Error(), "expected "); ok {
		if strings.Count(missing, `"`) == 2 { // a single name needs no quotes
			missing = strings.Trim(missing, `"`)
		}
		return "something is missing at the end: " + missing
	}
	return err.Error()
}

// hint names the help page for a mistaken command line.
func hint(err error) string {
	if parse, ok := errors.AsType[*kong.ParseError](err); ok && parse.Context != nil && parse.Context.Command() != "" {
		command, _, _ := strings.Cut(parse.Context.Command(), " <")
		return fmt.Sprintf("see `pitpost help %s`", command)
	}
	return "see `pitpost help`"
}

// fail prints an error, if there is one, in one line, and returns the exit code.
func (d *desk) fail(err error) int {
	if out, ok := d.out.(*terminal.Quoting); ok && err == nil {
		err = out.Failed() // output that could not be written is a failure too
	}
	if err == nil {
		return done
	}
	if db.IsDatabaseUnusable(err) {
		err = db.ExplainUnreachable(err)
	}
	fmt.Fprintf(d.err, "pitpost: %s\n", oneLine(err))
	if _, ok := errors.AsType[usageError](err); ok {
		return misused
	}
	return refused
}
