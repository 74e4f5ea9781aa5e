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
	"reflect"
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

// commands is the command line: one field, and one file, per command.
type commands struct {
	Serve      serveCmd      `cmd:"" help:"Run the house: letters in, letters out."`
	Setup      setupCmd      `cmd:"" help:"Ask for a mailbox, try it, and write the settings."`
	Login      loginCmd      `cmd:"" help:"Sign in once to a mailbox that takes no password: google or microsoft."`
	Play       playCmd       `cmd:"" help:"Play a match in the terminal against bots, with the same words."`
	Match      matchCmd      `cmd:"" help:"What a host can do by mail, for the operator."`
	Message    messageCmd    `cmd:"" help:"Write to a table, to all hosts, or to all players."`
	Webhook    webhookCmd    `cmd:"" help:"Who is told on the web what happens in matches."`
	League     leagueCmd     `cmd:"" help:"Leagues that run themselves, season after season."`
	Player     playerCmd     `cmd:"" help:"Who plays here."`
	Ratings    ratingsCmd    `cmd:"" help:"How strong players are: list, one player's history, check, recompute."`
	Letter     letterCmd     `cmd:"" help:"Explain mails: what was read in each and what would become of it."`
	Letters    lettersCmd    `cmd:"" help:"List the letters that came in, each with its end and why."`
	Doctor     doctorCmd     `cmd:"" help:"Try each part and say how to mend it."`
	Backup     backupCmd     `cmd:"" help:"Write all that is kept into one file, while the house runs or not."`
	Restore    restoreCmd    `cmd:"" help:"Bring a backup back into an empty house."`
	Bench      benchCmd      `cmd:"" help:"Measure a whole house of bots, beside yardsticks of the same run."`
	Migrate    migrateCmd    `cmd:"" help:"Bring the tables up to date."`
	Record     recordCmd     `cmd:"" help:"Write the record of a match that is kept here."`
	Simulate   simulateCmd   `cmd:"" help:"Play whole matches between bots and write their records."`
	Verify     verifyCmd     `cmd:"" help:"Check every line of records against the rules and the shuffles."`
	Replay     replayCmd     `cmd:"" help:"Show a record in the terminal, step by step."`
	Statistics statisticsCmd `cmd:"" help:"Who wins, how long it takes, whose time runs out: sums over matches that are over."`
	Settings   settingsCmd   `cmd:"" help:"Show every setting and where it comes from; secrets stay hidden."`
	Man        manCmd        `cmd:"" help:"Print the man page."`
	Completion completionCmd `cmd:"" help:"Print what a shell needs to complete commands and flags."`
	Version    versionCmd    `cmd:"" help:"Print the program's version."`
	Help       helpCmd       `cmd:"" help:"Explain pitpost or one of its commands."`

	ShowVersion bool `name:"version" help:"Print the program's version."`
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
	parser := newParser(asked(args), d)
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
	return settings.Load(flags, d.environ)
}

// details has the help text of each command below its first line: a file per command; the file of a subcommand
// has both names, as in league-standings.txt.
//
//go:embed help
var details embed.FS

// asked returns the grammar that the parser needs for a command line: only the command that it begins with,
// because all commands with their settings take ten times as long to parse; for help, all of them.
func asked(args []string) any {
	if len(args) == 0 || args[0] == "help" {
		return &commands{}
	}
	all := reflect.TypeFor[commands]()
	version, _ := all.FieldByName("ShowVersion")
	version.Offset, version.Index = 0, nil
	for f := range all.Fields() {
		if strings.ToLower(f.Name) == args[0] {
			f.Offset, f.Index = 0, nil
			return reflect.New(reflect.StructOf([]reflect.StructField{f, version})).Interface()
		}
	}
	return &commands{}
}

func newParser(grammar any, d *desk) *kong.Kong {
	parser := kong.Must(grammar,
		kong.Name("pitpost"),
		kong.Description("Board games by mail: a match whose every move is a letter."),
		kong.Writers(d.out, d.err),
		kong.BindTo(context.Background(), (*context.Context)(nil)),
		kong.BindSingletonProvider(d.settings),
		kong.BindSingletonProvider(d.house),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}),
		kong.ShortUsageOnError(),
	)
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
	if db.Unusable(err) {
		err = db.Unreachable(err)
	}
	fmt.Fprintf(d.err, "pitpost: %s\n", oneLine(err))
	if _, ok := errors.AsType[usageError](err); ok {
		return misused
	}
	return refused
}
