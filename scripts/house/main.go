// House prints how large the code is, and what in it is hard to read aloud: by folder the number of files and their median
// length; the longest files and functions, those with the most branches and the longest conditions, the widest structs; and
// how many exported functions have a name of one word. Each figure is a reason to look, and no reason to split blindly.
package main

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"log"
	"maps"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"pitpost.example/scripts/house/measure"
)

// Files and functions with more lines than this are marked, and shown is how many of each are listed.
const (
	longFile     = 300
	longFunction = 60
	manyBranches = 25
	longSentence = 4 // operators of a condition
	wideStruct   = 20
	shown        = 8
)

// size is the length of a file or function.
type size struct {
	name  string
	lines int
}

// module returns the beginning of our own import paths.
var module = sync.OnceValue(func() string {
	info, _ := debug.ReadBuildInfo()
	return info.Main.Path + "/"
})

// room is a folder of Go code and what was measured in it.
type room struct {
	files, tests, functions []size
	branches, operators     []size   // of functions
	fields                  []size   // of structs
	exported, oneWord       int      // package-level functions, and those with a name of one word
	letters                 []size   // of the names of functions
	code                    int      // lines of files, without blank ones and comments
	imports                 []string // rooms that its files import, without tests
}

func main() {
	rooms := map[string]*room{}
	whole := &room{}
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() && (name == "testdata" || name == "bin" || len(name) > 1 && name[0] == '.') {
			return filepath.SkipDir
		}
		if entry.IsDir() || !strings.HasSuffix(name, ".go") {
			return nil
		}
		dir := filepath.Dir(path)
		if rooms[dir] == nil {
			rooms[dir] = &room{}
		}
		return read(path, rooms[dir], whole)
	})
	if err != nil {
		log.Fatal(err)
	}
	report(rooms, whole)
}

// read adds a file to these rooms.
func read(path string, rooms ...*room) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	lines := bytes.Count(text, []byte("\n"))
	if strings.HasSuffix(path, "_test.go") {
		for _, r := range rooms {
			r.tests = append(r.tests, size{path, lines})
		}
		return nil
	}
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, text, parser.ParseComments)
	if err != nil {
		return err
	}
	for _, r := range rooms {
		r.files = append(r.files, size{path, lines})
		r.code += codeOf(text)
		for _, i := range file.Imports {
			if room, ours := strings.CutPrefix(strings.Trim(i.Path.Value, `"`), module()); ours {
				r.imports = append(r.imports, room)
			}
		}
		r.add(set, path, file)
	}
	return nil
}

func codeOf(text []byte) (n int) {
	for line := range bytes.Lines(text) {
		if line = bytes.TrimSpace(line); len(line) > 0 && !bytes.HasPrefix(line, []byte("//")) {
			n++
		}
	}
	return n
}

// add adds what stands in a file.
func (r *room) add(set *token.FileSet, path string, file *ast.File) {
	for _, f := range measure.MeasureFunctions(set, file) {
		name := path + " " + f.Name
		r.functions = append(r.functions, size{name, f.Lines})
		r.branches = append(r.branches, size{name, f.Branches})
		r.operators = append(r.operators, size{name, f.Operators})
		r.letters = append(r.letters, size{name, len(f.Name) - strings.LastIndexByte(f.Name, '.') - 1})
		if f.Exported && !f.Method {
			r.exported++
			if f.OneWord() {
				r.oneWord++
			}
		}
	}
	for _, s := range measure.CountFields(file) {
		r.fields = append(r.fields, size{path + " " + s.Name, s.Fields})
	}
}

func report(rooms map[string]*room, whole *room) {
	fmt.Printf("%-24s %5s %6s %6s %7s %8s %10s %6s\n", "room", "files", "lines", "code", "median", "longest", "functions", "tests")
	for _, dir := range slices.Sorted(maps.Keys(rooms)) {
		rooms[dir].row(dir)
	}
	whole.row("all")
	fmt.Printf("\n%d lines of code are in the program, the others in what tests and examples alone use\n", program(rooms, "cmd/pitpost", map[string]bool{}))
	functions := sorted(whole.functions)
	letters := sorted(whole.letters)
	fmt.Printf("\nmedian function: %d lines, its name %d letters; %d of %d exported functions have a name of one word\n", functions[len(functions)/2],
		letters[len(letters)/2], whole.oneWord, whole.exported)
	list("longest files", whole.files, longFile)
	list("longest test files", whole.tests, longFile)
	list("longest functions", whole.functions, longFunction)
	list("functions with the most branches", whole.branches, manyBranches)
	list("conditions with the most operators", whole.operators, longSentence)
	list("structs with the most fields", whole.fields, wideStruct)
}

// program returns the lines of code in a room and all rooms that it imports, directly or not.
func program(rooms map[string]*room, name string, seen map[string]bool) (code int) {
	if seen[name] || rooms[name] == nil {
		return 0
	}
	seen[name] = true
	for _, i := range rooms[name].imports {
		code += program(rooms, i, seen)
	}
	return code + rooms[name].code
}

func (r *room) row(name string) {
	files := sorted(r.files)
	fmt.Printf("%-24s %5d %6d %6d %7d %8d %10d %6d\n", name, len(r.files), sum(files), r.code,
		files[len(files)/2], files[len(files)-1], len(r.functions), sum(sorted(r.tests)))
}

// list prints the largest of these and marks those over the limit.
func list(title string, sizes []size, limit int) {
	slices.SortStableFunc(sizes, func(a, b size) int { return cmp.Compare(b.lines, a.lines) })
	over := len(slices.DeleteFunc(slices.Clone(sizes), func(s size) bool { return s.lines <= limit }))
	fmt.Printf("\n%s (look at the %d over %d):\n", title, over, limit)
	for _, s := range sizes[:min(shown, len(sizes))] {
		mark := " "
		if s.lines > limit {
			mark = "!"
		}
		fmt.Printf("%s %5d  %s\n", mark, s.lines, s.name)
	}
}

// sorted returns the line counts in ascending order, and a single 0 if there are none.
func sorted(sizes []size) []int {
	var lines []int
	for _, s := range sizes {
		lines = append(lines, s.lines)
	}
	if lines == nil {
		return []int{0}
	}
	slices.Sort(lines)
	return lines
}

func sum(lines []int) (n int) {
	for _, l := range lines {
		n += l
	}
	return n
}
