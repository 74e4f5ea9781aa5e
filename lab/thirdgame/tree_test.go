package thirdgame

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pitpost.example/lab"
)

// An author puts the folder of a game into engine/ and adds a line to the catalogue. Then all tests of the
// house that use the games of the catalogue pass. The tree is not changed: the folder and the line are laid
// over it when the tests are compiled.
func TestItsFolderAndALineAreAll(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs("../..")
	lab.Check(t, err)
	over := overlay(t, root)
	tests := ofTheCatalogue(t, root)
	if len(tests) < 8 {
		t.Fatalf("tests that take their games from the catalogue were found in %d packages alone", len(tests))
	}
	names := map[string]bool{}
	for _, of := range tests {
		for _, name := range of {
			names[name] = true
		}
	}
	t.Logf("%d tests of %s", len(names), strings.Join(slices.Sorted(maps.Keys(tests)), ", "))
	run := exec.CommandContext(t.Context(), "go", slices.Concat([]string{"test", "-vet=off", "-ldflags=-w", "-p=2", "-overlay", over,
		"-run", "^(" + strings.Join(slices.Sorted(maps.Keys(names)), "|") + ")$"}, slices.Sorted(maps.Keys(tests)))...)
	run.Dir = root
	if out, err := run.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// overlay writes the file for go's -overlay flag, which adds the example game as engine/peak and to the
// catalogue. It returns the file's path.
func overlay(t *testing.T, root string) string {
	t.Helper()
	replace := map[string]string{}
	lesson := filepath.Join(root, "docs", "example-game")
	err := filepath.WalkDir(lesson, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && !strings.HasSuffix(name, "_test.go") {
			replace[filepath.Join(root, "engine", "peak", strings.TrimPrefix(name, lesson))] = name
		}
		return err
	})
	lab.Check(t, err)
	list := filepath.Join(root, "engine", "catalog", "catalog.go")
	text, err := os.ReadFile(list)
	lab.Check(t, err)
	changed := string(text)
	for _, line := range []string{`/engine/clonk"`, "clonk.Game{},"} {
		if strings.Count(changed, line) != 1 {
			t.Fatalf("where a game is added to the catalogue, %q stood", line)
		}
		whole := linesWith(changed, line)
		changed = strings.Replace(changed, whole, whole+strings.ReplaceAll(whole, "clonk", "peak"), 1)
	}
	dir := t.TempDir()
	replace[list] = filepath.Join(dir, "catalog.go")
	lab.Check(t, os.WriteFile(replace[list], []byte(changed), 0o600))
	data, err := json.Marshal(map[string]any{"Replace": replace})
	lab.Check(t, err)
	over := filepath.Join(dir, "overlay.json")
	lab.Check(t, os.WriteFile(over, data, 0o600))
	return over
}

// linesWith returns the lines of a text that contain a word.
func linesWith(text, word string) (all string) {
	for line := range strings.Lines(text) {
		if strings.Contains(line, word) {
			all += line
		}
	}
	return all
}

// ofTheCatalogue returns the tests that cover every game of the catalogue, by package: those that range over
// it, directly or in a function of their package that they call.
func ofTheCatalogue(t *testing.T, root string) map[string][]string {
	t.Helper()
	packages := map[string][]*ast.FuncDecl{}
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && (strings.HasPrefix(entry.Name(), ".") && name != root || slices.Contains([]string{"testdata", "node_modules", "thirdgame"}, entry.Name())) {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(name, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel(root, filepath.Dir(name))
		for _, d := range file.Decls {
			if f, is := d.(*ast.FuncDecl); is {
				packages["./"+filepath.ToSlash(folder)] = append(packages["./"+filepath.ToSlash(folder)], f)
			}
		}
		return err
	})
	lab.Check(t, err)
	tests := map[string][]string{}
	for pkg, functions := range packages {
		reach := map[string]bool{}
		for grows := true; grows; {
			grows = false
			for _, f := range functions {
				if !reach[f.Name.Name] && (rangesOverGames(f) || mentions(f.Body, func(name string) bool { return reach[name] })) {
					reach[f.Name.Name], grows = true, true
				}
			}
		}
		for name := range reach {
			if strings.HasPrefix(name, "Test") {
				tests[pkg] = append(tests[pkg], name)
			}
		}
	}
	return tests
}

// rangesOverGames reports whether a function ranges over the games of the catalogue, or their names.
func rangesOverGames(f *ast.FuncDecl) bool {
	found := false
	ast.Inspect(f, func(n ast.Node) bool {
		if r, is := n.(*ast.RangeStmt); is {
			ast.Inspect(r.X, func(n ast.Node) bool {
				call, is := n.(*ast.CallExpr)
				if !is {
					return true
				}
				name, _ := call.Fun.(*ast.Ident) // in the package catalog
				if s, is := call.Fun.(*ast.SelectorExpr); is {
					if from, is := s.X.(*ast.Ident); is && from.Name == "catalog" {
						name = s.Sel
					}
				}
				found = found || name != nil && (name.Name == "AllGames" || name.Name == "GameNames")
				return true
			})
		}
		return !found
	})
	return found
}

// mentions reports whether a body contains an identifier for which is returns true.
func mentions(body ast.Node, is func(name string) bool) (found bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		if id, named := n.(*ast.Ident); named && is(id.Name) {
			found = true
		}
		return !found
	})
	return found
}
