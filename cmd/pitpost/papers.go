package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/stores"
	"pitpost.example/engine"
)

type manCmd struct{}

// Run prints the man page, from the same texts as the help.
func (manCmd) Run(d *desk) error {
	parser, w := newParser(d, ""), d.out
	fmt.Fprintf(w, ".TH PITPOST 1 \"\" \"pitpost %s\" \"Pitpost\"\n.SH NAME\npitpost \\- card games by mail\n.SH SYNOPSIS\npitpost command [flags]\n.SH DESCRIPTION\n", stores.Version)
	roff(w, parser.Model.Help)
	fmt.Fprint(w, ".SH COMMANDS\n")
	for _, node := range nodes(parser.Model.Node) {
		if len(node.Children) > 0 {
			continue
		}
		fmt.Fprintf(w, ".SS %s\n", escaped("pitpost "+node.Summary()))
		roff(w, node.Help)
		if node.Detail != "" {
			fmt.Fprint(w, ".PP\n.nf\n")
			roff(w, strings.TrimSuffix(node.Detail, settingsElsewhere))
			fmt.Fprint(w, ".fi\n")
		}
		for _, flag := range visible(node) {
			fmt.Fprintf(w, ".TP\n%s\n", escaped(flag.Summary()))
			roff(w, flag.Help)
		}
	}
	fmt.Fprint(w, ".SH SETTINGS\nEach is a flag of every command that needs it, a variable of the environment, and a line of pitpost.yaml in the data folder or of /etc/pitpost/pitpost.yaml.\n")
	for _, r := range settings.Rows() {
		fmt.Fprintf(w, ".TP\n%s\n", escaped("--"+r.Flag+"="+r.Placeholder+", PITPOST_"+r.Var))
		roff(w, r.Help)
	}
	_, err := fmt.Fprint(w, ".SH EXIT STATUS\n0 done, 1 refused or failed, 2 called wrongly.\n")
	return err
}

// visible returns the flags that a command's help shows.
func visible(node *kong.Node) []*kong.Flag {
	return slices.DeleteFunc(slices.Clone(node.Flags), func(f *kong.Flag) bool { return f.Hidden || f.Name == "help" })
}

// roff writes text with everything escaped that could be a request.
func roff(w io.Writer, text string) {
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		fmt.Fprintln(w, escaped(line))
	}
}

func escaped(line string) string {
	line = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(line)
	if line != "" && strings.ContainsRune(".'", rune(line[0])) {
		line = `\&` + line
	}
	return line
}

type completionCmd struct{}

// Run prints a script with which a shell completes commands and their flags.
func (completionCmd) Run(d *desk) error {
	type choice struct{ path, words string }
	var choices []choice
	for _, node := range nodes(newParser(d, "").Model.Node) {
		words := engine.MapList(node.Children, func(child *kong.Node) string { return child.Name })
		for _, flag := range visible(node) {
			words = append(words, "--"+flag.Name)
		}
		choices = append(choices, choice{strings.TrimPrefix(strings.TrimPrefix(node.FullPath(), "pitpost"), " "), strings.Join(words, " ")})
	}
	slices.SortFunc(choices, func(a, b choice) int { return cmp.Or(len(b.path)-len(a.path), strings.Compare(a.path, b.path)) }) // "match list" before "match"
	fmt.Fprint(d.out, "# For bash: source <(pitpost completion); in zsh say first: autoload -U bashcompinit; bashcompinit\n_pitpost() {\n\tlocal words\n\tcase \"${COMP_WORDS[*]:1:COMP_CWORD-1} \" in\n")
	for _, c := range choices {
		pattern := "*"
		if c.path != "" {
			pattern = `"` + c.path + ` "*`
		}
		fmt.Fprintf(d.out, "\t%s) words=\"%s\" ;;\n", pattern, c.words)
	}
	_, err := fmt.Fprint(d.out, "\tesac\n\tCOMPREPLY=($(compgen -W \"$words\" -- \"${COMP_WORDS[COMP_CWORD]}\"))\n}\ncomplete -o default -F _pitpost pitpost\n")
	return err
}
