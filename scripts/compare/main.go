// Command compare shows what the whole house costs beside other versions of it: it builds each in a
// git worktree of its own, and has bots play them and this tree by turns. See make compare.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"pitpost.example/lab/bench"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	missed, err := run(ctx)
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(2)
	case missed:
		fmt.Fprintln(os.Stderr, "compare: an aim is missed")
		os.Exit(1)
	}
}

func run(ctx context.Context) (missed bool, err error) {
	var o bench.CompareOptions
	refs := flag.String("ref", "HEAD~1", "commits or tags to put this tree beside, parted by blanks")
	all := flag.Bool("all", false, "also empty a mailbox of 10,000 letters, and open a million matches")
	flag.IntVar(&o.Turns, "turns", 7, "turns of each version")
	flag.IntVar(&o.Matches, "matches", 60, "matches at once, under load")
	flag.IntVar(&o.Seconds, "seconds", 10, "seconds under load, each turn")
	flag.IntVar(&o.Idle, "idle", 5, "seconds of an idle house, each turn")
	flag.Parse()
	if o.Turns < 1 || o.Matches < 1 || o.Seconds < 1 || o.Idle < 1 || len(strings.Fields(*refs)) == 0 {
		return false, errors.New("at least one ref, and turns, matches, seconds and idle of at least 1")
	}
	dir, err := os.MkdirTemp("", "pitpost-compare-")
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	for i, ref := range strings.Fields(*refs) {
		program := filepath.Join(dir, strconv.Itoa(i))
		if err := buildAt(ctx, ref, filepath.Join(dir, "tree"), program); err != nil {
			return false, fmt.Errorf("%s: %w", ref, err)
		}
		o.Versions = append(o.Versions, bench.Version{Name: ref, Program: program})
	}
	here := bench.Version{Name: "this tree", Program: filepath.Join(dir, "here")}
	if err := build(ctx, ".", here.Program); err != nil {
		return false, err
	}
	o.Versions = append(o.Versions, here)
	if missed, err = bench.Compare(ctx, o, os.Stdout, os.Stderr); err != nil || !*all {
		return missed, err
	}
	slow, err := drain(ctx)
	if err != nil {
		return false, err
	}
	figures, err := bench.Measure(ctx, bench.Options{Open: 1_000_000}, os.Stderr)
	if err != nil {
		return false, err
	}
	return missed || slow || figures.Missed(), figures.Print(os.Stdout)
}

// buildAt builds the program of a commit in a worktree that is removed again, even when we are
// told to stop.
func buildAt(ctx context.Context, ref, tree, program string) (err error) {
	whole := context.WithoutCancel(ctx) // git killed halfway would leave a locked worktree behind
	if err := tell(whole, ".", "git", "worktree", "add", "--detach", "--quiet", tree, ref); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, tell(whole, ".", "git", "worktree", "remove", "--force", tree)) }()
	return build(ctx, tree, program)
}

func build(ctx context.Context, tree, program string) error {
	return tell(ctx, tree, "go", "build", "-trimpath", "-o", program, "./cmd/pitpost")
}

// tell runs a command in a folder.
func tell(ctx context.Context, dir, name string, args ...string) error {
	c := exec.CommandContext(ctx, name, args...)
	c.Dir, c.Stdout, c.Stderr = dir, os.Stderr, os.Stderr
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // Ctrl-C is for us, who end it and clear up
	if err := c.Run(); err != nil {
		return fmt.Errorf("%s %s: %w", name, args[0], err)
	}
	return nil
}

var ofTheSum = regexp.MustCompile(`([\d.]+) of-the-sum`)

// drainMost is how long 10,000 waiting letters may take, beside the floors of the same run.
const drainMost = 3.5

// drain empties a real mailbox of 10,000 letters and says whether that took too long.
func drain(ctx context.Context) (missed bool, err error) {
	c := exec.CommandContext(ctx, "go", "test", "./inbox/imap", "-run", "^$", "-bench", "Drain", "-benchtime", "1x", "-count", "3")
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	text, err := c.CombinedOutput()
	found := ofTheSum.FindAllSubmatch(text, -1)
	if err != nil || len(found) == 0 {
		return false, fmt.Errorf("10,000 waiting letters: %w\n%s", err, text)
	}
	var ratios []float64
	for _, one := range found {
		ratio, err := strconv.ParseFloat(string(one[1]), 64)
		if err != nil {
			return false, err
		}
		ratios = append(ratios, ratio)
	}
	slices.Sort(ratios)
	middle := ratios[len(ratios)/2]
	fmt.Printf("10,000 waiting letters: %.2f of the floors, the middle of %v, aim ≤ %.1f\n", middle, ratios, drainMost)
	return middle > drainMost, nil
}
