package settings

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// ownFile is the name of the settings file in the data folder.
const ownFile = "pitpost.yaml"

// machineFile returns the path of the machine's settings file, which has the least weight of all sources. A test names
// another folder in PITPOST_TEST_ETC, so that it never reads the host's, whatever environment it hands in.
func machineFile(variables map[string]string) string {
	return filepath.Join(cmp.Or(variables["PITPOST_TEST_ETC"], os.Getenv("PITPOST_TEST_ETC"), "/etc/pitpost"), ownFile)
}

// file is a settings file that was read.
type file struct {
	name   string
	fields Fields
}

// readFiles reads the settings files that count for a house, the one with the least weight first: the machine's and
// the one in the data folder, or in place of both the one that is named. It also returns the data folder.
func readFiles(named, data string, variables map[string]string) (files []file, folder string, err error) {
	if named != "" {
		f, err := readFile(named, false)
		if err == nil {
			folder, err = dataFolder(data, variables)
		}
		return []file{{named, f}}, folder, err
	}
	machine := file{name: machineFile(variables)}
	if machine.fields, err = readFile(machine.name, true); err != nil {
		return nil, "", err
	}
	if data == "" && machine.fields.Data != nil {
		data = *machine.fields.Data
	}
	if folder, err = dataFolder(data, variables); err != nil {
		return nil, "", err
	}
	if machine.fields.Data != nil && *machine.fields.Data != folder {
		machine.fields.Data = nil // a flag or the environment names another
	}
	own := file{name: filepath.Join(folder, ownFile)}
	if own.fields, err = readFile(own.name, true); err != nil {
		return nil, "", err
	}
	if own.fields.Data != nil {
		return nil, "", fmt.Errorf("%s: data cannot be set in the data folder itself: use --data or PITPOST_DATA", own.name)
	}
	return []file{machine, own}, folder, nil
}

// readFile reads a settings file, which need not exist if it is optional.
func readFile(name string, optional bool) (f Fields, err error) {
	text, err := os.ReadFile(name)
	switch {
	case optional && (errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)):
		return f, nil
	case errors.Is(err, fs.ErrPermission):
		who := reader(name)
		return f, fmt.Errorf("the settings file %s cannot be read by this user: run this as %s (sudo -u %s pitpost …), or name a file of your own with --config", name, who, who)
	case err != nil:
		return f, fmt.Errorf("the settings file cannot be read: %w", err)
	}
	text, secrets := splitSecretFiles(text)
	if err := readYAML(text, &f); err != nil {
		return f, fmt.Errorf("%s:%w", name, err)
	}
	for _, secret := range secrets {
		if err := secret.read(&f); err != nil {
			return f, fmt.Errorf("%s: %w", name, err)
		}
	}
	return f, nil
}

// reader names the user who may read a file that is closed to us: its owner, or the user with the name of its group if
// it is root's and the group may read it. Of a file that cannot be looked at, its folder tells.
func reader(name string) string {
	info, err := os.Stat(name)
	for ; err != nil && name != filepath.Dir(name); info, err = os.Stat(name) {
		name = filepath.Dir(name)
	}
	if err != nil {
		return "root"
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return "root"
	}
	if owner.Uid == 0 && owner.Gid != 0 && info.Mode()&0o040 != 0 {
		if group, err := user.LookupGroupId(strconv.Itoa(int(owner.Gid))); err == nil {
			if _, err := user.Lookup(group.Name); err == nil {
				return group.Name
			}
		}
	}
	if found, err := user.LookupId(strconv.Itoa(int(owner.Uid))); err == nil {
		return found.Username
	}
	return "#" + strconv.Itoa(int(owner.Uid)) // as sudo -u takes a number
}

// secretFile is a line such as mail_password_file: /path, which names the file that holds a secret.
type secretFile struct{ setting, path string }

// fileLine matches such a line.
var fileLine = regexp.MustCompile(`(?m)^([A-Za-z][A-Za-z_-]*)[_-](?i:file)[ \t]*:[ \t]*(.*?)[ \t]*\r?$`)

// splitSecretFiles takes the lines out of a settings file that name the file of a secret. The lines that are left keep
// their numbers.
func splitSecretFiles(text []byte) (rest []byte, secrets []secretFile) {
	rest = fileLine.ReplaceAllFunc(text, func(line []byte) []byte {
		parts := fileLine.FindSubmatch(line)
		name := string(bytes.ToLower(bytes.ReplaceAll(parts[1], []byte("-"), []byte("_"))))
		if r := inLine(name); r == nil || !r.secret {
			return line
		}
		secrets = append(secrets, secretFile{name, strings.Trim(string(parts[2]), `"'`)})
		return nil
	})
	return rest, secrets
}

// read puts the secret into its field.
func (s secretFile) read(f *Fields) error {
	value := inLine(s.setting).of(f)
	if !value.IsNil() {
		return fmt.Errorf("%s and %s_file say the same: leave one out", s.setting, s.setting)
	}
	text, err := os.ReadFile(s.path)
	if err != nil {
		return fmt.Errorf("%s_file cannot be read: %w", s.setting, err)
	}
	secret := Secret(strings.TrimRight(string(text), "\r\n"))
	if secret == "" {
		return fmt.Errorf("%s_file is empty: put the secret into it, or leave the setting out", s.setting)
	}
	value.Set(reflect.ValueOf(&secret))
	return nil
}

// bareNames are the variables that count without PITPOST_ in front, as hosts of containers set them.
var bareNames = []string{"DATABASE_URL", "IMAP_URL", "SMTP_URL", "PUBLIC_URL"}

// formerLine is one line of the file of variables that the package's unit once read.
type formerLine struct{ Variable, Value string }

// formerFile returns the path of that file: default/pitpost beside the folder of the machine's settings.
func formerFile(variables map[string]string) string {
	return filepath.Join(filepath.Dir(filepath.Dir(machineFile(variables))), "default", "pitpost")
}

// formerLines reads the lines of that file that are settings, as systemd reads an EnvironmentFile. It returns none if
// the file does not exist or cannot be read.
func formerLines(name string) (list []formerLine) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(text)) {
		variable, value, ok := strings.Cut(strings.TrimSpace(line), "=")
		isSetting := strings.HasPrefix(variable, "PITPOST_") || slices.Contains(bareNames, variable)
		if !ok || !isSetting || ours.MatchString(variable) {
			continue
		}
		list = append(list, formerLine{variable, unquoted(value)})
	}
	return list
}

// unquoted takes the quotes off a value, and the backslashes between double quotes.
func unquoted(value string) string {
	value = strings.TrimSpace(value)
	if n := len(value); n >= 2 && value[0] == value[n-1] && strings.ContainsRune(`"'`, rune(value[0])) {
		inside := value[1 : n-1]
		if value[0] == '\'' {
			return inside
		}
		return strings.NewReplacer(`\\`, `\`, `\"`, `"`, `\$`, `$`, "\\`", "`").Replace(inside)
	}
	return value
}

// unread lists the variables that stand in that file and not in the environment: no command reads them there.
func unread(variables map[string]string) (list []string) {
	for _, line := range formerLines(formerFile(variables)) {
		if _, there := variables[line.Variable]; !there {
			list = append(list, line.Variable)
		}
	}
	return list
}
