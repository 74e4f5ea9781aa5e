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

// walkMost is how many lines a walk has at most.
const walkMost = 15

// call is a line of a walk: a function, and the line that calls it.
type call struct {
	name   string // package.Function or package.Type.Method
	parent int    // -1 for the first
	handed bool
}

// TestWalksAreTrue follows each walk of ARCHITECTURE.md through the code: every function is there,
// and called by the one above it or by helpers in that one's package. One that is handed in has to be
// handed to somebody who may call that package.
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

// parseWalk reads lines, whose depth is by how far they stand in.
func parseWalk(text string) []call {
	var out []call
	var depths []int
	for line := range strings.Lines(text) {
		handed := strings.HasPrefix(line, "*")
		rest := strings.TrimLeft(strings.Replace(line, "*", " ", 1), " ")
		depth := len(line) - len(rest)
		name, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
		parent := -1
		for i, d := range depths { // the nearest above that stands less far in
			if d < depth {
				parent = i
			}
		}
		out, depths = append(out, call{name: name, parent: parent, handed: handed}), append(depths, depth)
	}
	return out
}

// uses are the functions of ours that each function refers to, by name.
type callGraph map[string]*function

type function struct {
	pkg    string
	refers []string
	values []string // of those, what is handed on and not called
}

// reach says whether a function calls another, by way of helpers in its own package at most.
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

// callsOf reads what every function of ours refers to; a method of an interface stands for the methods of
// that name of the types in the same package.
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
					if lit, ok := n.(*ast.CompositeLit); ok { // what it can do is handed on with it
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
			if g[r] == nil { // of an interface
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

// nameOf is how a walk calls a function: by the last part of its package.
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
