package pitpost_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"pitpost.example/scripts/house/measure"
)

const (
	branchesMost  = 25 // of a function
	operatorsMost = 4  // && and || in one condition
)

// unread are the rooms whose rules of speech are still conditions: what people write is read there.
var unread = []string{"speech/grammar", "speech", "engine/saboteur/sayings", "engine/clonk/sayings"}

// TestConditionsCanBeReadAloud checks that no function has more branches and no condition more operators than one can keep
// in mind. A longer condition has parts with names.
func TestConditionsCanBeReadAloud(t *testing.T) {
	for _, file := range programFiles(t) {
		if inAny(file, unread) {
			continue
		}
		set := token.NewFileSet()
		parsed, err := parser.ParseFile(set, file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range measure.MeasureFunctions(set, parsed) {
			if f.Branches > branchesMost {
				t.Errorf("%s: %s has %d branches", file, f.Name, f.Branches)
			}
			if f.Operators > operatorsMost {
				t.Errorf("%s: %s has a condition with %d operators", file, f.Name, f.Operators)
			}
		}
	}
}

// programFiles lists the files of the program, without tests, labs, scripts and what is only there to be read.
func programFiles(t *testing.T) (files []string) {
	t.Helper()
	for _, folder := range []string{"cmd", "db", "disk", "engine", "failpoint", "house", "inbox", "mailer", "meter", "model", "server", "speech", "templates", "token", "web"} {
		err := filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.IsDir() && strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") {
				files = append(files, filepath.ToSlash(name))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return files
}

func inAny(file string, rooms []string) bool {
	for _, room := range rooms {
		if strings.HasPrefix(file, room+"/") {
			return true
		}
	}
	return false
}
