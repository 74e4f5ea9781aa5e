package pitpost_test

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	gopackages "golang.org/x/tools/go/packages"
)

// use is a place in the code where a string literal is used as a state.
type use struct {
	Pos  token.Position // the file relative to the root
	Word string         // the literal, with its quotes
	What string         // the state's type, or the field of type string
}

// String returns "file:line: word as what".
func (u use) String() string {
	return fmt.Sprintf("%s:%d: %s as %s", u.Pos.Filename, u.Pos.Line, u.Word, u.What)
}

// stateNames has the names of fields that hold a state, even if their type is string.
var stateNames = []string{"Answer", "Cause", "Class", "Door", "Fate", "Form", "Format", "Kind", "Notify", "Phase", "Purpose",
	"Role", "Scope", "State", "Status", "Talk", "Timeout", "Trust", "What", "Why"}

// stateWord matches what the name of a state looks like. Sentences, media types and kinds of facts do not match.
var stateWord = regexp.MustCompile(`^[A-Za-z][A-Za-z_:-]*$`)

// findStates finds string literals used as states in the packages under root, without tests. A literal counts if it
// becomes a value of a string type of ours, in any way but the declaration of a constant, or if it is compared with a
// field of type string whose name is in stateNames. The empty string never counts.
func findStates(root string) ([]use, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	pkgs, err := source(root)
	if err != nil {
		return nil, err
	}
	var uses []use
	for _, p := range pkgs {
		f := finder{pkg: p, ours: p.Module.Path}
		for _, file := range p.Syntax {
			ast.Inspect(file, f.look)
		}
		uses = append(uses, f.uses...)
	}
	for i, u := range uses {
		if uses[i].Pos.Filename, err = filepath.Rel(root, u.Pos.Filename); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(uses, func(a, b use) int {
		return cmp.Or(cmp.Compare(a.Pos.Filename, b.Pos.Filename), cmp.Compare(a.Pos.Offset, b.Pos.Offset))
	})
	return slices.CompactFunc(uses, func(a, b use) bool { return a.Pos == b.Pos }), nil
}

// sources caches what source returns, by root.
var sources = map[string][]*gopackages.Package{}

// source loads the packages under a root with their types, without tests.
func source(root string) ([]*gopackages.Package, error) {
	if pkgs, read := sources[root]; read {
		return pkgs, nil
	}
	pkgs, err := gopackages.Load(&gopackages.Config{
		Mode: gopackages.NeedName | gopackages.NeedFiles | gopackages.NeedSyntax | gopackages.NeedTypes | gopackages.NeedTypesInfo |
			gopackages.NeedImports | gopackages.NeedDeps | gopackages.NeedModule,
		Dir: root,
		Env: append(os.Environ(), "CGO_ENABLED=0"),
	}, "./...")
	if err != nil {
		return nil, err
	}
	for _, p := range pkgs {
		for _, e := range p.Errors {
			return nil, fmt.Errorf("%s: %w", p.PkgPath, e)
		}
	}
	sources[root] = pkgs
	return pkgs, nil
}

// finder finds the uses in one package.
type finder struct {
	pkg  *gopackages.Package
	ours string // the beginning of our import paths
	uses []use
}

func (f *finder) look(node ast.Node) bool {
	switch n := node.(type) {
	case *ast.GenDecl:
		return n.Tok != token.CONST
	case *ast.BinaryExpr:
		if n.Op == token.EQL || n.Op == token.NEQ {
			f.compared(n.X, n.Y)
			f.compared(n.Y, n.X)
		}
	case *ast.SwitchStmt:
		for _, clause := range n.Body.List {
			for _, word := range clause.(*ast.CaseClause).List {
				f.compared(n.Tag, word)
			}
		}
	case *ast.CallExpr:
		f.call(n)
	case ast.Expr:
		f.typed(n)
	}
	return true
}

// call handles calls such as slices.Contains, which look for a value among literals.
func (f *finder) call(n *ast.CallExpr) {
	if len(n.Args) < 2 {
		return
	}
	for _, of := range n.Args {
		for _, in := range n.Args {
			list, ok := ast.Unparen(in).(*ast.CompositeLit)
			if !ok {
				f.oneOf(of, in, n)
				continue
			}
			for _, word := range list.Elts {
				f.compared(of, word)
			}
		}
	}
}

// oneOf handles calls of functions that compare their first argument with the others.
func (f *finder) oneOf(of, word ast.Expr, n *ast.CallExpr) {
	if sign, ok := f.pkg.TypesInfo.TypeOf(n.Fun).(*types.Signature); ok && sign.Variadic() && n.Args[0] == of && sign.Results().Len() == 1 &&
		types.Identical(sign.Results().At(0).Type(), types.Typ[types.Bool]) {
		f.compared(of, word)
	}
}

// typed notes a literal that becomes a value of a string type of ours.
func (f *finder) typed(word ast.Expr) {
	if named, ok := f.pkg.TypesInfo.TypeOf(word).(*types.Named); ok && f.plain(word) && f.state(named) {
		f.note(word, named.Obj().Pkg().Name()+"."+named.Obj().Name())
	}
}

// state reports whether a type is a string type of ours.
func (f *finder) state(named *types.Named) bool {
	basic, ok := named.Underlying().(*types.Basic)
	pkg := named.Obj().Pkg()
	return ok && basic.Info()&types.IsString != 0 && pkg != nil && (pkg.Path() == f.ours || strings.HasPrefix(pkg.Path(), f.ours+"/"))
}

// compared notes a literal that is compared with a field of type string.
func (f *finder) compared(of, word ast.Expr) {
	if of == nil || !f.plain(word) {
		return
	}
	var name *ast.Ident
	switch of := ast.Unparen(of).(type) {
	case *ast.SelectorExpr:
		name = of.Sel
	case *ast.Ident:
		name = of
	case *ast.CallExpr: // string(state)
		if len(of.Args) != 1 {
			return
		}
		if named, ok := f.pkg.TypesInfo.TypeOf(of.Args[0]).(*types.Named); ok && f.state(named) && f.pkg.TypesInfo.Types[of.Fun].IsType() {
			f.note(word, named.Obj().Name())
		}
		return
	default:
		return
	}
	if !slices.ContainsFunc(stateNames, func(n string) bool { return strings.EqualFold(n, name.Name) }) {
		return
	}
	v, ok := f.pkg.TypesInfo.Uses[name].(*types.Var)
	if ok && v.Pkg() != nil && strings.HasPrefix(v.Pkg().Path(), f.ours) && types.Identical(v.Type(), types.Typ[types.String]) {
		f.note(word, "string "+name.Name)
	}
}

// plain reports whether an expression is a string literal, but not the empty one, or a constant without a type.
func (f *finder) plain(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.BasicLit:
		return e.Kind == token.STRING && f.named(e)
	case *ast.BinaryExpr:
		return f.named(e) && f.plain(e.X)
	case *ast.Ident:
		return f.untyped(e) && f.named(e)
	case *ast.SelectorExpr:
		return f.untyped(e.Sel) && f.named(e)
	}
	return false
}

// named reports whether an expression is a constant whose value looks like the name of a state.
func (f *finder) named(e ast.Expr) bool {
	value := f.pkg.TypesInfo.Types[e].Value
	return value != nil && value.Kind() == constant.String && stateWord.MatchString(constant.StringVal(value))
}

func (f *finder) untyped(name *ast.Ident) bool {
	c, ok := f.pkg.TypesInfo.Uses[name].(*types.Const)
	return ok && types.Identical(c.Type(), types.Typ[types.UntypedString])
}

func (f *finder) note(word ast.Expr, what string) {
	f.uses = append(f.uses, use{Pos: f.pkg.Fset.Position(word.Pos()), Word: types.ExprString(word), What: what})
}
