package pitpost_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A program in another module can import the engine and its games, because the go command accepts this module's path.
func TestAnotherModuleImportsTheEngine(t *testing.T) {
	t.Parallel()
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module games.example\n\ngo 1.26\n\nrequire MODULE v0.0.0\n\nreplace MODULE => " + here + "\n",
		"main.go": `package main

import (
	"fmt"

	"MODULE/engine/catalog"
)

func main() {
	for _, g := range catalog.AllGames() {
		fmt.Println(g.Name())
	}
}
`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(strings.ReplaceAll(text, "MODULE", module())), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := exec.CommandContext(t.Context(), "go", "run", "-mod=mod", ".")
	run.Dir, run.Env = dir, append(os.Environ(), "GOPROXY=off", "GOSUMDB=off", "GOWORK=off")
	if out, err := run.CombinedOutput(); err != nil || !strings.Contains(string(out), "saboteur\nclonk\n") {
		t.Errorf("%v\n%s", err, out)
	}
}
