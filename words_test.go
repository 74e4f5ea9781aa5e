package pitpost_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
)

// ownWords has words of games that the house or the database also uses in short strings, with the use.
var ownWords = map[string]string{
	"house open": "opens a lobby, and registration for a league",
	"house drop": "takes somebody out of a league",
	"db kind":    "a column of asks",
	"db t":       "a short name of a table in SQL",
	"db drop":    "SQL: drop table",
	"db path":    "the PATH of Postgres' programs",
}

// TestNoWordOfAGameInTheHouse checks that words of a game are only in the game's folder. No string of the house or
// the database that is as short as a command may have one. Longer strings are sentences and SQL, where such words are
// normal.
func TestNoWordOfAGameInTheHouse(t *testing.T) {
	of := map[string]string{}
	for _, g := range catalog.AllGames() {
		for _, w := range gameWords(g) {
			if of[w] == "" {
				of[w] = g.Name()
			}
		}
	}
	parts := regexp.MustCompile(`%?[a-z_][a-z0-9_'-]*`)
	met := map[string]bool{}
	for _, l := range literals(t, "server", "house", "db") {
		text := strings.ToLower(l.text)
		for order, game := range of {
			if strings.Contains(order, " ") && strings.Contains(text, order) {
				t.Errorf("%s: %q is a standing order of %s", l.at, order, game)
			}
		}
		if len(strings.Fields(text)) > commandLongest {
			continue
		}
		for _, w := range parts.FindAllString(text, -1) {
			folder, _, _ := strings.Cut(filepath.ToSlash(l.at.Filename), "/")
			if own := folder + " " + w; ownWords[own] != "" {
				met[own] = true
			} else if of[w] != "" {
				t.Errorf("%s: %q in %q is a word of %s; if it is this room's own too, ownWords says so", l.at, w, l.text, of[w])
			}
		}
	}
	for own := range ownWords {
		_, w, _ := strings.Cut(own, " ")
		if !met[own] || of[w] == "" {
			t.Errorf("ownWords lists %q in vain: it is none of a game's, or does not occur", own)
		}
	}
}

// TestNoGameIsNamedElsewhere checks that no text outside the games has a game's name. Letters and pages get the name of
// the usual game from the house.
func TestNoGameIsNamedElsewhere(t *testing.T) {
	folders := []string{"server", "house", "db", "mailer", "inbox", "web", "templates", "model"}
	names := regexp.MustCompile(`(?i)\b(` + strings.Join(catalog.GameNames(), "|") + `)\b`)
	for _, l := range literals(t, folders...) {
		if name := names.FindString(l.text); name != "" {
			t.Errorf("%s: %q names %s", l.at, l.text, name)
		}
	}
	texts := 0
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
			if err == nil && entry.IsDir() && entry.Name() == "testdata" {
				return fs.SkipDir
			}
			if err != nil || entry.IsDir() || path.Ext(name) == ".go" {
				return err
			}
			texts++
			text, err := os.ReadFile(name)
			for line := range strings.Lines(string(text)) {
				if names.MatchString(line) {
					t.Errorf("%s names a game: %s", name, line)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if texts < 100 {
		t.Errorf("only %d texts were looked at", texts)
	}
}

// TestGamesAreAskedByName checks that type assertions use no unnamed interfaces. What the code asks of a game or a
// state must be an interface of package engine, with a comment that says when and why.
func TestGamesAreAskedByName(t *testing.T) {
	asked := 0
	files := token.NewFileSet()
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(files, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		named := func(asks ast.Node) {
			asked++
			if i, is := asks.(*ast.InterfaceType); is && len(i.Methods.List) > 0 {
				t.Errorf("%s: what is asked here has no name", files.Position(i.Pos()))
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.TypeAssertExpr:
				if n.Type != nil {
					named(n.Type)
				}
			case *ast.TypeSwitchStmt:
				for _, c := range n.Body.List {
					for _, kind := range c.(*ast.CaseClause).List {
						named(kind)
					}
				}
			}
			return true
		})
		return nil
	})
	if err != nil || asked < 300 {
		t.Fatalf("%d types are asked: %v", asked, err)
	}
}

// gameWords returns the words of a game: those of its commands and cards, its name, its standing orders, and what it
// calls people.
func gameWords(g engine.Game) []string {
	words := append(g.Words(), g.Name())
	words = append(words, engine.StandingOrdersOf(g)...)
	if p, ok := g.(engine.Peopled); ok {
		words = append(append(words, strings.ToLower(p.Anybody())), p.Roles()...)
	}
	return words
}

// commandLongest is the most words of a game's command.
const commandLongest = 4

// literal is a string literal in a file.
type literal struct {
	at   token.Position
	text string
}

// literals returns the string literals of the Go files below these folders, without tests, imports and tags.
func literals(t *testing.T, folders ...string) (all []literal) {
	t.Helper()
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
				return err
			}
			files := token.NewFileSet()
			file, err := parser.ParseFile(files, name, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.ImportSpec:
					return false
				case *ast.Field:
					n.Tag = nil
				case *ast.BasicLit:
					if text, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING {
						all = append(all, literal{files.Position(n.Pos()), text})
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(all) < 1000 {
		t.Fatalf("only %d strings were found", len(all))
	}
	return all
}
