package imap

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"

	"pitpost.example/inbox/intake"
)

// scripted is a mailbox in memory, for faults that no real server produces on demand.
type scripted struct {
	letters []listed
	bodies  map[uint32]string
	short   bool
	deadly  uint32 // fetching this UID breaks the connection
	refuse  bool   // the answer to MOVE is NO
	fetches [][]uint32
	moves   map[string][]uint32
	broken  bool
	fetched func()       // called at each FETCH; may be nil
	polls   atomic.Int32 // polls that have ended
}

var errBroke = errors.New("the connection broke")

func (s *scripted) List(_ context.Context, above func(uint32) (uint32, error)) (listing, error) {
	floor, err := above(7)
	if err != nil || s.broken {
		return listing{}, errors.Join(err, errBroke)
	}
	list := listing{validity: 7, short: s.short}
	for _, letter := range s.letters {
		if letter.uid > floor {
			list.letters = append(list.letters, letter)
		}
	}
	return list, nil
}

func (s *scripted) Fetch(_ context.Context, uids []uint32, _ part) (map[uint32][]byte, error) {
	s.fetches = append(s.fetches, slices.Clone(uids))
	if s.fetched != nil {
		s.fetched()
	}
	if slices.Contains(uids, s.deadly) {
		s.broken = true
		return nil, errBroke
	}
	raws := map[uint32][]byte{}
	for _, uid := range uids {
		if body, ok := s.bodies[uid]; ok {
			raws[uid] = []byte(body)
		}
	}
	return raws, nil
}

func (s *scripted) Move(_ context.Context, uids []uint32, folder string) error {
	if s.refuse {
		return fmt.Errorf("move: %w", &imap.Error{Type: imap.StatusResponseTypeNo, Code: imap.ResponseCodeOverQuota})
	}
	s.moves[folder] = append(s.moves[folder], uids...)
	s.letters = slices.DeleteFunc(s.letters, func(letter listed) bool { return slices.Contains(uids, letter.uid) })
	return nil
}

func (s *scripted) Watch(ctx context.Context, atMost time.Duration) error {
	s.polls.Add(1)
	sleep(ctx, atMost)
	return ctx.Err()
}

func (s *scripted) Close() {}

func newScript(n int) *scripted {
	s := &scripted{bodies: map[uint32]string{}, moves: map[string][]uint32{}}
	for uid := uint32(1); uid <= uint32(n); uid++ {
		s.letters = append(s.letters, listed{uid: uid, at: time.Unix(int64(uid), 0), size: 100})
		s.bodies[uid] = mailText(fmt.Sprint("reply ", uid))
	}
	return s
}

func (s *scripted) poller(cfg PollerConfig, d *desk) *Poller {
	p := NewPoller(cfg, d.take, new(journal).logger())
	p.connect = func(context.Context) (mailbox, error) {
		s.broken = false
		return s, nil
	}
	return p
}

// One letter of many breaks the connection whenever it is fetched. The others come through, and in the end it
// is set aside.
func TestDeadlyLetter(t *testing.T) {
	s, d := newScript(150), new(desk)
	s.deadly = 40
	cfg := quick("imap://ana:pw@mail.example")
	cfg.RetryMin, cfg.RetryMax, cfg.BatchSize = time.Millisecond, time.Millisecond, 100
	p := s.poller(cfg, d)
	stop := runPoller(t, p)
	soon(t, "all moved", func() bool { return p.Stats().Processed.Load() == 149 && p.Stats().SetAside.Load() == 1 })
	stop()
	if got := s.moves["Set-aside"]; !slices.Equal(got, []uint32{40}) {
		t.Errorf("set aside: %v", got)
	}
	if d.count("reply 1") != 1 || d.count("reply 40") != 0 {
		t.Error("letters were brought twice, or the deadly one was")
	}
	if len(s.fetches) > 30 {
		t.Errorf("%d fetches to find it out", len(s.fetches))
	}
}

// The next batch is fetched while one is decided. If that breaks the connection, the decided letters are
// moved later, without being fetched or decided again.
func TestNextBatchBreaksWhileOneIsDecided(t *testing.T) {
	s, d := newScript(25), new(desk)
	s.deadly = 15
	cfg := quick("imap://ana:pw@mail.example")
	cfg.RetryMin, cfg.RetryMax, cfg.BatchSize = time.Millisecond, time.Millisecond, 10
	fetched := make(chan struct{})
	d.decide = func(subject string, _ intake.Source) (intake.Fate, error) {
		if subject == "reply 1" {
			select {
			case <-fetched:
			case <-time.After(time.Minute):
				t.Error("the next letters were not fetched meanwhile")
			}
		}
		return intake.Processed, nil
	}
	p := s.poller(cfg, d)
	s.fetched = func() {
		if len(s.fetches) == 2 {
			close(fetched)
		}
	}
	stop := runPoller(t, p)
	soon(t, "all moved", func() bool { return p.Stats().Processed.Load() == 24 && p.Stats().SetAside.Load() == 1 })
	stop()
	for uid := 1; uid <= 25; uid++ {
		if n := d.count(fmt.Sprint("reply ", uid)); n != 1 && uid != 15 {
			t.Errorf("letter %d was brought %d times", uid, n)
		}
	}
}

// A letter that the server lists but cannot deliver is set aside too, and the others do not wait for it.
func TestUnreadableLetter(t *testing.T) {
	s, d := newScript(3), new(desk)
	delete(s.bodies, 2)
	cfg := quick("imap://ana:pw@mail.example")
	cfg.Every = time.Millisecond
	var lost []uint32
	cfg.Lost = func(_ context.Context, door intake.Source) error {
		if lost = append(lost, door.UID); len(lost) == 1 {
			return errors.New("the database is away")
		}
		return nil
	}
	p := s.poller(cfg, d)
	stop := runPoller(t, p)
	soon(t, "all moved", func() bool { return p.Stats().Processed.Load() == 2 && p.Stats().SetAside.Load() == 1 })
	stop()
	if !slices.Equal(lost, []uint32{2, 2}) {
		t.Errorf("noted as lost: %v, want the one, again after it could not be noted", lost)
	}
}

// In a shared mailbox, a letter whose header cannot be read is left alone.
func TestUnreadableHeaderStays(t *testing.T) {
	s, d := newScript(3), new(desk)
	delete(s.bodies, 2)
	cfg := quick("imap://ana:pw@mail.example")
	cfg.Every, cfg.Shared = time.Millisecond, true
	cfg.Ours = func(header []byte) bool { return strings.Contains(string(header), "reply 1") }
	p := s.poller(cfg, d)
	stop := runPoller(t, p)
	soon(t, "given up", func() bool { return p.Stats().NotOurs.Load() == 2 })
	polls := s.polls.Load()
	soon(t, "that poll has ended", func() bool { return s.polls.Load() > polls })
	stop()
	if len(s.letters) != 2 || p.ledger.floor != 3 {
		t.Errorf("%d letters left, floor %d", len(s.letters), p.ledger.floor)
	}
}

// If a mailbox over its quota refuses the MOVE, the letter has been taken and is not fetched again.
func TestRefusedMove(t *testing.T) {
	s, d := newScript(1), new(desk)
	s.refuse = true
	cfg := quick("imap://ana:pw@mail.example")
	p := s.poller(cfg, d)
	ctx := context.Background()
	for range 3 {
		if err := p.poll(ctx, s); err != nil {
			t.Fatal(err)
		}
	}
	s.refuse = false
	if err := p.poll(ctx, s); err != nil {
		t.Fatal(err)
	}
	if d.count("reply 1") != 1 || len(s.fetches) != 1 || !slices.Equal(s.moves["Processed"], []uint32{1}) {
		t.Errorf("taken %d times in %d fetches, moved %v", d.count("reply 1"), len(s.fetches), s.moves)
	}
}

// A listing that may lack letters must not raise the floor above them.
func TestShortListing(t *testing.T) {
	s := newScript(3)
	s.letters = slices.Delete(s.letters, 1, 2)
	s.short = true
	d := &desk{decide: func(string, intake.Source) (intake.Fate, error) { return intake.NotOurs, nil }}
	cfg := quick("imap://ana:pw@mail.example")
	cfg.Shared = true
	p := s.poller(cfg, d)
	if err := p.poll(context.Background(), s); err != nil {
		t.Fatal(err)
	}
	if p.ledger.floor != 0 {
		t.Fatalf("floor %d", p.ledger.floor)
	}
	s.short, s.letters = false, newScript(3).letters
	if err := p.poll(context.Background(), s); err != nil {
		t.Fatal(err)
	}
	if d.count("reply 2") != 1 || d.count("reply 1") != 1 || p.ledger.floor != 3 {
		t.Errorf("brought %q, floor %d", d.letters(), p.ledger.floor)
	}
}

// If the floor cannot be read, the poller looks at no letters. Otherwise it would read a person's mail again.
func TestFloorUnknown(t *testing.T) {
	s, d := newScript(2), new(desk)
	cfg := quick("imap://ana:pw@mail.example")
	cfg.Shared = true
	away := true
	cfg.Floor = func(context.Context, uint32) (uint32, error) {
		if away {
			return 0, errors.New("the database is away")
		}
		return 1, nil
	}
	p := s.poller(cfg, d)
	if err := p.poll(context.Background(), s); err == nil || len(d.letters()) != 0 {
		t.Fatalf("polled without memory: %v, %q", err, d.letters())
	}
	away = false
	if err := p.poll(context.Background(), s); err != nil {
		t.Fatal(err)
	}
	if got := d.letters(); !slices.Equal(got, []string{"reply 2"}) {
		t.Errorf("brought %q", got)
	}
}

// If the lock is lost, the connection is closed before the next look.
func TestLockLost(t *testing.T) {
	s, d := newScript(1), new(desk)
	cfg := quick("imap://ana:pw@mail.example")
	lost := errors.New("the lock is lost")
	released := false
	cfg.Lock = func(context.Context) (func(context.Context) error, func(), error) {
		return func(context.Context) error { return lost }, func() { released = true }, nil
	}
	p := s.poller(cfg, d)
	if _, err := p.session(context.Background()); !errors.Is(err, lost) || !released || len(d.letters()) != 0 {
		t.Errorf("session ends with %v, released %v, brought %q", err, released, d.letters())
	}
}

func TestBatchBytes(t *testing.T) {
	p := NewPoller(quick("imap://ana:pw@mail.example"), nil, nil)
	p.ledger.turn(1)
	list := newScript(250).letters
	if n := p.batch(list); n != 200 {
		t.Errorf("a batch of %d small letters", n)
	}
	for i := range list {
		list[i].size = 5 << 20
	}
	if n := p.batch(list); n != 3 {
		t.Errorf("a batch of %d letters of 5 MiB", n)
	}
	list[0].size = 1 << 40
	if n := p.batch(list); n == 0 {
		t.Error("an empty batch")
	}
	p.ledger.broken[list[0].uid] = 2
	if n := p.batch(list); n != 1 {
		t.Errorf("a suspect travels with %d others", n-1)
	}
}
