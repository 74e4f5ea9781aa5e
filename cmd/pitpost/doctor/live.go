package doctor

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/stores"
	"pitpost.example/web"
)

// live is a running server of this house, as far as its own pages tell.
type live struct {
	base    string
	figures map[string]float64 // the metrics, by name with labels
}

// knock finds out who listens at HTTP: this house's server (ours), another program (other), or nobody (both nil). The
// server must prove that it knows the secret of this data folder; no other program is asked anything else.
func knock(s *settings.Settings) (ours *live, other error) {
	host, port, err := net.SplitHostPort(s.HTTP)
	if err != nil || port == "0" {
		return nil, nil
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	number, _ := net.LookupPort("tcp", port) // the setting may have the name of a service; that it is known was checked
	addr := net.JoinHostPort(host, strconv.Itoa(number))
	conn, err := net.DialTimeout("tcp", addr, 2*time.Second)
	if err != nil {
		return nil, nil
	}
	_ = conn.Close()
	l := &live{base: "http://" + addr}
	if err := l.prove(s.SecretFile, strconv.Itoa(number)); err != nil {
		return nil, fmt.Errorf("another program holds %s: %w", s.HTTP, err)
	}
	return l, nil
}

// prove returns an error unless the server proves that it knows the secret in a file.
func (l *live) prove(file, port string) error {
	keys, err := stores.ReadKeys(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return errors.New("this house has no secret yet, so no server of it can be running")
	case err != nil:
		return fmt.Errorf("whether it is this house's server cannot be told: %w", err)
	}
	nonce := rand.Text()
	answer, err := l.ask("/healthz", nonce)
	if err != nil {
		return errors.New("it does not answer as this house's server does")
	}
	defer answer.Body.Close()
	if !keys.Signed(stores.ServerProof, port+" "+nonce, answer.Header.Get(web.ProofHeader)) {
		return errors.New("it does not know this house's secret")
	}
	return nil
}

// ask sends a GET request to the server, with a nonce unless that is "". It uses no proxy and follows no redirects.
func (l *live) ask(path, nonce string) (*http.Response, error) {
	request, err := http.NewRequest(http.MethodGet, l.base+path, nil)
	if err != nil {
		return nil, err
	}
	if nonce != "" {
		request.Header.Set(web.NonceHeader, nonce)
	}
	client := http.Client{Timeout: 4 * time.Second, Transport: &http.Transport{DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return client.Do(request)
}

func (l *live) get(path string) (string, error) {
	res, err := l.ask(path, "")
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

// figuresOf parses the text of /metrics.
func figuresOf(text string) map[string]float64 {
	out := map[string]float64{}
	for line := range strings.SplitSeq(text, "\n") {
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

func nobody(v *visit, _ context.Context) (string, error) {
	return "none is running at " + v.set.HTTP, v.other
}

// condition tells what the server says about itself.
func condition(v *visit, _ context.Context) (string, error) {
	l := v.live
	what := "running at " + l.base
	for name, v := range l.figures {
		if strings.HasPrefix(name, "pitpost_build_info{") && v == 1 && !strings.Contains(name, fmt.Sprintf("version=%q", stores.Version)) {
			what += ", of another version than this program"
		}
	}
	if l.figures["process_start_time_seconds"] > 0 {
		what += ", since " + time.Unix(int64(l.figures["process_start_time_seconds"]), 0).UTC().Format(time.RFC3339)
	}
	if _, err := l.get("/readyz"); err == nil {
		return what + ", and ready", nil
	}
	switch quiet, reads := l.figures[`pitpost_mailbox_read_seconds{folder="inbox"}`]; {
	case len(l.figures) > 0 && l.figures["pitpost_database_up"] == 0:
		return "", errors.New(what + ", but the database does not answer it")
	case reads && quiet > longQuiet.Seconds():
		return "", fmt.Errorf("%s, but it last read the mailbox %s ago", what, spanOf(quiet))
	}
	return "", errors.New(what + ", but not ready yet")
}
