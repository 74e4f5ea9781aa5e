package engine

import "time"

// The match-wide events, as every record has them. By is a seat, "host", "house" or "operator". No
// event ever holds a mail address.
type (
	// Joined adds a seat with a name, before the start.
	Joined struct {
		Name string `json:"name"`
	}
	// Salted adds a seat's words to the shuffle, before the start.
	Salted struct {
		By    string `json:"by"`
		Words string `json:"words"`
	}
	// Started fixes the seats, in clockwise order. The deal follows.
	Started struct {
		Order []string `json:"order"`
	}
	// Said is table talk. The log keeps the words elsewhere, under Ref, so that they can be
	// deleted; a record has them in Words. To lists the seats that it was whispered to; nil for
	// all.
	Said struct {
		By    string   `json:"by"`
		To    []string `json:"to,omitempty"`
		Words string   `json:"words,omitempty"`
		Ref   int64    `json:"ref,omitempty"`
	}
	// Planned says that a seat kept or dropped a plan. Nobody is told.
	Planned doer
	// Reminded says that a seat was reminded of its choice.
	Reminded subject
	// Missed says that a seat's time ran out and what was done instead: plan, draft, safe, bot or
	// wait. If By is "host" or "operator", they had the house play before the time was out, and
	// that does not count as a missed deadline.
	Missed struct {
		Of      string `json:"of"`
		Outcome string `json:"outcome,omitempty"` // left out where another seat may not know it
		By      string `json:"by,omitempty"`
	}
	// Extended moves the current deadline.
	Extended struct {
		By    string    `json:"by"`
		Until time.Time `json:"until"`
	}
	// Changed says which terms of the match (see MatchTerms) and options of its game are different
	// from now on, spelled as in the line that opens a match.
	Changed struct {
		By      string            `json:"by"`
		Options map[string]string `json:"options"`
	}
	// Paused stops all clocks of the match.
	Paused doer
	// Resumed starts them again.
	Resumed doer
	// Conceded gives up the round; the game's own end of the round follows at once.
	Conceded doer
	// Opened says that the operator looked at the secrets of a running match.
	Opened doer
	// Away says that a player is absent and the house plays for their seat.
	Away subject
	// Back ends Away, or returns a seat to its player from the bot that played it meanwhile.
	Back subject
	// Resigned says that a player left for good.
	Resigned subject
	// Replaced gives a seat to "bot" or to another player. The seat keeps its name.
	Replaced struct {
		Of   string `json:"of"`
		With string `json:"with"`
		By   string `json:"by"`
	}
	// Rewound takes back everything after fact To. If the house was restored from a backup, To is
	// the last fact there is, Skip is a number of steps to leave out, so that every step of the
	// lost time is past, and Of is the time of the backup.
	Rewound struct {
		To   int       `json:"to"`
		By   string    `json:"by"`
		Skip int       `json:"skip,omitempty"`
		Of   time.Time `json:"of,omitzero"`
	}
	// Suspected is a guess about another seat's role. It stays sealed until the end.
	Suspected struct {
		By   string `json:"by"`
		Whom string `json:"whom"`
	}
	// Aborted ends the match without a result and reveals the seed.
	Aborted struct {
		By  string `json:"by"`
		Why string `json:"why"`
	}
)

// doer is an event that says only who acted; subject is one that says only which seat it is about.
type (
	doer struct {
		By string `json:"by"`
	}
	subject struct {
		Of string `json:"of"`
	}
)

// Kind returns the kind of each event.
func (Joined) Kind() string    { return "match.joined" }
func (Salted) Kind() string    { return "match.salted" }
func (Started) Kind() string   { return "match.started" }
func (Said) Kind() string      { return "match.said" }
func (Planned) Kind() string   { return "match.planned" }
func (Reminded) Kind() string  { return "match.reminded" }
func (Missed) Kind() string    { return "match.missed" }
func (Extended) Kind() string  { return "match.extended" }
func (Changed) Kind() string   { return "match.changed" }
func (Paused) Kind() string    { return "match.paused" }
func (Resumed) Kind() string   { return "match.resumed" }
func (Conceded) Kind() string  { return "match.conceded" }
func (Opened) Kind() string    { return "match.opened" }
func (Away) Kind() string      { return "match.away" }
func (Back) Kind() string      { return "match.back" }
func (Resigned) Kind() string  { return "match.resigned" }
func (Replaced) Kind() string  { return "match.replaced" }
func (Rewound) Kind() string   { return "match.rewound" }
func (Suspected) Kind() string { return "match.suspected" }
func (Aborted) Kind() string   { return "match.aborted" }

// matchEvents decodes the match-wide events.
var matchEvents = NewKinds(
	EventReader[Joined](nil), EventReader[Salted](nil), EventReader[Started](nil), EventReader[Said](nil),
	EventReader[Planned](nil), EventReader[Reminded](nil), EventReader[Missed](nil), EventReader[Extended](nil),
	EventReader[Paused](nil), EventReader[Resumed](nil), EventReader[Conceded](nil), EventReader[Opened](nil),
	EventReader[Away](nil), EventReader[Back](nil), EventReader[Resigned](nil), EventReader[Replaced](nil),
	EventReader[Rewound](nil), EventReader[Suspected](nil), EventReader[Aborted](nil), EventReader[Changed](nil),
)
