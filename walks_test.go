package pitpost_test

import (
	"go/ast"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// walkMost is the most lines of a walk.
const walkMost = 15

// call is a line of a walk: a function, and the line of its caller.
type call struct {
	name   string // package.Function or package.Type.Method
	parent int    // the index of the caller, -1 for the first line
	handed bool   // marked with a star: passed on as a function
}

// TestWalksAreTrue checks each walk of ARCHITECTURE.md against the code: all functions exist, and each is called by its
// caller or by a helper in the caller's package. A function marked with * must be passed on as a value somewhere.
func TestWalksAreTrue(t *testing.T) {
	calls := callsOf(t)
	page, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	walks := regexp.MustCompile("(?s)```walk\n(.*?)```").FindAllStringSubmatch(string(page), -1)
	if len(walks) != 3 {
		t.Fatalf("ARCHITECTURE.md has %d walks", len(walks))
	}
	for _, w := range walks {
		lines := parseWalk(w[1])
		if len(lines) > walkMost {
			t.Errorf("the walk from %s has %d lines", lines[0].name, len(lines))
		}
		for _, l := range lines {
			f := calls[l.name]
			switch {
			case f == nil:
				t.Errorf("there is no function %s", l.name)
			case l.handed:
				if !calls.handedOn(l.name) {
					t.Errorf("nobody hands %s on", l.name)
				}
			case l.parent >= 0 && !calls.reach(lines[l.parent].name, l.name):
				t.Errorf("%s does not call %s", lines[l.parent].name, l.name)
			}
		}
	}
}

// parseWalk parses the lines of a walk, whose indents show who calls whom.
func parseWalk(text string) []call {
	var out []call
	var depths []int
	for line := range strings.Lines(text) {
		handed := strings.HasPrefix(line, "*")
		rest := strings.TrimLeft(strings.Replace(line, "*", " ", 1), " ")
		depth := len(line) - len(rest)
		name, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
		parent := -1
		for i, d := range depths { // the nearest line above with a smaller indent
			if d < depth {
				parent = i
			}
		}
		out, depths = append(out, call{name: name, parent: parent, handed: handed}), append(depths, depth)
	}
	return out
}

// callGraph has our functions, by name as nameOf returns it.
type callGraph map[string]*function

type function struct {
	pkg    string
	refers []string
	values []string // of those, what is handed on and not called
}

// reach reports whether a function calls another, directly or through helpers in its own package.
func (g callGraph) reach(from, to string) bool {
	seen := map[string]bool{}
	var walk func(name string) bool
	walk = func(name string) bool {
		if seen[name] || g[name] == nil {
			return false
		}
		seen[name] = true
		for _, next := range g[name].refers {
			if next == to || g[next] != nil && g[next].pkg == g[from].pkg && walk(next) {
				return true
			}
		}
		return false
	}
	return walk(from)
}

func (g callGraph) handedOn(name string) bool {
	for _, f := range g {
		for _, v := range f.values {
			if v == name {
				return true
			}
		}
	}
	return false
}

// callsOf returns what each function of ours refers to. A method of an interface stands for all methods with that
// name in the same package.
func callsOf(t *testing.T) callGraph {
	t.Helper()
	root, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	pkgs, err := source(root)
	if err != nil {
		t.Fatal(err)
	}
	g := callGraph{}
	byMethod := map[string][]string{} // package and method name: the functions
	for _, p := range pkgs {
		for _, file := range p.Syntax {
			for _, d := range file.Decls {
				fd, ok := d.(*ast.FuncDecl)
				if !ok || fd.Body == nil {
					continue
				}
				name := nameOf(p.TypesInfo.Defs[fd.Name])
				f := &function{pkg: p.PkgPath}
				g[name] = f
				if fd.Recv != nil {
					byMethod[p.PkgPath+" "+fd.Name.Name] = append(byMethod[p.PkgPath+" "+fd.Name.Name], name)
				}
				called := map[*ast.Ident]bool{}
				ast.Inspect(fd.Body, func(n ast.Node) bool {
					if c, ok := n.(*ast.CallExpr); ok {
						switch fun := ast.Unparen(c.Fun).(type) {
						case *ast.Ident:
							called[fun] = true
						case *ast.SelectorExpr:
							called[fun.Sel] = true
						}
					}
					if lit, ok := n.(*ast.CompositeLit); ok { // a value passes its methods on
						f.values = append(f.values, methodsOf(p.TypesInfo.TypeOf(lit))...)
					}
					id, ok := n.(*ast.Ident)
					if !ok {
						return true
					}
					fn, ok := p.TypesInfo.Uses[id].(*types.Func)
					if !ok || fn.Pkg() == nil {
						return true
					}
					f.refers = append(f.refers, nameOf(fn))
					if !called[id] {
						f.values = append(f.values, nameOf(fn))
					}
					return true
				})
			}
		}
	}
	for _, f := range g {
		for _, r := range f.refers {
			if g[r] == nil { // a method of an interface
				_, method, _ := strings.Cut(r, ".")
				if _, m, ok := strings.Cut(method, "."); ok {
					method = m
				}
				f.refers = append(f.refers, byMethod[f.pkg+" "+method]...)
			}
		}
	}
	return g
}

func methodsOf(of types.Type) []string {
	named, ok := of.(*types.Named)
	if !ok {
		return nil
	}
	var out []string
	for m := range named.Methods() {
		out = append(out, nameOf(m))
	}
	return out
}

// nameOf returns the name of a function as a walk has it: package.Function or package.Type.Method.
func nameOf(o types.Object) string {
	fn := o.(*types.Func)
	name := fn.Name()
	if recv := fn.Signature().Recv(); recv != nil {
		of := recv.Type()
		if p, ok := of.(*types.Pointer); ok {
			of = p.Elem()
		}
		if n, ok := of.(*types.Named); ok {
			name = n.Obj().Name() + "." + name
		}
	}
	return fn.Pkg().Name() + "." + name
}
