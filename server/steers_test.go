package server_test

import (
	"fmt"
	"testing"
)

// Whatever people write, no row of any table holds characters that would control a terminal, a page or a
// letter that shows it later.
func TestNoRowSteersWhoeverShowsIt(t *testing.T) {
	s := newStage(t)
	const bad = "one \x1b]0;gone\x07\x1b[2J two \u009b31m three \u202eruof\u202c \u2066five\u2069\u2028six\x7f"
	s.run("Ana> new saboteur with bo@example.org, cy@example.org first=Ana talk=whispers", "Ana(receipt)> note "+bad, "Bo(invite)> yes", "Bo(receipt)> salt "+bad, "Ana(receipt)> salt \x1b\u202e",
		"Cy(invite)> yes", "Ana(turn)> say "+bad, "Bo(receipt)> say:|"+bad+"|"+bad, "Bo(receipt)> tell Ana "+bad, "Ana(turn)> announce "+bad, "Ana(turn)> say \x1b\u202e",
		"Cy(turn)> "+bad, "Ana(turn)> dance "+bad, "Ana(turn)> kick "+bad, "Ana(turn)> abort "+bad, "Ana(ask)> yes")
	if n := s.count("select count(*) from facts where kind = 'match.salted' and data->>'words' = 'one ]0;gone[2J two 31m three ruof five six'"); n != 1 {
		t.Error("the words themselves are not kept")
	}
	if n := s.count("select count(*) from words where said = ''"); n != 0 {
		t.Error("nothing was said, and is kept")
	}
	rows, err := s.house.DB.Pool().Query(t.Context(), `select table_name, column_name from information_schema.columns where table_schema = 'public' and data_type in ('text', 'jsonb', 'json', 'ARRAY')`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	looked := 0
	var columns [][2]string
	for rows.Next() {
		var c [2]string
		if err := rows.Scan(&c[0], &c[1]); err != nil {
			t.Fatal(err)
		}
		columns = append(columns, c)
	}
	for _, c := range columns {
		looked++
		wrong := fmt.Sprintf(`select count(*) from %[1]s where %[2]s::text ~ U&'[\0001-\0008\000b-\001f\007f-\009f\2028-\202e\2066-\2069]' or %[2]s::text ~ '\\u00(0[0-8bce]|1)'`, c[0], c[1])
		if n := s.count(wrong); n != 0 {
			t.Errorf("%s: %d rows steer in %s", c[0], n, c[1])
		}
	}
	if looked < 50 {
		t.Errorf("only %d columns were looked at", looked)
	}
}

// A name that imitates another is refused however it comes, also from a page, where lines are not checked.
func TestNobodyIsRenamedToALookAlike(t *testing.T) {
	s := newStage(t)
	s.run("Leo> new saboteur with bo@example.org, cy@example.org", "Bo(invite)> yes", "Bo(receipt)> name L\u0435\u043e", "Bo(receipt)> name \u0421\u0430\u0440\u0430", "Bo(receipt)> name \uff2c\uff45\uff4f")
	if n := s.count("select count(*) from seats where name not in ('Leo', 'Bo', 'Cy')"); n != 0 {
		t.Errorf("%d seats have other names", n)
	}
	s.run("Bo(receipt)> name \u041b\u0435\u043e")
	if n := s.count("select count(*) from seats where name = '\u041b\u0435\u043e'"); n != 1 {
		t.Error("a name in Cyrillic letters is refused")
	}
}
