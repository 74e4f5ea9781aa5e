package house

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"pitpost/db"
	"pitpost/engine"
)

// lobbyLapse is how long a match may wait for its players.
const lobbyLapse = 14 * 24 * time.Hour

// remindInvite is when an invitation is repeated, once.
const remindInvite = 3 * 24 * time.Hour

// lobbyWords open a match and fill its seats.
func lobbyWords() []word {
	return []word{
		{name: "new", changes: true, anywhere: true, do: (*desk).newMatch},
		{name: "invite", changes: true, host: true, do: (*desk).invite},
		{name: "uninvite", changes: true, host: true, do: (*desk).uninvite},
		{name: "name", changes: true, do: (*desk).rename},
		{name: "resend", changes: true, host: true, do: (*desk).resend},
		{name: "open", bare: true, changes: true, host: true, do: (*desk).openLobby},
		{name: "join", changes: true, anywhere: true, do: (*desk).join},
		{name: "fill", changes: true, host: true, do: (*desk).fill},
		{name: "start", bare: true, changes: true, host: true, do: (*desk).startMatch},
		{name: "salt", changes: true, do: (*desk).salt},
		{name: "decline", bare: true, changes: true, do: (*desk).decline},
		{name: "block", full: true, bare: true, changes: true, anywhere: true, do: (*desk).block},
		{name: "rematch", bare: true, changes: true, do: (*desk).rematch},
		{name: "note", changes: true, host: true, do: (*desk).hostNote},
	}
}

// newMatch opens a match: "new saboteur with ana@x.org, bo@y.org edition=it".
func (d *desk) newMatch(line Line, _ string) answer {
	order, no := readNew(line.Raw, d.Games, d.Names)
	if no != nil {
		return refused(no)
	}
	if err := d.needPlayer(); err != nil {
		return answer{err: err}
	}
	if no, err := d.mayInvite(len(order.guests)); no != nil || err != nil {
		return answer{state: "refused", says: no, err: err}
	}
	row := db.MatchRow{Game: order.game.Name(), Edition: order.edition, Options: order.options, Terms: order.terms,
		Phase: "lobby", Word: randomWord(), CreatedAt: d.now()}
	if _, err := rand.Read(row.Seed[:]); err != nil {
		return answer{err: fmt.Errorf("seed: %w", err)}
	}
	host := db.Seat{No: 0, Name: freeName(nil, nameOf(d.display(), d.from, d.Games, d.Names)), Player: d.player.ID, State: "joined"}
	t, err := d.w.OpenTable(row, []db.Seat{host})
	if err != nil {
		return answer{err: err}
	}
	d.table, d.seat, d.ref = t, &t.Seats[0], nil
	d.w.SetDue(db.Due{Match: t.Row.ID, Seat: -1, What: "lapse", At: d.now().Add(lobbyLapse)})
	if order.practice {
		return d.practice(order)
	}
	says := []engine.Phrase{say("house.opened", "match", int(t.Row.ID), "game", say(order.game.Name()+".title"), "commitment", commitment(t)),
		lasts(t, len(order.guests)+1)}
	for _, g := range order.guests {
		a := d.inviteOne(g)
		says = append(says, a.says...)
		if a.err != nil {
			return a
		}
	}
	if len(order.guests) == 0 {
		says = append(says, say("house.opened-alone", "match", int(t.Row.ID), "word", t.Row.Word))
	}
	d.w.Save(t)
	return done(says...)
}

// practice seats bots at once and starts.
func (d *desk) practice(order *order) answer {
	least, _ := order.game.Seats()
	seats := max(least, 4)
	if order.seats > 0 {
		seats = order.seats
	}
	d.seatBots(seats)
	if a := d.begin(); a.err != nil || a.state == "refused" {
		return a
	}
	return done(say("house.practice", "match", int(d.table.Row.ID), "seats", seats))
}

// lasts says how long such a match takes, and offers a shorter one where there
// is one. People answer in about a sixth of the time they have.
func lasts(t *db.Table, seats int) engine.Phrase {
	rounds := 3
	if n, err := strconv.Atoi(t.Row.Options["rounds"]); err == nil {
		rounds = n
	}
	days := int(paceFor(t.Row.Terms.Pace, seats)/6*time.Duration(seats*10*rounds)/(24*time.Hour)) + 1
	if rounds == 1 {
		return say("house.lasts-short", "count", days)
	}
	return say("house.lasts", "count", days, "match", int(t.Row.ID))
}

func (d *desk) display() string {
	if d.letter == nil {
		return ""
	}
	return d.letter.Display
}

// needPlayer makes the sender a player if they were none.
func (d *desk) needPlayer() error {
	if d.player != nil {
		return nil
	}
	if d.from == "" {
		return fmt.Errorf("no player to act for")
	}
	p, err := d.w.NewPlayer(d.from, d.display())
	if err != nil {
		return err
	}
	d.player = p
	if d.letter != nil && d.letter.Trust == Proved {
		d.w.SaveAddress(db.Address{Address: d.from, Player: p.ID, First: true, Proved: true, Display: d.display()})
	}
	return nil
}

func (d *desk) mayInvite(more int) ([]engine.Phrase, error) {
	if d.operator || more == 0 {
		return nil, nil
	}
	limit := d.InvitesADay
	if limit == 0 {
		limit = 50
	}
	n, err := d.w.InvitedToday(d.player.ID)
	if err != nil {
		return nil, err
	}
	if n+more > limit {
		return []engine.Phrase{say("house.invites-spent", "count", limit)}, nil
	}
	return nil, nil
}

// invite asks one or more people by address.
func (d *desk) invite(line Line, _ string) answer {
	if a, ok := d.inLobby(); !ok {
		return a
	}
	_, rest, _ := strings.Cut(strings.TrimSpace(line.Raw), " ")
	guests, no := readGuests(rest)
	if no != nil {
		return refused(no)
	}
	if len(guests) == 0 {
		return refuse("house.invite-whom")
	}
	if says, err := d.mayInvite(len(guests)); says != nil || err != nil {
		return answer{state: "refused", says: says, err: err}
	}
	out := answer{state: "done"}
	for _, g := range guests {
		a := d.inviteOne(g)
		if a.err != nil || a.state == "refused" {
			return a
		}
		out.says = append(out.says, a.says...)
	}
	return out
}

// inviteOne takes a seat for a guest and writes to them. The host's free text
// goes only to people who know the host from a match.
func (d *desk) inviteOne(g guest) answer {
	t := d.table
	_, most := t.Match.Game.Seats()
	if taken(t) >= most {
		return refuse("house.full", "count", most)
	}
	p, address, err := d.w.PlayerByAddress(g.address)
	if err != nil {
		return answer{err: err}
	}
	if address != nil && address.Blocked {
		return refuse("house.not-invitable", "address", g.address)
	}
	if p == nil {
		if p, err = d.w.NewPlayer(g.address, g.name); err != nil {
			return answer{err: err}
		}
	}
	if s := seatOf(t, p.ID); s != nil && s.State != "declined" && s.State != "left" {
		return done(say("house.already-seated", "name", s.Name))
	}
	now := d.now()
	s := db.Seat{No: nextNo(t), Name: freeName(t, nameOf(g.name, g.address, d.Games, d.Names)), Player: p.ID,
		Address: g.address, State: "invited", Invited: &now}
	t.Seats = append(t.Seats, s)
	d.seat = seatNo(t, d.hostSeat())
	d.w.Save(t)
	d.w.Queue(invitation(d.w, t, &t.Seats[len(t.Seats)-1], d.player, ""))
	d.w.SetDue(db.Due{Match: t.Row.ID, Seat: s.No, What: "invite", At: now.Add(remindInvite)})
	return done(say("house.invited", "name", s.Name, "address", g.address))
}

func (d *desk) hostSeat() int {
	if d.seat != nil {
		return d.seat.No
	}
	return d.table.Row.Host
}

// invitation is the one letter a guest gets, and its one reminder.
func invitation(w *db.Work, t *db.Table, s *db.Seat, host *db.Player, again string) db.Notice {
	hostName := ""
	if h := seatNo(t, t.Row.Host); h != nil {
		hostName = h.Name
	}
	seats := taken(t)
	pace := paceFor(t.Row.Terms.Pace, seats)
	n := Note{Subject: say("house.invite-subject", "match", int(t.Row.ID), "host", hostName, "game", say(t.Row.Game+".title")),
		Answers: []string{"yes", "no", "block"}}
	n.Lines = append(n.Lines, say("house.invite-who", "host", hostName, "name", s.Name, "game", say(t.Row.Game+".title")),
		say(t.Row.Game+".blurb"), say("house.invite-how", "in", int(pace/time.Second)), lasts(t, seats))
	if t.Row.Note != "" && knows(w, t, s, host) {
		n.Lines = append(n.Lines, say("house.invite-note", "host", hostName, "note", t.Row.Note))
	}
	n.Lines = append(n.Lines, say("house.invite-answers"), say("house.invite-private"), say("house.invite-fair", "commitment", commitment(t)))
	return db.Notice{Key: fmt.Sprintf("invite%s:%d:%d", again, t.Row.ID, s.No), Match: t.Row.ID, Seat: s.No, Player: s.Player,
		Address: s.Address, Purpose: "invite", Params: params(n)}
}

// knows says whether a guest has sat in a match with the host before.
func knows(w *db.Work, t *db.Table, s *db.Seat, host *db.Player) bool {
	if host == nil {
		return false
	}
	ids, err := w.MatchesOf(s.Player)
	if err != nil {
		return false
	}
	for _, id := range ids {
		if id == t.Row.ID {
			continue
		}
		if other, err := w.Table(id); err == nil && slices.ContainsFunc(other.Seats, func(o db.Seat) bool { return o.Player == host.ID && o.State == "joined" }) {
			return true
		}
	}
	return false
}

func (d *desk) inLobby() (answer, bool) {
	if d.table.Row.Phase != "lobby" {
		return refuse("house.started-already", "match", int(d.table.Row.ID)), false
	}
	return answer{}, true
}

// taken counts the seats that are held or offered.
func taken(t *db.Table) int {
	n := 0
	for _, s := range t.Seats {
		if s.State == "invited" || s.State == "joined" || s.State == "bot" {
			n++
		}
	}
	return n
}

func nextNo(t *db.Table) int {
	n := 0
	for _, s := range t.Seats {
		n = max(n, s.No+1)
	}
	return n
}

func randomWord() string {
	var b [5]byte
	if _, err := rand.Read(b[:]); err != nil {
		panic("house: no randomness: " + err.Error())
	}
	return hex.EncodeToString(b[:])
}

func commitment(t *db.Table) string { return engine.Dice{Seed: t.Row.Seed}.Commitment() }
