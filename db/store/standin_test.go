package store_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"pitpost.example/db"
	"pitpost.example/db/people"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// person creates a player with a proved first address.
func person(tb testing.TB, d *db.DB, name, lang string) int64 {
	tb.Helper()
	var id int64
	play(tb, d, operator(), 0, func(x *world.Tx) {
		p := x.NewPlayer(name+"@example.org", name)
		id, p.Lang = p.ID, lang
		x.SaveAddress(model.Address{Address: name + "@example.org", Player: id, First: true, Proved: true})
	})
	return id
}

// ready puts a player on the stand-in list.
func ready(tb testing.TB, d *db.DB, player int64, most int, games ...string) {
	tb.Helper()
	play(tb, d, operator(), 0, func(x *world.Tx) {
		x.SaveStandin(model.Standin{Player: player, Games: games, Most: most})
	})
}

// next returns who would be asked for a seat of a match; 0 for nobody.
func next(tb testing.TB, d *db.DB, id int64, now time.Time) int64 {
	tb.Helper()
	var who int64
	play(tb, d, model.Cause{Kind: "clock", Now: now}, 0, func(x *world.Tx) {
		s := x.NextStandin(model.Vacancy{Match: id, Game: "saboteur", Lang: "de", Until: now.Add(24 * time.Hour), Offers: 2})
		if s != nil {
			who = s.Player
		}
	})
	return who
}

// offered offers seat 1 of a match to a player for an hour.
func offered(x *world.Tx, match, player int64) model.SeatOffer {
	until := x.Now().Add(time.Hour)
	ask := x.AddAsk(model.Ask{Player: player, Match: match, Seat: 1, Kind: model.AskSeat, Params: []byte("{}"), AskedAt: x.Now(), LapsesAt: until})
	o := model.SeatOffer{Match: match, Player: player, Seat: 1, Ask: ask, By: model.OfferHouse, At: x.Now(), Until: until, State: model.OfferOpen}
	x.SaveOffer(o)
	return o
}

func sql(tb testing.TB, d *db.DB, text string, args ...any) {
	tb.Helper()
	if _, err := d.Pool().Exec(tb.Context(), text, args...); err != nil {
		tb.Fatal(err)
	}
}

// Each case gives one reason not to ask a player, and then takes it away again.
func TestWhoIsAskedToStandIn(t *testing.T) {
	for _, c := range []struct{ name, bar, free string }{
		{"unproved", "update addresses set proved_at = null where address = 'bo@example.org'", "update addresses set proved_at = now() where address = 'bo@example.org'"},
		{"failing", "update addresses set failing = 'no such user' where address = 'bo@example.org'", "update addresses set failing = '' where address = 'bo@example.org'"},
		{"blocked", "update addresses set blocked_at = '2026-03-05' where address = 'bo@example.org'", "update addresses set blocked_at = null where address = 'bo@example.org'"},
		{"barred", "update addresses set barred_at = now() where player_id = PLAYER", "update addresses set barred_at = null"},
		{"kept out by the host", "update seats set player_id = (select min(id) from players) where no = 0; insert into host_blocks (host_id, address, blocked_at) select min(id), 'bo@example.org', now() from players",
			"delete from host_blocks"},
		{"away", "update players set away_from = '2026-03-04 20:00+00', away_until = '2026-03-09' where id = PLAYER", "update players set away_until = '2026-03-04 21:00+00', away_from = '2026-03-03' where id = PLAYER; update players set away_from = null"},
		{"sits there", "update seats set player_id = PLAYER, state = 'left' where match_id = MATCH and no = 1", "update seats set player_id = null where match_id = MATCH"},
		{"sat there", "insert into seat_changes values (MATCH, 1, 'left', PLAYER, 'kicked', 3, 1, 0, now())", "delete from seat_changes"},
		{"held letters of a seat", "insert into outbox (key, match_id, seat, player_id, address, purpose, params, message_id, next_at, queued_at) values ('k', MATCH, 1, PLAYER, '', 'turn', '{}', 'm', now(), now())",
			"delete from outbox"},
		{"asked before", "insert into asks (player_id, address, match_id, seat, kind, params, asked_at, lapses_at) values (PLAYER, '', MATCH, 1, 'seat', '{}', now(), now()); insert into seat_offers select MATCH, PLAYER, 1, id, 'house', '2026-01-01', '2026-01-03', 'no' from asks",
			"delete from seat_offers"},
		{"another game", "update standins set games = '{clonk}'", "update standins set games = '{clonk,saboteur}'"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d := open(t, fresh(t))
			person(t, d, "ana", "en")
			id, bo := match(t, d), person(t, d, "bo", "en")
			ready(t, d, bo, 1)
			if got := next(t, d, id, noon); got != bo {
				t.Fatalf("at first %d is asked, not %d", got, bo)
			}
			for _, step := range []struct {
				sql  string
				want int64
			}{{c.bar, 0}, {c.free, bo}} {
				for _, part := range strings.Split(strings.NewReplacer("PLAYER", fmt.Sprint(bo), "MATCH", fmt.Sprint(id)).Replace(step.sql), "; ") {
					sql(t, d, part)
				}
				if got := next(t, d, id, noon); got != step.want {
					t.Errorf("after %s: %d is asked, want %d", step.sql, got, step.want)
				}
			}
		})
	}
}

// Here the most is one open offer at a time and two offers a week, whatever the matches.
func TestStandinsHaveLimits(t *testing.T) {
	d := open(t, fresh(t))
	bo := person(t, d, "bo", "en")
	ready(t, d, bo, 1)
	offer := func(id int64, now time.Time, state model.OfferState) {
		play(t, d, model.Cause{Kind: "clock", Now: now}, id, func(x *world.Tx) {
			o := offered(x, id, bo)
			o.State = state
			x.SaveOffer(o)
		})
	}
	one, two, three := match(t, d), match(t, d), match(t, d)
	offer(one, noon, "open")
	if got := next(t, d, two, noon); got != 0 {
		t.Error("asked while another offer is open")
	}
	if got := next(t, d, two, noon.Add(2*time.Hour)); got != bo {
		t.Error("not asked once that lapsed")
	}
	offer(two, noon.Add(2*time.Hour), "no")
	if got := next(t, d, three, noon.Add(3*24*time.Hour)); got != 0 {
		t.Error("a third time in a week")
	}
	if got := next(t, d, three, noon.Add(8*24*time.Hour)); got != bo {
		t.Error("not asked in the next week")
	}
	sql(t, d, "update seats set player_id = $1, state = 'joined' where match_id = $2 and no = 1", bo, one)
	sql(t, d, "insert into seat_changes values ($1, 1, 'taken', $2, 'house', 3, 1, 0, now())", one, bo)
	if got := next(t, d, three, noon.Add(8*24*time.Hour)); got != 0 {
		t.Error("asked beyond one match at once")
	}
	ready(t, d, bo, 2)
	if got := next(t, d, three, noon.Add(8*24*time.Hour)); got != bo {
		t.Error("not asked below two matches at once")
	}
	list, err := people.ListStandins(t.Context(), d)
	if err != nil || len(list) != 1 || list[0].Sits != 1 || list[0].Most != 2 || list[0].Address != "bo@example.org" || list[0].Asked == nil {
		t.Errorf("the list is %+v, %v", list, err)
	}
}

// The order must be fair: people with the table's language first, then reliable people, then those who were
// not asked for the longest time.
func TestStandinsAreAskedInTurn(t *testing.T) {
	d := open(t, fresh(t))
	id := match(t, d)
	bo, cy, di, eli := person(t, d, "bo", "en"), person(t, d, "cy", "en"), person(t, d, "di", "de"), person(t, d, "eli", "en")
	for _, p := range []int64{bo, cy, di, eli} {
		ready(t, d, p, 3)
	}
	sql(t, d, "insert into rated values (1, $1)", id)
	sql(t, d, "insert into turns_made values (1, $1, 4, 3), (1, $2, 97, 3)", eli, cy)
	sql(t, d, "update standins set asked_at = '2026-03-01' where player_id = $1", bo)
	for _, want := range []int64{di, cy, bo, eli, 0} {
		got := next(t, d, id, noon)
		if got != want {
			t.Fatalf("%d is asked, want %d", got, want)
		}
		sql(t, d, "delete from standins where player_id = $1", got)
	}
}

// Two processes that look for a stand-in at the same moment must not ask one person more often than the limit
// allows.
func TestStandinsAreAskedOnce(t *testing.T) {
	url := fresh(t)
	houses := []*db.DB{open(t, url), open(t, url)}
	bo := person(t, houses[0], "bo", "en")
	ready(t, houses[0], bo, 1)
	var ids []int64
	for range 6 {
		ids = append(ids, match(t, houses[0]))
	}
	var wg sync.WaitGroup
	for i, id := range ids {
		wg.Go(func() {
			err := try(t, houses[i%2], model.Cause{Kind: "clock", Now: noon}, id, func(x *world.Tx) {
				if x.NextStandin(model.Vacancy{Match: id, Game: "saboteur", Lang: "en", Until: noon.Add(time.Hour), Offers: 9}) != nil {
					offered(x, id, bo)
				}
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if n := count(t, houses[0], "select count(*) from seat_offers where state = 'open'"); n != 1 {
		t.Errorf("%d offers are open, want 1", n)
	}
}
