package lookup

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"time"

	"pitpost.example/db"
	"pitpost.example/db/people"
	"pitpost.example/engine/record"
	"pitpost.example/model"
)

// OwnData is what is kept of a player, by section: rows as they stand in the tables, without what others sealed, reported or
// muted, without secrets and without anybody else's address but those that the player wrote.
type OwnData struct {
	Player   int64           `json:"-"`
	Sections json.RawMessage `json:"kept"`
	// Views are what the player sees in running matches, as in turn.json, by match; nil in what the operator takes along.
	Views map[string]any `json:"views,omitempty"`
	// LeftOut lists finished matches whose records did not fit.
	LeftOut []int64 `json:"left_out,omitempty"`

	finished []int64
}

// ownSections selects what is kept of a player ($1). Rows of running matches hold words and plans only for the player ($2), since
// they may tell a hand.
var ownSections = []struct{ name, sql string }{
	{"player", "select lang, zone, settings, away_from, away_until, created_at, called from players where id = $1"},
	{"addresses", "select address, first, proved_at, blocked_at, barred_at, failing, display from addresses where player_id = $1 order by address"},
	{"plays_from_the_mailbox_of", "select a.address from players p join addresses a on a.player_id = p.keeper_id and a.first where p.id = $1"},
	{"matches", `select s.match_id as match, m.game, m.edition, m.phase, s.no as seat, s.name, s.state, s.address, s.salt, s.invited_at, s.stopped_at,
		case when $2 then s.standing - array['grace', 'acts', 'untold'] end as standing, m.created_at, m.started_at, m.ended_at
		from seats s join matches m on m.id = s.match_id where s.player_id = $1 order by s.match_id, s.no`},
	{"refereed", "select id as match, referee_address as address, referee_name as name from matches where referee = $1 order by id"},
	{"seats_left_and_taken", "select match_id as match, seat, what, why, score, at from seat_changes where player_id = $1 order by at"},
	{"seats_offered", "select match_id as match, seat, by, offered_at, until, state from seat_offers where player_id = $1 order by offered_at"},
	{"plans", `select p.match_id as match, p.seat, p.kind, p.lines, p.at from plans p join seats s on s.match_id = p.match_id and s.no = p.seat
		where s.player_id = $1 and $2 order by p.match_id, p.seat`},
	{"said", `select w.match_id as match, w.said, w.at from words w join matches m on m.id = w.match_id join seats s on s.match_id = w.match_id and s.name = w.by
		where ($2 or m.phase in ('over', 'aborted')) and ` + heldWhenSaid + ` order by w.id`},
	{"letters", `select l.received_at, l.door, l.sender, l.subject, l.match_id as match, l.seat, l.step, l.state, l.why,
		case when $2 or m.phase is null or m.phase in ('over', 'aborted') then l.kept end as words
		from letters l left join matches m on m.id = l.match_id where ` + ownLetters + ` order by l.id`},
	{"letters_to_me", `select queued_at, sent_at, purpose, match_id as match, address, state from outbox where player_id = $1 order by id`},
	{"questions", "select asked_at, kind, match_id as match, lapses_at, answer from asks where player_id = $1 order by id"},
	{"ratings", "select kind, mu, sigma from ratings where player_id = $1 order by kind"},
	{"rating_changes", "select r.match_id as match, c.kind, c.place, c.among, c.mu, c.sigma from rating_changes c join rated r on r.no = c.no where c.player_id = $1 order by c.no, c.kind"},
	{"turns", "select r.match_id as match, t.made, t.missed from turns_made t join rated r on r.no = t.no where t.player_id = $1 order by t.no"},
	{"leagues", `select l.name as league, s.no as season, e.name, e.address, e.division, e.state, e.joined_at, e.left_at, e.place
		from entrants e join seasons s on s.id = e.season_id join leagues l on l.id = s.league_id where e.player_id = $1 order by s.id`},
	{"organises", "select l.name as league from league_organisers o join leagues l on l.id = o.league_id where o.player_id = $1 order by l.name"},
	{"stand_in", "select games, most, since, asked_at from standins where player_id = $1"},
	{"follows", "select match_id as match, told_at from watches where player_id = $1 order by match_id"},
	{"keeps_out", "select address, blocked_at from host_blocks where host_id = $1 and address <> '' order by address"},
	{"signs", "select kind, letters, last_at from signs where player_id = $1 order by kind, last_at"},
	{"open_pages", "select ends_at from page_sessions where player_id = $1 order by ends_at"},
	{"keys", "select match_id as match, seat, made_at from seat_keys where player_id = $1 order by match_id"},
	{"webhooks", "select id, match_id as match, form, host from webhooks where player_id = $1 order by id"},
}

// heldWhenSaid restricts words w at seat s to those that the player said: while they held the seat.
const heldWhenSaid = `(s.player_id = $1 and w.at >= coalesce((select max(c.at) from seat_changes c where c.match_id = s.match_id and c.seat = s.no and c.what = 'taken'
		and c.player_id = $1), '-infinity') or exists (select from seat_changes c where c.match_id = s.match_id and c.seat = s.no and c.what = 'left' and c.player_id = $1
		and w.at <= c.at and w.at >= coalesce((select max(t.at) from seat_changes t where t.match_id = s.match_id and t.seat = s.no and t.what = 'taken' and t.at < c.at), '-infinity')))`

// ownLetters restricts letters l to those of a player's addresses.
const ownLetters = "l.sender in (select address from addresses where player_id = $1)"

// ReadOwnData reads what is kept of a player. For the player it has their view of running matches; what the operator takes
// along says nothing of these.
func ReadOwnData(ctx context.Context, d *db.DB, player int64, own bool) (*OwnData, error) {
	out := &OwnData{Player: player}
	sections := map[string]json.RawMessage{}
	for _, s := range ownSections {
		args := []any{player}
		sql := "select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text from (" + s.sql + ") t"
		if bytes.Contains([]byte(s.sql), []byte("$2")) {
			args = append(args, own)
		}
		rows, err := db.QueryValue[string](ctx, d, sql, args...)
		if err != nil {
			return nil, fmt.Errorf("what is kept of a player, %s: %w", s.name, err)
		}
		sections[s.name] = json.RawMessage(rows)
	}
	var err error
	if out.Sections, err = json.Marshal(sections); err != nil {
		return nil, err
	}
	return out, out.readMatches(ctx, d, own)
}

// readMatches finds which matches are over, and what the player sees in those that run.
func (o *OwnData) readMatches(ctx context.Context, d *db.DB, own bool) error {
	var match int64
	var seat int
	var over bool
	type held struct {
		match int64
		seat  int
	}
	var running []held
	err := db.ScanRows(ctx, d, []any{&match, &seat, &over}, func() {
		if over {
			o.finished = append(o.finished, match)
		} else {
			running = append(running, held{match, seat})
		}
	}, `select s.match_id, s.no, m.phase in ('over', 'aborted') from seats s join matches m on m.id = s.match_id
		where s.player_id = $1 and m.started_at is not null and s.state in ('joined', 'bot') order by s.match_id desc`, o.Player)
	if err != nil || !own {
		return err
	}
	o.Views = map[string]any{}
	for _, at := range running {
		t, err := d.Fold(ctx, at.match, 0)
		if err != nil {
			return err
		}
		if s := t.Seat(at.seat); s != nil && t.Match.State() != nil {
			o.Views[strconv.FormatInt(at.match, 10)] = t.Match.State().View(s.Name).Data
		}
	}
	return nil
}

// ownDataMost is how many bytes of records go into one file, so that it fits into a letter.
const ownDataMost = 6 << 20

// WriteZip writes everything as one file: data.json, and the public record of each finished match, the newest first as far as
// they fit.
func (o *OwnData) WriteZip(ctx context.Context, d *db.DB, to io.Writer) error {
	z := zip.NewWriter(to)
	room := ownDataMost
	for _, match := range o.finished {
		raw, err := publicRecord(ctx, d, match)
		if err != nil {
			return err
		}
		if room -= len(raw); room < 0 {
			o.LeftOut = append(o.LeftOut, match)
			continue
		}
		if err := addToZip(z, fmt.Sprintf("match-%d.jsonl.gz", match), raw); err != nil {
			return err
		}
	}
	text, err := json.MarshalIndent(o, "", " ")
	if err == nil {
		err = addToZip(z, "data.json", text)
	}
	if err != nil {
		return err
	}
	return z.Close()
}

// addToZip adds a file without a time, so that the same data give the same bytes.
func addToZip(z *zip.Writer, name string, data []byte) error {
	w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)})
	if err == nil {
		_, err = w.Write(data)
	}
	return err
}

// publicRecord returns the record of a finished match as everybody gets it.
func publicRecord(ctx context.Context, d *db.DB, match int64) ([]byte, error) {
	t, err := d.Fold(ctx, match, 0)
	if err != nil {
		return nil, err
	}
	log, err := ReadRecord(ctx, d, t)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if err := record.WriteRecord(z, log, record.Choice{Public: true}); err != nil {
		return nil, fmt.Errorf("record of match %d: %w", match, err)
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// FindOwner returns the player whom an address belongs to, 0 if there is none.
func FindOwner(ctx context.Context, d *db.DB, address string) (int64, error) {
	return db.QueryValue[int64](ctx, d, "select coalesce((select player_id from addresses where address = $1), 0)", model.FoldAddress(address))
}

// ListKept lists the players who write from somebody's mailbox.
func ListKept(ctx context.Context, d *db.DB, keeper int64) ([]model.Player, error) {
	return db.QueryRows[model.Player](ctx, d, "select "+people.Columns+" from players where keeper_id = $1 order by id", keeper)
}
