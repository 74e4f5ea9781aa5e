package play

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/acts"
	"pitpost.example/house/desk"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/speech"
	"pitpost.example/speech/dates"
)

// ChangeTerms changes what a match was opened with: "pace=48h rounds=1". Before the match begins its host does so alone,
// and whoever has said yes can still step back; later the table decides.
func ChangeTerms(d *desk.Desk, line speech.Line, rest string) desk.Result {
	set, other, no := dates.Settings(rest)
	switch {
	case no != nil:
		return desk.RefuseWith(no)
	case len(set) == 0 || strings.TrimSpace(strings.Trim(other, " ,.;")) != "":
		return desk.Refuse("terms.form", "options", openOptions(d))
	case d.Table.Row.Terms.League != 0 && !d.Referee():
		return desk.Refuse("terms.league")
	}
	if d.Table.Row.Phase == model.PhaseLobby {
		return changeLobby(d, set)
	}
	return changeMatch(d, line, set)
}

// openOptions lists examples of what can be changed, as they are written.
func openOptions(d *desk.Desk) []string {
	examples := []string{"pace=48h", "bank=24h", "weekends=off", "remind=6h", "slips=10m", "talk=whispers"}
	if d.Table.Match.State() == nil || d.Table.Match.RoundsLeft() > 0 {
		if game, ok := d.Game().(engine.Lasting); ok {
			if _, shorter := game.Turns(d.Table.Match.Setup, 0); shorter != "" {
				examples = append(examples, shorter)
			}
		}
	}
	return examples
}

// fixedAtStart lists options of a match that nobody can change once it is open.
var fixedAtStart = []string{"seat", "seats", "first", "watch"}

// changedOrder returns what the match would be with other settings, and which of them are new, as they are written.
func changedOrder(d *desk.Desk, set map[string]string) (order dates.Order, differ map[string]string, no *engine.Refusal) {
	row := d.Table.Row
	for _, name := range slices.Sorted(maps.Keys(set)) {
		if slices.Contains(fixedAtStart, name) {
			return order, nil, engine.Refuse("terms.fixed", "option", name)
		}
	}
	order = dates.Order{Game: d.Table.Match.Game, Edition: row.Edition, Options: d.Table.Match.SetupNow().Options, Terms: row.Terms}
	now, before := dates.SpellTerms(row.Terms), order
	if no := order.Change(set, d.Table.Match.Setup.Rules); no != nil {
		return order, nil, no
	}
	differ = map[string]string{}
	for name, value := range dates.SpellTerms(order.Terms) {
		if now[name] != value {
			differ[name] = value
		}
	}
	if order.Terms.Timeout != row.Terms.Timeout {
		differ["timeout"] = string(order.Terms.Timeout)
	}
	if order.Terms.Bots != row.Terms.Bots {
		differ["bots"] = order.Terms.Bots
	}
	if order.Edition != row.Edition {
		differ["edition"] = order.Edition
	}
	for name, value := range set { // options of the game, some of which may be those of the edition now
		_, was := before.Options[name]
		if _, is := order.Options[name]; (was || is) && before.Options[name] != order.Options[name] {
			differ[name] = strings.ToLower(value)
		}
	}
	return order, differ, nil
}

// changeLobby changes a match that has not begun.
func changeLobby(d *desk.Desk, set map[string]string) desk.Result {
	if !d.Host() {
		return desk.Refuse("terms.host-only")
	}
	order, differ, no := changedOrder(d, set)
	switch {
	case no != nil:
		return desk.RefuseWith(no)
	case len(differ) == 0:
		return desk.AnswerDone(engine.Say("terms.so-already", "terms", engine.SpellTerms(set)))
	}
	t := d.Table
	if order.Options == nil {
		order.Options = map[string]string{}
	}
	t.Row.Edition, t.Row.Options, t.Row.Terms = order.Edition, order.Options, order.Terms
	t.Match = t.Row.Opened(t.Match.Game)
	terms := engine.SpellTerms(differ)
	key, length := fmt.Sprintf("terms:%d:%s", d.Now().UnixNano(), strings.Join(terms, " ")), t.DescribeLength(t.Taken())
	changed := engine.Say("terms.changed", "by", desk.NameActor(d), "terms", terms)
	var told []string
	for s := range t.In(model.SeatJoined, model.SeatInvited) {
		if d.Seat != nil && s.No == d.Seat.No {
			continue
		}
		told = append(told, s.Name)
		if s.State == model.SeatInvited {
			n := t.News("terms.subject", changed, length, engine.Say("house.invite-answers"))
			n.Answers = []string{"yes", "no", "block"}
			t.TellGuest(s, key, n)
			continue
		}
		n := t.News("terms.subject", changed, length, engine.Say("terms.step-back"))
		n.Pressing = true
		t.Note(s, key, n)
	}
	says := []engine.Phrase{engine.Say("terms.set", "terms", terms), length}
	if told != nil {
		says = append(says, engine.Say("terms.told", "names", told))
	}
	return desk.AnswerDone(says...)
}

// changeMatch changes a match that is played.
func changeMatch(d *desk.Desk, line speech.Line, set map[string]string) desk.Result {
	t := d.Table
	if !t.Row.Phase.InPlay() {
		return desk.Refuse("house.not-running")
	}
	for _, name := range slices.Sorted(maps.Keys(set)) {
		if slices.Contains([]string{"edition", "timeout", "bots"}, name) {
			return desk.Refuse("terms.begun", "option", name)
		}
	}
	order, differ, no := changedOrder(d, set)
	if no != nil {
		return desk.RefuseWith(no)
	}
	if wrong, choices := t.Match.CanChange(differ); wrong != "" {
		if choices == nil {
			return desk.Refuse("terms.begun", "option", wrong)
		}
		return desk.Refuse("terms.choices", "option", wrong, "choices", choices)
	}
	if len(differ) == 0 && !t.DropsLater(set) {
		return desk.AnswerDone(engine.Say("terms.so-already", "terms", engine.SpellTerms(set)))
	}
	terms := engine.SpellTerms(differ)
	line.Folded = "terms " + strings.Join(engine.SpellTerms(set), " ")
	what := model.ActTerms
	for name := range differ {
		if !slices.Contains(engine.MatchTerms, name) {
			what = model.ActOptions
		}
	}
	if len(differ) == 0 {
		terms = engine.SpellTerms(set)
	}
	g, asked := acts.PermitAct(d, acts.Act{What: what, Line: line, Terms: terms})
	if !g.Given() {
		return asked
	}
	fact := differ
	if len(fact) == 0 {
		fact = set
	}
	t.Append(engine.Fact{Event: engine.Changed{By: d.ActorInFacts(), Options: fact}})
	n := notice.Note{Subject: engine.Say("terms.subject", "match", int(t.Row.ID)), Pressing: true, Logged: true}
	if late := t.ChangeTerms(order.Terms, set); late != nil {
		n.Lines = append(n.Lines, engine.Say("terms.from-next-round", "terms", late))
	}
	done := acts.AnnounceAct(d, g, fmt.Sprintf("terms:%d", t.Match.Seq), n, engine.Say("acts.did-terms", "by", desk.NameActor(d), "terms", terms))
	return desk.AnswerDone(append([]engine.Phrase{done}, n.Lines...)...)
}
