package bench

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/url"
	"os"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/lab"
	"pitpost.example/model"
)

// fewOpen is how many matches are open in the small house. fewDue is how many rows are due in a sweep, of fewTimed.
const (
	fewOpen   = 1000
	fewDue    = 1000
	fewTimed  = 10_000
	flatMoves = 400 // of each kind, in each house
	flatLooks = 41
)

// A house with many open matches works. make full fills it with a million, and prints how quick it is beside one with
// 1,000; here it is small, and its speed is not checked.
func TestAFullHouseBesideASmallOne(t *testing.T) {
	open, moves := lab.Number(t, "FULL_OPEN", 2*fewOpen), 80
	if open > 2*fewOpen {
		moves = flatMoves
	}
	figures, err := full(t.Context(), open, moves, os.Stderr)
	if err != nil {
		t.Fatal(err)
	}
	if len(figures) != 4 {
		t.Errorf("%d figures", len(figures))
	}
	for _, f := range figures {
		if f.value <= 0 || f.beside != "" && f.ratio <= 0 {
			t.Errorf("%+v", f)
		}
	}
	if err := figures.Print(os.Stdout); err != nil {
		t.Fatal(err)
	}
}

// full measures whether a house becomes slower as it fills, with so many moves of each kind in each house.
func full(ctx context.Context, open, moves int, news io.Writer) (Figures, error) {
	return inBench(ctx, Options{}, news, func(b *bench) Figures { return b.flat(ctx, open, moves) })
}

// flat is full in a bench. Moves and sweeps of a small and a large house
// alternate, in two databases of one server, so that both run under the same conditions.
func (b *bench) flat(ctx context.Context, open, moves int) Figures {
	apart, drop := b.beside(ctx, fmt.Sprintf("pitpost_bench_%d", time.Now().UnixNano()))
	defer drop()
	small := b.flatHouse(ctx, apart)
	defer small.db.Close()
	large := b.flatHouse(ctx, b.url)
	defer large.db.Close()
	b.say("houses with %d and %d open matches", fewOpen, open)
	began := time.Now()
	large.fill(ctx, open)
	small.fill(ctx, fewOpen)
	b.say("filled after %s; moves by turns", time.Since(began).Round(time.Second))
	figures := compareMoves(ctx, small, large, open, moves)
	b.say("sweeps by turns")
	small.fill(ctx, min(fewTimed, open))
	_, most := costOf(os.Getpid())
	return append(figures, compareSweeps(ctx, small, large, open),
		figure{what: "resident memory, the most", value: float64(most) / 1e6, unit: "MB", aim: "≤ 300 MB", most: 300})
}

// larger returns a figure of the large house compared with that of the small one.
func larger(what string, small, large []time.Duration, most float64) figure {
	s, l := percentile(small, 0.5), percentile(large, 0.5)
	return figure{what: what, value: ms(l), unit: "ms", beside: fmt.Sprintf("of %.2f ms in the small house", ms(s)), ratio: float64(l) / float64(s), aim: fmt.Sprintf("≤ %.1f", most), most: most}
}

// compareMoves measures moves of random matches: the first one of a match that is not cached, and then a second
// one of the same match, which then is.
func compareMoves(ctx context.Context, small, large *flatHouse, open, moves int) Figures {
	var warm, cold [2][]time.Duration
	picked := [2][]int{rand.Perm(fewOpen), rand.Perm(open)}
	for i := range moves {
		for side, f := range []*flatHouse{small, large} {
			one, two := f.moveTwice(ctx, f.first+int64(picked[side][i]))
			cold[side], warm[side] = append(cold[side], one), append(warm[side], two)
		}
	}
	return Figures{
		larger(fmt.Sprintf("a move of a match in memory, %d open beside %d, p50", open, fewOpen), warm[0], warm[1], 1.3),
		larger(fmt.Sprintf("a move of a match not in memory, %d open beside %d, p50", open, fewOpen), cold[0], cold[1], 1.3),
	}
}

func (f *flatHouse) moveTwice(ctx context.Context, id int64) (cold, warm time.Duration) {
	began := time.Now()
	f.move(ctx, id)
	between := time.Now()
	f.move(ctx, id)
	return between.Sub(began), time.Since(between)
}

// compareSweeps measures finding the due rows when the first clocks have run out.
func compareSweeps(ctx context.Context, small, large *flatHouse, open int) figure {
	var times [2][]time.Duration
	var at [2]time.Time
	for range flatLooks {
		for side, f := range []*flatHouse{small, large} {
			if at[side].IsZero() {
				must(f.db.Pool().QueryRow(ctx, "select at from due order by at offset $1 limit 1", fewDue-1).Scan(&at[side]))
			}
			began := time.Now()
			due := have(f.db.Sweep(ctx, at[side], fewDue))
			if times[side] = append(times[side], time.Since(began)); len(due) != fewDue {
				must(fmt.Errorf("%d are due, not %d", len(due), fewDue))
			}
		}
	}
	return larger(fmt.Sprintf("finding %d due among %d beside among %d", fewDue, open, min(fewTimed, open)), times[0], times[1], 2)
}

// copies copies a match: all rows that a match has, with new numbers.
var copies = []string{
	`insert into matches (id, game, edition, options, terms, host, phase, word, listed, note, seed, seq, stamp, created_at)
		overriding system value select n, game, edition, options, terms, host, phase, word, listed, note, seed, seq, n, created_at
		from matches, generate_series($2::bigint, $3::bigint) n where id = $1`,
	`insert into seats (match_id, no, name, state, salt) select n, no, name, state, salt from generate_series($2::bigint, $3::bigint) n, seats where match_id = $1`,
	`insert into facts (match_id, seq, kind, version, seat, data, cause, at) select n, seq, kind, version, seat, data, cause, at
		from generate_series($2::bigint, $3::bigint) n, facts where match_id = $1`,
	`insert into clocks (match_id, seat, step, began, soft, due) select n, 0, 1, now(), now() + interval '1 day', now() + interval '2 days'
		from generate_series($2::bigint, $3::bigint) n where $1::bigint > 0`,
	`insert into due (owner, owner_id, seat, what, at) select 'match', n, 0, 'deadline', now() + interval '1 day' + n * interval '1 second'
		from generate_series($2::bigint, $3::bigint) n where $1::bigint > 0`,
}

// fillStep is how many matches are created at once.
const fillStep = 20_000

// flatHouse is a house without players' letters and with many open matches.
type flatHouse struct {
	bench       *bench
	db          *db.DB
	model       int64 // the match that is copied
	first, next int64 // numbers of the copies; next is the first free one
	letters     int64 // number of moves so far
}

// flatHouse opens the first match in an empty database. The caller closes the database.
func (b *bench) flatHouse(ctx context.Context, url string) *flatHouse {
	must(db.Migrate(ctx, url, b.log()))
	f := &flatHouse{bench: b, db: b.house(ctx, url)}
	f.model = f.open(ctx)
	f.first, f.next = f.model+1, f.model+1
	return f
}

// fill creates matches until there are n, and then vacuums as Postgres would do in time.
func (f *flatHouse) fill(ctx context.Context, n int) {
	defer during("opening matches")
	exec := func(sql string, args ...any) { have(f.db.Pool().Exec(ctx, sql, args...)) }
	for last := f.first + int64(n); f.next < last; {
		upTo := min(f.next+fillStep, last)
		for _, sql := range copies {
			exec(sql, f.model, f.next, upTo-1)
		}
		if f.next = upTo; (f.next-f.first)%(5*fillStep) == 0 {
			f.bench.say("%d are open", f.next-f.first)
		}
	}
	for _, sql := range []string{"select setval(pg_get_serial_sequence('matches', 'id'), (select max(id) from matches))", "vacuum analyze", "checkpoint"} {
		exec(sql)
	}
}

// beside creates a second database on the same server; drop removes it.
func (b *bench) beside(ctx context.Context, name string) (address string, drop func()) {
	u, err := url.Parse(b.url)
	if err != nil || u.Scheme == "" {
		must(errors.New("the database has no URL beside which a second one could be made"))
	}
	u.Path, u.RawPath = "/"+name, ""
	quoted := pgx.Identifier{name}.Sanitize()
	have(b.pool.Exec(ctx, "create database "+quoted))
	return u.String(), func() { have(b.pool.Exec(context.WithoutCancel(ctx), "drop database "+quoted+" with (force)")) }
}

// house opens a database without a process that serves it.
func (b *bench) house(ctx context.Context, url string) *db.DB {
	return have(db.Open(ctx, url, catalog.FindGame, db.Options{Domain: domain, Log: b.log()}))
}

// open creates a running match.
func (f *flatHouse) open(ctx context.Context) (id int64) {
	game := catalog.FindGame("saboteur")
	options, _ := game.Options(game.Editions()[0], engine.NewestRules, nil) // options of an edition are never refused
	now := time.Now()
	must(f.db.Play(ctx, model.Cause{Kind: model.CauseOperator, Now: now}, 0, func(tx *db.Tx) error {
		seats := []model.Seat{{No: 0, Name: "Ana", State: model.SeatJoined}, {No: 1, Name: "Bo", State: model.SeatJoined}, {No: 2, Name: "Cy", State: model.SeatJoined}}
		t, err := tx.OpenTable(model.Match{Game: game.Name(), Edition: game.Editions()[0], Options: options,
			Terms: model.Terms{Rules: engine.NewestRules}, Phase: model.PhaseRunning, Word: "gold", CreatedAt: now}, seats)
		if err != nil {
			return err
		}
		for _, s := range seats {
			extend(tx, t, engine.Fact{Event: engine.Joined{Name: s.Name}})
		}
		extend(tx, t, t.Match.Start()...)
		id = t.Row.ID
		return nil
	}))
	return id
}

// extend appends facts to a match.
func extend(tx *db.Tx, t *model.Table, facts ...engine.Fact) {
	for _, f := range facts {
		f.Seq, f.At, f.Version = t.Row.Seq+1, tx.Now().UTC().Truncate(time.Microsecond), max(f.Version, 1)
		t.Match.Apply(f)
		tx.Append(t, f)
	}
}

// move plays the safe move, as the house does for a letter.
func (f *flatHouse) move(ctx context.Context, id int64) {
	f.letters++
	number, now := f.letters, time.Now()
	cause := model.Cause{Kind: model.CauseLetter, Now: now, Letter: &model.Letter{Hash: sha256.Sum256(fmt.Append(nil, "bench", number)), MessageID: fmt.Sprintf("<%d@bench.test>", number),
		Door: model.DoorIMAP, Sender: "ana@example.org", Kept: "pass 1", State: model.LetterApply, ReceivedAt: now}}
	must(f.db.Play(ctx, cause, id, func(tx *db.Tx) error {
		t, err := tx.Table(id)
		if err != nil {
			return err
		}
		seat := t.Match.ToMove()[0]
		facts, no := t.Match.Play(seat, t.Match.State().Idle(seat))
		if no != nil {
			return fmt.Errorf("a legal move was refused: %s", no.Key)
		}
		extend(tx, t, facts...)
		note := cause.Letter
		note.Match, note.Seat, note.Step = id, 1, t.Match.Chair(seat).Steps
		t.DropClock(0)
		t.SetClock(model.Clock{Seat: 1, Step: t.Match.Chair(seat).Steps, Began: now, Soft: now, Due: now})
		tx.SetDue(model.Due{Owner: model.DueOfMatch, ID: id, Seat: 1, What: model.DueDeadline, At: now})
		for _, purpose := range []model.Purpose{model.PurposeReceipt, model.PurposeTurn} {
			tx.Queue(model.Notice{Key: fmt.Sprintf("bench:%s:%d", purpose, number), Match: id, Seat: 1, Address: "ana@example.org", Purpose: purpose,
				Seq: t.Match.Seq, Params: json.RawMessage(`{"lines": [{"text": "pass 1", "state": "done"}]}`)})
		}
		return nil
	}))
}
