package settings

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/caarlos0/env/v11"
	"github.com/goccy/go-yaml"
)

// copySuffix ends the name of the copy of a file whose lines were carried over.
const copySuffix = ".carried-over"

// MoveUnitSettings moves the settings that stand as variables in the file that the package's unit once read into the
// machine's settings file, where the unit and commands by hand read them. It keeps a copy, and leaves lines that are no
// settings. What the settings file says already stays.
func MoveUnitSettings(environ []string) (said []string, err error) {
	variables := env.ToMap(environ)
	from, into := formerFile(variables), machineFile(variables)
	lines := formerLines(from)
	if len(lines) == 0 {
		return nil, nil
	}
	there, err := os.ReadFile(into)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var present Fields
	rest, secrets := splitSecretFiles(there)
	if err := readYAML(rest, &present); err != nil {
		return nil, fmt.Errorf("%s:%w", into, err)
	}
	text, carried := there, []string{}
	if len(text) > 0 && !bytes.HasSuffix(text, []byte("\n")) {
		text = append(text, '\n')
	}
	for _, line := range lines {
		name := lineName(line.Variable)
		switch {
		case name == "":
			said = append(said, line.Variable+" stays in "+from+": it is no line of a settings file")
			continue
		case given(present, secrets, name) || slices.Contains(carried, name):
			said = append(said, name+" stands in "+into+" already, and stays")
		default:
			one, _ := yaml.Marshal(yaml.MapSlice{{Key: name, Value: line.Value}}) // a string, so it cannot fail
			text = append(text, one...)
			said = append(said, line.Variable+" of "+from+" is now "+name+" in "+into)
		}
		carried = append(carried, name)
	}
	if len(carried) == 0 {
		return said, nil
	}
	if err := errors.Join(os.MkdirAll(filepath.Dir(into), 0o755), os.WriteFile(into, text, 0o640)); err != nil {
		return nil, err
	}
	if _, err := readFile(into, false); err != nil { // nothing is lost: the lines stand in both
		return nil, errors.Join(os.WriteFile(into, there, 0o640), err)
	}
	old, err := os.ReadFile(from)
	if err == nil {
		err = appendTo(from+copySuffix, old)
	}
	if err == nil {
		err = os.WriteFile(from, without(old, carried), 0o600)
	}
	return append(said, "a copy is kept in "+from+copySuffix), err
}

// appendTo adds text to a file, so that an earlier copy stays.
func appendTo(name string, text []byte) error {
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	return errors.Join(err, file.Close())
}

// lineName returns the name in a settings file for a variable, "" if it has none.
func lineName(variable string) string {
	name := strings.ToLower(strings.TrimPrefix(variable, "PITPOST_"))
	secret := inLine(strings.TrimSuffix(name, "_file"))
	if inLine(name) != nil || secret != nil && secret.secret {
		return name
	}
	return ""
}

// given reports whether a settings file has a setting already, by itself or by the name of its file.
func given(f Fields, secrets []secretFile, name string) bool {
	name = strings.TrimSuffix(name, "_file")
	for _, of := range []string{name, name + "_file"} {
		if r := inLine(of); r != nil && !r.of(&f).IsNil() {
			return true
		}
	}
	return slices.ContainsFunc(secrets, func(s secretFile) bool { return s.setting == name })
}

// without takes the lines of variables out that were carried over.
func without(text []byte, carried []string) (rest []byte) {
	for line := range bytes.Lines(text) {
		variable, _, ok := strings.Cut(strings.TrimSpace(string(line)), "=")
		isSetting := ok && (strings.HasPrefix(variable, "PITPOST_") || slices.Contains(bareNames, variable))
		if !isSetting || !slices.Contains(carried, lineName(variable)) {
			rest = append(rest, line...)
		}
	}
	return rest
}
