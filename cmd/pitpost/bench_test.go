package main

import (
	"bytes"
	"math"
	"os"
	"strings"
	"testing"

	"pitpost/lab"
)

// A short bench of a whole house: all lines are there and each figure may be.
func TestBenchMeasuresAWholeHouse(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	if err := os.Chmod(dir, 0o711); err != nil {
		t.Fatal(err)
	}
	var out, news bytes.Buffer
	d := &desk{out: &out, err: &news, environ: []string{"DATABASE_URL=postgres://" + lab.Nowhere(t) + "/nowhere"}}
	figures, err := benchCmd{Door: "all", Matches: 3, Seconds: 2}.measure(t.Context(), d)
	if err != nil {
		t.Fatalf("%v\n%s", err, news.String())
	}
	if err := printFigures(&out, figures); err != nil {
		t.Fatal(err)
	}
	t.Log(out.String())
	seen := map[string]figure{}
	for _, f := range figures {
		if f.value <= 0 || math.IsNaN(f.value) || math.IsInf(f.value, 0) || f.beside != "" && !(f.ratio > 0 && f.ratio < 1e6) {
			t.Errorf("%s: %v, ratio %v", f.what, f.value, f.ratio)
		}
		if seen[f.what].what != "" {
			t.Errorf("%s stands there twice", f.what)
		}
		seen[f.what] = f
	}
	for _, door := range []string{"imap", "smtp", "lmtp"} {
		for _, house := range []string{"idle house", "3 matches"} {
			for _, to := range []string{"committed", "digest"} {
				line := func(p string) float64 {
					f, ok := seen[house+", letter to "+to+", p"+p+" by "+door]
					if !ok {
						t.Errorf("no p%s of %s by %s", p, to, door)
					}
					return f.value
				}
				if line("50") > line("95") || line("95") > line("99") {
					t.Errorf("%s by %s: p50, p95 and p99 are %v, %v, %v", to, door, line("50"), line("95"), line("99"))
				}
			}
		}
		if n := seen["round trips to the database for a letter in by "+door].value; n < 1 || n > 100 {
			t.Errorf("%v round trips for a letter by %s", n, door)
		}
	}
	if n := len(figures); n != strings.Count(out.String(), "\n")-1 || n < 60 {
		t.Errorf("%d figures", n)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

// A house that fills: the sums are compared, not the speed.
func TestBenchComparesAFullHouse(t *testing.T) {
	var news bytes.Buffer
	d := &desk{out: &news, err: &news}
	figures, err := benchCmd{Open: 2 * fewOpen, Seconds: 1, Matches: 1}.measure(t.Context(), d)
	if err != nil {
		t.Fatalf("%v\n%s", err, news.String())
	}
	if len(figures) != 13 {
		t.Errorf("%d figures", len(figures))
	}
	for _, f := range figures {
		if f.value <= 0 || f.beside != "" && f.ratio <= 0 {
			t.Errorf("%+v", f)
		}
	}
}

func TestBenchLeavesOtherHousesAlone(t *testing.T) {
	url := lab.Postgres(t)
	var news bytes.Buffer
	d := &desk{out: &news, err: &news}
	b, err := openBench(t.Context(), url, &news)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.close(); err != nil {
		t.Error(err)
	}
	if _, err := (benchCmd{Database: url, Door: "lmtp", Matches: 1, Seconds: 1}).measure(t.Context(), d); err == nil || !strings.Contains(err.Error(), "not empty") {
		t.Errorf("a house was measured in: %v", err)
	}
	for _, c := range []benchCmd{{Matches: 0, Seconds: 1}, {Matches: 1}, {Matches: 1, Seconds: 1, Open: 5}} {
		if err := c.Run(d); err == nil {
			t.Errorf("%+v was taken", c)
		}
	}
}
