package saboteur

// drawRoles draws who the others are: as many saboteurs as the cards allow,
// likelier where deeds speak against a seat. The card left over counts as a
// seat that did nothing. Once a round is settled the roles lie open.
func (g *guess) drawRoles() {
	if g.winner != "" || g.phase != digging {
		return
	}
	t := &sketch{rules: g.rules, count: len(g.players)}
	t.judgeAll(g.State)
	saboteurs := dealFor(t.count).saboteurs
	if g.players[g.me].role == saboteur {
		saboteurs--
	}
	var list [10]int // the others, then the spare
	others := list[:0]
	for j := range g.players {
		if j != g.me {
			others = append(others, j)
		}
	}
	others = append(others, nobody)
	g.spare = miner
	for k, guilty := range t.pickGuilty(others, saboteurs, &g.luck) {
		is := miner
		if guilty && k < len(others) {
			is = saboteur
		}
		if k < len(others)-1 {
			g.players[others[k]].role = is
		} else if k == len(others)-1 {
			g.spare = is
		}
	}
}

// pickGuilty draws exactly n of a list of seats, each set as likely as its
// members' odds together.
func (t *sketch) pickGuilty(list []int, n int, l *luck) (guilty [10]bool) {
	// ways[k][m] is the weight of all choices of m from the first k.
	var weight [10]uint64
	var ways [11][5]uint64
	ways[0][0] = 1
	for k, j := range list {
		weight[k] = odds(0) >> 5
		if j != nobody {
			weight[k] = max(1, odds(t.players[j].blame)>>5)
		}
		ways[k+1] = ways[k]
		for m := 1; m <= n; m++ {
			ways[k+1][m] += ways[k][m-1] * weight[k]
		}
	}
	for k := len(list); k > 0 && n > 0; k-- {
		if l.next()%ways[k][n] >= ways[k-1][n] {
			guilty[k-1] = true
			n--
		}
	}
	return guilty
}
