package db_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"pitpost.example/db"
	"pitpost.example/db/archive"
	"pitpost.example/engine"
	"pitpost.example/lab"
	"pitpost.example/migrations"
	"pitpost.example/model"
)

// goldenLog is the log of a whole match as some version wrote it.
type goldenLog struct {
	game string
	head struct {
		Version int
		Edition string
		Options map[string]string
		Seats   []string
		Scores  map[string]int
	}
	facts []goldenFact
}

type goldenFact struct {
	Kind, Seat string
	Data       json.RawMessage
}

func goldenLogs(t *testing.T) (logs []goldenLog) {
	t.Helper()
	for _, game := range []string{"saboteur", "clonk"} {
		files, err := filepath.Glob("../engine/" + game + "/testdata/logs/*.jsonl")
		if err != nil || len(files) == 0 {
			t.Fatalf("no golden logs of %s: %v", game, err)
		}
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			l := goldenLog{game: game}
			lines := bufio.NewScanner(bytes.NewReader(text))
			lines.Buffer(nil, 1<<20)
			lines.Scan()
			if err := json.Unmarshal(lines.Bytes(), &l.head); err != nil {
				t.Fatal(err)
			}
			for _, seat := range l.head.Seats {
				l.facts = append(l.facts, goldenFact{Kind: "match.joined", Data: json.RawMessage(`{"name":"` + seat + `"}`)})
			}
			order, err := json.Marshal(engine.Started{Order: l.head.Seats})
			if err != nil {
				t.Fatal(err)
			}
			l.facts = append(l.facts, goldenFact{Kind: "match.started", Data: order})
			for lines.Scan() {
				var f goldenFact
				if err := json.Unmarshal(lines.Bytes(), &f); err != nil {
					t.Fatal(err)
				}
				l.facts = append(l.facts, f)
			}
			logs = append(logs, l)
		}
	}
	return logs
}

// TestEveryOldSchemaIsBroughtUpToDate fills the schema of each version with what people and matches leave in
// it, migrates it, and checks that every log folds to the same end. For the oldest schema a restored backup
// is checked too.
func TestEveryOldSchemaIsBroughtUpToDate(t *testing.T) {
	logs := goldenLogs(t)
	files, err := migrations.Files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for i, file := range files {
		version, err := goose.NumericComponent(file.Name())
		if err != nil {
			t.Fatal(err)
		}
		t.Run("from "+file.Name(), func(t *testing.T) {
			t.Parallel()
			url := lab.Postgres(t)
			oldHouse(t, url, version, logs)
			if i == 0 {
				dumped := lab.Postgres(t)
				name := filepath.Join(t.TempDir(), "dump")
				file, err := os.Create(name)
				if err != nil {
					t.Fatal(err)
				}
				defer file.Close()
				if err := archive.DumpDatabase(t.Context(), url, file); err != nil {
					t.Fatal(err)
				}
				if err := archive.RestoreDump(t.Context(), dumped, name, noon); err != nil {
					t.Fatal(err)
				}
				checkUpgraded(t, dumped, logs)
			}
			checkUpgraded(t, url, logs)
		})
	}
}

// schemaOf creates the schema of a version and returns the migrations that continue from there.
func schemaOf(t *testing.T, url string, version int64) (*pgxpool.Pool, *goose.Provider) {
	t.Helper()
	pool, err := pgxpool.New(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	sql := stdlib.OpenDBFromPool(pool)
	t.Cleanup(func() { sql.Close() })
	provider, err := goose.NewProvider(goose.DialectPostgres, sql, migrations.Files)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := provider.UpTo(t.Context(), version); err != nil {
		t.Fatal(err)
	}
	return pool, provider
}

// oldHouse creates the schema of a version and fills it with people and matches: each log once as a whole,
// and once cut off in the middle.
func oldHouse(t *testing.T, url string, version int64, logs []goldenLog) {
	t.Helper()
	pool, _ := schemaOf(t, url, version)
	b := &pgx.Batch{}
	for i, name := range []string{"Ana", "Bo", "Cy", "Di", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jo"} {
		b.Queue("insert into players (id, created_at) overriding system value values ($1, $2)", i+1, noon)
		b.Queue("insert into addresses (address, player_id, first, display) values (lower($2) || '@example.org', $1, true, $2)", i+1, name)
	}
	for i, l := range logs {
		l.keep(b, 2*i+1, len(l.facts), "over")
		l.keep(b, 2*i+2, len(l.facts)/2, "running")
	}
	b.Queue("select setval(pg_get_serial_sequence('matches', 'id'), $1)", 2*len(logs))
	if err := pool.SendBatch(context.Background(), b).Close(); err != nil {
		t.Fatal(err)
	}
}

func (l goldenLog) keep(b *pgx.Batch, id, facts int, phase string) {
	options, _ := json.Marshal(l.head.Options)
	if l.head.Options == nil {
		options = []byte("{}")
	}
	b.Queue(`insert into matches (id, game, edition, options, terms, phase, word, seed, seq, created_at, started_at) overriding system value
		values ($1, $2, $3, $4, '{"pace":86400000000000,"bank":0,"weekends":true,"remind":[],"timeout":"plan","talk":"table"}', $5::text::match_phase, 'gold', sha256('x'), $6, $7, $7)`,
		id, l.game, l.head.Edition, string(options), phase, facts, noon)
	for no, seat := range l.head.Seats {
		b.Queue("insert into seats (match_id, no, name, player_id, state) values ($1, $2, $3, (select player_id from addresses where display = $3), 'joined')", id, no, seat)
	}
	for n, f := range l.facts[:facts] {
		version := 1
		if len(l.head.Seats) < n {
			version = l.head.Version
		}
		b.Queue("insert into facts (match_id, seq, kind, version, seat, data, cause, at) values ($1, $2, $3, $4, $5, $6, 'letter 1', $7)",
			id, n+1, f.Kind, version, f.Seat, string(f.Data), noon)
	}
	b.Queue(`insert into outbox (key, match_id, seat, player_id, address, purpose, params, message_id, next_at, queued_at)
		values ('turn:' || $1, $2, 0, 1, 'ana@example.org', 'turn', '{}', '<turn.' || $1 || '.pitpost@example.org>', $3, $3)`, strconv.Itoa(id), id, noon)
}

func checkUpgraded(t *testing.T, url string, logs []goldenLog) {
	t.Helper()
	if err := db.Migrate(t.Context(), url, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	d := open(t, url)
	for i, l := range logs {
		whole, err := d.Fold(t.Context(), int64(2*i+1), 0)
		if err != nil {
			t.Fatal(err)
		}
		if whole.Match.Phase != engine.Over || !maps.Equal(whole.Match.State().Result().Scores, l.head.Scores) {
			t.Errorf("match %d of %s ends otherwise: %v, want %v", whole.Row.ID, l.game, whole.Match.State().Result(), l.head.Scores)
		}
		half, err := d.Fold(t.Context(), int64(2*i+2), 0)
		if err != nil {
			t.Fatal(err)
		}
		if half.Match.Phase != engine.Running || half.Match.Seq != len(l.facts)/2 || len(half.Match.ToMove()) == 0 {
			t.Errorf("match %d of %s does not go on: phase %d, fact %d", half.Row.ID, l.game, half.Match.Phase, half.Match.Seq)
		}
	}
	queued, err := db.QueryPairs[string, int](t.Context(), d, "select state, count(*) from outbox group by state")
	if err != nil || queued["queued"] != 2*len(logs) {
		t.Errorf("of %d letters queued there are %v: %v", 2*len(logs), queued, err)
	}
}

// TestWhatIsDueGetsAnOwner migrates due rows of matches, players and seasons from the time when one key stood
// for all three, lists and takes them, and migrates back.
func TestWhatIsDueGetsAnOwner(t *testing.T) {
	url := lab.Dumped(t, "testdata/journal-empty.sql.gz")
	pool, provider := schemaOf(t, url, 34)
	rows := []struct {
		match int64
		seat  int
		what  string
		want  model.Due
	}{
		{1, 0, "remind", model.Due{Owner: model.DueOfMatch, ID: 1, What: model.DueRemind}},
		{1, -1, "watch", model.Due{Owner: model.DueOfMatch, ID: 1, Seat: -1, What: model.DueWatch}},
		{1, -1, "rally:start", model.Due{Owner: model.DueOfMatch, ID: 1, Seat: -1, What: model.DueRally, Of: "start"}},
		{1, 2, "rally", model.Due{Owner: model.DueOfMatch, ID: 1, Seat: 2, What: model.DueRally}},
		{1, 2, "held:7", model.Due{Owner: model.DueOfMatch, ID: 1, Seat: 2, What: model.DueHeld, Of: "7"}},
		{1, 2, "held:8", model.Due{Owner: model.DueOfMatch, ID: 1, Seat: 2, What: model.DueHeld, Of: "8"}},
		{1, -1, "vote:pause", model.Due{Owner: model.DueOfMatch, ID: 1, Seat: -1, What: model.DueVote, Of: "pause"}},
		{0, 1, "back", model.Due{Owner: model.DueOfPlayer, ID: 1, What: model.DueBack}},
		{0, 3, "daily", model.Due{Owner: model.DueOfPlayer, ID: 3, What: model.DueDaily}},
		{0, 3, "signs", model.Due{Owner: model.DueOfPlayer, ID: 3, What: "signs"}},
		{0, 1, "season:draw", model.Due{Owner: model.DueOfSeason, ID: 1, What: model.DueDraw}},
		{0, 3, "season:start:12", model.Due{Owner: model.DueOfSeason, ID: 3, What: model.DueStart, Of: "12"}},
		{0, 3, "season:tell:later", model.Due{Owner: model.DueOfSeason, ID: 3, What: model.DueTell, Of: "later"}},
	}
	b := &pgx.Batch{}
	b.Queue("delete from due")
	for i := range rows {
		r := &rows[i]
		r.want.At, r.want.Data = noon.Add(time.Duration(i)*time.Minute).UTC(), json.RawMessage(`{"n": `+strconv.Itoa(i)+`}`)
		b.Queue("insert into due (match_id, seat, what, at, data) values ($1, $2, $3, $4, $5)", r.match, r.seat, r.what, r.want.At, r.want.Data)
	}
	if err := pool.SendBatch(t.Context(), b).Close(); err != nil {
		t.Fatal(err)
	}
	const old = "select string_agg(concat_ws(' ', match_id, seat, what, at, data), e'\n' order by at) from due"
	var before, after string
	if err := pool.QueryRow(t.Context(), old).Scan(&before); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := db.Migrate(t.Context(), url, slog.New(slog.DiscardHandler)); err != nil {
			t.Fatal(err)
		}
		list, err := open(t, url).Sweep(t.Context(), noon.Add(time.Hour), 100)
		if err != nil || len(list) != len(rows) {
			t.Fatalf("%d of %d rows are due: %v", len(list), len(rows), err)
		}
		for i, r := range rows {
			if list[i].At = list[i].At.UTC(); !reflect.DeepEqual(list[i], r.want) {
				t.Errorf("%d %d %s became %+v, not %+v", r.match, r.seat, r.what, list[i], r.want)
			}
		}
		if after != "" {
			break
		}
		if _, err := provider.DownTo(t.Context(), 34); err != nil {
			t.Fatal(err)
		}
		if err := pool.QueryRow(t.Context(), old).Scan(&after); err != nil || after != before {
			t.Errorf("on the way back: %v\n%s\nis not\n%s", err, after, before)
		}
	}
	d := open(t, url)
	play(t, d, operator(), 0, func(tx *db.Tx) error {
		for _, r := range rows {
			if mine, err := tx.TakeDue(r.want); err != nil || !mine {
				t.Errorf("%s is not taken: %v", r.want.Name(), err)
			}
		}
		return nil
	})
	if n := count(t, d, "select count(*) from due"); n != 0 {
		t.Errorf("%d rows are left", n)
	}
}

// TestOldStandingOrdersStand checks that standing orders, once kept in fields of their own, become words of
// their game, and that the rest of the seat's settings stays.
func TestOldStandingOrdersStand(t *testing.T) {
	url := lab.Postgres(t)
	logs := goldenLogs(t)[:1]
	oldHouse(t, url, 34, logs)
	pool, provider := schemaOf(t, url, 34)
	old := []struct{ kept, want string }{
		{`{"auto_repair": true, "pass_all": true, "muted": true, "waited": 5}`, `{"orders":["auto repair","pass all"],"muted":true,"waited":5}`},
		{`{"pass_till_repair": true}`, `{"orders":["pass until repaired"]}`},
		{`{"nudged": 3}`, `{"nudged":3}`},
	}
	for no, seat := range old {
		if _, err := pool.Exec(t.Context(), "update seats set standing = $2 where match_id = 2 and no = $1", no, seat.kept); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Migrate(t.Context(), url, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	table, err := open(t, url).Fold(t.Context(), 2, 0)
	if err != nil {
		t.Fatal(err)
	}
	for no, seat := range old {
		if got, err := json.Marshal(table.Seat(no).Standing); err != nil || string(got) != seat.want {
			t.Errorf("%s became %s, want %s: %v", seat.kept, got, seat.want, err)
		}
	}
	if _, err := provider.DownTo(t.Context(), 34); err != nil {
		t.Fatal(err)
	}
	for no, seat := range old {
		var same bool
		if err := pool.QueryRow(t.Context(), "select standing = $2::jsonb from seats where match_id = 2 and no = $1", no, seat.kept).Scan(&same); err != nil || !same {
			t.Errorf("%s is another after the way back: %v", seat.kept, err)
		}
	}
}

// TestMovesThatWaitBecomeAGrace checks that moves which could still be taken back go on waiting, and that a way back to the
// old schema leaves their seat with a running clock.
func TestMovesThatWaitBecomeAGrace(t *testing.T) {
	url := lab.Postgres(t)
	oldHouse(t, url, 41, goldenLogs(t)[:1])
	pool, provider := schemaOf(t, url, 41)
	const ask = `insert into asks (player_id, address, match_id, seat, kind, params, asked_at, lapses_at) select player_id, 'ana@example.org', 2, 0, 'slip',
		'{"lines": [{"Raw": "3 C5!", "Folded": "3 c5"}, {"Raw": "or pass 2", "Folded": "pass 2", "Or": true}], "step": 4, "subject": "Re: turn", "ref": {"Match": 2, "Step": 4}}',
		'2026-08-03T09:00:00Z', '2126-08-03T09:00:00Z' from seats where match_id = 2 and no = 0 returning id`
	if _, err := pool.Exec(t.Context(), "insert into players (id, created_at) overriding system value values (77, now()); update seats set player_id = 77 where match_id = 2 and no = 0"); err != nil {
		t.Fatal(err)
	}
	var id int64
	if err := pool.QueryRow(t.Context(), ask).Scan(&id); err != nil {
		t.Fatal(err)
	}
	b := &pgx.Batch{}
	b.Queue("insert into due (owner, owner_id, seat, what, of, at) values ('match', 2, 0, 'slip', $1, '2026-08-03T09:05:00Z')", strconv.FormatInt(id, 10))
	b.Queue(`insert into clocks (match_id, seat, step, began, soft, due, stopped_at, stopped_why)
		values (2, 0, 4, '2026-08-03T08:00:00Z', '2026-08-04T08:00:00Z', '2026-08-05T08:00:00Z', '2026-08-03T09:00:00Z', 'slip')`)
	if err := pool.SendBatch(t.Context(), b).Close(); err != nil {
		t.Fatal(err)
	}
	if err := db.Migrate(t.Context(), url, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	d := open(t, url)
	table, err := d.Fold(t.Context(), 2, 0)
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 8, 3, 9, 5, 0, 0, time.UTC)
	g := table.Seat(0).Standing.Grace
	if g == nil || g.Step != 4 || g.Player != 77 || !g.At.Equal(at) || g.Span != 5*time.Minute || !g.Prolonged || len(g.Commands) != 2 || table.Clock(0).StoppedWhy != "grace" {
		t.Errorf("%+v, clock %+v", g, table.Clock(0))
	}
	list, err := d.Sweep(t.Context(), at, 100)
	if err != nil || len(list) != 1 || list[0].What != model.DueGrace || list[0].Of != "" {
		t.Errorf("due is %+v: %v", list, err)
	}
	if _, err := provider.DownTo(t.Context(), 41); err != nil {
		t.Fatal(err)
	}
	if n := count(t, d, "select count(*) from due where what = 'deadline' and at > now()"); n != 1 {
		t.Errorf("%d deadlines after the way back", n)
	}
}
