package main

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"

	"pitpost.example/cmd/pitpost/settings"
)

// scraped is a real server's /metrics: for each metric its labels with their values.
type scraped map[string]map[string][]string

var (
	seriesLine = regexp.MustCompile(`^([a-z_0-9A-Z]+)(?:\{(.*)\})? `)
	labelPair  = regexp.MustCompile(`([a-z_]+)="([^"]*)"`)
)

// scrapeServer starts a house with a mailbox, LMTP and a limit, and reads its /metrics.
func scrapeServer(t *testing.T) (scraped, string) {
	t.Helper()
	st := opened(t, func(s *settings.Settings) { s.LMTP, s.SendLimit = filepath.Join(t.TempDir(), "lmtp"), 500 })
	res, err := http.Get("http://" + st.HTTPAddr + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatal(res.Status, err)
	}
	out := scraped{}
	for line := range strings.Lines(string(body)) {
		m := seriesLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		if out[m[1]] == nil {
			out[m[1]] = map[string][]string{"job": nil, "instance": nil} // labels that Prometheus adds
		}
		for _, pair := range labelPair.FindAllStringSubmatch(m[2], -1) {
			out[m[1]][pair[1]] = append(out[m[1]][pair[1]], pair[2])
		}
	}
	return out, string(body)
}

var (
	selector = regexp.MustCompile(`\b((?:pitpost|process|go)_[a-z_0-9]+)(?:\{([^}]*)\})?`)
	matcher  = regexp.MustCompile(`([a-z_]+)\s*(=~|!=|!~|=)\s*"([^"]*)"`)
	grouping = regexp.MustCompile(`\b(?:by|on|without) \(([^)]*)\)`)
)

// names checks that an expression uses only metrics, labels and values that exist.
func (s scraped) names(t *testing.T, where, expr string) {
	t.Helper()
	found := selector.FindAllStringSubmatch(expr, -1)
	if len(found) == 0 {
		t.Errorf("%s names no metric: %s", where, expr)
	}
	if strings.Count(expr, "(") != strings.Count(expr, ")") || strings.Count(expr, "{") != strings.Count(expr, "}") {
		t.Errorf("%s: brackets do not fit: %s", where, expr)
	}
	labels := map[string]bool{}
	for _, one := range found {
		have, known := s[one[1]]
		if !known {
			t.Errorf("%s: there is no %s: %s", where, one[1], expr)
			continue
		}
		for label := range have {
			labels[label] = true
		}
		for _, m := range matcher.FindAllStringSubmatch(one[2], -1) {
			values, known := have[m[1]]
			if !known || (m[2] == "=" || m[2] == "!=") && !slices.Contains(values, m[3]) {
				t.Errorf("%s: %s has no %s: %s", where, one[1], m[0], expr)
			}
		}
	}
	for _, group := range grouping.FindAllStringSubmatch(expr, -1) {
		for _, label := range strings.Split(group[1], ",") {
			if !labels[strings.TrimSpace(label)] {
				t.Errorf("%s: nothing has the label %s: %s", where, label, expr)
			}
		}
	}
}

type board struct {
	Title, UID    string
	SchemaVersion int
	Templating    struct{ List []struct{ Name string } }
	Panels        []struct {
		ID          int
		Type, Title string
		GridPos     struct{ X, Y, W, H int }
		Targets     []struct{ Expr, LegendFormat, RefID string }
	}
}

// A server has every metric that the dashboard, the alert rules and the page about them use, and every metric
// of ours that it has is on that page.
func TestDashboardAndAlertsNameWhatThereIs(t *testing.T) {
	t.Parallel()
	have, text := scrapeServer(t)
	raw, err := os.ReadFile("../../docs/grafana/pitpost.json")
	if err != nil {
		t.Fatal(err)
	}
	var b board
	if err := json.Unmarshal(raw, &b); err != nil {
		t.Fatal(err)
	}
	if b.Title == "" || b.UID == "" || b.SchemaVersion < 36 || len(b.Panels) < 20 {
		t.Errorf("no dashboard: %q %q %d, %d panels", b.Title, b.UID, b.SchemaVersion, len(b.Panels))
	}
	ids, taken := map[int]bool{}, map[[2]int]string{}
	legend := regexp.MustCompile(`\{\{([a-z_]+)\}\}`)
	for _, p := range b.Panels {
		if ids[p.ID] || (p.Type != "row") == (len(p.Targets) == 0) {
			t.Errorf("panel %d, %s: a number twice, or nothing to show", p.ID, p.Title)
		}
		ids[p.ID] = true
		for x := p.GridPos.X; x < p.GridPos.X+p.GridPos.W; x++ {
			for y := p.GridPos.Y; y < p.GridPos.Y+p.GridPos.H; y++ {
				if other := taken[[2]int{x, y}]; other != "" || x > 23 {
					t.Fatalf("%s lies on %s or over the edge", p.Title, other)
				}
				taken[[2]int{x, y}] = p.Title
			}
		}
		for _, target := range p.Targets {
			have.names(t, p.Title, target.Expr)
			for _, m := range legend.FindAllStringSubmatch(target.LegendFormat, -1) {
				if !strings.Contains(target.Expr, m[1]) && !strings.HasPrefix(target.Expr, "process_") && !strings.Contains(target.Expr, "$instance") {
					t.Errorf("%s: nothing tells %s apart: %s", p.Title, m[1], target.Expr)
				}
			}
		}
	}
	have.alerts(t)
	have.written(t, text)
	// Prometheus's own checks of names, help texts and rules.
	promtool(t, text, "check", "metrics")
	promtool(t, "", "check", "rules", "../../docs/grafana/alerts.yml")
}

// promtool checks that Prometheus's own checker has no complaint.
func promtool(t *testing.T, input string, args ...string) {
	t.Helper()
	cmd := exec.Command("promtool", args...)
	cmd.Stdin = strings.NewReader(input)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("promtool %s (make setup installs it): %v\n%s", strings.Join(args, " "), err, out)
	}
}

func (s scraped) alerts(t *testing.T) {
	t.Helper()
	raw, err := os.ReadFile("../../docs/grafana/alerts.yml")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Groups []struct {
			Name  string
			Rules []struct {
				Alert, Expr, For    string
				Labels, Annotations map[string]string
			}
		}
	}
	if err := yaml.UnmarshalWithOptions(raw, &file, yaml.Strict()); err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, g := range file.Groups {
		for _, r := range g.Rules {
			count[r.Alert]++
			s.names(t, r.Alert, r.Expr)
			if r.Annotations["summary"] == "" || r.Annotations["mend"] == "" || r.Labels["severity"] == "" {
				t.Errorf("%s does not say what is wrong, how bad it is and how to mend it", r.Alert)
			}
			if _, err := time.ParseDuration(r.For); r.For != "" && err != nil {
				t.Errorf("%s: %v", r.Alert, err)
			}
		}
	}
	for _, name := range []string{"PitpostMailboxNotRead", "PitpostOutboxLate", "PitpostOutboxOld", "PitpostDueLate", "PitpostDatabaseAway", "PitpostSendLimitNear", "PitpostWebhooksFailing", "PitpostLettersSetAside"} {
		if count[name] != 1 {
			t.Errorf("%s stands %d times", name, count[name])
		}
	}
}

// written compares docs/watching.md with the metrics that exist.
func (s scraped) written(t *testing.T, text string) {
	t.Helper()
	raw, err := os.ReadFile("../../docs/watching.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(raw)
	given := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^# TYPE (pitpost_[a-z_]+) `).FindAllStringSubmatch(text, -1) {
		given[m[1]] = true
		if !strings.Contains(page, "`"+m[1]+"`") {
			t.Errorf("%s is given and not on the page", m[1])
		}
	}
	for _, m := range regexp.MustCompile("`(pitpost_[a-z_]+)`").FindAllStringSubmatch(page, -1) {
		if !given[m[1]] {
			t.Errorf("%s is on the page and not given", m[1])
		}
	}
	for name, labels := range s {
		for label, values := range labels {
			if strings.HasPrefix(name, "pitpost_") && label != "le" && len(slices.Compact(slices.Sorted(slices.Values(values)))) > 25 {
				t.Errorf("%s has too many values of %s", name, label)
			}
		}
	}
}
