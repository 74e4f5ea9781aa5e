package main

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// A command that is parsed alone is the same as when all are parsed, with its subcommands and all their flags.
func TestACommandByItselfIsTheSame(t *testing.T) {
	d := &desk{out: io.Discard, err: io.Discard}
	parsed := func(word string) *kong.Node { return newParser(d, word).Model.Node }
	all := parsed("")
	if len(all.Children) != len(commands()) {
		t.Fatalf("%d commands of %d", len(all.Children), len(commands()))
	}
	for _, whole := range all.Children {
		alone := parsed(whole.Name)
		if whole.Name == "help" {
			if len(alone.Children) != len(all.Children) {
				t.Errorf("help knows %d commands", len(alone.Children))
			}
			continue
		}
		if len(alone.Children) != 1 {
			t.Errorf("%s is read among %d commands", whole.Name, len(alone.Children))
		} else if a, b := told(alone.Children[0]), told(whole); a != b || !strings.Contains(a, whole.Name) {
			t.Errorf("%s by itself is\n%s\nand among all others\n%s", whole.Name, a, b)
		}
	}
	for _, word := range []string{"--help", "nonsense", "Serve"} {
		if n := len(parsed(word).Children); n != len(all.Children) {
			t.Errorf("%q is read among %d commands", word, n)
		}
	}
}

// told returns all that a help page says about a command and its subcommands.
func told(n *kong.Node) string {
	var b strings.Builder
	fmt.Fprintln(&b, n.FullPath(), n.Summary(), n.Help, n.Detail, n.Depth())
	for _, f := range n.Flags {
		fmt.Fprintln(&b, f.String(), f.Help, f.Default, f.Envs, f.Required, f.Hidden)
	}
	for _, p := range n.Positional {
		fmt.Fprintln(&b, p.Summary(), p.Help, p.Default, p.Required)
	}
	for _, below := range n.Children {
		b.WriteString(told(below))
	}
	return b.String()
}
