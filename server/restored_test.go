package server_test

import (
	"strings"
	"testing"
	"time"

	"pitpost.example/db/archive"
	"pitpost.example/engine"
	"pitpost.example/model"
)

// restore makes a house safe as `pitpost restore` does after loading the dump.
func (s *stage) restore() {
	s.t.Helper()
	u := &archive.Unfinished{Of: s.now.Add(-time.Hour)}
	if err := archive.RenumberRestored(s.t.Context(), s.house.DB, u, s.now); err != nil {
		s.t.Fatal(err)
	}
	if _, err := s.house.MoveToSafeSteps(s.t.Context(), s.now); err != nil {
		s.t.Fatal(err)
	}
	s.happened()
}

// says sends a letter and checks its final state.
func (s *stage) says(who, how, words, state string) {
	s.t.Helper()
	s.letter(who, how, words)
	s.happened()
	s.want(state)
}

func (s *stage) fold(match int64) *model.Table {
	s.t.Helper()
	t, err := s.house.DB.Fold(s.t.Context(), match, 0)
	if err != nil {
		s.t.Fatal(err)
	}
	return t
}

func (s *stage) want(state string) {
	s.t.Helper()
	if !strings.HasPrefix(s.state, state) {
		s.t.Errorf("the letter %q ended as %q, want %q", s.last.Kept, s.state, state)
	}
}

// A paused match stays paused after a restore, and its clocks wait for the new steps.
func TestAPausedMatchIsRestoredPaused(t *testing.T) {
	s := newStage(t)
	s.says("Ana", "", "new practice saboteur seats=3", "apply")
	s.run("operator #1 pause")
	s.restore()
	if table := s.fold(1); table.Row.Phase != "paused" {
		t.Fatalf("the match is %s", table.Row.Phase)
	}
	if n := s.count("select count(*) from clocks where step > 1000000 and stopped_at is not null"); n != 1 {
		t.Errorf("%d clocks stand still for new steps", n)
	}
	if n := s.count("select count(*) from outbox where key like 'note:1:%:restored:%'"); n != 1 {
		t.Errorf("%d seats were told", n)
	}
	s.says("Ana", "note", "resume", "apply")
	s.says("Ana", "turn", "pass 1", "refuse: house.late") // this was asked before the backup, so the hand is known
	s.says("Ana", "receipt", "yes", "apply")
	if !strings.Contains(s.kinds(1, 0), "saboteur.passed") {
		t.Error("the card that was offered was not played")
	}
}

// A long turn that has begun is asked for again from where it is.
func TestATurnInItsMiddleIsAskedForAnew(t *testing.T) {
	s := newStage(t)
	s.says("Ana", "", "new practice clonk seats=2", "apply")
	for range 8 {
		table := s.fold(1)
		if table.Match.MidTurn("Ana") {
			break
		}
		command := ""
		for _, legal := range table.Match.State().Legal("Ana") {
			if command == "" || table.Match.State().(engine.LongTurn).TurnGoesOn("Ana", legal) {
				command = legal
			}
		}
		s.says("Ana", "", command, "apply")
	}
	before := s.fold(1)
	if !before.Match.MidTurn("Ana") {
		t.Fatal("no turn was begun")
	}
	s.restore()
	after := s.fold(1)
	if !after.Match.MidTurn("Ana") || after.Match.State().Legal("Ana")[0] != before.Match.State().Legal("Ana")[0] {
		t.Error("the turn is another")
	}
	if n := s.count("select count(*) from outbox where purpose = 'turn' and step = $1", after.Match.Chair("Ana").Steps+1); n != 1 {
		t.Errorf("it was asked for %d times", n)
	}
	if n := s.count("select count(*) from clocks where step = $1 and stopped_at is null", after.Match.Chair("Ana").Steps+1); n != 1 {
		t.Errorf("%d clocks run", n)
	}
	s.says("Ana", "turn", after.Match.State().Legal("Ana")[0], "apply")
}

// A lobby may have begun in the time that was lost. It is dealt differently now, and letters about its lost
// steps fit no step.
func TestALobbyThatIsRestoredBeginsOtherwise(t *testing.T) {
	s := newStage(t)
	s.says("Ana", "", "new saboteur with bo@example.org, cy@example.org", "apply")
	s.restore()
	s.says("Bo", "invite", "yes", "apply")
	s.says("Cy", "invite", "yes", "apply")
	table := s.fold(1)
	if table.Match.Phase != engine.Running || table.Match.Dice().Salts == nil || !strings.HasPrefix(table.Match.Dice().Salts[0].Words, "restored ") {
		t.Fatalf("phase %d, words in the shuffle %v", table.Match.Phase, table.Match.Dice().Salts)
	}
	due := table.Match.ToMove()[0]
	if steps := table.Match.Chair(due).Steps; steps < 1_000_000 {
		t.Errorf("the first step is %d", steps+1)
	}
	for i := range s.sent {
		if s.sent[i].Purpose == "turn" {
			s.sent[i].Step -= 1_000_001 // as the lost letter had it
		}
	}
	s.says(due, "turn", "pass 1", "refuse: restored.late")
	for i := range s.sent {
		if s.sent[i].Purpose == "turn" {
			s.sent[i].Step += 1_000_001
		}
	}
	s.says(due, "turn", "pass 1|say once more", "apply")
}
