package pitpost_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

var (
	namedTest = regexp.MustCompile("`((?:Test|Fuzz)[A-Za-z0-9_]+)`")
	testFunc  = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)[A-Za-z0-9_]+)\(`)
)

// TestEveryThreatNamesItsTest checks that each line of the threat model names a test, and that all tests named there
// and in the page on backups exist.
func TestEveryThreatNamesItsTest(t *testing.T) {
	exists := map[string]bool{}
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range testFunc.FindAllStringSubmatch(string(text), -1) {
			exists[m[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for _, name := range []string{"docs/threats.md", "docs/backup.md"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range namedTest.FindAllStringSubmatch(string(text), -1) {
			if !exists[m[1]] {
				t.Errorf("%s names %s, which is not there", name, m[1])
			}
		}
		for line := range strings.SplitSeq(string(text), "\n") {
			if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| someone") {
				continue
			}
			if lines++; !namedTest.MatchString(line) {
				t.Errorf("%s: no test holds %s", name, line)
			}
		}
	}
	if lines < 20 {
		t.Errorf("only %d threats", lines)
	}
}

// TestTheContainerIsNobodysAndReadOnly checks the Dockerfile and docker-compose.yml.
func TestTheContainerIsNobodysAndReadOnly(t *testing.T) {
	image, err := os.ReadFile("Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	users := regexp.MustCompile(`(?m)^USER (.*)$`).FindAllStringSubmatch(string(image), -1)
	if len(users) == 0 || !regexp.MustCompile(`^[1-9]\d*:[1-9]\d*$`).MatchString(users[len(users)-1][1]) {
		t.Errorf("the image runs as %v, and not as a user by number that is not root", users)
	}
	text, err := os.ReadFile("docker-compose.yml")
	if err != nil {
		t.Fatal(err)
	}
	var compose struct {
		Services map[string]struct {
			User        string   `yaml:"user"`
			ReadOnly    bool     `yaml:"read_only"`
			CapDrop     []string `yaml:"cap_drop"`
			SecurityOpt []string `yaml:"security_opt"`
			Privileged  bool     `yaml:"privileged"`
			Ports       []string `yaml:"ports"`
		} `yaml:"services"`
	}
	if err := yaml.Unmarshal(text, &compose); err != nil {
		t.Fatal(err)
	}
	s := compose.Services["pitpost"]
	if s.User != users[len(users)-1][1] || !s.ReadOnly || !slices.Equal(s.CapDrop, []string{"ALL"}) || s.Privileged {
		t.Errorf("the container runs as %+v", s)
	}
	for name, s := range compose.Services {
		if !slices.Contains(s.SecurityOpt, "no-new-privileges:true") {
			t.Errorf("%s may get new privileges", name)
		}
		for _, port := range s.Ports {
			if !strings.HasPrefix(port, "127.0.0.1:") {
				t.Errorf("%s is open to the world at %s", name, port)
			}
		}
	}
}
