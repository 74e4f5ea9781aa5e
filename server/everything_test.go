package server_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db/archive"
	"pitpost.example/house/season"
	"pitpost.example/model"
	"pitpost.example/server"
)

// turmoil is a house with a league in which people, the operator and the clock do all that they can at the same
// moment.
type turmoil struct {
	*leagueStage
	crowd   *crowd
	chance  *rand.Rand
	letters int
	jobs    []func(*server.House) error
}

// Nobody waits for somebody in a circle, whatever people, the operator and the clock do in the same moment. Each
// letter is noted once, and no log has a gap.
func TestEverythingAtOnce(t *testing.T) {
	s := newLeagueStage(t)
	s.league("games=saboteur,clonk", "groups=3", "round=4", "waves=1", "season=30", "group=4", "atonce=2", "pace=24h", "bank=0", "signup=3", "late=join")
	s.enter(24)
	for s.count("select count(*) from due where what = 'start'") == 0 {
		s.next(24 * time.Hour)
		s.sweep()
	}
	x := &turmoil{leagueStage: s, crowd: s.crowd(), chance: rand.New(rand.NewPCG(1, 2))}
	noted := s.count("select count(*) from letters")
	for round := range 8 {
		x.people()
		x.operator(round)
		var all sync.WaitGroup
		for i, do := range x.jobs {
			all.Go(func() {
				if err := do(x.crowd.houses[i%2]); err != nil && !errors.Is(err, server.ErrManyCodes) {
					t.Error(err)
				}
			})
		}
		all.Wait()
		x.jobs = nil
		s.sweep()
		s.playAll(40)
		s.next(12 * time.Hour)
	}
	x.crowd.write()
	if n := s.count("select count(*) from letters") - noted; n != x.letters {
		t.Errorf("%d of %d letters were noted", n, x.letters)
	}
	if n := s.count("select count(*) from (select match_id from facts group by match_id having max(seq) <> count(*)) gaps"); n != 0 {
		t.Errorf("the logs of %d matches have gaps", n)
	}
}

// anybody returns the address of somebody, perhaps of somebody who is new here.
func (x *turmoil) anybody() string { return fmt.Sprintf("p%d@example.org", x.chance.IntN(40)) }

// says has somebody write one of some lines.
func (x *turmoil) says(address string, ref *model.Ref, lines ...string) {
	x.letters++
	l := says(strings.TrimSuffix(address, "@example.org"), lines[x.chance.IntN(len(lines))])
	now := x.now
	l.Trust, l.Door, l.ReceivedAt, l.Now, l.Ref, l.MessageID = model.TrustProved, "test", now, now, ref, fmt.Sprintf("<%d>", x.letters)
	l.Hash, l.WordsHash = sha256.Sum256([]byte(l.MessageID)), sha256.Sum256([]byte(l.MessageID))
	x.jobs = append(x.jobs, func(h *server.House) error { _, _, err := h.Take(x.Context(), &l); return err })
}

// people has people write about nothing in particular, answer what they were asked, and write from their seats.
func (x *turmoil) people() {
	for range 25 {
		x.says(x.anybody(), nil, "league join winter", "league leave winter", "league substitute winter", "matches", "games", "back", "standin 3", "standin off", "daily", "unsubscribe",
			"new saboteur with "+x.anybody()+", "+x.anybody(), "new clonk with "+x.anybody(), "block "+x.anybody(), "away "+x.now.Add(24*time.Hour).Format(time.DateOnly))
	}
	for _, a := range x.asks() {
		if x.chance.IntN(2) == 0 {
			x.says(a.address, &model.Ref{Purpose: model.ForAsk, Step: a.id}, "yes", "yes", "no")
		}
	}
	type sitting struct {
		Match   int64
		Seat    int
		Address string
	}
	for _, at := range gather(x.leagueStage, pgx.RowToStructByPos[sitting], `select match_id, no, a.address from seats join matches m on m.id = match_id
		join addresses a using (player_id) where a.first and m.phase in ('lobby', 'running', 'paused') order by 1, 2`) {
		switch x.chance.IntN(6) {
		case 0:
			x.says(at.Address, &model.Ref{Match: at.Match, Seat: at.Seat, Purpose: model.ForInvite}, "yes")
		case 1:
			x.says(at.Address, &model.Ref{Match: at.Match, Seat: at.Seat, Purpose: model.ForTurn, Step: 1}, "stop", "back", "pause", "resume", "matches", "league leave winter", "resign", "say hi", "abort", "leave", "watch")
		}
	}
}

// operator has the operator and the clock work too.
func (x *turmoil) operator(round int) {
	ctx, now, who := x.Context(), x.now, x.anybody()
	player := gather(x.leagueStage, pgx.RowTo[int64], "select max(id) from players")[0]
	var list []season.SignUp
	for i := range 8 {
		list = append(list, season.SignUp{Name: fmt.Sprintf("N%c%c", 'a'+round, 'a'+i), Address: fmt.Sprintf("p%d@example.org", 40-i-round)})
	}
	code := func(h *server.House) error { _, err := h.MailCode(ctx, player, now); return err }
	sweep := func(h *server.House) error {
		for {
			if n, err := h.Sweep(ctx, now); n == 0 || err != nil {
				return err
			}
		}
	}
	x.jobs = append(x.jobs, sweep, sweep, code, code,
		func(h *server.House) error { _, err := h.BanAddress(ctx, who, round%2 == 1, now); return err },
		func(h *server.House) error { return h.Complained(ctx, who, now) },
		func(h *server.House) error {
			_, err := h.Message(ctx, fmt.Sprint("round ", round), true, now)
			return err
		},
		func(h *server.House) error { _, err := h.RecomputeRatings(ctx, now); return err },
		func(h *server.House) error {
			h.Keep = archive.Keep{Letters: 240 * time.Hour, Mail: 48 * time.Hour, Traces: 48 * time.Hour}
			return h.Forget(ctx, now)
		})
	if round%4 == 1 {
		x.jobs = append(x.jobs, func(h *server.House) error { _, err := h.ImportLeague(ctx, "winter", list, now); return err })
	}
	x.chance.Shuffle(len(x.jobs), func(i, j int) { x.jobs[i], x.jobs[j] = x.jobs[j], x.jobs[i] })
}
