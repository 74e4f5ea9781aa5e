package templates_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"pitpost.example/templates"
)

var (
	houseKey = regexp.MustCompile(`^(house|mail|letter|match|list|time|acts|fairplay)\.[a-z0-9.-]*$`)
	sayers   = regexp.MustCompile(`(?i)^(say|refuse|line|top)$`)
	field    = regexp.MustCompile(`\.([a-z_]+)`)
)

// Every key that the program says must be in the catalogue, and be said with every argument that its text
// uses: no letter may contain a key or "<no value>".
func TestTheCatalogueHoldsWhatIsSaid(t *testing.T) {
	wants := arguments(t)
	said := 0
	root := os.DirFS("..")
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		tokens := token.NewFileSet()
		file, err := parser.ParseFile(tokens, filepath.Join("..", name), nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) == 0 || !sayers.MatchString(called(call)) {
				return true
			}
			key, whole := literal(call.Args[0])
			if !houseKey.MatchString(key) {
				return true
			}
			said++
			if problem := wrong(wants, key, whole, call); problem != "" {
				t.Errorf("%s: %s", tokens.Position(call.Pos()), problem)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if said < 100 {
		t.Errorf("only %d phrases found: does the program say them otherwise now?", said)
	}
}

// wrong describes what is wrong with a call, "" if nothing is. If only the beginning of its key is known,
// some key must begin with it.
func wrong(wants map[string][]string, key string, whole bool, call *ast.CallExpr) string {
	if !whole {
		for k := range wants {
			if strings.HasPrefix(k, key) {
				return ""
			}
		}
		return "no key begins with " + key
	}
	names, ok := wants[key]
	if !ok {
		return key + " is not in the catalogue"
	}
	if call.Ellipsis.IsValid() {
		return ""
	}
	// What people say is not in the facts; whoever prints the message adds it.
	given := map[string]bool{"words": key == "match.said"}
	for i := 1; i+1 < len(call.Args); i += 2 {
		name, whole := literal(call.Args[i])
		if !whole {
			return ""
		}
		given[name] = true
	}
	for _, name := range names {
		if !given[name] {
			return key + " wants ." + name
		}
	}
	return ""
}

func called(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

// literal returns the value of a string literal, or of the first one in a concatenation; then whole is false.
func literal(e ast.Expr) (s string, whole bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(e.Value)
		return s, err == nil && e.Kind == token.STRING
	case *ast.BinaryExpr:
		s, _ := literal(e.X)
		return s, false
	}
	return "", false
}

// arguments lists, by key, the arguments that the English texts use.
func arguments(t *testing.T) map[string][]string {
	t.Helper()
	c, err := templates.LoadCatalog()
	if err != nil {
		t.Fatal(err)
	}
	wants := map[string][]string{}
	for _, key := range c.Keys("en") {
		wants[key] = nil
	}
	names, err := filepath.Glob("locale/*.en.toml")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		var words map[string]any
		if _, err := toml.DecodeFile(name, &words); err != nil {
			t.Fatal(err)
		}
		for key, v := range words {
			forms, ok := v.(map[string]any)
			if !ok {
				forms = map[string]any{"other": v}
			}
			for _, form := range forms {
				for _, action := range regexp.MustCompile(`{{[^}]*}}`).FindAllString(form.(string), -1) {
					for _, m := range field.FindAllStringSubmatch(action, -1) {
						wants[key] = append(wants[key], m[1])
					}
				}
			}
		}
	}
	return wants
}
