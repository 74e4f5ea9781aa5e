package engine

import "time"

// The match-wide events, as every record spells them. By is a seat, "host",
// "house" or "operator"; no address ever stands in one.
type (
	// Joined seats a name, before the start.
	Joined struct {
		Name string `json:"name"`
	}
	// Salted adds words to the shuffle, before the start.
	Salted struct {
		By    string `json:"by"`
		Words string `json:"words"`
	}
	// Started fixes the seats, clockwise; the deal follows.
	Started struct {
		Order []string `json:"order"`
	}
	// Said is table talk. The log keeps the words elsewhere, under Ref, so that
	// they can be forgotten; a record has them in Words.
	Said struct {
		By    string   `json:"by"`
		To    []string `json:"to,omitempty"`
		Words string   `json:"words,omitempty"`
		Ref   int64    `json:"ref,omitempty"`
	}
	// Planned says that a seat kept or dropped a plan; private to it.
	Planned doer
	// Reminded says that the seat due was reminded.
	Reminded subject
	// Missed says that a seat's time ran out and what was done instead: plan,
	// draft, safe, bot or wait. By names who had the house play before the time was
	// out: "host" or "operator"; that is no miss.
	Missed struct {
		Of      string `json:"of"`
		Outcome string `json:"outcome,omitempty"` // absent where a seat is told of another
		By      string `json:"by,omitempty"`
	}
	// Extended moves the present deadline.
	Extended struct {
		By    string    `json:"by"`
		Until time.Time `json:"until"`
	}
	// Paused stops every clock of the match.
	Paused doer
	// Resumed starts them again.
	Resumed doer
	// Conceded gives the round up; the game's own end of round follows.
	Conceded doer
	// Opened says that the operator looked at secrets of a running match.
	Opened doer
	// Away says that a player is absent and the house plays for the seat.
	Away subject
	// Back ends Away, or brings a player back to a seat a bot kept warm.
	Back subject
	// Resigned says that a player left for good.
	Resigned subject
	// Replaced puts "bot" or another player on a seat; its name stays.
	Replaced struct {
		Of   string `json:"of"`
		With string `json:"with"`
		By   string `json:"by"`
	}
	// Rewound takes back all after fact To. Where the house itself was restored from a
	// backup, To is the last fact there is, Skip so many steps that those asked for in the
	// time that was lost are past, and Of the time it was restored to.
	Rewound struct {
		To   int       `json:"to"`
		By   string    `json:"by"`
		Skip int       `json:"skip,omitempty"`
		Of   time.Time `json:"of,omitzero"`
	}
	// Suspected is a sealed guess, opened at the end.
	Suspected struct {
		By   string `json:"by"`
		Whom string `json:"whom"`
	}
	// Aborted ends the match without a result; the seed is opened.
	Aborted struct {
		By  string `json:"by"`
		Why string `json:"why"`
	}
)

// doer is an event that says no more than who did it, subject one that says whom it befell.
type (
	doer struct {
		By string `json:"by"`
	}
	subject struct {
		Of string `json:"of"`
	}
)

// Kind names each event.
func (Joined) Kind() string    { return "match.joined" }
func (Salted) Kind() string    { return "match.salted" }
func (Started) Kind() string   { return "match.started" }
func (Said) Kind() string      { return "match.said" }
func (Planned) Kind() string   { return "match.planned" }
func (Reminded) Kind() string  { return "match.reminded" }
func (Missed) Kind() string    { return "match.missed" }
func (Extended) Kind() string  { return "match.extended" }
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

// matchEvents reads the match-wide events.
var matchEvents = NewKinds(
	Reads[Joined](nil), Reads[Salted](nil), Reads[Started](nil), Reads[Said](nil), Reads[Planned](nil),
	Reads[Reminded](nil), Reads[Missed](nil), Reads[Extended](nil), Reads[Paused](nil), Reads[Resumed](nil),
	Reads[Conceded](nil), Reads[Opened](nil), Reads[Away](nil), Reads[Back](nil), Reads[Resigned](nil),
	Reads[Replaced](nil), Reads[Rewound](nil), Reads[Suspected](nil), Reads[Aborted](nil),
)
