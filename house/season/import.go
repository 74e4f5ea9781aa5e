package season

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/speech"
	"pitpost.example/speech/dates"
)

// Imported counts what became of a list of people.
type Imported struct {
	Entered int // are in, because their address is proved
	Asked   int // get a letter and are in when they answer yes
	Were    int // were in already or have declined
	Blocked int // want no invitations
	// Lettered lists names that got a letter added because they mean something in a move.
	Lettered []string
}

// ImportPeople enters a list of people into a season.
func ImportPeople(w *world.Tx, s *model.Season, people []SignUp) *Imported {
	var done Imported
	var fresh []model.Entrant
	games := SeasonGames(s, w.Rules().Games)
	taken, was := map[string]bool{}, map[int64]bool{}
	for _, e := range w.Entrants(s.ID) {
		taken[engine.LookalikeForm(e.Name)], was[e.Player] = true, true
	}
	for _, p := range people {
		player, address := w.PlayerByAddress(p.Address)
		switch {
		case table.IsUninvitable(w, p.Address):
			done.Blocked++
			continue
		case player == nil:
			player = w.NewPlayer(p.Address, p.Name)
			player.Settings.LangGuessed = true
		case was[player.ID]:
			done.Were++
			continue
		}
		settle(player, p)
		naming := table.Naming{Games: games, Langs: []string{player.Lang}}
		name := naming.NameOf(p.Name, p.Address)
		e := model.Entrant{Season: s.ID, Player: player.ID, Name: freeName(taken, name),
			Address: p.Address, Division: p.Division, State: model.EntrantInvited, JoinedAt: w.Now()}
		if naming.Lettered(name) != nil {
			done.Lettered = append(done.Lettered, e.Name)
		}
		if address != nil && address.Proved {
			done.Entered++
			e.State = enteredNow(w, s)
		} else {
			done.Asked++
		}
		was[player.ID], fresh = true, append(fresh, e)
	}
	tell(w, s, model.News(fmt.Sprintf("%s:%d", model.NewsInvite, w.Now().UnixNano()))) // the time in the key gives each list letters of its own
	saveEntrants(w, fresh...)
	return &done
}

// settle sets the language and time zone of a player as the list has them, if they have not written to us themselves.
func settle(player *model.Player, p SignUp) {
	if player.Settings.LangGuessed && p.Lang != "" {
		player.Lang, player.Settings.LangGuessed = p.Lang, false
	}
	if p.Zone != "" && model.IsZoneGuessed(player.Zone) {
		player.Zone = model.ZoneAsSaid(p.Zone)
	}
}

// SignUp is a row in a list of people for a league.
type SignUp struct {
	Name     string
	Address  string
	Division int // from 1; 0 leaves it to the house
	Zone     string
	Lang     string
}

// Limits on such a list, in bytes and rows.
const (
	signUpBytes = 4 << 20
	signUpRows  = 20000
)

// ReadSignUps reads a list of people as CSV. The first line names the columns: name and address, and
// optionally division, zone and lang, in any order. The error has a line for each fault, with its line
// number; the list is then not to be used.
func ReadSignUps(from io.Reader) ([]SignUp, error) {
	text, err := io.ReadAll(io.LimitReader(from, signUpBytes+1))
	if err != nil {
		return nil, fmt.Errorf("the list: %w", err)
	}
	if len(text) > signUpBytes {
		return nil, fmt.Errorf("the list is longer than %d MB; import it in parts", signUpBytes>>20)
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	rows := csv.NewReader(bytes.NewReader(text))
	rows.FieldsPerRecord, rows.TrimLeadingSpace = -1, true
	if head, _, _ := bytes.Cut(text, []byte("\n")); bytes.Count(head, []byte(";")) > bytes.Count(head, []byte(",")) {
		rows.Comma = ';'
	}
	head, err := rows.Read()
	if err != nil {
		return nil, errors.New("the list is empty: its first line names the columns, such as name,address,division,zone,lang")
	}
	columns, err := signUpColumns(head)
	if err != nil {
		return nil, err
	}
	return readRows(rows, columns)
}

func signUpColumns(head []string) (map[string]int, error) {
	known := []string{"name", "address", "division", "zone", "lang"}
	columns := map[string]int{}
	for i, title := range head {
		title = strings.ToLower(strings.TrimSpace(title))
		if title == "email" || title == "mail" {
			title = "address"
		}
		if !slices.Contains(known, title) {
			return nil, fmt.Errorf("line 1: no column is called %q; there are %s", engine.ClipText(title), strings.Join(known, ", "))
		}
		if _, twice := columns[title]; twice {
			return nil, fmt.Errorf("line 1: the column %s stands there twice", title)
		}
		columns[title] = i
	}
	for _, must := range known[:2] {
		if _, ok := columns[must]; !ok {
			return nil, fmt.Errorf("line 1: the column %s is missing; the first line names the columns, such as name,address,division,zone,lang", must)
		}
	}
	return columns, nil
}

// readRows reads the rows below the heading.
func readRows(rows *csv.Reader, columns map[string]int) ([]SignUp, error) {
	var out []SignUp
	var faults []error
	first := map[string]int{}
	for {
		row, err := rows.Read()
		if err == io.EOF {
			break
		}
		line := 0 // where the row begins or the fault was found
		if at, ok := errors.AsType[*csv.ParseError](err); ok {
			line = at.Line
		} else if len(row) > 0 {
			line, _ = rows.FieldPos(0)
		}
		if err != nil || len(out) >= signUpRows {
			faults = append(faults, fmt.Errorf("line %d: cannot be read as CSV (a stray quotation mark?), or the list is longer than %d rows", line, signUpRows))
			break
		}
		s, err := signUpOf(row, columns)
		if err == nil && first[s.Address] != 0 {
			err = fmt.Errorf("%s stands in line %d already", s.Address, first[s.Address])
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("line %d: %w", line, err))
			continue
		}
		first[s.Address] = line
		out = append(out, s)
	}
	if len(faults) == 0 && len(out) == 0 {
		return nil, errors.New("the list names nobody")
	}
	return out, errors.Join(faults...)
}

// signUpOf reads one row.
func signUpOf(row []string, columns map[string]int) (SignUp, error) {
	if len(row) > len(columns) {
		return SignUp{}, fmt.Errorf("%d fields where the heading names %d columns", len(row), len(columns))
	}
	field := func(name string) string {
		if i, ok := columns[name]; ok && i < len(row) {
			return strings.TrimSpace(row[i])
		}
		return ""
	}
	s := SignUp{Name: field("name"), Zone: field("zone"), Lang: strings.ToLower(field("lang"))}
	a, ok := dates.ReadAddress(field("address"))
	if !ok {
		return s, fmt.Errorf("%q is no address", engine.ClipText(field("address")))
	}
	s.Address = a.Address
	if s.Name == "" {
		return s, fmt.Errorf("%s has no name", s.Address)
	}
	if d := field("division"); d != "" {
		var err error
		if s.Division, err = strconv.Atoi(d); err != nil || s.Division < 1 || s.Division > 1000 {
			return s, fmt.Errorf("division %q is no number from 1 on", engine.ClipText(d))
		}
	}
	if s.Zone != "" {
		if _, err := time.LoadLocation(s.Zone); err != nil {
			return s, fmt.Errorf("no time zone is called %q; write one such as Europe/Madrid", engine.ClipText(s.Zone))
		}
	}
	if s.Lang != "" {
		code := speech.FindLanguage(s.Lang)
		if code == "" {
			return s, fmt.Errorf("the house does not speak %q; it speaks en, de, fr, nl, es, it and pt", engine.ClipText(s.Lang))
		}
		s.Lang = code
	}
	return s, nil
}
