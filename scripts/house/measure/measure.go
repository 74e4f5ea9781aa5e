// Package measure counts in Go source what makes it hard to read aloud: branches of functions, operators of conditions, and
// names of one word.
package measure

import (
	"go/ast"
	"go/token"
	"strings"
	"unicode"
)

// Function is what was counted in a function.
type Function struct {
	Name     string // with its receiver's type: "Table.Advance"
	Lines    int
	Exported bool
	Method   bool
	// Branches counts if, for, each case that is not the default, && and ||.
	Branches int
	// Operators is the largest number of && and || in one expression.
	Operators int
}

// OneWord reports whether the function's own name is a single word: Advance, but not AdvanceTable.
func (f Function) OneWord() bool {
	own := f.Name[strings.LastIndexByte(f.Name, '.')+1:]
	return !strings.ContainsFunc(own[min(1, len(own)):], unicode.IsUpper)
}

// MeasureFunctions measures the functions of a file.
func MeasureFunctions(set *token.FileSet, file *ast.File) (all []Function) {
	for _, declared := range file.Decls {
		f, ok := declared.(*ast.FuncDecl)
		if !ok || f.Body == nil {
			continue
		}
		one := Function{Name: f.Name.Name, Exported: f.Name.IsExported(), Method: f.Recv != nil,
			Lines: set.Position(f.End()).Line - set.Position(f.Pos()).Line + 1}
		if f.Recv != nil && len(f.Recv.List) == 1 {
			one.Name = receiver(f.Recv.List[0].Type) + "." + one.Name
		}
		ast.Inspect(f.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
				one.Branches++
			case *ast.CaseClause:
				if n.List != nil {
					one.Branches++
				}
			case *ast.CommClause:
				if n.Comm != nil {
					one.Branches++
				}
			case *ast.BinaryExpr:
				if joins(n) {
					one.Branches++
					one.Operators = max(one.Operators, operators(n))
				}
			}
			return true
		})
		all = append(all, one)
	}
	return all
}

func joins(e *ast.BinaryExpr) bool { return e.Op == token.LAND || e.Op == token.LOR }

// operators counts && and || in an expression, without those in functions that are written inside it.
func operators(e ast.Expr) (n int) {
	ast.Inspect(e, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BinaryExpr:
			if joins(node) {
				n++
			}
		}
		return true
	})
	return n
}

func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return "?"
}

// Struct is a struct type with the number of its fields.
type Struct struct {
	Name   string
	Fields int
}

// CountFields counts the fields of the struct types of a file.
func CountFields(file *ast.File) (all []Struct) {
	for _, declared := range file.Decls {
		types, ok := declared.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range types.Specs {
			named, ok := spec.(*ast.TypeSpec)
			if !ok {
				continue
			}
			if s, ok := named.Type.(*ast.StructType); ok {
				all = append(all, Struct{named.Name.Name, s.Fields.NumFields()})
			}
		}
	}
	return all
}
