package notice

import "time"

// WeekStandings is the params of a notice of purpose "standings": how one entrant stands
// after a week of the season.
type WeekStandings struct {
	Season   int64     `json:"season"`
	League   string    `json:"league"`
	No       int       `json:"no"`
	Week     int       `json:"week"`
	Name     string    `json:"name"` // the reader's
	Division int       `json:"division"`
	Of       int       `json:"of"` // players in the division
	EndsAt   time.Time `json:"ends_at"`
	Rows     []WeekRow `json:"rows"` // the reader's among them
	Ahead    []WeekDue `json:"ahead,omitempty"`
}

// WeekRow is one line of it.
type WeekRow struct {
	Rank   int    `json:"rank"`
	Was    int    `json:"was"` // a week before
	Name   string `json:"name"`
	Points string `json:"points"` // decimal
	Played int    `json:"played"`
	Move   int    `json:"move,omitempty"` // +1 would go up, -1 down
	Left   bool   `json:"left,omitempty"`
	Gap    bool   `json:"gap,omitempty"` // rows are left out before it
}

// WeekDue is a group of the reader's that runs or will begin.
type WeekDue struct {
	Match    int64     `json:"match,omitempty"` // 0: not begun
	Game     string    `json:"game"`
	StartsAt time.Time `json:"starts_at"`
	Names    []string  `json:"names"`
}

// WeekWatch is the params of a notice of purpose "organise": the organiser's letter, which
// tells how the season stands when it is written.
type WeekWatch struct {
	Season int64 `json:"season"`
	Week   int   `json:"week"`
}
