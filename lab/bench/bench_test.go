package bench

import (
	"bytes"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/lab"
)

// A short bench of a whole house prints all lines, with plausible figures.
func TestBenchMeasuresAWholeHouse(t *testing.T) {
	program, dir := theProgram(t), t.TempDir()
	t.Setenv("TMPDIR", dir)
	if err := os.Chmod(dir, 0o711); err != nil {
		t.Fatal(err)
	}
	t.Setenv("DATABASE_URL", "postgres://"+lab.Nowhere(t)+"/nowhere") // so that the test sees if a setting of ours reaches the house
	var out, news bytes.Buffer
	profile := dir + "/profile"
	figures, err := Measure(t.Context(), Options{Program: program, Door: "all", Matches: 3, Seconds: 2, Profile: profile}, &news)
	if err != nil {
		t.Fatalf("%v\n%s", err, news.String())
	}
	if err := figures.Print(&out); err != nil {
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
	for _, line := range []string{"idle house, letter to digest, p%s by imap", "3 matches, letter to digest, p%s by smtp", "idle house, letter to committed, p%s by lmtp", "3 matches, letter to committed, p%s by lmtp"} {
		p := func(p string) float64 {
			f, ok := seen[strings.ReplaceAll(line, "%s", p)]
			if !ok {
				t.Errorf("no p%s of %q", p, line)
			}
			return f.value
		}
		if p("50") > p("95") || p("95") > p("99") {
			t.Errorf("%s: p50, p95 and p99 are %v, %v, %v", line, p("50"), p("95"), p("99"))
		}
	}
	if n := len(figures); n != strings.Count(out.String(), "\n")-1 || n < 40 {
		t.Errorf("%d figures", n)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("left behind, with the profile: %v %v", left, err)
	}
	if text, err := os.ReadFile(profile); err != nil || len(text) < 1000 {
		t.Errorf("a profile of %d bytes, %v", len(text), err)
	}
}

// Bots play each game, and go on in the middle of a long turn: every match gets more letters than those that open it and
// one for each seat.
func TestBotsPlayEachGame(t *testing.T) {
	var news bytes.Buffer
	least := map[string]int{}
	_, err := inBench(t.Context(), Options{Program: theProgram(t)}, &news, func(b *bench) Figures {
		b.staff(t.Context(), 1)
		b.session(t.Context(), "lmtp", len(games), 3*time.Second, 0)
		rows := have(b.pool.Query(t.Context(), "select game, count(*) from letters l join matches m on m.id = l.match_id group by game, m.id"))
		var game string
		var n int
		have(pgx.ForEachRow(rows, []any{&game, &n}, func() error {
			if old, seen := least[game]; !seen || n < old {
				least[game] = n
			}
			return nil
		}))
		b.dismiss()
		return nil
	})
	if err != nil {
		t.Fatalf("%v\n%s", err, news.String())
	}
	for _, game := range games {
		if least[game] < 3*seats {
			t.Errorf("%s: a match of %d letters", game, least[game])
		}
	}
}

func TestBenchRefusesNothingToMeasure(t *testing.T) {
	for _, o := range []Options{{Matches: 0, Seconds: 1}, {Matches: 1}} {
		if o.Check() == nil {
			t.Errorf("%+v was taken", o)
		}
	}
}

// CPU time of Postgres sessions is counted while they live and after they have ended.
func TestServerTimeCountsSessionsThatEnded(t *testing.T) {
	var news bytes.Buffer
	b, err := openBench(t.Context(), "", &news)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := b.close(); err != nil {
			t.Error(err)
		}
	}()
	conn, err := pgx.Connect(t.Context(), b.url)
	if err != nil {
		t.Fatal(err)
	}
	before := b.serverTime()
	if _, err := conn.Exec(t.Context(), "select count(*) from generate_series(1, 5000000)"); err != nil {
		t.Fatal(err)
	}
	alive := b.serverTime() - before
	if err := conn.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	time.Sleep(300 * time.Millisecond)
	if gone := b.serverTime() - before; alive < 100*time.Millisecond || gone < alive || gone > alive+200*time.Millisecond {
		t.Errorf("a session used %s while it lived and %s when it was gone", alive, gone)
	}
}
