package app_test

import (
	"context"
	"io"
	"log/slog"
	"net"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"pitpost.example/cmd/pitpost/app"
	"pitpost.example/cmd/pitpost/settings"
)

// strict is a provider's server that counts an account's connections and letters.
type strict struct {
	mu         sync.Mutex
	open, most int
	came       []time.Time
}

func (p *strict) NewSession(*smtp.Conn) (smtp.Session, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.open++
	p.most = max(p.most, p.open)
	return strictSession{p}, nil
}

type strictSession struct{ *strict }

func (s strictSession) Mail(string, *smtp.MailOptions) error { return nil }
func (s strictSession) Rcpt(string, *smtp.RcptOptions) error { return nil }
func (s strictSession) Reset()                               {}
func (s strictSession) Logout() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open--
	return nil
}
func (s strictSession) Data(r io.Reader) error {
	_, err := io.Copy(io.Discard, r)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.came = append(s.came, time.Now())
	return err
}

// Three processes share an account with limits. Together they use no more connections and send no faster than
// one may, and when the sending process is gone, another takes over.
func TestTheAccountsLimitsOverAllProcesses(t *testing.T) {
	t.Parallel()
	provider := &strict{}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := smtp.NewServer(provider)
	go func() { _ = server.Serve(l) }()
	t.Cleanup(func() { server.Close() })
	data, database := t.TempDir(), emptyHouse(t)
	var houses []*app.App
	for i := range 3 {
		s := ownSettings(t)
		s.DatabaseURL, s.SecretFile = settings.Secret(database), filepath.Join(data, "secret")
		s.SMTPURL, s.LMTP, s.Address = settings.Secret("smtp://"+l.Addr().String()), filepath.Join(data, "lmtp"+string(rune('0'+i))), "play@example.org"
		s.SendRate, s.SendConnections, s.From["ADDRESS"] = 120, 2, "test" // 120 a minute: a letter each half second
		if err := s.Complete(); err != nil {
			t.Fatal(err)
		}
		house, err := app.OpenHouse(context.Background(), s, slog.New(slog.DiscardHandler), time.Now)
		if err != nil {
			t.Fatal(err)
		}
		houses = append(houses, house)
		defer house.Close()
	}
	letters := func() int {
		provider.mu.Lock()
		defer provider.mu.Unlock()
		return len(provider.came)
	}
	invite := func(from, guests string, want int) {
		t.Helper()
		said, err := houses[2].Stores.House.OpenMatchFor(t.Context(), from, "", "new saboteur with "+guests, time.Now())
		if err != nil || !said.Done {
			t.Fatalf("%v %+v", err, said)
		}
		for end := time.Now().Add(time.Minute); letters() < want; time.Sleep(20 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%d of %d letters came", letters(), want)
			}
		}
	}
	invite("ana@a.example", "bo@b.example, cy@c.example, di@d.example, eli@e.example, fay@f.example, gus@g.example", 6)
	for i, house := range houses[:2] { // one of these two may be the one that sends
		house.Close()
		invite("ana@a.example", []string{"hal@h.example", "ivy@i.example, jo@j.example"}[i], 7+2*i)
	}
	if provider.most > 2 {
		t.Errorf("%d connections at once", provider.most)
	}
	// Six letters take five intervals of half a second; the first one may be late.
	if took := provider.came[5].Sub(provider.came[0]); took < 1500*time.Millisecond {
		t.Errorf("six letters came in %s", took)
	}
}
