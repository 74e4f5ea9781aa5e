package spelling

import "strings"

// Lists reads a text of lists: below each line "# NAME: why" stand the phrases of that list, one a
// line. Blank lines and those that begin with two slashes are passed over.
func Lists(text string) map[string][]string {
	lists, name := map[string][]string{}, ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if heading, ok := strings.CutPrefix(line, "# "); ok {
			name, _, _ = strings.Cut(heading, ":")
		} else if line != "" && !strings.HasPrefix(line, "//") {
			lists[name] = append(lists[name], line)
		}
	}
	return lists
}
