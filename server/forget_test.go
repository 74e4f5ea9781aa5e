package server_test

import (
	"strings"
	"testing"
	"time"

	"pitpost.example/db/archive"
)

// later moves the clock on and deletes what is older than the house keeps.
func (s *stage) later(days int) {
	s.t.Helper()
	s.house.Keep = archive.Keep{Letters: 90 * 24 * time.Hour, Mail: 90 * 24 * time.Hour, Traces: 400 * 24 * time.Hour}
	s.now = s.now.AddDate(0, 0, days)
	if err := s.house.Forget(s.t.Context(), s.now); err != nil {
		s.t.Fatal(err)
	}
	s.happened()
}

// A letter is answered as before after the house has deleted old rows, because its token says what it answers
// and all facts are kept.
func TestAnswersAfterTheHouseForgot(t *testing.T) {
	s := newStage(t)
	s.says("Ana", "", "new practice saboteur seats=3", "apply")
	s.says("Ana", "turn", "pass 1", "apply")
	s.says("Ana", "receipt", "resign", "apply") // asks for confirmation
	s.run("operator #1 abort")
	s.exec("update outbox set state = 'sent', raw = 'a letter'")
	facts := s.count("select count(*) from facts")
	for _, days := range []int{95, 405, 40} {
		s.later(days)
		t.Logf("%d days on: %d letters out, %d of them with bytes, %d questions, %d letters in with their words", days, s.count("select count(*) from outbox"),
			s.count("select count(raw) from outbox"), s.count("select count(*) from asks"), s.count("select count(*) from letters where kept <> ''"))
	}
	if n := s.count("select (select count(*) from outbox) + (select count(*) from asks) + (select count(*) from letters where kept <> '' or sender <> '')"); n != 0 {
		t.Errorf("%d letters and questions of a match long over are kept", n)
	}
	if n := s.count("select count(*) from facts"); n != facts {
		t.Errorf("%d facts of %d", n, facts)
	}
	s.says("Ana", "receipt", "yes", "refuse")
	t.Logf("a yes to a question that is forgotten: %s", s.state)
	s.says("Ana", "turn", "pass 1", "refuse")
	s.says("Ana", "receipt", "status", "apply")
	s.says("Ana", "turn", "rematch", "apply")
	if n := s.count("select count(*) from matches where phase <> 'aborted'"); n != 1 {
		t.Errorf("%d matches by a rematch after two years", n)
	}
}

// A match that waits for its host without limit can be played on after any time.
func TestAMatchThatWaitsForYearsIsPlayedOn(t *testing.T) {
	s := newStage(t)
	s.says("Ana", "", "new practice saboteur seats=3 timeout=wait", "apply")
	s.later(500)
	s.says("Ana", "turn", "pass 1", "apply")
	if !strings.Contains(s.kinds(1, 0), "saboteur.passed") {
		t.Error("the move was not made")
	}
}

// Plans are deleted with their match.
func TestPlansEndWithTheirMatch(t *testing.T) {
	s := newStage(t)
	s.run("Ana> new saboteur with bo@example.org, cy@example.org rounds=1 first=Bo", "Bo(invite)> yes", "Cy(invite)> yes", "Ana(note)> next pass 1")
	if n := s.count("select count(*) from plans"); n != 1 {
		t.Errorf("%d plans are kept", n)
	}
	s.run("operator #1 abort")
	if n := s.count("select (select count(*) from plans) + (select count(*) from clocks) + (select count(*) from due where what not in ('rate', 'tally'))"); n != 0 {
		t.Errorf("%d plans, clocks and things due of a match that is over", n)
	}
}
