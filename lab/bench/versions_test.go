package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"syscall"
)

// compareVersions measures what a whole house costs in this tree and in other versions. It builds each version
// in a git worktree, and lets bots play all of them in turn, as set by COMPARE_… in the environment. It returns
// the exit code, which is 1 if an aim is missed. See make compare.
func compareVersions(refs []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	missed, err := run(ctx, refs)
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "compare:", err)
		return 2
	case missed:
		fmt.Fprintln(os.Stderr, "compare: an aim is missed")
		return 1
	}
	return 0
}

func run(ctx context.Context, refs []string) (missed bool, err error) {
	o := compareOptions{Turns: 7, Matches: 60, Seconds: 10, Idle: 5}
	for name, into := range map[string]*int{"TURNS": &o.Turns, "MATCHES": &o.Matches, "SECONDS": &o.Seconds, "IDLE": &o.Idle} {
		if text := os.Getenv("COMPARE_" + name); text != "" {
			if *into, err = strconv.Atoi(text); err != nil || *into < 1 {
				return false, fmt.Errorf("%s is a number of at least 1, not %q", name, text)
			}
		}
	}
	dir, err := os.MkdirTemp("", "pitpost-compare-")
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	for i, ref := range refs {
		program := filepath.Join(dir, strconv.Itoa(i))
		if err := buildAt(ctx, ref, filepath.Join(dir, "tree"), program); err != nil {
			return false, fmt.Errorf("%s: %w", ref, err)
		}
		o.Versions = append(o.Versions, version{Name: ref, Program: program})
	}
	here := version{Name: "this tree", Program: filepath.Join(dir, "here")}
	if err := build(ctx, "../..", here.Program); err != nil {
		return false, err
	}
	o.Versions = append(o.Versions, here)
	if missed, err = compare(ctx, o, os.Stdout, os.Stderr); err != nil || os.Getenv("COMPARE_ALL") == "" {
		return missed, err
	}
	slow, err := drain(ctx)
	if err != nil {
		return false, err
	}
	figures, err := full(ctx, 1_000_000, flatMoves, os.Stderr)
	if err != nil {
		return false, err
	}
	return missed || slow || slices.ContainsFunc(figures, func(one figure) bool { return one.met() == "no" }), figures.Print(os.Stdout)
}

// buildAt builds the program of a commit in a worktree, which it removes again, even if ctx is cancelled.
func buildAt(ctx context.Context, ref, tree, program string) (err error) {
	whole := context.WithoutCancel(ctx) // git killed halfway would leave a locked worktree
	if err := tell(whole, "../..", "git", "worktree", "add", "--detach", "--quiet", tree, ref); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, tell(whole, "../..", "git", "worktree", "remove", "--force", tree)) }()
	return build(ctx, tree, program)
}

func build(ctx context.Context, tree, program string) error {
	return tell(ctx, tree, "go", "build", "-trimpath", "-o", program, "./cmd/pitpost")
}

// tell runs a command in a folder.
func tell(ctx context.Context, dir, name string, args ...string) error {
	c := exec.CommandContext(ctx, name, args...)
	c.Dir, c.Stdout, c.Stderr = dir, os.Stderr, os.Stderr
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // so that Ctrl-C reaches only this process, which then cleans up
	if err := c.Run(); err != nil {
		return fmt.Errorf("%s %s: %w", name, args[0], err)
	}
	return nil
}

var ofTheSum = regexp.MustCompile(`([\d.]+) of-the-sum`)

// drainMost is how many times longer than the minimum measured in the same run 10,000 waiting letters may take.
const drainMost = 3.5

// drain measures how long a real mailbox of 10,000 letters takes, and reports whether that is too long.
func drain(ctx context.Context) (missed bool, err error) {
	c := exec.CommandContext(ctx, "go", "test", "pitpost.example/inbox/imap", "-run", "^$", "-bench", "Drain", "-benchtime", "1x", "-count", "3")
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
