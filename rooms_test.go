package pitpost_test

import (
	"bytes"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	methodsMost = 60  // that a type outside engine has itself; each of its parts is a type of its own
	filesMost   = 40  // of a folder, without tests
	gameFiles   = 50  // of a game's folder, and of cmd/pitpost
	mapLines    = 200 // of ARCHITECTURE.md
)

// TestRoomsStaySmall checks what helps a newcomer to find their way: few files in a folder, few methods on a type, a
// short ARCHITECTURE.md, and no type that gets a service's methods by embedding it.
func TestRoomsStaySmall(t *testing.T) {
	root, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	pkgs, err := source(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pkgs {
		room, _ := ours(p.PkgPath)
		most := filesMost
		if room == "cmd/pitpost" || strings.HasPrefix(room, "engine/") {
			most = gameFiles
		}
		if len(p.GoFiles) > most {
			t.Errorf("%s has %d files", room, len(p.GoFiles))
		}
		for _, name := range p.Types.Scope().Names() {
			decl, ok := p.Types.Scope().Lookup(name).(*types.TypeName)
			if !ok {
				continue
			}
			named, ok := decl.Type().(*types.Named)
			if !ok {
				continue
			}
			if n := named.NumMethods(); n > methodsMost && room != "engine" && !strings.HasPrefix(room, "engine/") && !slices.Contains(unread, room) {
				t.Errorf("%s.%s has %d methods", room, name, n)
			}
			for _, of := range servicesIn(named) {
				t.Errorf("%s.%s embeds %s, and so gets all that it does", room, name, of)
			}
		}
	}
	page, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(page, []byte("\n")); n > mapLines {
		t.Errorf("ARCHITECTURE.md has %d lines", n)
	}
}

// servicesIn returns the services that a struct embeds: types of ours with a method that takes a context, which means
// that it works with the world outside.
func servicesIn(named *types.Named) (out []string) {
	s, ok := named.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for f := range s.Fields() {
		of := f.Type()
		if p, ok := of.(*types.Pointer); ok {
			of = p.Elem()
		}
		inner, ok := of.(*types.Named)
		if !f.Embedded() || !ok || inner.Obj().Pkg() == nil {
			continue
		}
		if _, mine := ours(inner.Obj().Pkg().Path()); !mine {
			continue
		}
		for m := range inner.Methods() {
			params := m.Signature().Params()
			if params.Len() > 0 && params.At(0).Type().String() == "context.Context" {
				out = append(out, inner.Obj().Name())
				break
			}
		}
	}
	return out
}
