package settings

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/caarlos0/env/v11"
	"github.com/goccy/go-yaml"

	"pitpost.example/engine"
)

// Source names where the value of a setting comes from.
type Source string

// The sources, except a file, which is named by its path.
const (
	sourceDefault     Source = "default"
	sourceEnvironment Source = "environment"
	sourceFlag        Source = "flag"
	// Settings that are derived from another one.
	sourceGmail     Source = "GMAIL"
	sourceMicrosoft Source = "MICROSOFT"
	sourceIMAP      Source = "IMAP_URL"
)

// LoadSettings takes each setting from the first source that gives it: flags, PITPOST_… in the environment, the four
// URLs by their bare names in the environment (as hosts of containers set them), the file in the data folder and the
// machine's, or the named one in place of both, and the defaults.
// Then it checks all settings. The error says in one line what to correct.
func LoadSettings(flags Fields, environ []string) (*Settings, error) {
	variables := env.ToMap(environ)
	strangers := strange(variables)
	if err := secretsFromFiles(variables); err != nil {
		return nil, err
	}
	for _, name := range bareNames {
		variables["PITPOST_"+name] = cmp.Or(variables["PITPOST_"+name], variables[name])
	}
	environment, err := fromEnvironment(variables)
	if err != nil {
		return nil, err
	}
	said := Settings{From: map[string]Source{}} // without the file, because these say where the file is
	said.take(environment, sourceEnvironment)
	said.take(flags, sourceFlag)
	files, data, err := readFiles(said.Config, said.Data, variables)
	if err != nil {
		return nil, err
	}
	s := DefaultSettings(data)
	for _, f := range files {
		s.take(f.fields, Source(f.name))
	}
	s.take(environment, sourceEnvironment)
	s.take(flags, sourceFlag)
	s.Strange = strangers
	if said.Config == "" {
		s.Unread, s.UnreadFile = unread(variables), formerFile(variables)
	}
	return s, s.Complete()
}

// ours matches variables that are read elsewhere in the program, and
// those that Kubernetes sets for a service called pitpost.
var ours = regexp.MustCompile(`^PITPOST_(PROFILE|KILL_AT|CLOCK|POISON|KEY|TEST_.*|SERVICE_.*|PORT(_.*)?)$`)

// strange lists variables of the environment that look like settings but are none.
func strange(variables map[string]string) []string {
	known := map[string]bool{}
	for _, r := range Rows() {
		known[r.Var] = true
		known[r.Var+"_FILE"] = known[r.Var+"_FILE"] || r.secret
	}
	var list []string
	for variable := range variables {
		if name, ok := strings.CutPrefix(variable, "PITPOST_"); ok && !known[name] && !ours.MatchString(variable) {
			list = append(list, variable+" is no setting"+didYouMean("PITPOST_", name))
		}
	}
	slices.Sort(list)
	return list
}

// didYouMean suggests the setting with the most similar name, "" if none is similar. A short name may differ by one letter.
func didYouMean(prefix, name string) string {
	best, least := "", min(3, (len(name)+1)/2)
	for _, r := range Rows() {
		if far := engine.EditDistance(strings.TrimPrefix(strings.ToUpper(name), "PITPOST_"), r.Var); far < least {
			best, least = r.Var, far
		}
	}
	if best == "" {
		return ""
	}
	if prefix == "" {
		best = strings.ToLower(best)
	}
	return ": did you mean " + prefix + best + "?"
}

// secretsFromFiles reads the files named by PITPOST_…_FILE, one for each secret, into the variables. Containers
// get their secrets that way.
func secretsFromFiles(variables map[string]string) error {
	for _, r := range Rows() {
		name := "PITPOST_" + r.Var
		file := variables[name+"_FILE"]
		if !r.secret || file == "" {
			continue
		}
		if _, both := variables[name]; both {
			return fmt.Errorf("%s and %s_FILE say the same: leave one out", name, name)
		}
		text, err := os.ReadFile(file)
		switch {
		case errors.Is(err, fs.ErrPermission):
			return fmt.Errorf("%s_FILE cannot be read (in a container it must be readable for the user 10001: chmod 644 it, in a folder of mode 700): %w", name, err)
		case err != nil:
			return fmt.Errorf("%s_FILE cannot be read: %w", name, err)
		}
		if variables[name] = strings.TrimRight(string(text), "\r\n"); variables[name] == "" {
			return fmt.Errorf("%s_FILE is empty: put the secret into it, or leave the setting out", name)
		}
	}
	return nil
}

// take overwrites the settings with those that a source gives.
func (s *Settings) take(f Fields, from Source) {
	for _, r := range Rows() {
		if value := r.of(&f); !value.IsNil() {
			r.of(&s.Values).Set(value.Elem())
			s.From[r.Var] = from
		}
	}
}

func fromEnvironment(variables map[string]string) (f Fields, err error) {
	err = env.ParseWithOptions(&f, env.Options{Environment: variables, TagName: "var", Prefix: "PITPOST_"})
	if wrong, ok := errors.AsType[env.ParseError](err); ok {
		r := inField(wrong.Name)
		return f, errors.New("PITPOST_" + r.Var + r.wanted())
	}
	if err != nil {
		return f, errors.New("the environment's settings cannot be read")
	}
	return f, nil
}

// wanted says what kind of value a setting needs, behind its name.
func (r Row) wanted() string {
	if r.number {
		return " is a whole number such as 100"
	}
	return " is one value, not several"
}

// dataFolder returns the named data folder, or the usual one if named is "".
func dataFolder(named string, variables map[string]string) (string, error) {
	if named != "" {
		return named, nil
	}
	if base := variables["XDG_DATA_HOME"]; base != "" {
		return filepath.Join(base, "pitpost"), nil
	}
	if os.Geteuid() == 0 {
		// Root's home cannot be read by the user that the built-in database runs as.
		return "/var/lib/pitpost", nil
	}
	if home := variables["HOME"]; home != "" {
		return filepath.Join(home, ".local", "share", "pitpost"), nil
	}
	return "", errors.New("there is no home folder to keep data in: set --data or PITPOST_DATA")
}

// DataFolder returns the data folder given by a flag ("" for none), by the environment, by the machine's settings, or
// the usual one.
func DataFolder(flag string, environ []string) (string, error) {
	variables := env.ToMap(environ)
	_, folder, err := readFiles("", cmp.Or(flag, variables["PITPOST_DATA"]), variables)
	return folder, err
}

// ForDemo gives the settings of a demonstration a folder of its own beside the usual one, unless a flag names one, and
// no file, unless a flag does: it never reads what a house on this machine is set up with.
func ForDemo(flags Fields, environ []string) (Fields, error) {
	if flags.Data == nil {
		usual, err := dataFolder("", env.ToMap(environ))
		if err != nil {
			return flags, err
		}
		usual += "-play"
		flags.Data = &usual
	}
	if flags.Config == nil {
		none := os.DevNull
		flags.Config = &none
	}
	return flags, nil
}

// key matches the name of a setting at the start of a line.
var key = regexp.MustCompile(`(?m)^[A-Za-z][A-Za-z_-]*\s*:`)

// bare matches a value that begins like a number and has no quotes.
var bare = regexp.MustCompile(`(?m)^([A-Za-z][A-Za-z_-]*\s*:[ \t]+)([.\d][^\s']*)([ \t]*(?: #.*)?\r?)$`)

// broken matches a number that is not whole or not written in digits. YAML would round it, and 0.5 letters a
// minute would become no limit.
var broken = regexp.MustCompile(`(?m)^(\w+)\s*:\s*['"]?[+-]?\d*[._eE]\d`)

// wrongField matches the parser's name for a setting whose value has the wrong type.
var wrongField = regexp.MustCompile(`Go struct field Fields\.(\w+)`)

// readYAML parses a settings file strictly. Names may be spelled imap_url, imap-url or IMAP_URL. The error
// begins with the line number.
func readYAML(text []byte, f *Fields) error {
	text = bytes.TrimPrefix(text, []byte("\ufeff")) // a byte order mark, which some editors add
	text = key.ReplaceAllFunc(text, func(name []byte) []byte {
		return bytes.ReplaceAll(bytes.ToLower(name), []byte("-"), []byte("_"))
	})
	for _, number := range broken.FindAllSubmatch(text, -1) {
		if r := inLine(string(number[1])); r != nil && r.number {
			return errors.New(" " + r.Line + r.wanted())
		}
	}
	text = bare.ReplaceAll(text, []byte("$1'$2'$3")) // YAML would read 010 as eight, also in a password
	if len(bytes.TrimSpace(text)) == 0 {
		return nil
	}
	err := yaml.UnmarshalWithOptions(text, f, yaml.Strict())
	if err == nil {
		return nil
	}
	if at, ok := errors.AsType[yaml.Error](err); ok && at.GetToken() != nil {
		message := unquote(at.GetMessage())
		if name, ok := strings.CutPrefix(message, "unknown field "); ok {
			message += didYouMean("", strings.Trim(name, `"`))
		} else if field := wrongField.FindStringSubmatch(message); field != nil {
			r := inField(field[1])
			message = r.Line + r.wanted()
		} else if !strings.HasPrefix(message, "mapping key") {
			message += "; settings stand one `name: value` a line, and a value with signs such as * # : in quotes"
		}
		return fmt.Errorf("%d: %s", at.GetToken().Position.Line, message)
	}
	return errors.New(" this is not a list of settings, one `name: value` a line")
}

// unquote removes quoted text from a parser's message, because it may be a secret.
func unquote(message string) string {
	if strings.HasPrefix(message, "unknown field") || strings.HasPrefix(message, "mapping key") {
		return message
	}
	if i := strings.IndexAny(message, "\"'`"); i >= 0 {
		message = message[:i] + "…"
	}
	return message
}
