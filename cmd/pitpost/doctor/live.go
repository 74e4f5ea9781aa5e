package doctor

import (
	"pitpost.example/db/lookup"

	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/stores"
	"pitpost.example/house/timetable"
	"pitpost.example/token"
	"pitpost.example/web"
)

// What a running house may lag behind before the doctor speaks of it.
const (
	lateMail  = 10 * time.Minute
	lateClock = 5 * time.Minute
	longQuiet = 20 * time.Minute // of a mailbox
	freeBytes = 512 << 20
)

// live is a server of this house that is running now, as its own pages tell.
type live struct {
	base    string
	ready   bool
	figures map[string]float64 // of /metrics, each under its name with labels
}

// listener is who listens at HTTP: the server of this house, another program, or nobody.
type listener struct {
	ours  *live
	other error // says which address another program holds
}

// runningAt looks who listens at HTTP, and what our own server tells of itself.
func runningAt(s *settings.Settings) listener {
	found := knock(s)
	if l := found.ours; l != nil {
		if text, err := l.get("/metrics"); err == nil {
			l.figures = figuresOf(text)
		}
		_, err := l.get("/readyz")
		l.ready = err == nil
	}
	return found
}

// knock looks who listens at HTTP. Ours is who shows that it knows the secret of this data folder;
// of anybody else nothing is asked.
func knock(s *settings.Settings) listener {
	host, port, err := net.SplitHostPort(s.HTTP)
	if err != nil || port == "0" {
		return listener{}
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	number, err := net.LookupPort("tcp", port) // settings may give the name of a service
	if err != nil {
		return listener{}
	}
	l := &live{base: "http://" + net.JoinHostPort(host, strconv.Itoa(number))}
	conn, err := net.DialTimeout("tcp", strings.TrimPrefix(l.base, "http://"), 2*time.Second)
	if err != nil {
		return listener{}
	}
	_ = conn.Close()
	if err := l.prove(s.SecretFile, strconv.Itoa(number)); err != nil {
		return listener{other: fmt.Errorf("another program holds %s: %w", s.HTTP, err)}
	}
	return listener{ours: l}
}

// prove wants a proof from the server that it knows the secret in a file.
func (l *live) prove(file, port string) error {
	text, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		return errors.New("this house has no secret yet, so no server of it can be running")
	}
	if err != nil {
		return fmt.Errorf("whether it is this house's server cannot be told: %w", err)
	}
	keys, err := token.ParseKeys(text)
	if err != nil {
		return fmt.Errorf("whether it is this house's server cannot be told: %w", err)
	}
	nonce := rand.Text()
	answer, err := l.ask("/healthz", http.Header{web.NonceHeader: {nonce}})
	if err != nil {
		return errors.New("it does not answer as this house's server does")
	}
	defer answer.Body.Close()
	if !keys.Signed(stores.ServerProof, port+" "+nonce, answer.Header.Get(web.ProofHeader)) {
		return errors.New("it does not know this house's secret")
	}
	return nil
}

// ask sends a request to the server itself: through no proxy, and wherever it points it does not
// lead elsewhere.
func (l *live) ask(path string, header http.Header) (*http.Response, error) {
	request, err := http.NewRequest(http.MethodGet, l.base+path, nil)
	if err != nil {
		return nil, err
	}
	for name, values := range header {
		request.Header[http.CanonicalHeaderKey(name)] = values
	}
	client := http.Client{Timeout: 4 * time.Second, Transport: &http.Transport{DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return client.Do(request)
}

func (l *live) get(path string) (string, error) {
	res, err := l.ask(path, nil)
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(io.LimitReader(res.Body, 8<<20))
	if err == nil && res.StatusCode != http.StatusOK {
		err = errors.New(res.Status)
	}
	return string(body), err
}

// figuresOf reads the text that /metrics gives.
func figuresOf(text string) map[string]float64 {
	out := map[string]float64{}
	lines := bufio.NewScanner(strings.NewReader(text))
	for lines.Scan() {
		line := lines.Text()
		at := strings.LastIndexByte(line, ' ')
		if at < 0 || strings.HasPrefix(line, "#") {
			continue
		}
		if v, err := strconv.ParseFloat(line[at+1:], 64); err == nil {
			out[line[:at]] = v
		}
	}
	return out
}

// lookIn opens what is kept. Beside a running server the schema is left as it is, and few
// connections are taken.
func open(ctx context.Context, s *settings.Settings, l *live) (*stores.Stores, error) {
	return (&stores.Stores{Settings: s, Log: slog.New(slog.DiscardHandler), AsIs: l != nil}).Opened(ctx)
}

// kept looks into what is kept, which is opened for that look alone.
func kept(s *settings.Settings, l *live, look func(context.Context, *stores.Stores) (string, error)) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) {
		k, err := open(ctx, s, l)
		if err != nil {
			return "", fmt.Errorf("the database is away: %w", err)
		}
		defer k.Close()
		return look(ctx, k)
	}
}

// livePart is one thing that is looked at in a house while it runs.
type livePart struct {
	name string
	try  func(b *lookup.Backlog) (found string, err error)
	mend string
}

// liveParts look at a running house: at what it tells of itself, and at its queues and clocks
// in the database.
func liveParts(s *settings.Settings, jobs []timetable.Job, at listener) []Part {
	l := at.ours
	if l == nil {
		return []Part{{"server", func(context.Context) (string, error) { return "none is running at " + s.HTTP, at.other },
			"Stop that program, or name another place for the pages with --http."}}
	}
	list := []Part{
		{"server", func(context.Context) (string, error) { return l.condition() },
			"If it stays so for minutes, see the parts below and the server's log; then start it anew."},
		{"schema", kept(s, l, schemaOf),
			"Write a `pitpost backup`, stop the running server and start this program's: it brings the tables up to date."},
	}
	for _, p := range queueParts(l) {
		list = append(list, Part{p.name, kept(s, l, func(ctx context.Context, k *stores.Stores) (string, error) {
			b, err := lookup.BacklogAt(ctx, k.DB, time.Now())
			if err != nil {
				return "", err
			}
			return p.try(b)
		}), p.mend})
	}
	return append(list, timetablePart(s, jobs, l))
}

// condition is what the server says of itself.
func (l *live) condition() (string, error) {
	what := "running at " + l.base
	for name, v := range l.figures {
		if strings.HasPrefix(name, "pitpost_build_info{") && v == 1 && !strings.Contains(name, fmt.Sprintf("version=%q", stores.Version)) {
			what += ", of another version than this program"
		}
	}
	if l.figures["process_start_time_seconds"] > 0 {
		what += ", since " + time.Unix(int64(l.figures["process_start_time_seconds"]), 0).UTC().Format(time.RFC3339)
	}
	if l.ready {
		return what + ", and ready", nil
	}
	switch quiet, reads := l.figures[`pitpost_mailbox_read_seconds{folder="inbox"}`]; {
	case l.figures["pitpost_database_up"] == 0:
		return "", errors.New(what + ", but the database does not answer it")
	case reads && quiet > longQuiet.Seconds():
		return "", fmt.Errorf("%s, but it last read the mailbox %s ago", what, spanOf(quiet))
	}
	return "", errors.New(what + ", but not ready yet")
}

func schemaOf(ctx context.Context, k *stores.Stores) (string, error) {
	pending, err := k.DB.Pending(ctx)
	if err != nil {
		return "", err
	}
	if len(pending) > 0 {
		return "", fmt.Errorf("this program knows steps that the tables have not taken: %s", strings.Join(pending, ", "))
	}
	return "all steps taken", nil
}

func spanOf(seconds float64) time.Duration {
	return time.Duration(seconds * float64(time.Second)).Round(time.Second)
}

// diskPart looks at the room that is left for data.
func diskPart(s *settings.Settings) Part {
	return Part{"disk", func(context.Context) (string, error) { return roomAt(s.Data) },
		"Make room on that disk, or move the folder to a larger one; Postgres stops taking moves when it is full."}
}

func roomAt(dir string) (string, error) {
	for {
		if _, err := os.Stat(dir); err == nil || filepath.Dir(dir) == dir {
			break
		}
		dir = filepath.Dir(dir)
	}
	var fs syscall.Statfs_t
	if err := syscall.Statfs(dir, &fs); err != nil {
		return "", fmt.Errorf("the disk of %s cannot be asked: %w", dir, err)
	}
	free, whole := fs.Bavail*uint64(fs.Bsize), fs.Blocks*uint64(fs.Bsize)
	said := fmt.Sprintf("%d MiB free of %d MiB", free>>20, whole>>20)
	if free < freeBytes || free < whole/50 {
		return "", errors.New(said)
	}
	return said, nil
}
