package saboteur

// sketch is a position as a bot plays it on in its head: no names, no facts,
// and only the part of the table that a chart shows.
type sketch struct {
	chart   chart
	survey  survey
	rules   rules
	goals   [3]Card
	players [10]dwarf
	count   int // players
	turn    int
	passes  int
	deck    []Card // never changed in place
	cards   int    // in all hands
	front   int    // how near the paths have come to a goal, for judging actions
	over    bool
	finder  int // who reached the gold, nobody as yet
}

// dwarf is one seat of a sketch.
type dwarf struct {
	role   role
	hand   [6]Card
	held   int
	broken Tools
	seen   [3]bool
	blame  int
}

func (p *dwarf) cards() []Card { return p.hand[:p.held] }

// draft sketches the position in the middle of a round.
func (s *State) draft() *sketch {
	t := &sketch{
		chart: bareChart, rules: s.rules, goals: s.goals, count: len(s.players),
		turn: s.turn, passes: s.passes, deck: s.deck, finder: nobody,
	}
	for _, c := range s.maze.laid {
		if at, ok := spotOf(c); ok {
			t.chart[at] = groundOf(s.maze.at(c))
		}
	}
	for j := range s.players {
		p := &s.players[j]
		d := dwarf{role: p.role, broken: p.broken, seen: p.seen}
		d.held = copy(d.hand[:], p.hand)
		t.cards += d.held
		t.players[j] = d
	}
	t.judgeAll(s)
	return t
}

// do plays an act of the seat to move and all that follows by itself.
func (t *sketch) do(a act) {
	i := t.turn
	card := t.spend(i, a.place)
	t.passes++
	if a.family != 0 || len(t.deck) > 0 {
		t.passes = 0
	}
	at, _ := spotOf(a.cell)
	d := action{family: a.family, tool: a.tool, cell: a.cell, target: a.target}
	switch {
	case a.family == pathFamily:
		d.tile = tileOf(card, a.turned)
	case a.family == fallFamily && t.chart[at]&through == 0:
		d.tile = tileOf(deadNESW, false) // any dead end is judged alike
	}
	t.judge(i, d)
	switch a.family {
	case pathFamily:
		t.lay(at, groundOf(d.tile))
		if t.reveal(at) {
			t.finder, t.over = i, true
			return
		}
	case breakFamily:
		t.players[a.target].broken |= a.tool
	case mendFamily:
		t.players[a.target].broken &^= a.tool
	case fallFamily:
		t.lay(at, 0)
	case mapFamily:
		t.players[i].seen[a.cell.goal()] = true
	}
	t.draw(i)
	t.onwards()
}

func (t *sketch) lay(at spot, g ground) {
	t.chart[at] = g
	t.survey.fresh = false
}

func (t *sketch) spend(i, place int) Card {
	p := &t.players[i]
	card := p.hand[place]
	copy(p.hand[place:], p.hand[place+1:p.held])
	p.held--
	t.cards--
	return card
}

func (t *sketch) draw(i int) {
	if len(t.deck) == 0 {
		return
	}
	p := &t.players[i]
	p.hand[p.held] = t.deck[0]
	p.held++
	t.cards++
	t.deck = t.deck[1:]
}

// onwards passes the turn to the next seat that holds a card, or ends the
// round.
func (t *sketch) onwards() {
	for {
		if t.cards == 0 || t.rules.passesEnd && t.passes >= t.count {
			t.over = true
			return
		}
		if t.turn++; t.rules.counter {
			t.turn += t.count - 2
		}
		t.turn %= t.count
		if t.players[t.turn].held > 0 {
			return
		}
		t.passes++
	}
}

// reveal turns what a path reaches and says whether gold was among it.
func (t *sketch) reveal(laid spot) bool {
	for {
		opened := t.reach()
		if opened == [3]bool{} {
			return false
		}
		for g, at := range goalSpots {
			if !opened[g] {
				continue
			}
			if t.goals[g] == gold {
				return true
			}
			t.chart[at] = groundOf(tileOf(t.goals[g], t.liesTurned(g, laid)))
		}
	}
}

// liesTurned says how a stone is laid when it is turned up.
func (t *sketch) liesTurned(g int, laid spot) bool {
	entry := Sides(0)
	for j, side := range around {
		n := goalSpots[g].beside(j)
		if t.chart[n]&reached == 0 || t.chart[n].sides()&side.back() == 0 {
			continue
		}
		if entry == 0 || n == laid {
			entry = side
		}
	}
	return t.goals[g].face().open&entry == 0
}

// Blame is what a seat's actions say against it, for all to see: steps by each of
// which it grows a quarter likelier that the seat is a saboteur.
const mostBlame = 16

// even is the odds of a seat without blame or praise.
const even = 1 << 10

func (t *sketch) accuse(i, steps int) {
	p := &t.players[i]
	p.blame = max(-mostBlame, min(mostBlame, p.blame+steps))
}

// judgeAll weighs the actions of the round in the order in which they were done.
func (t *sketch) judgeAll(s *State) {
	t.front = distance(startCell, goalCells[1]) - 1
	for k := 0; ; k++ {
		any := false
		for n, i := 0, s.starter; n < len(s.players); n, i = n+1, s.after(i) {
			if actions := s.players[i].actions; k < len(actions) {
				any = true
				t.judge(i, actions[k])
			}
		}
		if !any {
			return
		}
	}
}

// judge weighs one action, about which it asks no more than a glance tells.
func (t *sketch) judge(i int, d action) {
	switch d.family {
	case pathFamily:
		t.judgePath(i, d)
	case breakFamily:
		if t.players[d.target].blame >= 3 {
			t.accuse(i, -3)
		} else {
			t.accuse(i, 5)
		}
	case mendFamily:
		if d.target != i {
			t.accuse(i, min(2, t.players[d.target].blame/2-2))
		}
	case fallFamily:
		if d.tile.deadEnd() {
			t.accuse(i, -6)
		} else {
			t.accuse(i, 8)
		}
	case 0:
		t.accuse(i, 1)
	}
}

// judgePath holds it for a seat if its card brings the paths nearer to a goal,
// and against it if the card leads back or is a dead end.
func (t *sketch) judgePath(i int, d action) {
	if d.tile.deadEnd() {
		t.accuse(i, 12)
		return
	}
	nearest := distance(startCell, goalCells[0])
	for _, side := range around {
		if d.tile.sides()&side == 0 {
			continue
		}
		for _, g := range goalCells {
			nearest = min(nearest, distance(d.cell.beside(side), g))
		}
	}
	switch won := t.front - nearest; {
	case won > 0:
		t.front = nearest
		t.accuse(i, -3)
	case won < -2:
		t.accuse(i, 3)
	}
}

// odds is how much likelier blame makes a saboteur.
func odds(blame int) uint64 {
	w := uint64(even)
	for ; blame > 0; blame-- {
		w += w / 4
	}
	for ; blame < 0; blame++ {
		w -= w / 5
	}
	return w
}

// suspicion is how likely, in hundredths, seat i must think seat j a saboteur.
func (t *sketch) suspicion(i, j int) int {
	saboteurs := dealFor(t.count).saboteurs
	if t.players[i].role == saboteur {
		saboteurs--
	}
	guilty := odds(t.players[j].blame) * uint64(saboteurs)
	honest := uint64(even * (t.count - saboteurs))
	return int(100 * guilty / (guilty + honest))
}
