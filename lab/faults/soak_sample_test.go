package faults

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
)

// sample is the state at one time.
type sample struct {
	at        time.Time
	open      int // matches
	over      int
	in, out   int // letters so far
	machine   map[string]float64
	rows      map[string]int
	bytes     map[string]int
	processed int // read letters in the mailbox's folders
	full      int // outgoing letters whose bytes are still stored
	worded    int // incoming letters whose text is still stored
}

const sampleHeading = "| day | open | over | in | out | RSS MB | heap MB | goroutines | files | connections | facts | outbox | with bytes | letters | with words | asks | due | calls | Processed | database MB |\n" +
	"| --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |"

// line returns a row of the table.
func (s *soak) line(v sample) string {
	total := 0
	for _, n := range v.bytes {
		total += n
	}
	return fmt.Sprintf("| %.0f | %d | %d | %d | %d | %.0f | %.1f | %.0f | %.0f | %.0f | %d | %d | %d | %d | %d | %d | %d | %d | %d | %d |", v.at.Sub(s.began).Hours()/24, v.open, v.over, v.in, v.out,
		v.machine["RSS"]/1e6, v.machine["heap"]/1e6, v.machine["goroutines"], v.machine["files"], v.machine["connections"], v.rows["facts"], v.rows["outbox"], v.full,
		v.rows["letters"], v.worded, v.rows["asks"], v.rows["due"], v.rows["webhook_calls"], v.processed, total>>20)
}

// look takes a sample, and counts what has happened since the last one.
func (s *soak) look() {
	s.t.Helper()
	v := sample{at: s.now(), machine: s.machine()}
	v.rows, v.bytes = s.owned()
	v.open = s.number(s.conn, "select count(*) from matches where ended_at is null")
	v.over = s.number(s.conn, "select count(*) from matches where ended_at is not null")
	v.full = s.number(s.conn, "select count(raw) from outbox")
	v.worded = s.number(s.conn, "select count(*) from letters where kept <> ''")
	v.processed = s.desk.count("Processed") + s.desk.count("Set-aside")
	s.count()
	s.folders()
	v.in, v.out = len(s.letters), len(s.book.out)
	s.samples = append(s.samples, v)
	fmt.Println(s.line(v))
	for _, wrong := range s.book.wrong {
		if !s.told[wrong] {
			s.t.Errorf("day %.0f: %s", v.at.Sub(s.began).Hours()/24, wrong)
		}
		s.told[wrong] = true
	}
	s.book.wrong = nil
}

// folders checks that no letter in the mailbox's folders is older than allowed. Some days are added, because
// servers count in whole days and the sweeper only runs once a second of real time.
func (s *soak) folders() {
	spare := 3*day + s.grace()
	for _, name := range []string{"Processed", "Set-aside"} {
		if _, err := s.desk.Select(name, &imap.SelectOptions{ReadOnly: true}).Wait(); err != nil {
			continue // the folder does not exist yet
		}
		found, err := s.desk.UIDSearch(&imap.SearchCriteria{Before: s.now().Add(-time.Duration(s.term.letters)*day - spare)}, nil).Wait()
		if err != nil {
			s.t.Fatal(err)
		}
		if n := len(found.AllUIDs()); n > 0 {
			s.book.complain("%d letters in %s are older than they may be", n, name)
		}
		_ = s.desk.Unselect().Wait()
	}
}

var figure = regexp.MustCompile(`(?m)^(go_goroutines|go_gc_heap_live_bytes) (\S+)$`)

// deadlocks matches commands that Postgres had to free from waiting for each other.
var deadlocks = regexp.MustCompile(`(?m)^pitpost_command_retries_total\{why="deadlock"\} [1-9].*$`)

// machine returns the resources that the process uses.
func (s *soak) machine() map[string]float64 {
	s.t.Helper()
	out := map[string]float64{}
	proc := fmt.Sprintf("/proc/%d/", s.procs[0].cmd.Process.Pid)
	status, err := os.ReadFile(proc + "status")
	if err != nil {
		s.t.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kb, _ := strconv.ParseFloat(strings.Fields(rest)[0], 64)
			out["RSS"] = kb * 1024
		}
	}
	files, err := os.ReadDir(proc + "fd")
	if err != nil {
		s.t.Fatal(err)
	}
	out["files"] = float64(len(files))
	res, err := http.Get("http://" + s.book.pages + "/metrics")
	if err != nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	if locked := deadlocks.FindString(string(text)); locked != "" {
		s.t.Errorf("commands lock each other out: %s", locked)
	}
	for _, m := range figure.FindAllStringSubmatch(string(text), -1) {
		value, _ := strconv.ParseFloat(m[2], 64)
		out[map[string]string{"go_goroutines": "goroutines", "go_gc_heap_live_bytes": "heap"}[m[1]]] = value
	}
	out["connections"] = float64(s.number(s.conn, "select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"))
	return out
}

// slack is by how much a value may vary without growing.
var slack = map[string]float64{"RSS": 24e6, "heap": 8e6, "goroutines": 25, "files": 12, "connections": 6}

// judge checks that no value of the process is higher in the last third of the time than in the middle one. It
// compares medians, because single values vary. A house that is weeks old still fills its caches, so its memory is
// allowed the term's warming more.
func (s *soak) judge() {
	third := len(s.samples) / 3
	if third < 1 {
		s.t.Fatalf("%d looks are too few to judge by", len(s.samples))
	}
	fmt.Printf("\n| measure | middle third | last third | may be | |\n| --- | --: | --: | --: | --- |\n")
	for _, name := range []string{"RSS", "heap", "goroutines", "files", "connections"} {
		middle, last := s.typical(name, third, 2*third), s.typical(name, 2*third, len(s.samples))
		most := 1.2*middle + slack[name]
		switch name {
		case "heap":
			most += s.warming
		case "RSS": // serve collects once the garbage is twice what lives
			most += 3 * s.warming
		}
		verdict := "flat"
		if last > most {
			verdict = "GROWS"
			s.t.Errorf("%s grew from %.0f to %.0f", name, middle, last)
		}
		fmt.Printf("| %s | %.0f | %.0f | %.0f | %s |\n", name, middle, last, most, verdict)
	}
}

func (s *soak) typical(name string, from, to int) float64 {
	var all []float64
	for _, v := range s.samples[from:to] {
		all = append(all, v.machine[name])
	}
	slices.Sort(all)
	return all[len(all)/2]
}
